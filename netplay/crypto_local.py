"""Checksums in place of signatures, for tables inside one process: no PyNaCl to load, no trust needed.

The tags are keyed with the *public* key, so they find damage, not forgery. The roster names the
scheme, and a networked peer never sits down at a table of this one.
"""

from __future__ import annotations

from hashlib import blake2b
from hmac import compare_digest
from typing import Final

from netplay.crypto import KEY_BYTES, SIGNATURE_BYTES, Unsealable

_SEALED: Final = b"local"


class LocalCrypto:
    """A ``Crypto`` from any 32 bytes, which are the public key as well."""

    scheme: Final = "local"

    def __init__(self, key: bytes) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError("a key has 32 bytes")
        self._key = key

    @property
    def key(self) -> bytes:
        """The 32 bytes themselves."""
        return self._key

    def sign(self, data: bytes) -> bytes:
        """A keyed BLAKE2b tag."""
        return blake2b(data, key=self._key).digest()

    def verify(self, key: bytes, data: bytes, signature: bytes) -> bool:
        """Whether the tag fits."""
        if len(key) != KEY_BYTES or len(signature) != SIGNATURE_BYTES:
            return False
        return compare_digest(blake2b(data, key=key).digest(), signature)

    def seal(self, key: bytes, data: bytes) -> bytes:
        """Addressed, not hidden: there is nobody here to hide from."""
        if len(key) != KEY_BYTES:
            raise ValueError("a key has 32 bytes")
        return _SEALED + key + data

    def unseal(self, data: bytes) -> bytes:
        """What was addressed to this key; raises Unsealable."""
        head = _SEALED + self._key
        if not data.startswith(head):
            raise Unsealable("not addressed to this key")
        return data[len(head) :]
