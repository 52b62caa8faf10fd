"""Every bot plays every game: legally, with secrets and without, and never touches what it sees."""

from typing import Any

import pytest
from hypothesis import given, settings

from core.bots.registry import NAMES as BOTS
from core.bots.registry import bot as sit_down
from core.bots.search.levels import LEVELS, Level
from core.bots.search.values import Budget
from core.games.registry import game as find
from core.match import Match
from tests.core.every_game.play import EVERY_TABLE, SEEDS, deal
from tests.core.every_game.reach import contents

EVERY_BOT = pytest.mark.parametrize("strength", BOTS)
MOST = 60
"""Choices a game: the strongest think long, and late positions come in other games."""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level searches, none for long: how they play is the same, how well is no matter here."""
    few = Budget(simulations=6)
    for name in LEVELS:
        monkeypatch.setitem(LEVELS, name, Level(few, few, LEVELS[name].wary))


@EVERY_BOT
@EVERY_TABLE
@pytest.mark.parametrize("stand_in", [False, True])
def test_a_bot_plays_a_whole_game_of_legal_moves(
    name: str, seats: int, strength: str, stand_in: bool
) -> None:
    rules = find(name)
    match = Match(rules, seats, b"bots play")
    if stand_in:
        for seat in range(seats):
            match.open_hand(seat)
    cast = [sit_down(strength, rules, seat) for seat in range(seats)]
    while not match.state.over:
        state, seat = match.state, match.state.turn
        secrets: Any = {} if stand_in else match.secrets[seat]
        move = cast[seat].choose(state, seat, secrets)
        assert move in match.moves()
        rules.check(state, seat, move)
        match.play(move)
    assert rules.winners(match.state)


@EVERY_BOT
@EVERY_TABLE
@settings(max_examples=3)
@given(seed=SEEDS)
def test_a_bot_chooses_a_legal_move_and_changes_nothing_it_is_shown(
    name: str, seats: int, strength: str, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    left = MOST
    for number, step in enumerate(game.steps()):
        state, seat = game.state, game.state.turn
        if not state.awaiting and left and (number + len(seed)) % 2:
            left -= 1
            before, known = contents(state), dict(game.secrets[seat])
            move = sit_down(strength, rules, seed).choose(state, seat, game.secrets[seat])
            assert move in game.moves()
            assert contents(state) == before
            assert dict(game.secrets[seat]) == known
            # The same seed and the same facts, in other objects: the same choice.
            twin = rules.decode(rules.encode(state))
            assert sit_down(strength, rules, seed).choose(twin, seat, known) == move
        step(state)
