"""The log as the broker keeps it: compressed parts, renewed now and then, and read by who comes late."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.kernel.canonical import Malformed, pack, unpack
from netplay.session.desk import Desk
from netplay.wire import MAX_LOG, MAX_PACKET, Entry, Log, Tag, array, binary, read_record

EVERY: Final = 16
"""Entries after which the newest part is renewed."""
_LATER: Final = 0.2
_RAW: Final = 1 << 20
"""Bytes of a part once it is unpacked."""
_HELD: Final = 8


@dataclass(slots=True)
class _Part:
    """Entries ``first`` to ``first + count - 1``."""

    first: int
    count: int
    data: bytes


class Copies:
    """One seat's copy. A part that is full is never renewed, so that a long game costs no more."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._parts: list[_Part] = []
        self._n = -1
        self._all = False
        self.wake_at: float | None = None
        """When ``tick`` has something to do."""

    def again(self) -> None:
        """The broker may have lost its memory: say every part once more."""
        self._all = True
        self.wake_at = self._desk.now

    def look(self, n: int, ended: bool) -> None:
        """See whether there is something to renew; it is done a little later, by ``tick``.

        Whoever waits for an entry does not wait for the compressing.
        """
        due = n - self._n >= EVERY or (ended and n > self._n)
        if due and self.wake_at is None:
            self.wake_at = self._desk.now + _LATER

    def tick(self, log: Sequence[Entry]) -> None:
        """Publish what is due."""
        n = len(log) - 1
        if self.wake_at is None or self._desk.now < self.wake_at:
            return
        self.wake_at = None
        if n <= 0:
            return
        renewed = len(self._parts) - 1
        while self._n < n:
            if not self._grow(log, min(self._n + EVERY, n)):
                return
        first = 0 if self._all else max(0, renewed)
        self._all = False
        for number in range(first, len(self._parts)):
            part = self._parts[number]
            said = Log(self._desk.crypto.key, number, part.first, part.data)
            self._desk.retain(number, self._desk.sign(Tag.LOG, said))

    def _grow(self, log: Sequence[Entry], n: int) -> bool:
        """Take the entries up to ``n`` into the newest part, or begin one; whether that is possible."""
        if self._parts:
            part = self._parts[-1]
            data = _packed(log[part.first : n + 1])
            if len(data) <= MAX_LOG:
                part.count, part.data = n + 1 - part.first, data
                self._n = n
                return True
        data = _packed(log[self._n + 1 : n + 1])
        if len(data) > MAX_LOG:
            return False  # entries larger than any game's
        self._parts.append(_Part(self._n + 1, n - self._n, data))
        self._n = n
        return True


def _packed(entries: Sequence[Entry]) -> bytes:
    return zlib.compress(pack(tuple([entry.record() for entry in entries])), 6)


def read_part(part: Log) -> list[Entry]:
    """The entries of a part, none of them checked; raises Malformed."""
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(part.data, _RAW)
    except zlib.error as err:
        raise Malformed("not a compressed part") from err
    if not unpacker.eof or unpacker.unused_data:
        raise Malformed("not one compressed part of a possible size")
    records = array(unpack(raw, limit=_RAW), most=_RAW)
    entries = [read_record(binary(record, most=MAX_PACKET)) for record in records]
    if [entry.n for entry in entries] != list(range(part.first, part.first + len(entries))):
        raise Malformed("a part holds its entries in their order")
    return entries


class Reading:
    """Parts of one seat's copy at a reader, which may come in any order."""

    def __init__(self) -> None:
        self._held: dict[int, list[Entry]] = {}

    def take(self, part: Log, n: int) -> list[Entry]:
        """A part (its signature was checked): the entries that follow entry ``n``; raises Malformed."""
        entries = read_part(part)
        if entries and entries[-1].n > n:
            if len(self._held) >= _HELD and part.number not in self._held:
                return []
            self._held[part.number] = entries
        out: list[Entry] = []
        for number in sorted(self._held):
            held = self._held[number]
            if held[0].n <= n + 1:
                out += [entry for entry in held if entry.n > n]
                n = max(n, held[-1].n)
                del self._held[number]
        return out
