"""The one specified source of chance: BLAKE2b in counter mode, unbiased by rejection.

Written so that a client in another language gives the same numbers; test vectors are in
``docs/protocol.md``.

    block(i) = BLAKE2b-512(key = seed, data = "caboose/1/random" 00 label 00 i)

with ``label`` in UTF-8 and ``i`` as eight little-endian bytes, counted from 0. The blocks,
one after the other, are a stream of bytes. ``below(n)`` takes the fewest bytes w of 1, 2, 4, 8
with 256**w >= n, read little-endian; a value not below the largest multiple of n in 256**w is
thrown away and the next w bytes are taken.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from hashlib import blake2b
from typing import Final, TypeVar

T = TypeVar("T")

_DOMAIN: Final = b"caboose/1/random\0"
_LIMIT: Final = (0, *(256 - 256 % n for n in range(1, 257)))


class Generator:
    """A stream of unbiased integers from a seed (1 to 64 bytes) and a label."""

    __slots__ = ("_at", "_block", "_buffer", "_prefix", "_seed")

    def __init__(self, seed: bytes, label: str) -> None:
        if not 1 <= len(seed) <= 64:
            raise ValueError("a seed has 1 to 64 bytes")
        self._seed = seed
        self._prefix = _DOMAIN + label.encode() + b"\0"
        self._block = 0
        self._buffer = b""
        self._at = 0

    def _take(self, width: int) -> int:
        if self._at + width > len(self._buffer):
            data = self._prefix + self._block.to_bytes(8, "little")
            self._buffer = self._buffer[self._at :] + blake2b(data, key=self._seed).digest()
            self._at = 0
            self._block += 1
        end = self._at + width
        value = int.from_bytes(self._buffer[self._at : end], "little")
        self._at = end
        return value

    def below(self, n: int) -> int:
        """A uniform integer in ``range(n)``, 1 <= n <= 2**64."""
        if not 1 <= n <= 1 << 64:
            raise ValueError("n must be from 1 to 2**64")
        width = 1 if n <= 256 else 2 if n <= 1 << 16 else 4 if n <= 1 << 32 else 8
        span = 256**width
        limit = span - span % n
        while True:
            value = self._take(width)
            if value < limit:
                return value % n

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher and Yates, in place: for i from the last index down to 1, swap i and below(i + 1)."""
        count = len(items)
        if count > 256:
            for i in range(count - 1, 0, -1):
                j = self.below(i + 1)
                items[i], items[j] = items[j], items[i]
            return
        # The same numbers as above; one-byte draws are read straight from the buffer, because
        # dealing is a fifth of a random game's time.
        buffer, at = self._buffer, self._at
        for i in range(count - 1, 0, -1):
            n = i + 1
            limit = _LIMIT[n]
            while True:
                if at == len(buffer):
                    data = self._prefix + self._block.to_bytes(8, "little")
                    buffer = blake2b(data, key=self._seed).digest()
                    at = 0
                    self._block += 1
                value = buffer[at]
                at += 1
                if value < limit:
                    break
            j = value % n
            items[i], items[j] = items[j], items[i]
        self._buffer, self._at = buffer, at
