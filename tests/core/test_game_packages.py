"""What a game may consist of: one package in core, one board, a registry line, and nothing else.

``docs/adding-a-game.md`` says it in words.
"""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from core.bots.registry import bot
from core.games.registry import NAMES, game

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = {name: type(game(name)).__module__.rpartition(".")[0] for name in NAMES}
BOARDS = {name: PACKAGES[name].replace("core.games", "tui.boards") for name in NAMES}
EVERY = pytest.mark.parametrize("name", NAMES)


def folder(package: str) -> Path:
    """Where a package's modules are."""
    return ROOT / package.replace(".", "/")


def modules(package: str) -> set[str]:
    """The names of a package's modules; it must have nothing in it but these."""
    inside = [path for path in folder(package).iterdir() if path.name != "__pycache__"]
    assert all(path.suffix == ".py" for path in inside), "a folder or file that is no module"
    return {path.stem for path in inside}


def imports(path: Path) -> set[str]:
    """Dotted names of all that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@EVERY
def test_a_game_is_a_package_of_its_own_in_core_games(name: str) -> None:
    package = PACKAGES[name]
    assert package.rpartition(".")[0] == "core.games"
    assert modules(package) >= {"__init__", "game", "golden", "greedy"}


@EVERY
def test_a_game_s_board_is_a_package_of_the_same_name_in_tui_boards(name: str) -> None:
    from tui.boards import registry

    assert name in registry.NAMES
    assert modules(BOARDS[name]) >= {"__init__", "about", "board", "rules_text"}
    about = registry.about(name)
    assert about.title == game(name).title
    assert list(about.trains) == list(game(name).seats)
    assert registry.rules(name)


@EVERY
def test_a_board_knows_its_own_game_and_no_other(name: str) -> None:
    foreign = [one for other in NAMES if other != name for one in (PACKAGES[other], BOARDS[other])]
    for path in folder(BOARDS[name]).glob("*.py"):
        for one in imports(path):
            assert not f"{one}.".startswith(tuple(f"{part}." for part in foreign)), path.name


@EVERY
def test_what_home_says_of_a_game_loads_nothing_of_it(name: str) -> None:
    used = imports(folder(BOARDS[name]) / "about.py")
    assert not [one for one in used if one.startswith(("core.", "tui.boards", "netplay"))]


@EVERY
def test_a_game_has_rulings_tests_in_a_folder_of_its_own(name: str) -> None:
    tests = ROOT / "tests" / "core" / PACKAGES[name].rpartition(".")[2]
    assert list(tests.glob("test_rulings*.py"))


@EVERY
def test_nothing_but_the_registries_and_its_board_imports_a_game(name: str) -> None:
    own, board = PACKAGES[name], BOARDS[name]
    for room in ("core", "netplay", "tui"):
        for path in (ROOT / room).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if not f"{module}.".startswith((f"{own}.", f"{board}.")):
                both = (f"{own}.", f"{board}.")
                used = [one for one in imports(path) if f"{one}.".startswith(both)]
                assert not used, f"{module} knows {name}"


@EVERY
def test_a_game_imports_the_kernel_and_its_own_parts_alone(name: str) -> None:
    allowed = (PACKAGES[name], "core.kernel", "core.bots.weigh", "core.bots.decay")
    for path in folder(PACKAGES[name]).glob("*.py"):
        for one in imports(path):
            assert not one.startswith(("core.", "netplay", "tui")) or f"{one}.".startswith(
                tuple(f"{part}." for part in allowed)
            ), f"{path.name} imports {one}"


@EVERY
def test_a_game_brings_its_own_judgement_and_golden_digest(name: str) -> None:
    assert import_module(PACKAGES[name] + ".greedy").WEIGHER is not None
    assert len(import_module(PACKAGES[name] + ".golden").GOLDEN) == 32
    assert bot("greedy", game(name), 0) is not None


def test_no_two_games_share_a_name_a_title_or_a_rules_id() -> None:
    games = [game(name) for name in NAMES]
    assert [one.name for one in games] == list(NAMES)
    assert len({one.title for one in games}) == len(games)
    assert len({one.rules_id() for one in games}) == len(games)
