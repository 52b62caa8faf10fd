"""The compiled engine is the plain one, only faster: same games, same refusals, in every process."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from core.games.registry import NAMES
from tests.compiled.running import ROOT, needs_compiler, path_with, run
from tests.core.bots.fixed_moves import FILE
from tests.core.bots.test_fixed import moves_by
from tests.golden.test_golden import expected, played_by, pythons

ENGINE = "import core; print(core.ENGINE)"
FOLDERS = sorted(path.name for path in (ROOT / "tests" / "core").iterdir() if path.is_dir())

LEFT_OUT = (
    "under_every_python", "hash_seed",  # they start plain Pythons
    "test_strength", "test_figures", "plays_a_whole_game",  # long, and follow from the golden games
)  # fmt: skip
"""What `make test-compiled` runs, and `make test` does not: so much of the time it is given."""


@needs_compiler
def test_every_module_of_kernel_games_and_bots_is_compiled(tree: Path) -> None:
    tell = """
import importlib, json, pkgutil, core
files = {}
for room in ("kernel", "games", "bots"):
    for found in pkgutil.walk_packages([p + "/" + room for p in core.__path__], f"core.{room}."):
        files[found.name] = importlib.import_module(found.name).__file__
print(json.dumps([core.ENGINE, files]))
"""
    engine, files = json.loads(run(tree, "-c", tell).stdout)
    assert engine == "compiled"
    assert [name for name, file in files.items() if not file.startswith(str(tree))] == []
    assert len(files) > 50


@needs_compiler
@pytest.mark.parametrize("name", NAMES)
def test_golden_games_end_as_they_always_did(tree: Path, name: str) -> None:
    assert played_by(sys.executable, name, **path_with(tree)) == expected(name)


@needs_compiler
def test_stand_ins_make_the_moves_they_always_made(tree: Path) -> None:
    assert moves_by(sys.executable, **path_with(tree)) == FILE.read_text(encoding="ascii")


@needs_compiler
@pytest.mark.parametrize("folder", [name for name in FOLDERS if name != "__pycache__"])
def test_what_holds_for_the_plain_core_holds_for_the_compiled(tree: Path, folder: str) -> None:
    run(tree, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-o", "pythonpath=",
        "-k", f"not {' and not '.join(LEFT_OUT)}", f"tests/core/{folder}")  # fmt: skip


@needs_compiler
def test_another_python_runs_the_plain_engine(tree: Path) -> None:
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    others = {minor: python for minor, python in pythons().items() if minor != here}
    if not others:
        pytest.skip("no other Python on this machine")
    for python in others.values():
        said = run(tree, "-c", ENGINE, python=python).stdout
        assert said == "plain; the compiled one is for another Python\n"


@needs_compiler
def test_bots_think_on_the_engine_of_the_program_that_asks_them(tree: Path) -> None:
    ask = "import subprocess; from netplay.thinking.process import command"
    start = f"{ask}; subprocess.run(command({ENGINE!r}), env={{}}, check=True)"
    assert run(tree, "-c", start).stdout == "compiled\n"


@needs_compiler
def test_the_doctor_names_the_engine(tree: Path, tmp_path: Path) -> None:
    program = "import sys; from tui.cli.main import main; sys.exit(main())"
    folder = ("--config", str(tmp_path))
    said = json.loads(run(tree, "-c", program, *folder, "doctor", "--no-lan", "--json").stdout)
    assert [check["says"] for check in said["program"]] == ["compiled by mypyc"]


@needs_compiler
def test_nothing_is_left_beside_the_sources(tree: Path) -> None:
    suffixes = (".so", ".c", ".o", ".pyd")
    assert [path for path in (ROOT / "core").rglob("*") if path.suffix in suffixes] == []
