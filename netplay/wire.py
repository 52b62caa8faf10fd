"""The wire format: packets of signed statements, strictly decoded, bounded in every direction.

A packet is ``[1, table, [item, ...]]`` in canonical MessagePack. An item is ``[tag, body, proof]``
with ``body`` as the very bytes that were signed, so that nothing is encoded again to be checked.
``docs/protocol.md`` lists every layout.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import KEY_BYTES, SIGNATURE_BYTES

FORMAT: Final = 1
MAX_PACKET: Final = 100_000
"""Bytes of a packet; longer payloads are dropped unread."""
MAX_ITEMS: Final = 256
MAX_SEATS: Final = 8
MAX_N: Final = 1 << 20
MAX_DATA: Final = 32_768
"""Bytes of one dealer message or of one encoded state."""
HASH: Final = 32
TABLE: Final = 16
NOBODY: Final = -1
"""The author of an entry that all seats sign, or a recipient that is everyone."""


class Tag(IntEnum):
    """What an item is."""

    ROSTER = 0
    SIT = 1
    REFUSE = 2
    READY = 3
    SIGN = 4
    NONCE = 5
    WANT = 6
    ENTRY = 7
    ACK = 8
    RANGE = 9
    REPLY = 10
    DEAL = 11
    HEARD = 12
    REPORT = 13


class Kind(IntEnum):
    """What an entry of the log is."""

    START = 0
    MOVE = 1
    ANSWER = 2
    AGREED = 3
    END = 4


DOMAINS: Final = {tag: f"caboose/1/{tag.name.lower()}".encode() for tag in Tag}
ENTRY_DOMAIN: Final = "caboose/1/entry"


def domain_hash(domain: str, *parts: bytes, size: int = HASH) -> bytes:
    """BLAKE2b of the domain's bytes and the parts' canonical array: no two inputs share bytes."""
    return blake2b(domain.encode() + b"\0" + pack(parts), digest_size=size).digest()


def table_id(creator: bytes, salt: bytes) -> bytes:
    """16 bytes from the creator's key and 16 random bytes."""
    return domain_hash("caboose/1/table", creator, salt, size=TABLE)


def to_sign(tag: Tag, table: bytes, body: bytes) -> bytes:
    """What the signature of a statement covers: domain, NUL, table id, body."""
    return DOMAINS[tag] + b"\0" + table + body


# Decoding helpers: each returns its value or raises Malformed.


def array(value: Any, length: int | None = None, most: int = MAX_ITEMS) -> tuple[Any, ...]:
    """An array, of exactly ``length`` or at most ``most`` parts."""
    if type(value) is not tuple or len(value) > most:
        raise Malformed("not an array of a possible length")
    if length is not None and len(value) != length:
        raise Malformed("an array has the wrong length")
    return value


def whole(value: Any, low: int, high: int) -> int:
    """An integer from ``low`` to ``high``, both included; True and False are none."""
    if type(value) is not int or not low <= value <= high:
        raise Malformed("not an integer in its range")
    return value


def binary(value: Any, length: int | None = None, most: int = MAX_DATA) -> bytes:
    """Bytes, of exactly ``length`` or at most ``most``."""
    if type(value) is not bytes or len(value) > most:
        raise Malformed("not bytes of a possible length")
    if length is not None and len(value) != length:
        raise Malformed("bytes of the wrong length")
    return value


def string(value: Any, most: int) -> str:
    """Text of at most ``most`` characters. Still foreign: cleaned before it is shown."""
    if type(value) is not str or len(value) > most:
        raise Malformed("not text of a possible length")
    return value


def maybe(check: Callable[..., Any], value: Any, *limits: Any) -> Any:
    """None, or what ``check`` accepts."""
    return None if value is None else check(value, *limits)


@dataclass(frozen=True, slots=True)
class Statement:
    """A signed item as it came: ``body`` is not decoded, ``signature`` not checked yet."""

    tag: Tag
    body: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the log. ``data`` are the hashed bytes, ``hash`` their BLAKE2b-256.

    ``seat`` is NOBODY for START and AGREED; ``branch`` is 0 and reserved; ``body`` by kind: START
    see ``seating``, MOVE the game's array, ANSWER [number, cards or nil], END the nonces by seat.
    """

    data: bytes
    hash: bytes
    signatures: tuple[tuple[int, bytes], ...]
    table: bytes
    branch: int
    n: int
    kind: Kind
    seat: int
    device: int
    previous: bytes
    body: tuple[Any, ...]
    state_hash: bytes

    def record(self) -> bytes:
        """The entry with its signatures, as journals, transcripts and packets carry it."""
        return pack((self.data, self.signatures))

    def item(self) -> tuple[Any, ...]:
        """The entry as an item of a packet."""
        return (int(Tag.ENTRY), self.data, self.signatures)


Item: TypeAlias = Statement | Entry


def entry_data(
    table: bytes,
    n: int,
    kind: Kind,
    seat: int,
    device: int,
    previous: bytes,
    body: tuple[Any, ...],
    state_hash: bytes,
    branch: int = 0,
) -> bytes:
    """The canonical bytes of an entry, which its hash is taken of."""
    fields = (table, branch, n, int(kind), seat, device, previous, body, state_hash)
    return pack((ENTRY_DOMAIN, *fields))


def entry_hash(data: bytes) -> bytes:
    """BLAKE2b-256 of an entry's bytes."""
    return blake2b(data, digest_size=HASH).digest()


