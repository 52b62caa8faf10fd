"""A stand-in's search gives the same moves in every process, from what everyone knows."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgpack
import pytest

from core.bots.search import fixed
from core.games.registry import NAMES, game
from core.match import Match
from tests.core.bots.fixed_moves import FILE
from tests.golden.test_golden import MINORS, pythons

ROOT = Path(__file__).parents[3]


def moves_by(python: str, **environment: str) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-W", "ignore", "-m", "tests.core.bots.fixed_moves"],
        cwd=ROOT,
        env=clean | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_the_moves_do_not_depend_on_the_hash_seed(hash_seed: str) -> None:
    assert moves_by(sys.executable, PYTHONHASHSEED=hash_seed) == FILE.read_text(encoding="ascii")


@pytest.mark.parametrize("minor", MINORS)
def test_the_moves_are_the_same_under_every_python(minor: str, tmp_path: Path) -> None:
    python = pythons().get(minor)
    if python is None:
        pytest.skip(f"no Python {minor} on this machine")
    # That Python need not have msgpack: it gets a copy of ours without the compiled half.
    source = Path(msgpack.__file__).parent
    shutil.copytree(source, tmp_path / "msgpack", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    assert moves_by(python, PYTHONPATH=str(tmp_path)) == FILE.read_text(encoding="ascii")


@pytest.mark.parametrize("name", NAMES)
def test_the_move_follows_from_public_facts_and_the_seed(name: str) -> None:
    rules = game(name)
    match = Match(rules, 3, b"public")
    for seat in range(3):
        match.open_hand(seat)
    chosen = set()
    for number in range(12):
        seat = match.state.turn
        assert seat is not None
        before = rules.encode(match.state)
        moves = [fixed.choose(rules, match.state, seat, b"%d" % n, 12) for n in range(4)]
        assert rules.encode(match.state) == before
        twin = rules.decode(before)
        assert [fixed.choose(rules, twin, seat, b"%d" % n, 12) for n in range(4)] == moves
        assert set(moves) <= set(match.moves())
        chosen.add(len(set(moves)))
        match.play(moves[number % 4])
    assert max(chosen) > 1, "the seed never mattered"


ADVICE = ("analyse", "_split")
SHARED = (
    "core/bots/search/fixed.py",
    "core/bots/search/playout.py",
    "core/bots/search/rewards.py",
    "core/bots/search/search.py",
    "core/bots/search/tree.py",
    "core/bots/search/worlds.py",
    *[f"core/games/{package}/evaluation.py" for package in ("continental", "vapeur")],
    "core/games/vapeur/fitted.py",
    "core/games/vapeur/greedy.py",
    *[
        f"core/games/continental/{module}.py"
        for module in ("beliefs", "fitted", "icons", "quick", "shrewd", "sight", "taste", "trains")
    ],
)


@pytest.mark.parametrize("file", SHARED)
def test_there_is_no_float_where_a_stand_in_thinks(file: str) -> None:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    # Budgets of seconds are for advice, never for a stand-in.
    tree.body = [part for part in tree.body if getattr(part, "name", None) not in ADVICE]
    for node in ast.walk(tree):
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Pow))
