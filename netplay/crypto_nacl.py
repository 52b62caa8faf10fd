"""Ed25519 signatures and sealed boxes by PyNaCl; imported only where a table leaves the process."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from nacl.exceptions import CryptoError
from nacl.public import PrivateKey, SealedBox
from nacl.signing import SigningKey, VerifyKey

from netplay.crypto import SIGNATURE_BYTES, Unsealable


@lru_cache(maxsize=256)
def _verifier(key: bytes) -> VerifyKey:
    return VerifyKey(key)


class NaclCrypto:
    """A ``Crypto`` from an Ed25519 seed of 32 bytes; sealing uses the same key turned to Curve25519."""

    scheme: Final = "ed25519"

    def __init__(self, seed: bytes) -> None:
        self._signing = SigningKey(seed)
        self._private: PrivateKey | None = None
        self._key = bytes(self._signing.verify_key)

    @property
    def key(self) -> bytes:
        """The public key, 32 bytes."""
        return self._key

    def sign(self, data: bytes) -> bytes:
        """An Ed25519 signature."""
        return bytes(self._signing.sign(data).signature)

    def verify(self, key: bytes, data: bytes, signature: bytes) -> bool:
        """Whether the signature holds; anything malformed does not."""
        if len(signature) != SIGNATURE_BYTES:
            return False
        try:
            _verifier(key).verify(data, signature)
        except (CryptoError, ValueError, TypeError):
            return False
        return True

    def seal(self, key: bytes, data: bytes) -> bytes:
        """A libsodium sealed box; raises ValueError for bytes that are no point of the curve."""
        try:
            return bytes(SealedBox(_verifier(key).to_curve25519_public_key()).encrypt(data))
        except (CryptoError, RuntimeError, TypeError) as err:
            raise ValueError("not a key that can be sealed to") from err

    def unseal(self, data: bytes) -> bytes:
        """Open a sealed box; raises Unsealable."""
        if self._private is None:
            self._private = self._signing.to_curve25519_private_key()
        try:
            return bytes(SealedBox(self._private).decrypt(data))
        except (CryptoError, ValueError, TypeError) as err:
            raise Unsealable("not sealed for this key") from err
