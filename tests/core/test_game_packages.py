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
EVERY = pytest.mark.parametrize("name", NAMES)


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
    folder = ROOT / package.replace(".", "/")
    present = {path.stem for path in folder.glob("*.py")}
    assert present >= {"__init__", "game", "golden", "greedy"}
    assert not [path for path in folder.iterdir() if path.is_dir() and path.name != "__pycache__"]


@EVERY
def test_nothing_but_the_registries_and_its_board_imports_a_game(name: str) -> None:
    own, board = PACKAGES[name], PACKAGES[name].replace("core.games", "tui.boards")
    for room in ("core", "netplay", "tui"):
        for path in (ROOT / room).rglob("*.py"):
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            if not f"{module}.".startswith((f"{own}.", f"{board}.")):
                used = [one for one in imports(path) if f"{one}.".startswith(f"{own}.")]
                assert not used, f"{module} knows {name}"


@EVERY
def test_a_game_imports_the_kernel_and_its_own_parts_alone(name: str) -> None:
    allowed = (PACKAGES[name], "core.kernel", "core.bots.weigh")
    for path in (ROOT / PACKAGES[name].replace(".", "/")).glob("*.py"):
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
