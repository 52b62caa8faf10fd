"""Which bot thinks how: the only place that knows what the searching bots want to be given."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from core.bots.search import Budget, SearchBot
from core.bots.search import analyse as search_analysis
from core.kernel.game import Game
from netplay.thinking.jobs import Found

BUDGETS: Final = {
    "easy": Budget(1.0, 30),
    "medium": Budget(1.0, 200),
    "hard": Budget(0.9),
    "expert": Budget(3.0),
}
FIXED: Final = "fixed"


def seconds(level: str) -> float:
    """How long one move of it takes at most on a machine that is free."""
    return BUDGETS[level].seconds or 0.2 if level in BUDGETS else 0.2


def warm(game: Game[Any]) -> None:
    """Load what thinking about this game needs."""
    from core.bots.search.insight import evaluation_of, weigher_of

    evaluation_of(game)
    weigher_of(game)


def choose(
    game: Game[Any],
    level: str,
    seed: bytes,
    state: Any,
    seat: int,
    secrets: Mapping[int, int],
    stop: Callable[[], bool] = lambda: False,
) -> Found:
    """A move of a bot of this level."""
    budget = BUDGETS.get(level, Budget(None, 60))
    return Found(SearchBot(game, seed, budget, time.monotonic, stop).choose(state, seat, secrets))


def analyse(
    game: Game[Any],
    level: str,
    seed: bytes,
    state: Any,
    seat: int,
    secrets: Mapping[int, int],
    stop: Callable[[], bool] = lambda: False,
) -> Found:
    """All moves as a bot of this level sees them."""
    budget = BUDGETS.get(level, Budget(None, 60))
    found = search_analysis(
        game, state, seat, secrets, budget, seed=seed, clock=time.monotonic, stop=stop
    )
    return Found(found.best.move, found)
