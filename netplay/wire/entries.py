"""Entries of the log: their bytes, their hash, and the record that keeps them with their signatures."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, NamedTuple

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import SIGNATURE_BYTES
from netplay.wire.base import (
    ENTRY_DOMAIN,
    HASH,
    MAX_N,
    MAX_PACKET,
    MAX_SEATS,
    NOBODY,
    TABLE,
    Kind,
    Tag,
    array,
    binary,
    to_sign,
    whole,
)


class Entry(NamedTuple):
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


def read_signatures(value: Any) -> tuple[tuple[int, bytes], ...]:
    """The signatures of an entry, ascending by seat; raises Malformed. Not checked."""
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
    return make_entry(binary(data, most=MAX_PACKET), read_signatures(signatures))
