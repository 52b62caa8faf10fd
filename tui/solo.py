"""Makes the table of a game against bots: no network and no signing library is loaded for it."""

from __future__ import annotations

import os
import time
from typing import Final

from core.bots.registry import LateBot
from core.games.registry import game
from netplay.seedtext import derive
from netplay.solo import SoloTable
from netplay.table import Player
from tui.setup import SoloSetup

NAMES: Final = ("Lantern", "Whistle", "Piston", "Tender", "Signal")
"""What the bots are called."""
PACE: Final = 0.8
"""Seconds a bot takes for a move, so that a person can follow."""


def solo_table(setup: SoloSetup, pace: float = PACE) -> SoloTable:
    """The table of a setup, the person in the first seat; raises what its parts raise."""
    rules = game(setup.game)
    seed = os.urandom(16).hex() if setup.seed is None else str(setup.seed)
    strengths = setup.strengths()
    players = [Player(setup.name)]
    players += [Player(NAMES[n], strength) for n, strength in enumerate(strengths)]
    bots = [LateBot(name, rules, derive(seed, "bot", n)) for n, name in enumerate(strengths)]
    return SoloTable(
        rules,
        players,
        [None, *bots],
        seed=derive(seed, "solo"),
        options=rules.options(setup.options),
        pace=pace,
        now=time.monotonic(),
    )