def entry_to_sign(table: bytes, hash_: bytes) -> bytes:
    """What seats sign of an entry: its hash."""
    return to_sign(Tag.ENTRY, table, hash_)


def make_entry(data: bytes, signatures: Iterable[tuple[int, bytes]]) -> Entry:
    """Decode an entry strictly; raises Malformed. Signatures are not checked."""
    signed = tuple(signatures)
    fields = array(unpack(data, limit=MAX_PACKET), 10)
    if fields[0] != ENTRY_DOMAIN:
        raise Malformed("not an entry")
    kind = Kind(whole(fields[4], 0, len(Kind) - 1))
    return Entry(
        data,
        entry_hash(data),
        signed,
        binary(fields[1], TABLE),
        whole(fields[2], 0, MAX_N),
        whole(fields[3], 0, MAX_N),
        kind,
        whole(fields[5], NOBODY, MAX_SEATS - 1),
        whole(fields[6], 0, 255),
        binary(fields[7], HASH),
        array(fields[8], most=MAX_PACKET),
        binary(fields[9], 16),
    )


def _signatures(value: Any) -> tuple[tuple[int, bytes], ...]:
    out = []
    for pair in array(value, most=MAX_SEATS):
        seat, signature = array(pair, 2)
        out.append((whole(seat, 0, MAX_SEATS - 1), binary(signature, SIGNATURE_BYTES)))
    seats = [seat for seat, _ in out]
    if seats != sorted(set(seats)):
        raise Malformed("signatures are in the order of seats, one a seat")
    return tuple(out)


def read_record(record: bytes) -> Entry:
    """The entry of ``Entry.record``; raises Malformed."""
    data, signatures = array(unpack(record, limit=MAX_PACKET), 2)
    return make_entry(binary(data, most=MAX_PACKET), _signatures(signatures))


def pack_packet(table: bytes, items: Iterable[tuple[Any, ...]]) -> bytes:
    """The payload of one message."""
    return pack((FORMAT, table, tuple(items)))


def read_packet(payload: bytes, table: bytes) -> list[Item]:
    """The items of a packet for this table; raises Malformed (``foreign table`` among others)."""
    outer = array(unpack(payload, limit=MAX_PACKET), 3)
    if outer[0] != FORMAT or type(outer[0]) is not int:
        raise Malformed("a format of another version")
    if outer[1] != table:
        raise Malformed("foreign table")
    items: list[Item] = []
    for item in array(outer[2]):
        tag, body, proof = array(item, 3)
        tag = Tag(whole(tag, 0, len(Tag) - 1))
        body = binary(body, most=MAX_PACKET)
        if tag is Tag.ENTRY:
            items.append(make_entry(body, _signatures(proof)))
        else:
            items.append(Statement(tag, body, binary(proof, SIGNATURE_BYTES)))
    return items


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat of a roster. ``voice``: seats run by one machine share a number (protocol, 4)."""

    key: bytes
    device: int
    name: str
    bot: str | None
    voice: int

    def wire(self) -> tuple[Any, ...]:
        """[key, device, name, bot or nil, voice]."""
        return (self.key, self.device, self.name, self.bot, self.voice)


@dataclass(frozen=True, slots=True)
class Roster:
    """Who sits where at which game: decided by the creator, agreed to by everyone's ready.

    ``extra`` is reserved for brokers and the table's policy (an empty array today).
    """

    number: int
    creator: bytes
    salt: bytes
    scheme: str
    program: str
    game: str
    version: int
    rules: bytes
    options: tuple[Any, ...]
    deal: str
    seats: tuple[Seat | None, ...]
    extra: tuple[Any, ...] = ()

    @property
    def table(self) -> bytes:
        """The table id that creator and salt make."""
        return table_id(self.creator, self.salt)

    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.seats

    def keys(self) -> tuple[bytes, ...]:
        """The seats' keys; of a full roster."""
        return tuple(seat.key if seat else b"" for seat in self.seats)

    def wire(self) -> tuple[Any, ...]:
        """The array of the ROSTER statement and of entry 0."""
        return (
            self.number,
            self.creator,
            self.salt,
            self.scheme,
            self.program,
            self.game,
            self.version,
            self.rules,
            self.options,
            self.deal,
            tuple(seat.wire() if seat else None for seat in self.seats),
            self.extra,
        )

    def hash(self) -> bytes:
        """BLAKE2b-256 under the domain ``caboose/1/roster-hash``."""
        return domain_hash("caboose/1/roster-hash", pack(self.wire()))

    def ready_hash(self) -> bytes:
        """What a ready signs: roster, options and rules id."""
        return domain_hash("caboose/1/ready-hash", self.hash(), pack(self.options), self.rules)

    def commitment(self, seat: int, nonce: bytes) -> bytes:
        """The commitment of a seat to its nonce."""
        return domain_hash("caboose/1/commit", self.table, self.hash(), bytes((seat,)), nonce)


