"""What Departures shows and is told: tables as rows, people, chat; values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Any, TypeAlias

from netplay.session import Ticket
from netplay.wire import Policy


class Freshness(IntEnum):
    """How sure the reader is that somebody is there, by the reader's own clock; best first."""

    LIVE = 0  # heard of since we listen, less than 90 s ago
    UNCONFIRMED = 1  # so far only the broker's memory says so
    GREY = 2  # silent for 90 s; hidden, and no row any more, after 180 s


class Stage(IntEnum):
    """How far a table is, as its seats advertise it."""

    BOARDING = 0
    RUNNING = 1
    FINISHED = 2
    STOPPED = 3  # the peers do not agree on what happened


class Visibility(IntEnum):
    """Who sees a table in Departures."""

    PUBLIC = 0
    UNLISTED = 1  # in nobody's list; found by its whole code or an invite
    PRIVATE = 2  # sealed: there only for those who have its key from an invite


class Rank(IntEnum):
    """Where a row belongs in the list, from the top."""

    EXPECTED = 0  # it is your turn there
    OPEN = 1  # a seat is free, and this program may take it
    LIVE = 2  # others play (or it boards and is full, or needs another program)
    FINISHED = 3


@dataclass(frozen=True, slots=True)
class Sitting:
    """A taken seat of a row: name (cleaned), key mark, the bot's strength, player id."""

    name: str
    mark: str
    bot: str | None
    player: str


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the list. All text in it is clean; show it as literal text.

    ``seats``: by place, None where free. ``refusal``: empty where this program may sit and watch,
    else one sentence with both versions and who must update. ``opened``: seconds since 1970 by its
    creator's clock, for a displayed age and nothing else. ``mine``: our seat there. ``turn``: the
    seat to act, as last advertised. ``policy``: what happens to a seat that is gone, None where
    nothing can be agreed on. ``brokers``: those that the seats themselves run, by seat.
    """

    ticket: Ticket
    name: str
    game: str
    title: str
    seats: tuple[Sitting | None, ...]
    options: tuple[Any, ...]
    deal: str
    program: str
    stage: Stage
    freshness: Freshness
    rank: Rank
    visibility: Visibility
    opened: int
    entries: int
    turn: int | None
    mine: int | None
    refusal: str
    policy: Policy | None = None
    brokers: tuple[tuple[str, ...], ...] = ()
    seats_only_chat: bool = False
    """Whether only those who sit there write in its chat."""

    @property
    def code(self) -> str:
        """The table's code, as people read it to each other: 12 hex digits."""
        return self.ticket.table.hex()[:12]

    @property
    def taken(self) -> int:
        """Seats that somebody has."""
        return sum(seat is not None for seat in self.seats)

    @property
    def free(self) -> int:
        """Seats that nobody has."""
        return len(self.seats) - self.taken

    def age(self, clock: float) -> int:
        """Seconds since it was opened, never negative; ``clock``: the reader's ``time.time()``."""
        return max(0, int(clock) - self.opened)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who is there; several windows of one player are one person."""

    name: str
    mark: str
    player: str
    bot: str | None
    freshness: Freshness


@dataclass(frozen=True, slots=True)
class Listed:
    """The rows or the people may have changed: ask for them again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line of chat, cleaned. ``table``: the table id it was said at, None for the lobby."""

    name: str
    mark: str
    player: str
    text: str
    table: bytes | None
    own: bool


@dataclass(frozen=True, slots=True)
class Send:
    """Publish this; an empty retained payload takes a retained one back."""

    topic: str
    payload: bytes
    retain: bool
    qos: int = 1


LobbyEvent: TypeAlias = Listed | Said
LobbyAction: TypeAlias = Send | LobbyEvent


class ChatRefused(Exception):
    """A line of ours was not sent; ``str()`` says why and when to try again."""


class Unfound(Enum):
    """Why a name leads to no table."""

    NONE = "none"
    SEVERAL = "several"


class NoTable(LookupError):
    """A name or code that leads to no table, or to several; ``str()`` is one sentence for the person."""

    def __init__(self, why: Unfound, says: str) -> None:
        super().__init__(says)
        self.why = why
