"""Private tables over any transport: what is said there is sealed, and its topics are pseudonyms.

Both come from the table's key, which is in its invite. Whoever lacks it, a broker's operator too,
learns sizes, times and addresses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from hashlib import blake2b
from types import TracebackType
from typing import Final, Self

from netplay.transport.address import BrokerAddress
from netplay.transport.base import Inbound, Transport
from netplay.transport.ends import OtherLink

KEY: Final = 32
_REMEMBERED: Final = 1_024
"""Topics of private tables whose real names are known, so that their deletion is understood."""


def pseudonym(key: bytes, what: str, name: str) -> str:
    """32 hex digits in the place of a player id or table id: BLAKE2b-128 with the table's key."""
    data = f"caboose/1/veil/{what}".encode() + b"\0" + name.encode()
    return blake2b(data, key=key, digest_size=16).hexdigest()


class Veil(OtherLink):
    """A `Transport` around another; tables that are not covered pass as they are."""

    def __init__(self, under: Transport) -> None:
        super().__init__(under)
        """The transport that carries what is sealed."""
        self._keys: dict[str, bytes] = {}
        """Table id in hex to key."""
        self._covered: dict[str, str] = {}
        """Pseudonym of a table to its id."""
        self._real: dict[str, str] = {}
        self.unread = 0
        """Messages on topics of a covered table that its key does not open."""

    def cover(self, table: bytes, key: bytes) -> None:
        """From now on everything about this table is sealed with ``key`` (32 bytes)."""
        if len(key) != KEY:
            raise ValueError("a table's key has 32 bytes")
        self._keys[table.hex()] = key
        self._covered[pseudonym(key, "table", table.hex())] = table.hex()

    def covers(self, table: bytes) -> bool:
        """Whether a table is private here."""
        return table.hex() in self._keys

    # Out

    def veiled(self, topic: str) -> str:
        """The topic or filter that is really used."""
        levels = topic.split("/")
        if len(levels) < 5 or levels[4] not in self._keys:
            return topic
        key = self._keys[levels[4]]
        if levels[2] != "+":
            levels[2] = pseudonym(key, "player", levels[2])
        levels[4] = pseudonym(key, "table", levels[4])
        return "/".join(levels)

    def _sealed(self, topic: str, payload: bytes) -> tuple[str, bytes]:
        veiled = self.veiled(topic)
        if veiled == topic or not payload:  # an empty one deletes
            return veiled, payload
        from nacl.secret import SecretBox

        box = SecretBox(self._keys[topic.split("/")[4]])
        return veiled, bytes(box.encrypt(topic.encode() + b"\0" + payload))

    def publish_nowait(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish_nowait`."""
        self.under.publish_nowait(*self._sealed(topic, payload), retain=retain, qos=qos)

    async def publish(
        self, topic: str, payload: bytes, *, retain: bool = False, qos: int = 1
    ) -> None:
        """See `Transport.publish`."""
        await self.under.publish(*self._sealed(topic, payload), retain=retain, qos=qos)

    async def subscribe(self, *filters: str) -> None:
        """See `Transport.subscribe`."""
        await self.under.subscribe(*[self.veiled(filter_) for filter_ in filters])

    async def unsubscribe(self, *filters: str) -> None:
        """See `Transport.unsubscribe`."""
        await self.under.unsubscribe(*[self.veiled(filter_) for filter_ in filters])

    # In

    def opened(self, message: Inbound) -> Inbound | None:
        """The message with its real topic and payload; None where the table's key does not open it."""
        levels = message.topic.split("/")
        table = self._covered.get(levels[4]) if len(levels) >= 5 else None
        if table is None:
            return message
        if not message.payload:
            real = self._real.pop(message.topic, None)
            return None if real is None else Inbound(real, b"", message.retained)
        topic, payload = self._open(self._keys[table], message.payload)
        # Only on its own topic: a sealed message that is moved elsewhere says nothing.
        if not topic or self.veiled(topic) != message.topic:
            self.unread += 1
            return None
        if message.topic not in self._real and len(self._real) >= _REMEMBERED:
            self._real.pop(next(iter(self._real)))
        self._real[message.topic] = topic
        return Inbound(topic, payload, message.retained)

    @staticmethod
    def _open(key: bytes, sealed: bytes) -> tuple[str, bytes]:
        from nacl.exceptions import CryptoError
        from nacl.secret import SecretBox

        try:
            topic, _, payload = bytes(SecretBox(key).decrypt(sealed)).partition(b"\0")
            return topic.decode(), payload
        except (CryptoError, ValueError, TypeError):
            return "", b""

    async def messages(self) -> AsyncIterator[Inbound]:
        """See `Transport.messages`."""
        async for message in self.under.messages():
            opened = self.opened(message)
            if opened is not None:
                yield opened

    # The rest is the other transport's.

    @property
    def address(self) -> BrokerAddress | None:
        """The broker in use, None where there is none to come back to."""
        return getattr(self.under, "address", None)

    @property
    def dropped(self) -> int:
        """See `Transport.dropped`."""
        return self.under.dropped

    @property
    def oversized(self) -> Mapping[str, int]:
        """See `Transport.oversized`; of a private table the writer's pseudonym is all that is known."""
        found: Counter[str] = Counter()
        for topic, count in self.under.oversized.items():
            levels = topic.split("/")
            if len(levels) >= 5:
                levels[4] = self._covered.get(levels[4], levels[4])
            found["/".join(levels)] += count
        return found

    async def __aenter__(self) -> Self:
        await self.under.__aenter__()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.under.__aexit__(kind, error, trace)
