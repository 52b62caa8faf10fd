"""The end of a simulation: others play on from the tree, and the game is judged at certain turns.

Soon after a move a game's evaluation is precise and biased; at the end of the game the result is right, and
mostly luck. With few simulations one look, soon, tells moves apart best. With many of them its bias is what
remains, and that of the fast player: then the game's weigher plays on to the end, which takes longer, and
looks on the way there and at the end are averaged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from core.bots.search.chance import Chance
from core.bots.search.insight import promised, weigher_of
from core.bots.search.rewards import margins, rewards
from core.bots.search.worlds import World, carry_out
from core.bots.weigh import Evaluation
from core.kernel.game import Game
from core.kernel.move import Move

Player: TypeAlias = Callable[[Any, int, Mapping[int, int]], Move]
"""A legal move of the seat to act, by the state, the seat and its secrets."""


class Playout(NamedTuple):
    """How a simulation ends.

    player: who moves for all seats. looks: turns of the simulation after which it is judged, rising.
    end: whether it goes on to the end of the game, which is a look as well.
    """

    player: Player
    looks: tuple[int, ...]
    end: bool

    @property
    def far(self) -> bool:
        """Whether it is for many simulations: judged several times, not only soon."""
        return len(self.looks) > 1

    @property
    def first(self) -> int:
        """Turns until the first look, -1 if that is the end."""
        return self.looks[0] if self.looks else -1


def playout(game: Game[Any], evaluation: Evaluation, *, many: bool) -> Playout:
    """What is best for a few simulations, or for many (``Budget.many``)."""
    horizon, later = evaluation.horizon, evaluation.later
    if horizon is None:
        return Playout(evaluation.quick, (), True)
    if not many or not later:
        return Playout(evaluation.quick, (horizon,), False)
    return Playout(weigher_of(game).best, (horizon, *later), True)


def play_on(
    game: Game[Any],
    evaluation: Evaluation,
    how: Playout,
    state: Any,
    turns: int,
    world: World,
    chance: Chance,
) -> tuple[list[int], list[int]]:
    """Play ``state``, in place; ``turns`` have passed, not more than to the first look.

    Returns the mean over the looks, by seat: its margin over its best opponent (hundredths of a point), and
    its reward. A game that ended before counts for each look that is left.
    """
    player = how.player
    count = left = len(how.looks) + how.end
    leads, shares = [0] * len(game.score(state)), [0] * len(game.score(state))
    turn: Any = state.turn
    for look in (*how.looks, -1):
        while turns != look and not state.over:
            carry_out(game, state, turn, player(state, turn, world), world, chance)
            if state.turn != turn:
                turn = state.turn
                turns += 1
        weight = left if state.over else 1
        points, winners = promised(game, evaluation, state, world)
        found = rewards(points, evaluation.scale(state), winners)
        for seat, lead in enumerate(margins(points)):
            leads[seat] += weight * lead
            shares[seat] += weight * found[seat]
        left -= weight
        if not left:
            break
    return [lead // count for lead in leads], [share // count for share in shares]
