"""The levels of the searching bots: how much each looks into before it moves."""

from __future__ import annotations

from typing import Any, Final

from core.bots.search.bot import SearchBot
from core.bots.search.values import Budget, Clock, Stop
from core.kernel.game import Game

LEVELS: Final[dict[str, tuple[Budget, Budget]]] = {
    "easy": (Budget(simulations=4), Budget(simulations=4)),
    "medium": (Budget(simulations=160), Budget(simulations=160)),
    "hard": (Budget(seconds=1.0), Budget(simulations=500)),
    "expert": (Budget(seconds=5.0), Budget(simulations=2500)),
}
"""By name, the weakest first: the budget a move with a clock, and the one without."""


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
    timed, counted = LEVELS[name]
    return SearchBot(game, seed, counted if clock is None else timed, clock, stop, early=early)
