"""Who stands in: named in the policy, the same move in every process, and refused where it is unknown."""

from __future__ import annotations

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from core.games.registry import game
from core.kernel.canonical import Malformed
from netplay.session.standin import CHOOSERS, usual
from netplay.wire import Gone, Policy, read_policy
from netplay.wire.policy import GREEDY, SEARCH, STAND_INS
from tests.core.bots.fixed_moves import FILE

ROOT = Path(__file__).parents[3]
PLAY = """
from netplay.session.standin import CHOOSERS
from netplay.wire.policy import SEARCH
from tests.core.every_game.play import Game
from core.games.registry import game
for steps in (12, 30, 47):
    played = Game(game("continental-express"), 3, None, b"stand-in").run(steps)
    move = CHOOSERS[SEARCH](played.rules, played.state, bytes(range(32)))
    print(played.rules.text(move))
"""


BEHAVIOURS = {
    "search-2": "19ac5f474caab2c4",
    "search-3": "b366563cf4eb17b3",
}
"""Every name the search ever had and the BLAKE2b (8 bytes) of its golden moves. Add a line, never change
one: tables out there have signed these names. ``search-1`` was never told apart by its moves."""


def test_a_name_of_the_search_stands_for_one_behaviour_for_ever() -> None:
    moves = blake2b(FILE.read_bytes(), digest_size=8).hexdigest()
    told = "the stand-in's moves changed: give it a new name in netplay/wire/policy.py"
    assert BEHAVIOURS.get(SEARCH) == moves, f"{told}, and add it here with {moves}"
    assert len(set(BEHAVIOURS.values())) == len(BEHAVIOURS)


def test_every_stand_in_that_can_be_named_plays() -> None:
    assert set(CHOOSERS) == set(STAND_INS)


@pytest.mark.parametrize("name", STAND_INS)
def test_the_stand_in_is_part_of_what_everyone_signs(name: str) -> None:
    policy = Policy(Gone.STAND_IN, 60, True, name)
    assert read_policy(policy.wire()) == policy


def test_a_table_with_greedy_as_stand_in_is_written_as_it_always_was() -> None:
    assert Policy(Gone.VOTE, 120).wire() == (1, 1, 120, 0)


@pytest.mark.parametrize("extra", [(2, 1, 60, 0, "search-1"), (2, 1, 60, 0, GREEDY), (2, 1, 60, 0)])
def test_a_stand_in_that_plays_otherwise_is_refused_before_anyone_sits_down(
    extra: tuple[object, ...],
) -> None:
    with pytest.raises(Malformed):
        read_policy(extra)


def test_the_search_stands_in_where_a_game_judges_its_positions() -> None:
    assert usual(game("continental-express")) == SEARCH
    assert usual(game("a-toute-vapeur")) == SEARCH


def test_greedy_stands_in_where_a_game_brings_no_evaluation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("netplay.session.standin.find_spec", lambda name: None)
    assert usual(game("continental-express")) == GREEDY


def test_the_search_makes_the_same_moves_in_every_process() -> None:
    said = set()
    for seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", PLAY],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        said.add(done.stdout)
    assert len(said) == 1
    assert len(said.pop().splitlines()) == 3
