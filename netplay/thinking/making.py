"""Which bot thinks how: a level by its time, and the replacement by a fixed number of simulations."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from core.bots.search import Budget, SearchBot
from core.bots.search.chance import FastChance
from core.bots.search.fixed import SIMULATIONS
from core.bots.search.levels import LEVELS, level
from core.bots.search.ponder import NONE, Ponder
from core.bots.search.tree import Key
from core.bots.search.values import MOST_SIMULATIONS
from core.kernel.game import Game
from netplay.thinking.jobs import Aim, Found, Job

Opinions: TypeAlias = Mapping[Key, tuple[int, int]]

FIXED: Final = "fixed"
"""The level that does without a clock and takes a moment: who moves where a process failed."""
_COUNTED: Final = 0.5
"""Seconds that a level which counts simulations takes at most on a machine that is free."""


PONDER: Final = 3.0
"""Seconds a bot thinks at most while another seat is to move, however long that takes: whoever is called
away from the table leaves a machine that has nothing to do."""
_ENOUGH: Final = 64
"""Simulations that are worth more than what was thought at an earlier position."""


def ponders(name: str) -> bool:
    """Whether this level may think on the others' time.

    Not where simulations are counted: there the same seed plays the same game.
    """
    return name in LEVELS and LEVELS[name].timed.seconds is not None


def seconds(name: str) -> float:
    """How long one move of this level takes at most on a machine that is free."""
    timed = LEVELS[name].timed.seconds if name in LEVELS else None
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
    opinions: Opinions = NONE,
) -> Found:
    """What a job asks for. Raises ValueError in a position without a move, KeyError for no level."""
    if job.level == FIXED:
        bot = SearchBot(game, job.seed, Budget(simulations=SIMULATIONS), stop=stop, early=True)
    else:
        bot = level(job.level, game, job.seed, time.monotonic, stop, early=True)
    if job.aim is Aim.ANALYSIS:
        analysis = bot.analyse(state, job.seat, secrets)
        return Found(analysis.best.move, analysis)
    # Who was replaced goes by nothing but the position.
    opinions = opinions if ponders(job.level) else NONE
    return Found(bot.choose(state, job.seat, secrets, opinions))


def ponder(
    game: Game[Any], job: Job, state: Any, secrets: Mapping[int, int], stop: Callable[[], bool]
) -> dict[bytes, Opinions]:
    """By position that may come (``Game.encode``); empty if there was no time. Raises ValueError."""
    wary = LEVELS[job.level].wary
    thinking = Ponder(game, state, job.seat, secrets, FastChance(job.seed), wary=wary)
    until = time.monotonic() + PONDER
    thinking.run(MOST_SIMULATIONS, lambda: stop() or time.monotonic() >= until)
    return dict(thinking.opinions()) if thinking.simulations >= _ENOUGH else {}
