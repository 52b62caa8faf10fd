"""Which signatures a kept game carries, and what checks them: loaded only when it is known."""

from __future__ import annotations

from netplay.crypto import Crypto


class UnknownScheme(ValueError):
    """Signed in a way that this version does not know; ``str()`` is one sentence."""


def checker(scheme: str) -> Crypto:
    """Something that can check signatures of a roster's scheme; raises UnknownScheme."""
    if scheme == "local":
        from netplay.crypto_local import LocalCrypto

        return LocalCrypto(bytes(32))
    if scheme == "ed25519":
        from netplay.crypto_nacl import NaclCrypto

        return NaclCrypto(bytes(32))
    raise UnknownScheme("it is signed in a way that this version of caboose does not know")
