"""The fast players of Continental Express: one with greedy's weights, one with weights that were found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.bots.search.playout import Player
from core.games.continental.greedy import WEIGHER
from core.games.continental.quick import player, quick, shrewd
from core.games.continental.shrewd import SHREWD
from core.games.continental.taste import QUICK, Taste
from core.games.continental.trains import SURE, train
from core.games.registry import game
from core.match import Match

GAME = game("continental-express")
OTHERS = {"greedy": WEIGHER.best, "quick": quick}
TRAINS = st.tuples(*[st.integers(0, 9)] * 6)


def won(hero: Player, other: Player, seats: int, deals: int) -> float:
    """The share of games that ``hero`` wins alone, from every seat of so many deals."""
    share = 0.0
    for deal in range(deals):
        for own in range(seats):
            match = Match(GAME, seats, b"fast/%d" % deal)
            state: Any = match.state
            while not state.over:
                who = hero if state.turn == own else other
                match.play(who(state, state.turn, match.secrets[state.turn]))
            winners = GAME.winners(state)
            share += (own in winners) / len(winners)
    return share / deals / seats


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize(
    ("seats", "deals", "least"), [(2, 150, 0.54), (3, 60, 0.39), (4, 50, 0.31)]
)
def test_the_shrewd_one_wins_clearly_more_than_its_share(
    other: str, seats: int, deals: int, least: float
) -> None:
    assert won(shrewd, OTHERS[other], seats, deals) > least


@given(TRAINS)
def test_the_quick_one_takes_an_objective_for_as_sure_as_greedy_does_with_an_empty_yard(
    wagons: tuple[int, ...],
) -> None:
    prospects, known = QUICK.prospects(wagons), train(wagons)
    assert prospects.ready == tuple(not steps for steps in known.steps)
    assert prospects.sure == tuple(tuple(sure[n] for n in known.steps) for sure in SURE)
    assert prospects.to_come == known.to_come


@given(TRAINS, st.integers(0, 5))
@pytest.mark.parametrize("taste", [QUICK, SHREWD])
def test_one_more_wagon_never_makes_an_objective_less_sure(
    taste: Taste, wagons: tuple[int, ...], more: int
) -> None:
    longer = (*wagons[:more], wagons[more] + 1, *wagons[more + 1 :])
    before, after = taste.prospects(wagons), taste.prospects(longer)
    for worse, better in zip(before.sure, after.sure, strict=True):
        assert all(a <= b for a, b in zip(worse, better, strict=True))
    assert all(a <= b for a, b in zip(before.to_come, after.to_come, strict=True))


def test_a_player_of_given_weights_moves_by_these_and_changes_nothing() -> None:
    match = Match(GAME, 3, b"weights")
    state: Any = match.state
    moves: dict[str, list[Any]] = {"quick": [], "shrewd": []}
    same: Mapping[str, tuple[Player, Player]] = {
        "quick": (quick, player(QUICK)),
        "shrewd": (shrewd, player(SHREWD)),
    }
    while not state.over:
        before, secrets = GAME.encode(state), match.secrets[state.turn]
        for name, (plain, made) in same.items():
            move = plain(state, state.turn, secrets)
            assert made(state, state.turn, secrets) == move
            assert move in GAME.moves(state, secrets)
            moves[name].append(move)
        assert GAME.encode(state) == before
        match.play(moves["quick"][-1])
    assert moves["quick"] != moves["shrewd"]