def seed_of(start: bytes, nonces: Iterable[bytes]) -> bytes:
    """The joint seed, 32 bytes: from entry 0's hash and all nonces in the order of seats."""
    return domain_hash("caboose/1/seed", start, *nonces)


def read_roster(value: Any) -> Roster:
    """A roster from its decoded array; raises Malformed. Names are bounded, not yet cleaned."""
    fields = array(value, 12)
    seats: list[Seat | None] = []
    for part in array(fields[10], most=MAX_SEATS):
        if part is None:
            seats.append(None)
            continue
        key, device, name, bot, voice = array(part, 5)
        seats.append(
            Seat(
                binary(key, KEY_BYTES),
                whole(device, 0, 255),
                string(name, 64),
                maybe(string, bot, 32),
                whole(voice, 0, MAX_SEATS - 1),
            )
        )
    keys = [seat.key for seat in seats if seat]
    if len(set(keys)) != len(keys):
        raise Malformed("one key has two seats")
    return Roster(
        whole(fields[0], 1, MAX_N),
        binary(fields[1], KEY_BYTES),
        binary(fields[2], TABLE),
        string(fields[3], 16),
        string(fields[4], 32),
        string(fields[5], 48),
        whole(fields[6], 0, MAX_N),
        binary(fields[7], 16),
        array(fields[8], most=64),
        string(fields[9], 16),
        tuple(seats),
        array(fields[11], most=16),
    )


@dataclass(frozen=True, slots=True)
class Sit:
    """A guest asks for a seat."""

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


@dataclass(frozen=True, slots=True)
class Refuse:
    """The creator cannot seat ``key``: 0 full or started, 1 other rules (those of the table follow)."""

    key: bytes
    code: int
    version: int
    rules: bytes
    program: str


@dataclass(frozen=True, slots=True)
class Ready:
    """A seat agrees to one roster and commits to its nonce."""

    seat: int
    number: int
    ready: bytes
    commitment: bytes


@dataclass(frozen=True, slots=True)
class Sign:
    """A seat's signature of entry 0: the statement's signature is the entry's."""

    seat: int
    entry: bytes


@dataclass(frozen=True, slots=True)
class Nonce:
    """``seat`` passes the nonce of seat ``of`` to seat ``to``, sealed."""

    seat: int
    of: int
    to: int
    sealed: bytes


@dataclass(frozen=True, slots=True)
class Want:
    """A seat lacks the nonces of these seats; ``sequence`` rises with each asking."""

    seat: int
    sequence: int
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ack:
    """A seat has accepted everything up to entry ``n``."""

    seat: int
    branch: int
    n: int
    entry: bytes
    state_hash: bytes


@dataclass(frozen=True, slots=True)
class Range:
    """Anyone (by key) asks for the entries from ``first`` on; ``sequence`` rises."""

    key: bytes
    sequence: int
    first: int


@dataclass(frozen=True, slots=True)
class Reply:
    """A seat has answered the request with this hash (in the same packet)."""

    seat: int
    request: bytes


@dataclass(frozen=True, slots=True)
class Deal:
    """A dealer's message. ``to`` NOBODY: for all, ``numbers`` by recipient; else one number, sealed."""

    seat: int
    to: int
    numbers: tuple[int, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Heard:
    """How many dealer messages of each seat have come in, without a gap."""

    seat: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """What a peer that stopped has to say; ``seat`` NOBODY for a watcher.

    ``n`` is the entry in question, ``evidence`` one or two records of entries, ``code`` a
    ``session.replica.Code``. ``state`` is this peer's encoded state after entry ``at`` (empty if
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


def _count(value: Any) -> int:
    return whole(value, 0, MAX_N)


_FIELDS: Final[dict[Tag, tuple[type[Any], tuple[Callable[[Any], Any], ...]]]] = {
    Tag.SIT: (
        Sit,
        (
            lambda v: binary(v, KEY_BYTES),
            _count,
            lambda v: string(v, 64),
            lambda v: maybe(_seat, v),
            lambda v: maybe(string, v, 32),
            lambda v: whole(v, 0, 255),
            lambda v: string(v, 48),
            _count,
            lambda v: binary(v, 16),
            lambda v: string(v, 32),
            lambda v: string(v, 16),
        ),
    ),
    Tag.REFUSE: (
        Refuse,
        (
            lambda v: binary(v, KEY_BYTES),
            lambda v: whole(v, 0, 1),
            _count,
            lambda v: binary(v, 16),
            lambda v: string(v, 32),
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
    Tag.RANGE: (Range, (lambda v: binary(v, KEY_BYTES), _count, _count)),
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
    fields = array(value, len(checks))
    return make(*[check(field) for check, field in zip(checks, fields, strict=True)])


def pack_body(value: Any) -> bytes:
    """The bytes to sign of a Sit, Ready, Ack ... or Roster."""
    if isinstance(value, Roster):
        return pack(value.wire())
    return pack(tuple([getattr(value, name) for name in value.__slots__]))
