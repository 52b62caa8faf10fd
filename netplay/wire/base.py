"""The ground of the wire format: its bounds, domains and hashes, and strict readers of values."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from hashlib import blake2b
from typing import Any, Final

from core.kernel.canonical import Malformed, pack

FORMAT: Final = 1
MAX_PACKET: Final = 100_000
"""Bytes of a packet; longer payloads are dropped unread."""
MAX_ITEMS: Final = 256
MAX_SEATS: Final = 8
MAX_N: Final = 1 << 20
MAX_SEQUENCE: Final = 1 << 53
MAX_TERM: Final = 1 << 20
"""How often the lead of a shared look at a game may change hands."""
MAX_DATA: Final = 32_768
"""Bytes of one dealer message or of one encoded state."""
MAX_LOG: Final = 60_000
"""Bytes of one compressed part of a log: with what is around it, less than 64 kB."""
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
    LEAVE = 14
    LOG = 15
    TAKE = 16
    PROPOSE = 17
    VOTE = 18
    AGAIN = 19
    RESIGN = 20
    STANCE = 21
    LOOK = 22


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
