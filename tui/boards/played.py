"""What the board of any game does alike: names, the log, looking away, what is said and what stops it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from typing import Final

from core.kernel.move import Move
from netplay.table import Decided, Event, Finished, Halted, Overturned, Played, Table, Withdrawn
from tui.boards.parts import Entry, Log, Says, Sight, said, shown_name, withdrawn
from tui.foreign import plain
from tui.live import QUIET, Status
from tui.marks import Marks
from tui.told import told

_NAME: Final = 20
"""Cells a name may take in sentences."""


class PlayedBoard(ABC):
    """The part of ``tui.boards.base.Board`` that knows no game; a game's board has the rest.

    ``refusals``: the game's reasons why not, in English.
    """

    def __init__(self, table: Table, marks: Marks, refusals: Sequence[str]) -> None:
        self._table = table
        self._marks = marks
        self.status: Status = QUIET
        self._says: Says = None
        self._refusals = refusals
        self._lost: Says = None
        """What is to be read of the viewer's own withdrawn moves, until the next key."""
        self._halted: str | None = None
        self._log = Log(self._entries)
        self._sight = Sight(self._log)

    # What a game has of its own -----------------------------------------------------------------

    @abstractmethod
    def _entries(self, event: Event) -> list[Entry]:
        """What the log says of an event, in the language of now."""

    @abstractmethod
    def _took(self, event: Event) -> None:
        """An event has happened, and is in the log."""

    @abstractmethod
    def _unstage(self) -> None:
        """What was chosen so far is for nothing."""

    @abstractmethod
    def _stages(self, key: str) -> Move | None:
        """The move that a key which chooses something would stage, in whole."""

    @abstractmethod
    def _staged(self, move: Move) -> str:
        """A staged move in words."""

    @abstractmethod
    def takes(self, key: str) -> bool:
        """See ``Board.takes``."""

    # In and out ---------------------------------------------------------------------------------

    @property
    def _names(self) -> list[str]:
        return [shown_name(player.name, _NAME) for player in self._table.players]

    @property
    def _answer(self) -> str | None:
        """What the prompt says to the last key, in the language of now."""
        return said(self._says, self._refusals)

    @property
    def _stopped(self) -> str | None:
        """Why the table stopped, if it did."""
        return None if self._halted is None else told(self._halted)

    @property
    @abstractmethod
    def _mine(self) -> bool:
        """Whether the viewer is to move."""

    def happened(self, event: Event) -> None:
        """Take what the table reports."""
        if self._mine and self._says != self._lost:
            self._says = None  # what was said of somebody else's turn is no longer so
        if isinstance(event, Played | Decided | Overturned):
            self._sight.heard()
        self._log.heard(event)
        if isinstance(event, Finished | Halted | Decided | Withdrawn | Overturned):
            self._unstage()
        if isinstance(event, Halted):
            self._halted = plain(event.says, 400)
        elif isinstance(event, Overturned):
            self._lost = partial(withdrawn, event) if event.mine else None
            self._says = self._lost
        self._took(event)

    def refused(self, reason: str) -> None:
        """The table refused a move."""
        self._says = reason

    def offers(self, key: str) -> str:
        """The choice that the key would stage."""
        if self._halted is not None or not self.takes(key):
            return ""
        move = self._stages(key)
        return self._staged(move) if move is not None else ""

    def log(self) -> Sequence[str]:
        """All lines of the log."""
        return [entry.text for entry in self._log.entries()]

    def look_away(self, says: bool) -> None:
        """The viewer looks elsewhere."""
        self._sight.look_away(says)

    def look_back(self) -> None:
        """The viewer looks again."""
        self._sight.look_back()
