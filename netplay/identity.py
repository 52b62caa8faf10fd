"""Who you are to other players: an Ed25519 key, kept in a file that only you can read.

The file is four lines of text: what it is, the secret seed, the public key, a check of the three.
A file that anyone else could read, or that is damaged, is refused and never written over: a lost
key is a lost name.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Final

from netplay.config import config_folder, ready, write_new

FILE_NAME: Final = "identity.key"
_MAGIC: Final = "caboose identity 1"
_MAX_BYTES: Final = 1024


class IdentityUnusable(Exception):
    """The key file cannot be used; ``str()`` is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A key pair by its 32-byte secret seed, which no ``repr`` shows."""

    seed: bytes = field(repr=False)

    def public(self) -> bytes:
        """The public key, 32 bytes."""
        from nacl.signing import SigningKey  # late: a solo game never loads PyNaCl

        return bytes(SigningKey(self.seed).verify_key)


def identity_path() -> Path:
    """Where the key file is, or would be."""
    return config_folder() / FILE_NAME


def create(path: Path, identity: Identity | None = None) -> Identity:
    """A new identity, or the given one, written to ``path``.

    Raises IdentityUnusable where there is a file already or none can be written, FolderUnusable
    where its folder is no use.
    """
    ready(path.parent, "your identity", "CABOOSE_CONFIG_DIR")
    identity = identity or Identity(os.urandom(32))
    try:
        write_new(path, _encode(identity))
    except FileExistsError:
        raise IdentityUnusable(f"there is an identity already: {path}") from None
    except OSError as error:
        raise IdentityUnusable(
            f"cannot write {path} ({_reason(error)}); "
            "mend that, or name another folder with CABOOSE_CONFIG_DIR"
        ) from None
    return identity


def load(path: Path) -> Identity:
    """The identity in a file; raises IdentityUnusable, and FileNotFoundError where there is none."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except OSError as error:
        raise IdentityUnusable(f"cannot read {path} ({_reason(error)})") from None
    try:
        _refuse_doubtful(path, os.fstat(handle))  # of what was opened: a name may change hands
        data = os.read(handle, _MAX_BYTES + 1)
    except OSError as error:
        raise IdentityUnusable(f"cannot read {path} ({_reason(error)})") from None
    finally:
        os.close(handle)
    identity = _decode(data)
    if identity is None:
        raise IdentityUnusable(
            f"{path} is damaged; put a copy of it back, or move it away to become a new player"
        )
    return identity


def _refuse_doubtful(path: Path, about: os.stat_result) -> None:
    if not stat.S_ISREG(about.st_mode):
        raise IdentityUnusable(f"{path} is no file; move it away to get a new identity")
    if os.name != "posix":
        return
    if about.st_uid not in (os.geteuid(), 0):
        raise IdentityUnusable(f"{path} belongs to another user; it is not used")
    if about.st_mode & 0o077:
        raise IdentityUnusable(
            f"others can read or change {path}, so its key may not be yours alone; "
            f"if you are sure it is: chmod 600 {path}"
        )


def load_or_create(path: Path) -> tuple[Identity, bool]:
    """The identity, and whether it is new; raises IdentityUnusable and FolderUnusable."""
    try:
        return load(path), False
    except FileNotFoundError:
        pass
    try:
        return create(path), True
    except IdentityUnusable:
        if path.exists():  # a second window was quicker: theirs is the one
            return load(path), False
        raise


def _encode(identity: Identity) -> bytes:
    text = f"{_MAGIC}\n{identity.seed.hex()}\n{identity.public().hex()}\n"
    return f"{text}{_check(text)}\n".encode()


def _decode(data: bytes) -> Identity | None:
    try:
        lines = data.decode("ascii").split("\n")
        if len(lines) != 5 or len(lines[1]) != 64:
            return None
        identity = Identity(bytes.fromhex(lines[1]))
    except ValueError:
        return None
    return identity if _encode(identity) == data else None


def _check(text: str) -> str:
    return blake2b(text.encode(), digest_size=8, person=b"caboose/1/ident").hexdigest()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
