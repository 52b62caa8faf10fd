"""The search thinks within its budget, says what it found, and refuses what it cannot think about."""

from typing import Any

import pytest

from core.bots.search import Analysis, Budget, SearchBot, analyse
from core.bots.search.chance import FastChance
from core.bots.search.search import EXPAND, Search
from core.games.registry import game
from core.match import Match

GAME = game("continental-express")


def position(moves: int = 12, seats: int = 2) -> Match:
    match = Match(GAME, seats, b"search")
    for _ in range(moves):
        match.play(match.moves()[0])
    while len(match.moves()) < 2:
        match.play(match.moves()[0])
    return match


def analysed(budget: Budget, **more: Any) -> Analysis:
    match = position()
    seat = match.state.turn
    assert seat is not None
    return analyse(GAME, match.state, seat, match.secrets[seat], budget, **more)


def test_every_legal_move_is_judged_and_the_first_was_looked_at_most() -> None:
    found = analysed(Budget(simulations=60))
    assert {judged.move for judged in found.moves} == set(position().moves())
    assert found.simulations == sum(judged.visits for judged in found.moves) == 60
    assert found.best.visits == max(judged.visits for judged in found.moves)
    assert found.best.margin is not None
    assert found.best.error
    assert found.of(found.moves[1].move) is found.moves[1]


def test_the_games_own_reasons_stand_beside_what_was_found() -> None:
    assert any(judged.reasons for judged in analysed(Budget(simulations=1)).moves)


def test_the_same_seed_finds_the_same_and_another_something_else() -> None:
    budget = Budget(simulations=40)
    assert analysed(budget, seed=1) == analysed(budget, seed=1)
    assert analysed(budget, seed=1) != analysed(budget, seed=2)


def test_thinking_ends_with_the_seconds() -> None:
    ticks = iter(range(1000))
    found = analysed(Budget(seconds=3), clock=lambda: float(next(ticks)))
    assert 0 < found.simulations < 100


def test_thinking_is_broken_off_when_asked() -> None:
    asked = iter([False, True])
    found = analysed(Budget(simulations=10_000), stop=lambda: next(asked))
    assert found.broken_off
    assert 0 < found.simulations < 100
    assert not analysed(Budget(simulations=1)).broken_off


@pytest.mark.parametrize(
    "budget",
    [
        Budget(),
        Budget(seconds=0),
        Budget(seconds=-1),
        Budget(seconds=float("nan")),
        Budget(seconds=1e9),
        Budget(simulations=0),
        Budget(simulations=10**12),
        Budget(seconds=1),  # without a clock
    ],
)
def test_a_budget_nobody_can_think_with_is_refused_in_one_line(budget: Budget) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]{10,90}$"):
        analysed(budget)
    with pytest.raises(ValueError, match=r"^[^\n]{10,90}$"):
        SearchBot(GAME, 1, budget)


def test_a_bad_move_is_judged_when_asked_for_without_becoming_the_best() -> None:
    plain = analysed(Budget(simulations=60))
    left_alone = next(judged for judged in plain.moves if judged.margin is None)
    found = analysed(Budget(simulations=90), also=left_alone.move)
    asked = found.of(left_alone.move)
    assert asked is not None
    assert asked.margin is not None
    assert asked.visits >= 30
    assert found.simulations == 90
    assert found.best == plain.best


def test_the_best_move_takes_nothing_from_the_search_when_asked_for() -> None:
    best = analysed(Budget(simulations=60)).best
    assert analysed(Budget(simulations=60), also=best.move) == analysed(Budget(simulations=60))


@pytest.mark.parametrize("simulations", [1, 2, 3])
def test_the_smallest_budgets_can_be_shared_with_a_move(simulations: int) -> None:
    move = position().moves()[-1]
    assert analysed(Budget(simulations=simulations), also=move).simulations == simulations


def test_the_moves_after_the_best_are_judged_when_asked_for() -> None:
    plain = analysed(Budget(simulations=60))
    assert None in [judged.margin for judged in plain.moves[:4]]
    found = analysed(Budget(simulations=90), runners_up=3)
    assert [judged.move for judged in found.moves] == [judged.move for judged in plain.moves]
    assert all(judged.margin is not None for judged in found.moves[:4])
    assert found.simulations == sum(judged.visits for judged in found.moves) == 90


