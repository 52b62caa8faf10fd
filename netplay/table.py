"""What a screen sees of a table, whichever way its moves travel.

A screen draws (state, own secrets), asks the game for legal moves, submits one, and is told
what happened, step by step. Solo tables and networked ones look the same from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import Request


class Player(NamedTuple):
    """Who sits at a seat. ``name`` is foreign text that was cleaned at the boundary."""

    name: str
    bot: str | None = None
    """The bot's strength where one plays the seat."""
    mark: str = ""
    """A short mark of the player's key, shown beside the name; empty at a solo table."""
    note: str = ""
    """What the viewer has noted of this player, cleaned; nobody else sees it."""


class Played(NamedTuple):
    """A seat made a move. ``before`` and ``after`` are states of their own, safe to keep."""

    n: int
    seat: int
    move: Move
    before: Any
    after: Any


class Turned(NamedTuple):
    """A request was answered; ``cards`` is None for a private reveal or a shuffle."""

    n: int
    request: Request
    cards: tuple[int, ...] | None
    before: Any
    after: Any


class Shown(NamedTuple):
    """Cards that only this seat was shown; they are in ``secrets`` now."""

    slots: tuple[int, ...]
    cards: tuple[int, ...]


class Finished(NamedTuple):
    """The game is over; ``winners`` are seats."""

    winners: tuple[int, ...]


class Halted(NamedTuple):
    """The table stopped; ``says`` is what happened and what to do, for a person."""

    says: str


class Decided(NamedTuple):
    """The table agreed on something; ``says`` is a sentence for people, names cleaned.

    ``what``: ``stand-in``, ``return``, ``undo`` or ``end``; ``seats``: whom it concerns. ``deputy``:
    the seat whose program sends the stand-in's moves.
    """

    n: int
    what: str
    seats: tuple[int, ...]
    deputy: int | None
    before: Any
    after: Any
    says: str = ""


class Asked(NamedTuple):
    """Another seat proposes something that needs our yes or no: ``Session.answer(round, yes)``.

    ``says`` is the question, names cleaned.
    """

    n: int
    round: int
    what: str
    by: int
    seats: tuple[int, ...]
    says: str


class Withdrawn(NamedTuple):
    """A proposal is off: refused by ``by`` (a seat), or overtaken (None)."""

    n: int
    round: int
    by: int | None
    says: str


class Urged(NamedTuple):
    """Seat ``by`` proposes a stand-in for the viewer, whose answer is not needed.

    ``late``: the viewer owes a move, and making it takes the ground from the proposal. Told once for
    each entry that is due, however many proposals there are.
    """

    n: int
    by: int
    late: bool


class Faltered(NamedTuple):
    """The process that thinks for the bot at ``seat`` failed; a quicker bot made this one move of it.

    Told only where the bot runs, and before the move.
    """

    seat: int


class Overturned(NamedTuple):
    """Entries from ``n`` on, which not everyone had, are gone: others agreed on something else.

    What follows is told anew; a screen starts from ``state``. ``mine``: how many moves of the viewer's
    own are among them, made while the link was lost, say; they will not be sent.
    """

    n: int
    state: Any
    mine: int = 0


Event: TypeAlias = (
    Played
    | Turned
    | Shown
    | Finished
    | Halted
    | Decided
    | Asked
    | Withdrawn
    | Urged
    | Faltered
    | Overturned
)
EVENTS: Final = (
    Played,
    Turned,
    Shown,
    Finished,
    Halted,
    Decided,
    Asked,
    Withdrawn,
    Urged,
    Faltered,
    Overturned,
)
"""The kinds of ``Event``, for ``isinstance``."""


class Table(Protocol):
    """One table, seen from one seat or from beside it."""

    @property
    def game(self) -> Game[Any]:
        """The rules in force."""

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator."""

    @property
    def state(self) -> Any:
        """The public state now. Read only."""

    @property
    def secrets(self) -> Mapping[int, int]:
        """Slot to card, what only this seat knows; empty for a spectator."""

    def submit(self, move: Move) -> None:
        """Make a move; raises a RulesError, changing nothing, where it is not legal."""

    def step(self, now: float) -> list[Event]:
        """Let others act up to ``now`` (seconds, any monotonic clock); what happened, in order."""

    def wake_at(self) -> float | None:
        """When ``step`` has something to do again, None while only the viewer can act."""

    def close(self) -> None:
        """The viewer goes away, and nobody thinks or moves here any more."""

    def save(self) -> bytes:
        """The transcript so far, as ``caboose replay`` and ``caboose verify`` read it."""
