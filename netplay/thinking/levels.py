"""How strong a bot can be: all levels by name, and which of them need a process to think in."""

from __future__ import annotations

from typing import Any, Final

from core.bots import registry
from core.bots.registry import NoSuchBot
from core.kernel.game import Game

__all__ = ["NAMES", "SLOW", "NoSuchBot", "find"]

SLOW: Final = ("easy", "medium", "hard", "expert")
NAMES: Final = (*registry.NAMES, *SLOW)
"""The weakest first."""


def find(name: str, game: Game[Any]) -> None:
    """Raise NoSuchBot unless a bot of this level plays this game; loads nothing of it."""
    if name not in NAMES:
        raise NoSuchBot(f"no bot is called {name[:40]!r}; there is: {', '.join(NAMES)}")
    if name not in SLOW:
        registry.find(name, game)
