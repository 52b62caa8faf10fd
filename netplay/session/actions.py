"""What a session asks of whoever runs it, and what it tells: in order, the journal before the wire."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from netplay.table import Event, Player

AT: Final = "at"
"""The channel of seats: entries, acknowledgements, seating, nonces, the deal. Topic
``caboose/1/<player>/at/<table>``, written by one player only."""
WATCH: Final = "watch"
"""The channel of everyone else: asking to sit, asking for entries. ``caboose/1/<player>/watch/<table>``."""


LOG: Final = "log"
"""A seat's copy of the log, retained. Topic ``caboose/1/<player>/log/<table>/<part>``."""


class Save(NamedTuple):
    """Write and sync these bytes to the journal before doing what follows. ``secret``: for the
    owner's disk only. ``kind`` and the layout of ``data`` are in ``docs/protocol.md``.
    """

    kind: str
    data: bytes
    secret: bool = False


class Publish(NamedTuple):
    """Publish ``payload`` on our own topic of this channel (``at``, ``watch`` or ``log``).

    ``part``: the last level of the topic, for ``log`` only.
    """

    channel: str
    payload: bytes
    retain: bool = False
    part: int | None = None


class Seated(NamedTuple):
    """The roster changed: who sits where (None: free), who is ready, whose topics to hear."""

    number: int
    players: tuple[Player | None, ...]
    ready: frozenset[int]
    full: bool


class Refused(NamedTuple):
    """This peer may not sit or watch here; ``says`` tells why and who must do what.

    ``yours``: our own key has a seat in the running game, from another window or before our journal
    was lost. The owner may watch, or take it over with ``Session.recall``.
    """

    says: str
    yours: bool = False


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
    """The table closed before it started. ``silent``: (key, cleaned name) of people, not bots, from
    whom nothing was heard though all were ready.
    """

    says: str
    silent: tuple[tuple[bytes, str], ...] = ()


class Left(NamedTuple):
    """We have left the table before its start, and its creator knows."""


class Returning(NamedTuple):
    """This seat signs nothing until every other has said what it knows of us (or is long silent).

    ``waiting``: the seats that have not. ``elsewhere``: our own key plays here from somewhere else;
    then nothing happens before ``Session.take_over``.
    """

    waiting: tuple[int, ...]
    elsewhere: bool = False


class Resigned(NamedTuple):
    """The player of ``seat`` left the game for good, or, with ``back``, plays again after all."""

    seat: int
    back: bool = False


class Stood(NamedTuple):
    """What ``seat`` lets others know beside the game has changed: see ``Session.stances``."""

    seat: int


class Looked(NamedTuple):
    """Something has changed among those who look at the finished game: see ``Session.lookers``."""


class Back(NamedTuple):
    """This seat plays again."""


Status: TypeAlias = (
    Seated
    | Refused
    | Resigned
    | Stood
    | Looked
    | TurnedAway
    | Started
    | Arrived
    | Settled
    | Complete
    | Dissolved
    | Left
    | Returning
    | Back
)
Action: TypeAlias = Save | Publish | Event | Status
