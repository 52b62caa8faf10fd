"""What a game's board is to the screens: they carry keys in and lines out, and know no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from core.kernel.move import Move
from netplay.table import Event
from tui.line import Line
from tui.live import Status


class Area(Protocol):
    """A rectangle of the terminal, in cells."""

    @property
    def x(self) -> int: ...

    @property
    def y(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...


class Board(Protocol):
    """One table's board, seen from the viewer's seat."""

    panels: Sequence[str]
    """Names of the panels ``paint`` gives, the same for the board's whole life."""
    status: Status
    """What the top line says of link and own move; the screen sets it."""

    def press(self, key: str) -> Move | None:
        """Take a key; a move is to be submitted. Anything else shows in the next ``paint``."""

    def takes(self, key: str) -> bool:
        """Whether a key that usually looks something up chooses something now."""

    def refused(self, reason: str) -> None:
        """The table refused the move that ``press`` gave."""

    def happened(self, event: Event) -> None:
        """Take what the table reports, in order."""

    def moves(self, event: Event) -> bool:
        """Begin to show where what an event moved has gone, if it moved anything; after ``happened``."""

    def rest(self) -> bool:
        """The next picture of what moves; whether another is to follow."""

    def look_away(self, says: bool) -> None:
        """The viewer looks elsewhere: from now on all that changes is marked, not the last move only.

        ``says``: the log says where they looked away, too, once anything has happened since.
        """

    def look_back(self) -> None:
        """The viewer looks again; the marks stay until the next move."""

    def paint(self, width: int, height: int) -> Mapping[str, tuple[Area, list[Line]]]:
        """Every panel's place and lines for a terminal of that size."""

    def uncover(self) -> None:
        """Show the viewer's own hidden cards, where they are covered until asked for."""

    def hidden(self, hands: Sequence[Mapping[int, int]]) -> Sequence[str]:
        """What each seat holds that the others do not see: a line a seat. ``hands``: slot to card."""

    def offers(self, key: str) -> str:
        """What the key would choose now, in words; empty where it chooses nothing."""

    def topic(self) -> str:
        """The section of the game's rules that the present decision concerns, by its name."""

    def log(self) -> Sequence[str]:
        """All lines of the log."""

    def score(self, width: int) -> list[Line]:
        """The scoring sheet of a finished game."""