def test_runners_up_share_the_seconds() -> None:
    ticks = iter(range(10_000))
    found = analysed(Budget(seconds=30), clock=lambda: float(next(ticks)), runners_up=3)
    assert 0 < found.simulations < 700
    assert next(ticks) < 60


def test_a_move_to_be_judged_has_to_be_legal() -> None:
    with pytest.raises(ValueError, match="not legal"):
        analysed(Budget(simulations=1), also=GAME.parse("pass"))


def test_a_position_without_a_move_is_refused_in_one_line() -> None:
    match = position()
    seat = match.state.turn
    assert seat is not None
    other = 1 - seat
    with pytest.raises(ValueError, match="no move"):
        analyse(GAME, match.state, other, match.secrets[other], Budget(simulations=1))
    while not match.state.over:
        match.play(match.moves()[0])
    with pytest.raises(ValueError, match="no move"):
        analyse(GAME, match.state, 0, match.secrets[0], Budget(simulations=1))


def test_a_single_legal_move_needs_no_thought() -> None:
    rules = game("a-toute-vapeur")
    match = Match(rules, 2, b"single")
    while len(match.moves()) != 1:
        match.play(match.moves()[0])
    seat = match.state.turn
    assert seat is not None
    thinker = SearchBot(rules, 1, Budget(simulations=10_000_000))
    assert thinker.choose(match.state, seat, match.secrets[seat]) == match.moves()[0]


def test_equal_cards_are_told_apart_by_what_comes_up_behind_them() -> None:
    match = position()
    while GAME.moves(match.state, {})[0].verb != "take":
        match.play(match.moves()[-1])
    match.state.yard[:] = [0, 1, 2, 0, 5, 2, 0, 1, 2]
    seat = match.state.turn
    assert seat is not None
    found = analyse(GAME, match.state, seat, match.secrets[seat], Budget(simulations=200))
    first, second, third = (found.of(GAME.parse(f"take {line} 0")) for line in (1, 2, 3))
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.visits == third.visits
    assert (first.visits, first.margin) != (second.visits, second.margin)


def test_with_two_seats_the_tree_goes_on_only_behind_moves_that_were_looked_at_enough() -> None:
    for seats, least in ((2, EXPAND), (3, 1)):
        match = position(seats=seats)
        seat = match.state.turn
        assert seat is not None
        search = Search(GAME, match.state, seat, match.secrets[seat], FastChance(1))
        search.run(Budget(simulations=3 * EXPAND))
        edges = search._edges
        behind = [edge.visits for edge in edges if edge.child is not None]
        assert behind
        assert min(behind) > least


def test_a_move_that_no_other_can_overtake_is_played_before_the_simulations_are_used_up() -> None:
    saved = 0
    for moves in range(0, 40, 4):
        match = position(moves)
        seat = match.state.turn
        assert seat is not None
        searches = [
            Search(GAME, match.state, seat, match.secrets[seat], FastChance(5)) for _ in range(2)
        ]
        for search, early in zip(searches, (True, False), strict=True):
            search.run(Budget(simulations=120), early=early)
        assert searches[0].best() == searches[1].best()
        saved += searches[1].simulations - searches[0].simulations
    assert saved > 0


def test_a_move_that_no_other_can_overtake_is_played_before_the_seconds_are_over() -> None:
    match = position()
    seat = match.state.turn
    assert seat is not None
    search = Search(GAME, match.state, seat, match.secrets[seat], FastChance(5))
    ticks = iter(range(1000))
    search.run(Budget(seconds=100), lambda: float(next(ticks)), early=True)
    assert 0 < search.simulations < 90 * 16
    assert not search.decided(10_000)


def test_seconds_are_used_up_while_another_move_can_catch_up() -> None:
    match = position()
    seat = match.state.turn
    assert seat is not None
    search = Search(GAME, match.state, seat, match.secrets[seat], FastChance(5))
    search.run(Budget(simulations=64))
    first, second = sorted([judged.visits for judged in search.analysis().moves])[-1:-3:-1]
    assert not search.decided(first - second)
    assert search.decided(first - second - 1)
