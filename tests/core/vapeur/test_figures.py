"""Whole games of the reference player against the simulation in the rules file: a check on the rules.

That simulation played 2,000 games a line by rules written independently of these.
"""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from core.games.vapeur.game import GAME
from core.games.vapeur.moves import COMPLETE, STEAL
from core.games.vapeur.state import complete
from core.match import Match
from tests.core.vapeur.layer import Layer

GAMES = 400
TURNS = {2: 22.4, 3: 14.9, 4: 11.5, 5: 9.6, 6: 8.5}
EMPTY = {2: 0.89, 3: 0.99, 4: 1.0, 5: 1.0, 6: 1.0}
HANDS = {2: 9.1, 3: 7.8, 4: 7.3, 5: 7.0, 6: 6.7}
THEFTS = {
    2: (6.4, 8.2, 1.3),
    3: (7.8, 9.4, 0.9),
    4: (8.3, 9.8, 0.7),
    5: (8.5, 10.0, 0.6),
    6: (8.6, 10.2, 0.6),
}
"""A game: by completing, with a card on a complete train, with a card on a partial one."""
TIES = {2: 0.0, 3: 0.22, 4: 0.38, 5: 0.33, 6: 0.43}

SEATS = pytest.mark.parametrize("seats", TURNS)


@cache
def counted(seats: int) -> Counter[str]:
    """Sums over all games."""
    sums: Counter[str] = Counter()
    for number in range(GAMES):
        match = Match(GAME, seats, f"layer {number}".encode(), GAME.options({"dealer": seats - 1}))
        player = Layer(Random(number))
        largest = 0
        while not match.state.over:
            state: Any = match.state
            seat = state.turn
            move = player.choose(state, seat, match.secrets[seat])
            if move.verb == STEAL:
                sums["complete" if complete(state, move.args[0]) else "partial"] += 1
            sums["completing"] += move.verb == COMPLETE
            match.play(move)
            if state.player != seat and not state.over:
                largest = max(largest, len(state.hands[seat]))
        scores = GAME.score(match.state)
        sums["turns"] += match.state.turns
        sums["blind"] += match.state.turns > 52 - 5 * seats
        sums["largest"] += largest
        sums["ties"] += scores.count(max(scores)) > 1
        sums["stalled"] += sum(match.state.cabooses) < 9
        sums["certified"] += sum(match.state.certified)
    return sums


@SEATS
def test_turns_a_player(seats: int) -> None:
    assert counted(seats)["turns"] / GAMES / seats == pytest.approx(TURNS[seats], rel=0.1)


@SEATS
def test_the_pile_empties_before_the_end(seats: int) -> None:
    assert counted(seats)["blind"] / GAMES == pytest.approx(EMPTY[seats], abs=0.04)


@SEATS
def test_thefts_a_game(seats: int) -> None:
    sums = counted(seats)
    found = [sums[kind] / GAMES for kind in ("completing", "complete", "partial")]
    assert found == pytest.approx(THEFTS[seats], abs=0.9)


@SEATS
def test_the_largest_hand_after_a_turn(seats: int) -> None:
    assert counted(seats)["largest"] / GAMES == pytest.approx(HANDS[seats], rel=0.1)


@SEATS
def test_ties_for_most_trains_come_with_the_third_player(seats: int) -> None:
    assert counted(seats)["ties"] / GAMES == pytest.approx(TIES[seats], abs=0.08)


@SEATS
def test_hardly_any_game_stalls_and_the_certificates_get_used(seats: int) -> None:
    # Rarely the last few wagons wander from hand to hand for three rounds (ruling 23) without
    # coming to whoever has the train for them.
    assert counted(seats)["stalled"] / GAMES <= 0.01
    assert counted(seats)["certified"] / GAMES > 4.5
