"""Packets: what one message of a topic holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import SIGNATURE_BYTES
from netplay.wire.base import FORMAT, MAX_PACKET, Tag, array, binary, whole
from netplay.wire.entries import Entry, make_entry, read_signatures
from netplay.wire.statements import Statement

Item: TypeAlias = Statement | Entry


def pack_packet(table: bytes, items: Iterable[tuple[Any, ...]]) -> bytes:
    """The payload of one message."""
    return pack((FORMAT, table, tuple(items)))


def read_packet(payload: bytes, table: bytes) -> list[Item]:
    """The items of a packet for this table; raises Malformed (``foreign table`` among others)."""
    return list(read_items(payload, table))


def read_items(payload: bytes, table: bytes) -> Iterator[Item]:
    """The same one by one, each read when it is asked for: what is wrong ends it with Malformed there.

    A move does not wait for its answers to be read.
    """
    outer = array(unpack(payload, limit=MAX_PACKET), 3)
    if outer[0] != FORMAT or type(outer[0]) is not int:
        raise Malformed("a format of another version")
    if outer[1] != table:
        raise Malformed("foreign table")
    for item in array(outer[2]):
        tag, body, proof = array(item, 3)
        tag = Tag(whole(tag, 0, len(Tag) - 1))
        body = binary(body, most=MAX_PACKET)
        if tag is Tag.ENTRY:
            yield make_entry(body, read_signatures(proof))
        else:
            yield Statement(tag, body, binary(proof, SIGNATURE_BYTES))
