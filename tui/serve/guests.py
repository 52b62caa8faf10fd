"""Where guests' things are: a folder for each SSH key, one for the moment for who comes without.

Nothing of a guest's is named by anything the guest sends: a folder's name is the hash of a key whose
owner has signed with it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from netplay.brokers import Broker, save
from netplay.config import ready
from netplay.lobby import ownbroker
from tui import guest, settings

_PASSING: Final = "passing-"
MOST: Final = 5_000
"""Guests whose folders are kept; who comes later is treated as if without a key."""


@dataclass(frozen=True, slots=True)
class Guest:
    """``kind``: see ``tui.guest``. ``home``: a folder that is the guest's alone."""

    kind: str
    home: Path

    @property
    def stays(self) -> bool:
        """Whether the folder is there when the guest comes again."""
        return self.kind == guest.KEY

    def environment(self) -> dict[str, str]:
        """The variables that make Caboose this guest's."""
        return {
            "CABOOSE_CONFIG_DIR": str(self.home / "config"),
            "CABOOSE_DATA_DIR": str(self.home / "data"),
            "CABOOSE_LAN": "off",
            ownbroker.VARIABLE: "off",
            guest.VARIABLE: self.kind,
            "HOME": str(self.home),
        }


class Guests:
    """The folder of all guests of one server. ``brokers``: where they meet others."""

    def __init__(self, folder: Path, brokers: Sequence[Broker], most: int = MOST) -> None:
        self._folder = ready(folder, "guests", "CABOOSE_DATA_DIR")
        self._brokers = tuple(brokers)
        self._most = most
        self._inside: dict[Path, int] = {}

    def language(self, key: bytes | None) -> str:
        """What the guest of a public key has set, empty where nothing is; never raises."""
        if key is None:
            return ""
        return settings.read(self._home(key) / "config")[0].language

    def _home(self, key: bytes) -> Path:
        return self._folder / sha256(key).hexdigest()

    def enter(self, key: bytes | None) -> Guest:
        """The guest of a public key (its wire form), or one that nobody knows; raises OSError,
        FolderUnusable, BrokersUnusable.
        """
        home = None
        if key is not None:
            home = self._home(key)
            if not home.is_dir() and self._full():
                home = None
        if home is None:
            # The process id tells a later server which of these nobody lives in any more.
            prefix = f"{_PASSING}{os.getpid()}-"
            found = Guest(guest.FRESH, Path(tempfile.mkdtemp(prefix=prefix, dir=self._folder)))
        else:
            found = Guest(guest.KEY, home)
            home.mkdir(mode=0o700, exist_ok=True)
        self._inside[found.home] = self._inside.get(found.home, 0) + 1
        # Written each time: the server's brokers may be others by now.
        save(self._brokers, found.home / "config" / "brokers.toml")
        return found

    def leave(self, found: Guest) -> None:
        """The guest is gone, and so is what need not be kept. Never raises."""
        self._inside[found.home] = self._inside.get(found.home, 1) - 1
        if self._inside[found.home] > 0:
            return
        del self._inside[found.home]
        if not found.stays or not _lived_in(found.home):
            shutil.rmtree(found.home, ignore_errors=True)

    def sweep(self) -> None:
        """Clear away what guests without a key left behind when a server was killed."""
        for path in self._folder.glob(f"{_PASSING}*"):
            owner = path.name.split("-")[1]
            if not owner.isdigit() or not _alive(int(owner)):
                shutil.rmtree(path, ignore_errors=True)

    def _full(self) -> bool:
        with suppress(OSError):
            return sum(1 for _ in os.scandir(self._folder)) >= self._most
        return True


def _lived_in(home: Path) -> bool:
    """Whether a guest has done anything that is worth a folder: a name, a key, a game."""
    ours = {home / "config" / "brokers.toml"}
    return any(path.is_file() and path not in ours for path in home.rglob("*"))


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
