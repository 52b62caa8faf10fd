"""Signed statements: everything that is said at a table beside its entries. ``bodies`` reads them."""

from __future__ import annotations

from typing import NamedTuple

from netplay.wire.base import Tag


class Statement(NamedTuple):
    """A signed item as it came: ``body`` is not decoded, ``signature`` not checked yet."""

    tag: Tag
    body: bytes
    signature: bytes


class Sit(NamedTuple):
    """A guest asks for a seat. ``brokers``: the addresses of its own, where it runs one."""

    key: bytes
    sequence: int
    name: str
    want: int | None
    bot: str | None
    device: int
    game: str
    version: int
    rules: bytes
    program: str
    scheme: str
    brokers: tuple[str, ...] = ()


class Refuse(NamedTuple):
    """The creator does not seat ``key``: 0 full or started, 1 other rules (those of the table
    follow), 2 removed by the creator.
    """

    key: bytes
    code: int
    version: int
    rules: bytes
    program: str


class Leave(NamedTuple):
    """``key`` leaves the table as it stands in roster ``number``; the creator's closes the table."""

    key: bytes
    number: int


class Log(NamedTuple):
    """A part of a seat's copy of the log, from entry ``first`` on: a zlib stream of an array of records."""

    key: bytes
    number: int
    first: int
    data: bytes


class Take(NamedTuple):
    """``key`` takes up its seat from another window or machine, where entry ``n`` is the newest."""

    key: bytes
    n: int


class Propose(NamedTuple):
    """``seat`` proposes an ``agreed`` entry: its bytes, which everyone who agrees signs."""

    seat: int
    data: bytes


class Vote(NamedTuple):
    """What a seat says to a proposal: 0 it is there (thinking, or not asked), 1 yes, 2 no.

    ``signature``: the entry's, with a yes; empty otherwise. ``entry``: the proposed entry's hash.
    """

    seat: int
    n: int
    round: int
    entry: bytes
    answer: int
    signature: bytes


class Again(NamedTuple):
    """The owner of a seat wants it back from the stand-in that entry ``n`` put there."""

    seat: int
    n: int


class Resign(NamedTuple):
    """``seat`` leaves the game after entry ``n``: what becomes of it is the table's policy."""

    seat: int
    n: int


class Stance(NamedTuple):
    """What ``seat`` lets the others know beside the game; a higher ``sequence`` is newer.

    ``away``: 1, no key was pressed there for a while. ``again``: 1 it wants another game, 2 it does
    not, 0 unsaid; ``table``: id of the table it has opened for that, or empty. ``ask``: 1, it asks the
    others for theirs.
    """

    seat: int
    sequence: int
    away: int
    again: int
    table: bytes
    ask: int


class Look(NamedTuple):
    """Where somebody stands who looks at the finished game again; a higher ``sequence`` is newer.

    ``stage``: 0 goes, 1 follows whoever leads, 2 looks by itself, 3 leads. ``term``: the higher counts
    of two who both lead. ``entry``: its number; ``sight``: a seat whose eyes it is seen with, -1 what
    everyone saw, -2 all cards open. ``to``: key of who is given the lead, or empty. ``ask``: 1, it
    asks the others where they are.
    """

    key: bytes
    sequence: int
    name: str
    stage: int
    term: int
    entry: int
    sight: int
    to: bytes
    ask: int


class Ready(NamedTuple):
    """A seat agrees to one roster and commits to its nonce."""

    seat: int
    number: int
    ready: bytes
    commitment: bytes


class Sign(NamedTuple):
    """A seat's signature of entry 0: the statement's signature is the entry's."""

    seat: int
    entry: bytes


class Nonce(NamedTuple):
    """``seat`` passes the nonce of seat ``of`` to seat ``to``, sealed."""

    seat: int
    of: int
    to: int
    sealed: bytes


class Want(NamedTuple):
    """A seat lacks the nonces of these seats; ``sequence`` rises with each asking."""

    seat: int
    sequence: int
    missing: tuple[int, ...]


class Ack(NamedTuple):
    """A seat has accepted everything up to entry ``n``."""

    seat: int
    branch: int
    n: int
    entry: bytes
    state_hash: bytes


class Range(NamedTuple):
    """Anyone (by key) asks for the entries from ``first`` on; no two requests have one ``sequence``."""

    key: bytes
    sequence: int
    first: int


class Reply(NamedTuple):
    """A seat has answered the request with this hash (in the same packet)."""

    seat: int
    request: bytes


class Deal(NamedTuple):
    """A dealer's message. ``to`` NOBODY: for all, ``numbers`` by recipient; else one number, sealed."""

    seat: int
    to: int
    numbers: tuple[int, ...]
    data: bytes


class Heard(NamedTuple):
    """How many dealer messages of each seat have come in, without a gap."""

    seat: int
    counts: tuple[int, ...]


class Report(NamedTuple):
    """What a peer that stopped has to say; ``seat`` NOBODY for a watcher.

    ``n`` is the entry in question, ``evidence`` one or two records of entries, ``code`` a
    ``session.Code``. ``state`` is this peer's encoded state after entry ``at`` (empty if
    longer than MAX_DATA), ``state_hash`` its hash.
    """

    seat: int
    key: bytes
    n: int
    code: int
    evidence: tuple[bytes, ...]
    at: int
    state_hash: bytes
    state: bytes
    program: str
    rules: bytes
