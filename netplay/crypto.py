"""What the session needs of cryptography, so that it can be handed keys and never holds a library."""

from __future__ import annotations

from hashlib import blake2b
from typing import Final, Protocol

KEY_BYTES: Final = 32
SIGNATURE_BYTES: Final = 64


class Unsealable(ValueError):
    """Sealed bytes that are not for this key, or are damaged."""


class Crypto(Protocol):
    """One player's key, and the checking of others'."""

    @property
    def scheme(self) -> str:
        """``ed25519``, or ``local`` for a table inside one process; the roster names it."""

    @property
    def key(self) -> bytes:
        """This player's public key, 32 bytes."""

    def sign(self, data: bytes) -> bytes:
        """A signature of 64 bytes."""

    def verify(self, key: bytes, data: bytes, signature: bytes) -> bool:
        """Whether ``signature`` is ``key``'s of ``data``; False, never an error, for anything else."""

    def seal(self, key: bytes, data: bytes) -> bytes:
        """``data`` for the eyes of ``key``'s owner only; raises ValueError for a bad key."""

    def unseal(self, data: bytes) -> bytes:
        """What was sealed for this player; raises Unsealable."""


def player_id(key: bytes) -> str:
    """The player's name in topics: 32 hex digits, BLAKE2b-128 of domain and public key."""
    return blake2b(b"caboose/1/player" + key, digest_size=16).hexdigest()


def mark(key: bytes) -> str:
    """The short key mark shown beside a name: the first four hex digits of the player id."""
    return player_id(key)[:4]
