"""The random bot: uniform over the legal moves that do something."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from core.kernel.game import Game
from core.kernel.move import Move


class RandomBot:
    """Passes or declines only where nothing else is legal.

    Counted so, random games agree with the independent simulation of the card sheet
    (``docs/rulings.md``); counting pass and decline as moves like any other makes them 8 % longer.
    """

    def __init__(self, game: Game[Any], rng: random.Random) -> None:
        self._game = game
        self._rng = rng

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """A uniform choice; ``state`` is not changed."""
        moves = self._game.moves(state, secrets)
        idle = self._game.idle
        active = [move for move in moves if move.verb not in idle] or moves
        return active[int(self._rng.random() * len(active))]
