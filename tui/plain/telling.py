"""What a game tells of itself in sentences; the line mode knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from core.kernel.move import Move
from netplay.table import Table
from tui.boards.parts import shown_name
from tui.boards.position import Position

_NAME = 20


class Seen(NamedTuple):
    """A position as the viewer sees it; ``names`` are harmless."""

    position: Position[Any]
    names: Sequence[str]

    @property
    def state(self) -> Any:
        """The table's state."""
        return self.position.state

    @property
    def seat(self) -> int | None:
        """The viewer's, None for whoever only watches."""
        return self.position.seat


def seen(table: Table) -> Seen:
    """A table's position."""
    names = [shown_name(player.name, _NAME) for player in table.players]
    return Seen(Position(table.game, table.state, table.seat, table.secrets), names)


class Teller(Protocol):
    """A module ``plain`` beside a game's board."""

    OWN: tuple[str, ...]
    """Words for the command that tells what only the viewer knows, the usual one first."""

    def table(self, view: Seen) -> list[str]:
        """All that lies on the table, a sentence or two a line."""

    def own(self, view: Seen) -> list[str]:
        """What only the viewer knows: a contract, a hand."""

    def asks(self, view: Seen) -> str:
        """What is to be done now, or who is waited for."""

    def move(self, view: Seen, move: Move) -> str:
        """What a move would do."""

    def sheet(self, view: Seen) -> list[str]:
        """The scores of a finished game, and who wins why."""

    def refused(self, reason: str) -> str:
        """A reason of the rules in the person's language."""
