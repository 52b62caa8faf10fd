"""Makes the table of a game against bots: no network and no signing library is loaded for it."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from core.games.registry import game
from netplay.seedtext import derive
from netplay.solo import SoloTable
from netplay.table import Player
from netplay.thinking.mind import Mind, mind_of
from tui.setup import SoloSetup

if TYPE_CHECKING:
    from core.kernel.game import Game

NAMES: Final = ("Lantern", "Whistle", "Piston", "Tender", "Signal")
"""What the bots are called."""
PACE: Final = 0.8
"""Seconds a bot takes for a move, so that a person can follow."""


def minds(
    rules: Game[Any], strengths: Sequence[str], seed: str, *, ponder: bool = False
) -> list[Mind]:
    """A bot for each strength; all they do follows from the seed. ``ponder``: see ``mind_of``."""
    seeds = [derive(seed, "bot", n) for n in range(len(strengths))]
    return [
        mind_of(name, rules, own, ponder=ponder) for name, own in zip(strengths, seeds, strict=True)
    ]


def solo_table(setup: SoloSetup, pace: float = PACE, *, ponder: bool = False) -> SoloTable:
    """The table of a setup, the person in the first seat of the first game; raises what its parts raise."""
    rules = game(setup.game)
    seed = os.urandom(16).hex() if setup.seed is None else str(setup.seed)
    strengths = setup.strengths()
    players = [Player(setup.name)]
    players += [Player(NAMES[n], strength) for n, strength in enumerate(strengths)]
    bots: list[Mind | None] = [None, *minds(rules, strengths, seed, ponder=ponder)]
    at = -setup.turned % setup.seats
    return SoloTable(
        rules,
        players[at:] + players[:at],
        bots[at:] + bots[:at],
        seat=setup.turned % setup.seats,
        seed=derive(seed, "solo"),
        options=rules.options(setup.options),
        pace=pace,
        now=time.monotonic(),
    )
