"""The server's own SSH key: made once, for its owner's eyes only, and never written over.

Clients remember it, so another one would look to them like another machine in between.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

import asyncssh

from netplay.config import FolderUnusable, ready, write_new

FILE_NAME: Final = "ssh_host_key"
_MAX_BYTES: Final = 64 * 1024


class HostKeyUnusable(Exception):
    """The host key cannot be used; ``str()`` is one sentence that says what to do."""


def load_or_create(path: Path) -> tuple[asyncssh.SSHKey, bool]:
    """The key in a file (OpenSSH or PEM, without a passphrase), and whether it was made just now.

    Raises HostKeyUnusable.
    """
    try:
        return _load(path), False
    except FileNotFoundError:
        pass
    key = asyncssh.generate_private_key("ssh-ed25519", comment="caboose")
    try:
        ready(path.parent, "the server's key", "CABOOSE_DATA_DIR")
        write_new(path, key.export_private_key())
    except FileExistsError:  # another server was quicker
        return _load(path), False
    except FolderUnusable as error:
        raise HostKeyUnusable(str(error)) from None
    except OSError as error:
        raise HostKeyUnusable(f"cannot write {path} ({_reason(error)})") from None
    return key, True


def _load(path: Path) -> asyncssh.SSHKey:
    try:
        with path.open("rb") as file:
            about = os.fstat(file.fileno())
            data = file.read(_MAX_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        raise FileNotFoundError(path) from None
    except OSError as error:
        raise HostKeyUnusable(f"cannot read {path} ({_reason(error)})") from None
    if stat.S_IMODE(about.st_mode) & 0o077:
        raise HostKeyUnusable(f"others can read the server's key {path}: chmod 600 {path}")
    try:
        return asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError) as error:
        raise HostKeyUnusable(f"{path} is no private key that can be used: {error}") from None


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
