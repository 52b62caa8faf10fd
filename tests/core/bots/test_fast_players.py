"""The fast players of Continental Express: one with greedy's weights, one with weights that were found."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.evolve import contest
from core.bots.search.playout import Player
from core.games.continental.greedy import WEIGHER
from core.games.continental.quick import by, quick, shrewd
from core.games.continental.shrewd import SHREWD
from core.games.continental.taste import QUICK, Taste, Weights, falling
from core.games.continental.trains import SURE, train
from core.games.registry import game
from core.match import Match

GAME = game("continental-express")
OTHERS: dict[str, Player] = {"greedy": WEIGHER.best, "quick": quick}
TRAINS = st.tuples(*[st.integers(0, 9)] * 6)


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize(("seats", "deals", "more"), [(2, 400, 0.03), (3, 90, 0.04), (4, 70, 0.05)])
def test_the_shrewd_one_wins_more_than_the_quick_one_would_on_the_same_deals(
    other: str, seats: int, deals: int, more: float
) -> None:
    same = [b"fast/%d" % deal for deal in range(deals)]
    won, _ = contest(shrewd, OTHERS[other], seats, same)
    would, _ = contest(quick, OTHERS[other], seats, same)
    assert won > would + more


@given(TRAINS)
def test_the_quick_one_takes_an_objective_for_as_sure_as_greedy_does_with_an_empty_yard(
    wagons: tuple[int, ...],
) -> None:
    prospects, known = QUICK.prospects(wagons), train(wagons)
    assert prospects.efforts == known.steps
    assert prospects.to_come == known.to_come
    for sure, as_sure in zip(QUICK.sure, SURE, strict=True):
        assert [sure[n] for n in known.steps] == [as_sure[n] for n in known.steps]


@given(TRAINS, st.integers(0, 5))
@pytest.mark.parametrize("taste", [QUICK, SHREWD])
def test_one_more_wagon_never_makes_an_objective_less_sure(
    taste: Taste, wagons: tuple[int, ...], more: int
) -> None:
    longer = (*wagons[:more], wagons[more] + 1, *wagons[more + 1 :])
    before, after = taste.prospects(wagons), taste.prospects(longer)
    for sure in taste.sure:
        for worse, better in zip(before.efforts, after.efforts, strict=True):
            assert sure[worse] <= sure[better]
    assert all(a <= b for a, b in zip(before.to_come, after.to_come, strict=True))


@pytest.mark.parametrize("name", Weights._fields)
def test_every_weight_counts(name: str) -> None:
    value = getattr(QUICK.weights, name)
    if name == "sure":
        other: Any = falling((84, 52), (84, 48), (84, 44), (84, 28))
    elif isinstance(value, tuple):
        other = tuple(9 * n for n in value)
    else:
        # Far from what it is, and on the other side of what is between the bounds of an ending.
        other = {"worst": 290, "best": -990}.get(name, 9 * value)
    taste = Taste(QUICK.weights._replace(**{name: other}))
    differ = 0
    for deal in range(12):
        match = Match(GAME, 2, b"weights/%d" % deal)
        state: Any = match.state
        while not state.over:
            seat, before = state.turn, GAME.encode(state)
            move = by(taste, state, seat, match.secrets[seat])
            assert move in GAME.moves(state, match.secrets[seat])
            assert GAME.encode(state) == before
            usual = quick(state, seat, match.secrets[seat])
            differ += move != usual
            match.play(usual)
    assert differ
