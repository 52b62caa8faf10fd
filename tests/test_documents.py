"""What the documents name is there: modules and files, commands and their options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.bots.search.levels import LEVELS
from core.bots.search.values import Budget
from tui.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
CODE = ("core", "netplay", "tui", "tests", "benchmarks", "compiled", "deploy")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
PAGE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_module_that_a_document_names_is_there(document: Path) -> None:
    files = {
        path.relative_to(ROOT).as_posix() for room in CODE for path in (ROOT / room).rglob("*.py")
    }
    named = re.findall(r"`([\w/]+\.py)(?:::\w+)?`", document.read_text(encoding="utf-8"))
    missing = [name for name in named if not any(f"/{file}".endswith(f"/{name}") for file in files)]
    assert not missing, f"{document.name} names what is not in the tree"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document: Path) -> None:
    found = re.findall(r"\]\(([^)#\s]+)", document.read_text(encoding="utf-8"))
    missing = [
        link for link in found if "://" not in link and not (document.parent / link).exists()
    ]
    assert not missing, f"{document.name} links to what is not there"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_page_of_the_command_line_has_a_command_s_options_and_no_others(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from importlib import import_module

    with pytest.raises(SystemExit):
        import_module(f"tui.cli.{command.replace('-', '_')}").run(["--help"])
    usage = capsys.readouterr().out.split("\n\n")[0]
    options = set(_OPTION.findall(usage))
    row = re.search(rf"^\| `caboose {command}[ `].*$", PAGE, re.MULTILINE)
    assert row is not None, f"docs/command-line.md has no line for `caboose {command}`"
    listed = set(_OPTION.findall(row[0]))
    assert listed <= options, "listed there, and no option of it"
    assert options <= set(_OPTION.findall(PAGE)), "an option of it, and nowhere on the page"


def test_the_levels_are_as_strong_as_the_document_says() -> None:
    told = re.findall(
        r"^\| `(\w+)` \| ([\d,]+) (simulations|seconds?) \| ([\d,]+)",
        (ROOT / "docs" / "bots.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    found = {}
    for name, timed, what, counted in told:
        most = int(timed.replace(",", ""))
        budget = Budget(simulations=most) if what == "simulations" else Budget(seconds=most)
        found[name] = budget, Budget(simulations=int(counted.replace(",", "")))
    assert found == {name: (level.timed, level.counted) for name, level in LEVELS.items()}
