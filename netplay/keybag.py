"""An identity in a file that may travel: sealed with a passphrase, so that a copy in a mailbox is no use.

Three lines of text: what it is, salt and secret box in base64, a check against damage. The key comes from
the passphrase by Argon2id, with fixed costs: a foreign file cannot ask for more.
"""

from __future__ import annotations

import base64
import binascii
import os
import unicodedata
from hashlib import blake2b
from typing import Final

from netplay.identity import Identity

MAGIC: Final = "caboose sealed identity 1"
MAX_BYTES: Final = 1_024
LEAST: Final = 8
"""Characters of a passphrase: fewer are guessed."""
_OPS: Final = 4
_MEMORY: Final = 64 * 1024 * 1024
_SALT: Final = 16
_SEALED: Final = 24 + 16 + 32
"""Nonce, tag, the seed."""


class BagUnusable(Exception):
    """The file or the passphrase is of no use; ``str()`` is one sentence that says what to do."""


def seal(identity: Identity, passphrase: str) -> bytes:
    """The file's bytes; raises BagUnusable for a passphrase that is too short."""
    from nacl.secret import SecretBox

    if len(passphrase) < LEAST:
        raise BagUnusable(f"a passphrase has at least {LEAST} characters")
    salt = os.urandom(_SALT)
    box = SecretBox(_key(passphrase, salt))
    inner = base64.b64encode(salt + bytes(box.encrypt(identity.seed))).decode()
    text = f"{MAGIC}\n{inner}\n"
    return f"{text}{_check(text)}\n".encode()


def unseal(data: bytes, passphrase: str) -> Identity:
    """The identity; raises BagUnusable."""
    from nacl.exceptions import CryptoError
    from nacl.secret import SecretBox

    salt, sealed = _read(data)
    try:
        return Identity(bytes(SecretBox(_key(passphrase, salt)).decrypt(sealed)))
    except (CryptoError, ValueError):
        raise BagUnusable("that is not its passphrase") from None


def check(data: bytes) -> None:
    """Whether these are the bytes of such a file at all; raises BagUnusable."""
    _read(data)


def _read(data: bytes) -> tuple[bytes, bytes]:
    damaged = BagUnusable("this is no sealed identity, or it is damaged; copy all of it again")
    try:
        lines = data[: MAX_BYTES + 1].decode("ascii").replace("\r\n", "\n").split("\n")
        if lines[0] != MAGIC or len(lines) not in (3, 4) or lines[3:] not in ([], [""]):
            raise damaged
        if lines[2] != _check(f"{lines[0]}\n{lines[1]}\n"):
            raise damaged
        inner = base64.b64decode(lines[1], validate=True)
    except (UnicodeDecodeError, binascii.Error, ValueError, IndexError):
        raise damaged from None
    if len(inner) != _SALT + _SEALED:
        raise damaged
    return inner[:_SALT], inner[_SALT:]


def _key(passphrase: str, salt: bytes) -> bytes:
    from nacl.pwhash import argon2id

    # One passphrase is one passphrase, however a keyboard composes its letters.
    text = unicodedata.normalize("NFC", passphrase).encode("utf-8", "surrogatepass")
    return bytes(argon2id.kdf(32, text, salt, opslimit=_OPS, memlimit=_MEMORY))


def _check(text: str) -> str:
    return blake2b(text.encode(), digest_size=8, person=b"caboose/1/bag").hexdigest()
