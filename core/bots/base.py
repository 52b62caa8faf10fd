"""What a bot is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from core.kernel.move import Move


class Bot(Protocol):
    """Chooses moves for one seat. Never sees more than that seat does."""

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """A legal move for ``seat``, whose turn it is; ``state`` must not be changed."""
