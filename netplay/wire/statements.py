"""Signed statements: everything that is said at a table beside its entries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import KEY_BYTES, SIGNATURE_BYTES
from netplay.wire.base import (
    HASH,
    MAX_DATA,
    MAX_LOG,
    MAX_N,
    MAX_PACKET,
    MAX_SEATS,
    MAX_SEQUENCE,
    MAX_TERM,
    NOBODY,
    TABLE,
    Tag,
    array,
    binary,
    maybe,
    string,
    whole,
)
from netplay.wire.rosters import Roster, read_brokers, read_roster


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


def _seat(value: Any) -> int:
    return whole(value, 0, MAX_SEATS - 1)


def _sequence(value: Any) -> int:
    return whole(value, 0, MAX_SEQUENCE)


def _count(value: Any) -> int:
    return whole(value, 0, MAX_N)


_FIELDS: Final[dict[Tag, tuple[type[Any], tuple[Callable[[Any], Any], ...]]]] = {
    Tag.SIT: (
        Sit,
        (
            lambda v: binary(v, KEY_BYTES),
            _sequence,
            lambda v: string(v, 64),
            lambda v: maybe(_seat, v),
            lambda v: maybe(string, v, 32),
            lambda v: whole(v, 0, 255),
            lambda v: string(v, 48),
            _count,
            lambda v: binary(v, 16),
            lambda v: string(v, 32),
            lambda v: string(v, 16),
            read_brokers,
        ),
    ),
    Tag.REFUSE: (
        Refuse,
        (
            lambda v: binary(v, KEY_BYTES),
            lambda v: whole(v, 0, 2),
            _count,
            lambda v: binary(v, 16),
            lambda v: string(v, 32),
        ),
    ),
    Tag.LOG: (
        Log,
        (
            lambda v: binary(v, KEY_BYTES),
            lambda v: whole(v, 0, 255),
            _count,
            lambda v: binary(v, most=MAX_LOG),
        ),
    ),
    Tag.TAKE: (Take, (lambda v: binary(v, KEY_BYTES), _count)),
    Tag.LEAVE: (Leave, (lambda v: binary(v, KEY_BYTES), _count)),
    Tag.PROPOSE: (Propose, (_seat, lambda v: binary(v, most=4096))),
    Tag.VOTE: (
        Vote,
        (
            _seat,
            _count,
            _count,
            lambda v: binary(v, HASH),
            lambda v: whole(v, 0, 2),
            lambda v: binary(v, most=SIGNATURE_BYTES),
        ),
    ),
    Tag.AGAIN: (Again, (_seat, _count)),
    Tag.RESIGN: (Resign, (_seat, _count)),
    Tag.STANCE: (
        Stance,
        (
            _seat,
            _sequence,
            lambda v: whole(v, 0, 1),
            lambda v: whole(v, 0, 2),
            lambda v: binary(v, None, TABLE),
            lambda v: whole(v, 0, 1),
        ),
    ),
    Tag.LOOK: (
        Look,
        (
            lambda v: binary(v, KEY_BYTES),
            _sequence,
            lambda v: string(v, 64),
            lambda v: whole(v, 0, 3),
            lambda v: whole(v, 0, MAX_TERM),
            _count,
            lambda v: whole(v, -2, MAX_SEATS - 1),
            lambda v: binary(v, most=KEY_BYTES),
            lambda v: whole(v, 0, 1),
        ),
    ),
    Tag.READY: (Ready, (_seat, _count, lambda v: binary(v, HASH), lambda v: binary(v, HASH))),
    Tag.SIGN: (Sign, (_seat, lambda v: binary(v, HASH))),
    Tag.NONCE: (Nonce, (_seat, _seat, _seat, lambda v: binary(v, most=256))),
    Tag.WANT: (
        Want,
        (_seat, _count, lambda v: tuple(_seat(part) for part in array(v, most=MAX_SEATS))),
    ),
    Tag.ACK: (
        Ack,
        (_seat, _count, _count, lambda v: binary(v, HASH), lambda v: binary(v, 16)),
    ),
    Tag.RANGE: (Range, (lambda v: binary(v, KEY_BYTES), _sequence, _count)),
    Tag.REPLY: (Reply, (_seat, lambda v: binary(v, HASH))),
    Tag.DEAL: (
        Deal,
        (
            _seat,
            lambda v: whole(v, NOBODY, MAX_SEATS - 1),
            lambda v: tuple(_count(part) for part in array(v, most=MAX_SEATS)),
            lambda v: binary(v, most=MAX_DATA + 128),
        ),
    ),
    Tag.HEARD: (
        Heard,
        (_seat, lambda v: tuple(_count(part) for part in array(v, most=MAX_SEATS))),
    ),
    Tag.REPORT: (
        Report,
        (
            lambda v: whole(v, NOBODY, MAX_SEATS - 1),
            lambda v: binary(v, KEY_BYTES),
            _count,
            lambda v: whole(v, 0, 63),
            lambda v: tuple([binary(part) for part in array(v, most=2)]),
            _count,
            lambda v: binary(v, 16),
            lambda v: binary(v, most=MAX_DATA),
            lambda v: string(v, 32),
            lambda v: binary(v, 16),
        ),
    ),
}


def read_body(statement: Statement) -> Any:
    """The statement's value (Sit, Ready, Ack ...; Roster for ROSTER); raises Malformed."""
    value = unpack(statement.body, limit=MAX_PACKET)
    if statement.tag is Tag.ROSTER:
        return read_roster(value)
    make, checks = _FIELDS[statement.tag]
    short = statement.tag is Tag.SIT and type(value) is tuple and len(value) == len(checks) - 1
    fields = array(value, len(checks) - short)
    found = make(*[check(field) for check, field in zip(checks, fields, strict=not short)])
    if statement.tag is Tag.SIT and not short and not found.brokers:
        raise Malformed("no brokers are said by saying nothing")
    return found


def pack_body(value: Any) -> bytes:
    """The bytes to sign of a Sit, Ready, Ack ... or Roster."""
    if isinstance(value, Roster):
        return pack(value.wire())
    if isinstance(value, Sit) and not value.brokers:
        return pack(tuple(value[:-1]))  # as it was before there were any
    return pack(tuple(value))
