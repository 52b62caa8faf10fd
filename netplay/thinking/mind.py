"""A bot's mind as a table uses it: asked again and again whether it knows its move, never waited for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from core.bots.base import Bot
from core.bots.registry import LEVELS, LateBot, find
from core.kernel.game import Game
from core.kernel.move import Move


class Mind(Protocol):
    """Thinks for one seat of one table."""

    replaced: bool
    """Whether the move found last is a quicker bot's, because the process that thinks failed."""

    def warm(self) -> None:
        """It will be asked soon."""

    def begin(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        """It will be asked about this position: it may think already."""

    def ponder(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        """Another seat is to move: it may think about its own next move meanwhile."""

    def move(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move | None:
        """The move in this position, None while it thinks: ask again soon.

        Another position than the last time is begun anew, and the old one forgotten.
        """

    def forget(self) -> None:
        """Whatever it thinks about is no longer wanted."""


class Quick:
    """A bot that needs no time."""

    replaced = False

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def warm(self) -> None:
        """See ``Mind``."""

    def begin(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        """See ``Mind``."""

    def ponder(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        """See ``Mind``."""

    def move(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """See ``Mind``."""
        return self._bot.choose(state, seat, secrets)

    def forget(self) -> None:
        """See ``Mind``."""


def mind_of(level: str, game: Game[Any], seed: bytes, *, ponder: bool = False) -> Mind:
    """The mind of a bot of this level; ``seed`` is all of its chance. Raises NoSuchBot.

    ``ponder``: whether it may think on the others' time, if its level thinks by the clock.
    """
    find(level, game)
    if level in LEVELS:
        from netplay.thinking.deep import Deep

        return Deep(level, game, seed, ponder=ponder)
    return Quick(LateBot(level, game, seed))
