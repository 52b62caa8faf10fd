"""What comes in over several brokers is one conversation: copies are dropped, deletions weighed."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from netplay.transport.base import Inbound

MOST: Final = 4_096
"""Messages and topics that are remembered."""
WINDOW: Final = 5.0
"""Seconds in which two copies of a message meet; later it counts as said again."""


@dataclass(slots=True)
class _Copies:
    since: float
    passed: int = 0
    counts: dict[object, int] = field(default_factory=dict)


class Sieve:
    """Lets the n-th copy of a message through once, whichever line brings it first.

    Copies are counted, not only recognised: what one broker sends twice (a retained message to a
    second subscription) was asked for twice. What slips through does no harm: sessions and lobby
    know by its number what they have.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[bytes, _Copies] = OrderedDict()

    def passes(self, line: object, message: Inbound, now: float) -> bool:
        """Whether a message that ``line`` brings is new."""
        head = message.topic.encode() + (b"\1" if message.retained else b"\0")
        key = blake2b(head + message.payload, digest_size=16).digest()
        copies = self._seen.get(key)
        if copies is None or now - copies.since > WINDOW:
            copies = _Copies(now)
            self._seen[key] = copies
            self._seen.move_to_end(key)
            if len(self._seen) > MOST:
                self._seen.popitem(last=False)
        count = copies.counts.get(line, 0) + 1
        copies.counts[line] = count
        if count <= copies.passed:
            return False
        copies.passed = count
        return True


@dataclass(slots=True)
class _Topic:
    holders: set[object] = field(default_factory=set)
    emptied: bool = False


class Standing:
    """Which lines hold something on a topic, so that a will on one of them is no farewell.

    A broker that loses a peer's link deletes the peer's presence in its own memory; the peer is gone
    only when no other broker has it either.
    """

    def __init__(self) -> None:
        self._topics: OrderedDict[str, _Topic] = OrderedDict()

    def holds(self, line: object, topic: str) -> None:
        """``line`` brought something on ``topic``."""
        found = self._topics.get(topic)
        if found is None:
            found = self._topics[topic] = _Topic()
            if len(self._topics) > MOST:
                self._topics.popitem(last=False)
        else:
            self._topics.move_to_end(topic)
        found.holders.add(line)
        found.emptied = False

    def empties(self, line: object, topic: str) -> bool:
        """``line`` says that ``topic`` is empty; whether it is so everywhere."""
        found = self._topics.get(topic)
        if found is None:
            return True
        found.holders.discard(line)
        found.emptied = True
        if found.holders:
            return False
        del self._topics[topic]
        return True

    def gone(self, line: object) -> list[str]:
        """``line`` is lost: the topics that are known to be empty now."""
        out = []
        for topic, found in list(self._topics.items()):
            found.holders.discard(line)
            if not found.holders:
                del self._topics[topic]
                if found.emptied:
                    out.append(topic)
        return out
