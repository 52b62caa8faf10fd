"""How simulations end: a look soon for a few of them, several looks and the end for many."""

from collections.abc import Mapping
from typing import Any

import pytest

from core.bots.search import SearchBot
from core.bots.search.chance import FastChance
from core.bots.search.fixed import SIMULATIONS
from core.bots.search.insight import ToTheEnd, evaluation_of, weigher_of
from core.bots.search.levels import LEVELS
from core.bots.search.playout import Player, Playout, play_on, playout
from core.bots.search.search import Search
from core.bots.search.values import Budget
from core.bots.search.worlds import Worlds
from core.games.continental.evaluation import EVALUATION
from core.games.registry import game
from core.kernel.move import Move
from core.match import Match

GAME = game("continental-express")


class Watched:
    """Knows the turns of a simulation, and those it was judged after."""

    scale = EVALUATION.scale

    def __init__(self) -> None:
        self.turns: list[int] = []
        self.judged: list[int] = []

    def expected(self, state: Any, secrets: Mapping[int, int]) -> tuple[int, ...]:
        self.judged.append(len(self.turns))
        return 300, 100


def played(how: Playout) -> tuple[Watched, Any, tuple[list[int], list[int]]]:
    match = Match(GAME, 2, b"playout")
    while match.state.yard.count(None):
        match.play(match.moves()[0])
    evaluation, state = Watched(), GAME.copy(match.state)
    turns = evaluation.turns

    def watched(player: Player) -> Player:
        def asked(state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
            if not turns or turns[-1] != seat:
                turns.append(seat)
            return player(state, seat, secrets)

        return asked

    chance = FastChance(1)
    world = Worlds(GAME.prior(state, {})).draw(chance)
    how = how._replace(own=watched(how.own), other=watched(how.other))
    return evaluation, state, play_on(GAME, evaluation, how, state, 0, world, chance, 0)


def test_a_few_simulations_are_judged_once_and_soon() -> None:
    evaluation, state, (leads, _) = played(playout(GAME, EVALUATION, many=False))
    assert evaluation.judged == [8]
    assert not state.over
    assert leads == [200, -200]


def test_many_simulations_are_judged_on_the_way_and_at_the_end() -> None:
    evaluation, state, (leads, shares) = played(playout(GAME, EVALUATION, many=True))
    assert evaluation.judged == [8, 12, 16, 20]
    assert state.over
    last = 100 * (GAME.score(state)[0] - GAME.score(state)[1])
    assert leads[0] == (4 * 200 + last) // 5
    assert sum(shares) <= 10_000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_many_simulations_the_seat_is_played_shrewdly_and_the_others_greedily(
    seats: int,
) -> None:
    match = Match(GAME, seats, b"turns")
    while match.state.yard.count(None):
        match.play(match.moves()[0])
    seat = match.state.turn
    assert seat is not None
    how = playout(GAME, EVALUATION, many=True)
    assert (how.own, how.other) == (EVALUATION.shrewd, weigher_of(GAME).best)
    asked: set[tuple[str, int]] = set()

    def named(name: str, player: Player) -> Player:
        def ask(state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
            asked.add((name, seat))
            return player(state, seat, secrets)

        return ask

    how = how._replace(own=named("own", how.own), other=named("other", how.other))
    chance = FastChance(1)
    world = Worlds(GAME.prior(match.state, match.secrets[seat])).draw(chance)
    play_on(GAME, EVALUATION, how, GAME.copy(match.state), 0, world, chance, seat)
    assert asked == {("own" if one == seat else "other", one) for one in range(seats)}


def test_whoever_is_wary_takes_the_others_for_shrewd_as_well() -> None:
    how = playout(GAME, EVALUATION, many=True, wary=True)
    assert how == playout(GAME, EVALUATION, many=True)._replace(other=EVALUATION.shrewd)
    assert playout(GAME, EVALUATION, many=False, wary=True) == playout(GAME, EVALUATION, many=False)


def test_expert_alone_is_wary_and_finds_other_margins_by_it() -> None:
    assert [name for name in LEVELS if LEVELS[name].wary] == ["expert"]
    match = Match(GAME, 2, b"wary")
    seat = match.state.turn
    assert seat is not None
    secrets = match.secrets[seat]
    found = []
    for name in ("hard", "expert"):
        thinker = SearchBot(GAME, 1, Budget(simulations=300), wary=LEVELS[name].wary)
        found.append(thinker.analyse(match.state, seat, secrets))
    assert found[0] != found[1]


def test_a_game_that_is_over_counts_for_each_look_that_is_left() -> None:
    evaluation, state, (leads, shares) = played(
        Playout(EVALUATION.quick, EVALUATION.quick, (8, 1000, 2000, 3000), end=True)
    )
    assert evaluation.judged == [8]
    assert state.over
    last = 100 * (GAME.score(state)[0] - GAME.score(state)[1])
    assert leads[0] == (200 + 4 * last) // 5
    winner = GAME.winners(state)[0]
    assert shares[winner] > 7000


def test_a_game_without_an_evaluation_is_played_to_its_end_either_way() -> None:
    plain = ToTheEnd(GAME, weigher_of(GAME))
    for many in (False, True):
        assert playout(GAME, plain, many=many) == Playout(plain.quick, plain.quick, (), end=True)


def test_a_game_that_names_no_later_turns_is_judged_once_either_way() -> None:
    rules = game("a-toute-vapeur")
    evaluation = evaluation_of(rules)
    few, many = (playout(rules, evaluation, many=many) for many in (False, True))
    assert few == many


@pytest.mark.parametrize(
    ("budget", "many"),
    [
        (Budget(simulations=SIMULATIONS), False),
        (Budget(simulations=300), True),
        (Budget(seconds=0.5), False),
        (Budget(seconds=0.75), True),
        (Budget(seconds=1.0, simulations=SIMULATIONS), False),
    ],
)
def test_the_budget_says_whether_its_simulations_are_many(budget: Budget, many: bool) -> None:
    assert budget.many is many


def test_the_stronger_levels_make_many_simulations_and_the_others_few() -> None:
    assert [level for level in LEVELS if LEVELS[level].timed.many] == ["hard", "expert"]
    assert [level for level in LEVELS if LEVELS[level].counted.many] == ["hard", "expert"]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_search_of_many_simulations_finds_other_margins_than_one_of_few(seats: int) -> None:
    match = Match(GAME, seats, b"playout")
    while len(match.moves()) < 3:
        match.play(match.moves()[0])
    seat = match.state.turn
    assert seat is not None
    found = []
    for many in (False, True):
        search = Search(GAME, match.state, seat, match.secrets[seat], FastChance(1), many=many)
        search.run(Budget(simulations=40))
        found.append(search.analysis().best.margin)
    assert found[0] != found[1]
