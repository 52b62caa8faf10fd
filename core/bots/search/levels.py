"""The levels of the searching bots: how much each looks into before it moves."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from core.bots.search.bot import SearchBot
from core.bots.search.values import Budget, Clock, Stop
from core.kernel.game import Game


class Level(NamedTuple):
    """How a bot thinks: its budget a move with a clock and without one, and whether it is ``wary``:
    takes its opponents for shrewd players instead of ordinary ones (``playout``).
    """

    timed: Budget
    counted: Budget
    wary: bool = False


LEVELS: Final[dict[str, Level]] = {
    "easy": Level(Budget(simulations=2), Budget(simulations=2)),
    "medium": Level(Budget(simulations=100), Budget(simulations=100)),
    "hard": Level(Budget(seconds=1.0), Budget(simulations=500)),
    "expert": Level(Budget(seconds=5.0), Budget(simulations=2500), wary=True),
}
"""By name, the weakest first."""


def level(
    name: str,
    game: Game[Any],
    seed: int | bytes,
    clock: Clock | None = None,
    stop: Stop | None = None,
    *,
    early: bool = False,
) -> SearchBot:
    """The bot of that level; raises KeyError for a name that is none.

    Without a clock it counts simulations instead of seconds, and then the same seed makes it play the
    same game on every machine. ``early``: see ``SearchBot``.
    """
    timed, counted, wary = LEVELS[name]
    budget = counted if clock is None else timed
    return SearchBot(game, seed, budget, clock, stop, early=early, wary=wary)
