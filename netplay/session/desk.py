"""What all parts of one session share: its key, its table, the time, and what it will say next."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Final

from netplay.crypto import Crypto
from netplay.session.actions import AT, LOG, WATCH, Action, Publish, Save
from netplay.table import EVENTS, Event
from netplay.wire import (
    MAX_ITEMS,
    MAX_SEQUENCE,
    Tag,
    entry_to_sign,
    pack_body,
    pack_packet,
    to_sign,
)

_PACKET_ROOM: Final = 64_000
"""Bytes of items after which a new packet is begun."""


class Timer:
    """Something that is repeated ever more seldom until it is reset."""

    __slots__ = ("_first", "_most", "_wait", "at")

    def __init__(self, now: float, first: float, most: float) -> None:
        self._first = first
        self._most = most
        self.reset(now)

    def reset(self, now: float) -> None:
        """Begin again, the first time after ``first`` seconds."""
        self._wait = self._first
        self.at = now + self._first

    def put_off(self, now: float) -> None:
        """Wait from now on for as long as it has come to: who is at ease stays at ease."""
        self.at = now + self._wait

    def rang(self, now: float) -> bool:
        """Whether it is time; if so, wait twice as long for the next."""
        if now < self.at:
            return False
        self._wait = min(self._wait * 2, self._most)
        self.at = now + self._wait
        return True


class Once:
    """Remembers what was seen, the latest ``most`` of it."""

    __slots__ = ("_most", "_seen")

    def __init__(self, most: int = 1024) -> None:
        self._most = most
        self._seen: dict[bytes, None] = {}

    def __contains__(self, what: bytes) -> bool:
        return what in self._seen

    def add(self, what: bytes) -> None:
        """Remember it."""
        while len(self._seen) >= self._most:
            self._seen.pop(next(iter(self._seen)))
        self._seen[what] = None


class Desk:
    """Collects what goes out. Journal writes come first."""

    def __init__(self, crypto: Crypto, table: bytes, now: float) -> None:
        self.crypto = crypto
        self.table = table
        self.now = now
        self.dropped: Counter[str] = Counter()
        self.drops = 0
        self.lately: deque[str] = deque(maxlen=MAX_ITEMS)
        self._saves: list[Action] = []
        self._items: dict[str, list[tuple[Any, ...]]] = {AT: [], WATCH: []}
        self._said: list[Action] = []
        self._kept: dict[int, tuple[Any, ...]] = {}
        self._asked = Once(64)
        self._sequence = 0
        self.base = 0
        """Added to the clock in ``sequence``: a random number where our earlier ones are not known."""
        self.ear: Callable[[Event], None] | None = None
        """Hears events as they happen, while it is there; without it they wait for ``take``."""

    def sequence(self) -> int:
        """A number that no other request of this key has, also after a restart of the program.

        Milliseconds of our clock, or one more than the last: whoever answers compares requests
        for being the same, never for being later.
        """
        self._sequence = max(self._sequence + 1, self.base + int(self.now * 1000)) % MAX_SEQUENCE
        return self._sequence

    def sign(self, tag: Tag, value: Any) -> tuple[Any, ...]:
        """A statement of ours as an item."""
        body = pack_body(value)
        return (int(tag), body, self.crypto.sign(to_sign(tag, self.table, body)))

    def sign_entry(self, hash_: bytes) -> bytes:
        """Our signature under the entry of this hash."""
        return self.crypto.sign(entry_to_sign(self.table, hash_))

    def verify(self, key: bytes, tag: Tag, body: bytes, signature: bytes) -> bool:
        """Whether ``key`` made this statement; if not, it is counted as dropped."""
        if self.crypto.verify(key, to_sign(tag, self.table, body), signature):
            return True
        self.drop("signature")
        return False

    def drop(self, why: str) -> None:
        """Count something that came in and was not used."""
        self.dropped[why] += 1
        self.drops += 1
        self.lately.append(why)

    def put(self, item: tuple[Any, ...], channel: str = AT) -> None:
        """Let an item go out with the next packet of the channel."""
        self._items[channel].append(item)

    def put_once(self, item: tuple[Any, ...], channel: str = AT) -> None:
        """The same, unless it goes out with that packet anyway."""
        if item not in self._items[channel]:
            self._items[channel].append(item)

    def retain(self, part: int, item: tuple[Any, ...]) -> None:
        """Let the broker keep this part of our copy of the log."""
        self._kept[part] = item

    def save(self, kind: str, data: bytes, *, secret: bool = False) -> None:
        """Have the journal keep ``data`` before anything more goes out."""
        self._saves.append(Save(kind, data, secret))

    def tell(self, said: Event | Any) -> None:
        """An event or status for whoever runs the session."""
        if self.ear is not None and isinstance(said, EVENTS):
            self.ear(said)
        else:
            self._said.append(said)

    def asked(self, payload: bytes) -> bool:
        """Whether this packet of the channel ``watch`` was ours."""
        return payload in self._asked

    def clear(self) -> None:
        """Forget everything collected: it was kept, said and told before."""
        self._saves, self._said = [], []
        self._items = {AT: [], WATCH: []}
        self._kept = {}

    def take(self) -> list[Action]:
        """Everything collected, in the order in which it must be done.

        What others wait for goes before what our own screen waits for: an entry of ours is
        published first, an acknowledgement after the events of what it acknowledges.
        """
        packets: list[Action] = []
        writes = False
        for channel, items in self._items.items():
            if items:
                writes = writes or any(item[0] == Tag.ENTRY for item in items)
                payloads = self._packets(items)
                packets += [Publish(channel, payload) for payload in payloads]
                if channel == WATCH:
                    for payload in payloads:
                        self._asked.add(payload)
                self._items[channel] = []
        for part, item in self._kept.items():
            packets.append(Publish(LOG, pack_packet(self.table, (item,)), True, part))
        self._kept = {}
        saves, said = self._saves, self._said
        self._saves, self._said = [], []
        return [*saves, *packets, *said] if writes else [*saves, *said, *packets]

    def take_events(self, kinds: tuple[type, ...]) -> list[Any]:
        """Only what is of these kinds; the rest stays."""
        out = [said for said in self._said if isinstance(said, kinds)]
        self._said = [said for said in self._said if not isinstance(said, kinds)]
        return out

    def _packets(self, items: list[tuple[Any, ...]]) -> list[bytes]:
        packets: list[bytes] = []
        batch: list[tuple[Any, ...]] = []
        size = 0
        for item in items:
            length = len(item[1]) + 100
            if batch and (size + length > _PACKET_ROOM or len(batch) == MAX_ITEMS):
                packets.append(pack_packet(self.table, batch))
                batch, size = [], 0
            batch.append(item)
            size += length
        packets.append(pack_packet(self.table, batch))
        return packets
