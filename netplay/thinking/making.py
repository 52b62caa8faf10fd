"""Which bot thinks how: a level by its time, and the replacement by a fixed number of simulations."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from core.bots.search import Budget, SearchBot
from core.bots.search.fixed import SIMULATIONS
from core.bots.search.levels import LEVELS, level
from core.kernel.game import Game
from netplay.thinking.jobs import Aim, Found, Job

FIXED: Final = "fixed"
"""The level that does without a clock and takes a moment: who moves where a process failed."""
_COUNTED: Final = 0.5
"""Seconds that a level which counts simulations takes at most on a machine that is free."""


def seconds(name: str) -> float:
    """How long one move of this level takes at most on a machine that is free."""
    timed = LEVELS[name][0].seconds if name in LEVELS else None
    return timed if timed is not None else _COUNTED


def warm(game: Game[Any]) -> None:
    """Load what thinking about this game needs."""
    from core.bots.search.insight import evaluation_of, weigher_of

    evaluation_of(game)
    weigher_of(game)


def think(
    game: Game[Any],
    job: Job,
    state: Any,
    secrets: Mapping[int, int],
    stop: Callable[[], bool] = lambda: False,
) -> Found:
    """What a job asks for. Raises ValueError in a position without a move, KeyError for no level."""
    if job.level == FIXED:
        bot = SearchBot(game, job.seed, Budget(simulations=SIMULATIONS), stop=stop, early=True)
    else:
        bot = level(job.level, game, job.seed, time.monotonic, stop, early=True)
    if job.aim is Aim.ANALYSIS:
        analysis = bot.analyse(state, job.seat, secrets)
        return Found(analysis.best.move, analysis)
    return Found(bot.choose(state, job.seat, secrets))
