"""All that the panels draw from: one frozen value, made anew whenever something changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tui.boards.continental.staging import Asks, Draft, Position
from tui.boards.parts import Entry
from tui.live import QUIET, Status
from tui.marks import Marks


class Fresh(NamedTuple):
    """What the last move and the cards it turned have changed.

    yard: places 0-8. rows: objectives 0-2. seats: players; ``deed`` says what the mover did.
    """

    yard: frozenset[int] = frozenset()
    rows: frozenset[int] = frozenset()
    seats: frozenset[int] = frozenset()
    mover: int | None = None
    deed: Callable[[], str] = str


class Moving(NamedTuple):
    """What is shown for a moment of a move: (seat, wagon) that came, and the place in the yard it left.

    ``seat``: whose move it was.
    """

    came: frozenset[tuple[int, int]] = frozenset()
    left: int | None = None
    seat: int = 0


STILL: Final = Moving()


class View(NamedTuple):
    """A position as the viewer sees it, with what is staged and what was just said."""

    position: Position
    names: Sequence[str]
    bots: Sequence[str | None]
    draft: Draft
    asks: Asks
    live: frozenset[str]
    marks: Marks
    log: Sequence[Entry] = ()
    fresh: Fresh = Fresh()
    moving: Moving = STILL
    says: str | None = None
    contract_open: bool = False
    turn: int = 0
    halted: str | None = None
    status: Status = QUIET
    notes: Sequence[str] = ()
    """What the viewer has noted of each player, for themselves."""

    @property
    def contract(self) -> int | None:
        """The card of the viewer's own contract, where it is known and not covered.

        After the end all contracts lie open.
        """
        seat, state = self.position.seat, self.position.state
        slot = None if seat is None else state.kept[seat]
        if seat is not None and state.contracts[seat] is not None:
            return state.contracts[seat]
        return self.position.secrets.get(slot) if self.contract_open and slot is not None else None
