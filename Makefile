# Everything a person or CI runs. The two that matter: `make play` and `make test`.
# `make help` lists the rest.

VENV     := .venv
BIN      := $(VENV)/bin
PIP      := $(BIN)/python -m pip --disable-pip-version-check --no-input
# Stamps say what was installed from which lock, so that nothing is installed twice.
RUN_OK   := $(VENV)/.installed-run
DEV_OK   := $(VENV)/.installed-dev
UV       := 0.13.9
LOCK_ENV := .lock-venv
# ENGINE=compiled, for `play` and `bench`: on the compiled engine, made anew where it is not of today's
# sources. PYTHONSAFEPATH keeps `python -m` from putting the current folder, and so the plain one, first.
# Other programs have an ENGINE in the environment, too: what is not meant for us there is let be.
ifeq ($(origin ENGINE),command line)
ifneq ($(filter-out plain compiled,$(ENGINE)),)
$(error ENGINE is plain or compiled)
endif
endif
WANTED   := $(filter compiled,$(ENGINE))
COMPILED := PYTHONSAFEPATH=1 PYTHONPATH="$(CURDIR)/build/compiled"
WITH     := $(if $(WANTED),$(COMPILED))

.DEFAULT_GOAL := help
.PHONY: help play compiled test test-compiled setup demo lint format bench pictures catalogues lock clean
# A recipe that fails half-way must not leave its target looking finished.
.DELETE_ON_ERROR:

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sort | sed -E 's/^([a-z-]+):.*## /\1\t/' | \
		while IFS="$$(printf '\t')" read -r name text; do printf '  make %-13s %s\n' "$$name" "$$text"; done

play: $(RUN_OK) $(WANTED) ## set up what is missing and open a game against bots
	@$(WITH) $(BIN)/caboose play

# One worker a core; `worksteal` because a few tests take as long as a hundred others.
test: $(DEV_OK) ## set up what is missing and run all tests (ARGS="-k name" for some)
	@$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

# What is made lies in build/compiled, never beside the source, and is used only by whoever puts it first
# on the path: `make play ENGINE=compiled`. It looks itself whether it is of these sources (compiled/guard.py).
compiled: $(DEV_OK) ## compile the engine (for `make play ENGINE=compiled`), if it is not
	@$(BIN)/python -m compiled

test-compiled: $(DEV_OK) compiled ## run the tests of rules and bots on the compiled engine
	@$(COMPILED) $(BIN)/python -m pytest -n auto --dist worksteal -o pythonpath= tests/core tests/golden $(ARGS)

setup: $(DEV_OK) ## make .venv with caboose, all development tools, and what serve-ssh and serve-web need

demo: $(RUN_OK) ## four peers and a spectator play a game over MQTT (no terminal needed)
	@$(BIN)/caboose selfplay continental-express --seats 4 --seed 7 --bots greedy \
		--transport mqtt --spectators 1

lint: $(DEV_OK) ## ruff, mypy --strict, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict core netplay tui
	$(BIN)/lint-imports

format: $(DEV_OK) ## put all code into ruff's form
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

bench: $(RUN_OK) $(WANTED) ## measure, each figure beside its reference
	@$(WITH) $(BIN)/python -m benchmarks $(ARGS)

pictures: $(RUN_OK) ## export the README's pictures from the running app
	@$(BIN)/python -m tui.pictures docs/pictures

# The one named by PYTHON, or the first of 3.11 or newer that can make an environment. Each candidate
# is run, not only looked up: version managers leave commands behind that only print an error.
$(BIN)/python:
	@found=; bare=; \
	for python in $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python); do \
		"$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
		if "$$python" -c 'import ensurepip, venv' 2>/dev/null; then found="$$python"; break; fi; \
		bare="$${bare:-$$python}"; \
	done; \
	if [ -z "$$found" ] && [ -n "$$bare" ]; then \
		echo "caboose: $$bare cannot make environments; on Debian or Ubuntu install them with: apt-get install python3-venv" >&2; exit 1; \
	elif [ -z "$$found" ]; then \
		echo "caboose: $(if $(PYTHON),$(PYTHON) is not,found no) Python 3.11 or newer; install one, or name it: make play PYTHON=/path/to/python3" >&2; exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$found" -V) (once; needs a package index)"; \
	"$$found" -m venv --clear $(VENV)

# Only what playing needs, exactly as locked. The project itself is installed in place, built with
# the locked backend: --no-build-isolation keeps pip from fetching another.
$(RUN_OK): requirements/run.txt pyproject.toml | $(BIN)/python
	@$(PIP) install -qq --requirement requirements/run.txt
	@$(PIP) install -qq --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q core netplay tui # pip does it for the others; ours start as fast
	@touch $@

$(DEV_OK): requirements/dev.txt $(RUN_OK)
	@echo "Installing the development tools"
	@$(PIP) install -qq --requirement requirements/dev.txt
	@touch $@

# What is compiled is committed beside its source, so that no install needs a build step.
catalogues: $(DEV_OK) ## collect messages into the languages' catalogues, and compile those
	@$(BIN)/python -m tests.tui.catalogues

# Both files come from pyproject.toml: one resolution for every supported Python, marked where they
# differ. Existing pins are kept; `make lock UPGRADE=--upgrade` takes the newest releases.
# The index used is whatever the person's tools use, and is never written down.
lock: | $(BIN)/python ## pin all dependencies anew into requirements/
	@test -x $(LOCK_ENV)/bin/python || $(BIN)/python -m venv $(LOCK_ENV)
	@$(LOCK_ENV)/bin/python -m pip --disable-pip-version-check install -qq uv==$(UV)
	@set -e; compile="$(LOCK_ENV)/bin/uv --no-config pip compile --quiet --universal --python-version 3.11 \
		--no-header --no-annotate --no-emit-index-url --no-emit-find-links --no-emit-build-options $(UPGRADE) pyproject.toml"; \
	$$compile --group dev --extra serve --output-file requirements/dev.txt >/dev/null; \
	$$compile --group build --constraint requirements/dev.txt --output-file requirements/run.txt >/dev/null
	@for file in requirements/*.txt; do \
		{ echo "# Made by \`make lock\` from pyproject.toml; not edited by hand."; cat "$$file"; } \
			>"$$file.new" && mv "$$file.new" "$$file"; \
	done
	@! grep -nE '://|^ *-|@ |(^|[^.])/[a-z]' requirements/*.txt || \
		{ echo "make lock: an address, a path or an option got into requirements/ (above)" >&2; exit 1; }

clean: ## remove environments, caches and build results
	rm -rf $(VENV) $(LOCK_ENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache \
		.hypothesis snapshot_report.html
	find . -name __pycache__ -type d -not -path './.git/*' -prune -exec rm -rf {} +
