"""What a position promises each seat at the end, for the searching bots: a line fitted to results.

``python -m benchmarks.fit_evaluation continental-express`` plays the games and works the weights out again.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from core.games.continental.beliefs import beliefs
from core.games.continental.fitted import WEIGHTS
from core.games.continental.greedy import WEIGHER
from core.games.continental.icons import OBJECTIVE_POINTS, POINT, contract_outlook
from core.games.continental.moves import INVEST, TAKE
from core.games.continental.quick import quick, shrewd
from core.games.continental.sheet import FIRST_OBJECTIVE, LOCOMOTIVE, OBJECTIVES_TO_END
from core.games.continental.sight import Sight
from core.games.continental.state import State
from core.games.continental.taste import QUICK
from core.kernel.move import Move

STAGES: Final = OBJECTIVES_TO_END + 1

_SCALES: Final = (240, 220, 170, 170, 85)
"""By stage: most likely for who won 420 games of greedy's, 2 and 4 seats, by what was expected."""


def stage(state: State) -> int:
    """How far the game is: objectives claimed by the foremost seat; 4 once the end was triggered."""
    if state.last_turns is not None:
        return OBJECTIVES_TO_END
    return max([len(cards) for cards in state.claimed])


def features(state: State, seat: int, secrets: Mapping[int, int]) -> tuple[int, ...]:
    """What counts for a seat's final points, between turns, in hundredths of a point.

    Points on objectives, tickets, the contract's outlook, what the train promises of the objectives
    on display and of those to come, wagons, locomotives, claims, turns until the own one, and a point.
    """
    turn = state.turn if state.turn is not None else seat
    last = state.last_turns
    wait = (seat - turn) % state.seats
    kept = state.kept[seat]
    sight = Sight(state, seat, None if kept is None else secrets.get(kept), False, QUICK)
    display = to_come = 0
    if last is None or wait < last:
        display, to_come = sight.display(sight.wagons), sight.coming(sight.wagons)
    claimed = state.claimed[seat]
    return (
        sum([OBJECTIVE_POINTS[card - FIRST_OBJECTIVE] for card in claimed]),
        POINT * state.tickets[seat],
        contract_outlook(sight.contract, sight.icons, sight.to_come if last is None else 0),
        display,
        to_come,
        POINT * sum(sight.wagons),
        POINT * sight.wagons[LOCOMOTIVE],
        POINT * len(claimed),
        POINT * wait,
        POINT,
    )


class Judgement:
    """The judgement as ``core.bots.weigh.Evaluation``."""

    horizon: int | None = 8
    later: tuple[int, ...] = (12, 16, 20)
    spread: int = 400

    def scale(self, state: State) -> int:
        """See ``_SCALES``."""
        return _SCALES[stage(state)]

    def beliefs(self, state: State, viewer: int) -> dict[int, dict[int, int]]:
        """See the module ``beliefs``."""
        return beliefs(state, viewer)

    def quick(self, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
        """See the module ``quick``."""
        return quick(state, seat, secrets)

    def shrewd(self, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
        """See the module ``quick``."""
        return shrewd(state, seat, secrets)

    def worths(
        self, state: State, seat: int, secrets: Mapping[int, int], moves: Sequence[Move]
    ) -> list[int]:
        """Greedy's worths."""
        worth = {one.move: one.worth for one in WEIGHER.weigh(state, seat, secrets)}
        return [worth[move] for move in moves]

    def key(self, state: State, move: Move) -> Hashable:
        """Taking a card is taking that card at that price, from whichever line."""
        verb = move.verb
        if verb in (TAKE, INVEST):
            line, place = move.args
            return verb, state.yard[3 * line + place], place
        return move

    def alike(self, state: State, move: Move) -> Hashable:
        """Lines with the same cards are alike; what comes up behind the card taken is not, if not."""
        if move.verb in (TAKE, INVEST):
            line, place = move.args
            return move.verb, place, tuple(state.yard[3 * line : 3 * line + 3])
        return move

    def expected(self, state: State, secrets: Mapping[int, int]) -> tuple[int, ...]:
        """Final points by seat, hundredths; who does not know a contract takes the mean of all."""
        weights = WEIGHTS[state.seats][stage(state)]
        return tuple(
            [
                sum([a * b for a, b in zip(weights, features(state, seat, secrets), strict=True)])
                // 1000
                for seat in range(state.seats)
            ]
        )


EVALUATION: Final = Judgement()
