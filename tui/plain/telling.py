"""What a game tells of itself in sentences; the line mode knows no game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from core.kernel.errors import RulesError
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.table import Table
from tui.foreign import short

_NAME = 20


class Seen(NamedTuple):
    """A position as the viewer sees it; ``names`` are harmless."""

    game: Game[Any]
    state: Any
    seat: int | None
    secrets: Mapping[int, int]
    names: Sequence[str]

    @property
    def mine(self) -> bool:
        """Whether the viewer is the one to act."""
        state = self.state
        return self.seat is not None and state.turn == self.seat and not state.awaiting

    def moves(self) -> Sequence[Move]:
        """The viewer's legal moves."""
        return self.game.moves(self.state, self.secrets) if self.mine else ()

    def reason(self, move: Move) -> str:
        """Why the viewer may not make the move now; empty where it may."""
        if self.seat is None:
            return "you are only watching this table"
        try:
            self.game.check(self.state, self.seat, move)
        except RulesError as error:
            return str(error)
        breach = self.game.duties(self.state, self.seat, move, self.secrets)
        return "" if breach is None else str(breach)


def seen(table: Table) -> Seen:
    """A table's position."""
    names = [short(player.name, _NAME) for player in table.players]
    return Seen(table.game, table.state, table.seat, table.secrets, names)


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
