"""Who plays here: the key, and the name that others see, which is asked once and kept."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from netplay.config import config_folder, ready
from netplay.text import NAME_LIMIT, clean

FILE_NAME: Final = "name"
_MAX_BYTES: Final = 1024


@dataclass(frozen=True, slots=True)
class Person:
    """``seed``: the secret seed of the key. ``name``: cleaned, never empty."""

    seed: bytes
    name: str

    def __repr__(self) -> str:
        return f"Person({self.name!r})"


def kept_name() -> str:
    """The name kept in the configuration folder, empty where there is none that can be used."""
    try:
        with _path().open("rb") as file:
            data = file.read(_MAX_BYTES)
    except OSError:
        return ""
    return clean(data.decode("utf-8", "replace"), NAME_LIMIT)


def keep_name(name: str) -> str:
    """Keep a name for the next time; it, cleaned, or raises FolderUnusable, OSError, ValueError."""
    found = clean(name, NAME_LIMIT)
    if not found:
        raise ValueError("a name needs at least one letter")
    path = _path()
    ready(path.parent, "your name", "CABOOSE_CONFIG_DIR")
    draft = path.with_name(f".{FILE_NAME}.{os.urandom(4).hex()}.new")
    draft.write_text(found + "\n", encoding="utf-8")
    draft.replace(path)
    return found


def suggested_name() -> str:
    """What to offer somebody who has no name yet: the one this machine knows them by."""
    import getpass

    try:
        login = getpass.getuser()
    except (OSError, KeyError, ImportError):  # no entry for this user anywhere
        login = ""
    return clean(login.capitalize(), NAME_LIMIT) or "Traveller"


def load(name: str = "") -> Person:
    """The person of this configuration folder; the key is made the first time.

    ``name`` goes before the kept one. Raises IdentityUnusable and FolderUnusable.
    """
    from netplay.identity import identity_path, load_or_create

    identity, _ = load_or_create(identity_path())
    return Person(identity.seed, clean(name, NAME_LIMIT) or kept_name() or suggested_name())


def _path() -> Path:
    return config_folder() / FILE_NAME
