"""The end of a simulation: it is played on from the tree, and the game is judged at certain turns.

Soon after a move a game's evaluation is precise and biased; at the end of the game the result is right, and
mostly luck. With few simulations one look, soon, tells moves apart best. With many of them its bias is what
remains, and that of who plays on. Then they go to the end, which takes longer, looks on the way and there
are averaged, and players differ: the seat that thinks is played by the best fast player, the others by the
game's weigher, or by that fast player too. A search learns to beat whoever plays in it (docs/bots.md, *Who
goes on*).
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

    own: who moves for the seat that thinks. other: who for all others. looks: turns of the simulation after
    which it is judged, rising. end: whether it goes on to the end of the game, which is a look as well.
    """

    own: Player
    other: Player
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


def playout(game: Game[Any], evaluation: Evaluation, *, many: bool, wary: bool = False) -> Playout:
    """What is best for a few simulations, or for many (``Budget.many``).

    ``wary``: many simulations take the others for shrewd players as well. It is meant for games against
    strong ones; against ordinary players it wins less (docs/bots.md, *Who goes on*).
    """
    quick, horizon, later = evaluation.quick, evaluation.horizon, evaluation.later
    if horizon is None:
        return Playout(quick, quick, (), True)
    if not many or not later:
        return Playout(quick, quick, (horizon,), False)
    other = evaluation.shrewd if wary else weigher_of(game).best
    return Playout(evaluation.shrewd, other, (horizon, *later), True)


def play_on(
    game: Game[Any],
    evaluation: Evaluation,
    how: Playout,
    state: Any,
    turns: int,
    world: World,
    chance: Chance,
    seat: int,
) -> tuple[list[int], list[int]]:
    """Play ``state``, in place; ``turns`` have passed, not more than to the first look.

    ``seat``: who thinks. Returns the mean over the looks, by seat: its margin over its best opponent
    (hundredths of a point), and its reward. A game that ended before counts for each look that is left.
    """
    own, other = how.own, how.other
    count = left = len(how.looks) + how.end
    leads, shares = [0] * len(game.score(state)), [0] * len(game.score(state))
    turn: Any = state.turn
    for look in (*how.looks, -1):
        while turns != look and not state.over:
            player = own if turn == seat else other
            carry_out(game, state, turn, player(state, turn, world), world, chance)
            if state.turn != turn:
                turn = state.turn
                turns += 1
        weight = left if state.over else 1
        points, winners = promised(game, evaluation, state, world)
        found = rewards(points, evaluation.scale(state), winners)
        for one, lead in enumerate(margins(points)):
            leads[one] += weight * lead
            shares[one] += weight * found[one]
        left -= weight
        if not left:
            break
    return [lead // count for lead in leads], [share // count for share in shares]
