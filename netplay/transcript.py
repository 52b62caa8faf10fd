"""The file that keeps one game: its entries with their signatures, one after the other.

    file   = "caboose transcript 1" newline record...
    record = a MessagePack ``bin`` in its shortest form, holding one entry as ``wire.Entry.record``

Nothing else is in it: entry 0 names game, rules, options and players, the ``end`` entry holds the
nonces. A file that stops between two records is a game that was not finished; one that stops
inside a record is damaged. No I/O here: bytes in, bytes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from core.kernel.canonical import pack

MAGIC: Final = b"caboose transcript 1\n"
SUFFIX: Final = ".caboose"
"""How the files' names end."""
MAX_BYTES: Final = 16 << 20
MAX_RECORD: Final = 100_000
MAX_RECORDS: Final = 20_000
"""Bounds of what is read, far above any real game: 400 entries of 300 bytes or so."""


class Damaged(ValueError):
    """Bytes that are no whole transcript; ``str()`` names the first bad place.

    ``records`` are the whole ones before it.
    """

    def __init__(self, says: str, records: tuple[bytes, ...] = ()) -> None:
        super().__init__(says)
        self.records = records


def encode(records: Iterable[bytes]) -> bytes:
    """The file of these records, from entry 0 on."""
    return MAGIC + b"".join(pack(bytes(record)) for record in records)


def decode(data: bytes) -> tuple[bytes, ...]:
    """The records of a file; raises Damaged. What is in them is for ``netplay.audit`` to judge."""
    if not data.startswith(MAGIC):
        raise Damaged(_not_ours(data))
    if len(data) > MAX_BYTES:
        raise Damaged(f"it is larger than any game ({len(data)} bytes, at most {MAX_BYTES})")
    records: list[bytes] = []
    at = len(MAGIC)
    while at < len(data):
        n = len(records)
        where = f"entry {n}, at byte {at}"
        if n == MAX_RECORDS:
            raise Damaged(f"it has more entries than any game (over {MAX_RECORDS})", tuple(records))
        width = {0xC4: 1, 0xC5: 2, 0xC6: 4}.get(data[at])
        if width is None:
            raise Damaged(f"{where}, does not begin like an entry", tuple(records))
        start = at + 1 + width
        size = int.from_bytes(data[at + 1 : start], "big")
        if start > len(data) or (size <= MAX_RECORD and start + size > len(data)):
            raise Damaged(f"{where}, is cut off", tuple(records))
        record = data[start : start + size]
        if size > MAX_RECORD or pack(record) != data[at : start + size]:
            raise Damaged(f"{where}, has an impossible length", tuple(records))
        records.append(record)
        at = start + size
    if not records:
        raise Damaged("it holds no entry")
    return tuple(records)


def _not_ours(data: bytes) -> str:
    if not data:
        return "it is empty"
    if MAGIC.startswith(data):
        return "it is cut off before entry 0"
    head = MAGIC.rstrip(b"1\n")
    if data.startswith(head):
        return "it was written by another version of caboose; read it with that one"
    return "it is not a game kept by caboose"
