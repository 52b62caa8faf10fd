"""What a session asks of whoever runs it, and what it tells: in order, the journal before the wire."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from netplay.table import Event, Player

AT: Final = "at"
"""The channel of seats: entries, acknowledgements, seating, nonces, the deal. Topic
``caboose/1/<player>/at/<table>``, written by one player only."""
WATCH: Final = "watch"
"""The channel of everyone else: asking to sit, asking for entries. ``caboose/1/<player>/watch/<table>``."""


class Save(NamedTuple):
    """Write and sync these bytes to the journal before doing what follows. ``secret``: for the
    owner's disk only. ``kind`` and the layout of ``data`` are in ``docs/protocol.md``.
    """

    kind: str
    data: bytes
    secret: bool = False


class Publish(NamedTuple):
    """Publish ``payload`` on our own topic of this channel (``at`` or ``watch``)."""

    channel: str
    payload: bytes
    retain: bool = False


class Seated(NamedTuple):
    """The roster changed: who sits where (None: free), who is ready, whose topics to hear."""

    number: int
    players: tuple[Player | None, ...]
    ready: frozenset[int]
    full: bool


class Refused(NamedTuple):
    """This peer may not sit or watch here; ``says`` tells why and who must do what."""

    says: str


class TurnedAway(NamedTuple):
    """At the creator: somebody could not be seated, and why."""

    name: str
    says: str


class Started(NamedTuple):
    """Entry 0 carries every seat's signature; the seats and options are fixed."""

    entry: bytes
    """Its hash."""


class Arrived(NamedTuple):
    """``seat`` has acknowledged all entries up to ``n``."""

    seat: int
    n: int


class Settled(NamedTuple):
    """Every seat has acknowledged all entries up to ``n``."""

    n: int


class Complete(NamedTuple):
    """The end entry is in: nonces are public and everything was checked against them."""

    n: int
    state_hash: bytes


class Dissolved(NamedTuple):
    """The table closed before it started."""

    says: str


Status: TypeAlias = (
    Seated | Refused | TurnedAway | Started | Arrived | Settled | Complete | Dissolved
)
Action: TypeAlias = Save | Publish | Event | Status
