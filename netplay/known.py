"""Keys once met at a table, kept on this machine: their names, your note, whether to hear them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from netplay.config import config_folder, ready, replace_file
from netplay.text import NAME_LIMIT, clean

FILE_NAME: Final = "people.json"
MOST: Final = 2_000
MAX_BYTES: Final = 2 * 1024 * 1024
NOTE_LIMIT: Final = 120
_PLAYER: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


class KnownUnusable(Exception):
    """The list cannot be used, or names nobody so; ``str()`` is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Acquaintance:
    """One key: ``name`` as it called itself last (cleaned), ``met``: seconds since 1970, first time."""

    player: str
    name: str
    met: int
    note: str = ""
    muted: bool = False
    """Its lines of chat are not shown."""
    blocked: bool = False
    """Nor are its tables, nor it itself, and it gets no seat at a table of ours."""
    dissolved: int = 0
    """How many starts came to nothing because nothing was heard from it."""

    @property
    def mark(self) -> str:
        """The short key mark."""
        return self.player[:4]

    @property
    def kept(self) -> bool:
        """Whether the person said something of it: such are never forgotten by themselves."""
        return bool(self.note) or self.muted or self.blocked or self.dissolved > 0


def known_path() -> Path:
    """Where the list is, or would be."""
    return config_folder() / FILE_NAME


class Known:
    """The list in a file; every change is written at once. Another window's changes are read before."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or known_path()

    def stamp(self) -> tuple[int, int, int] | None:
        """Another value whenever the file has changed; None while there is none."""
        try:
            found = self._path.stat()
        except (OSError, ValueError):
            return None
        return found.st_mtime_ns, found.st_size, found.st_ino

    def people(self) -> tuple[Acquaintance, ...]:
        """Everyone, those met last at the end; raises KnownUnusable."""
        try:
            with self._path.open("rb") as file:
                data = file.read(MAX_BYTES + 1)
        except (FileNotFoundError, NotADirectoryError):
            return ()
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise KnownUnusable(f"cannot read {self._path}: {why}") from None
        try:
            return _read(data)
        except (ValueError, RecursionError):
            raise KnownUnusable(f"{self._path} is damaged; mend it or move it away") from None

    def meet(self, who: Iterable[tuple[str, str]], now: float) -> None:
        """These (player id, name) sat at a table with us; raises as ``people`` and FolderUnusable."""
        found = {person.player: person for person in self.people()}
        before = dict(found)
        for player, name in who:
            old = found.get(player)
            name = clean(name, NAME_LIMIT, "nameless")
            new = Acquaintance(player, name, int(now)) if old is None else replace(old, name=name)
            found[player] = new
        if found != before:
            self._write(list(found.values()))

    def dissolved(self, who: Iterable[tuple[str, str]], now: float) -> None:
        """These (player id, name) let a start dissolve; raises as ``meet``."""
        who = tuple(who)
        self.meet(who, now)
        silent = {player for player, _ in who}
        people = self.people()
        self._write(
            [replace(p, dissolved=p.dissolved + 1) if p.player in silent else p for p in people]
        )

    def find(self, text: str) -> Acquaintance:
        """The one of that player id, mark, beginning of an id, or name; raises KnownUnusable."""
        wanted = clean(text, 64)
        people = self.people()
        matches = [person for person in people if person.player.startswith(wanted.lower())]
        matches = matches or [p for p in people if p.name.casefold() == wanted.casefold()]
        if wanted and len(matches) == 1:
            return matches[0]
        if not wanted or not matches:
            raise KnownUnusable(f"nobody you have met is called {wanted!r}, and no key begins so")
        listed = ", ".join(f"{person.player[:8]} ({person.name})" for person in matches[:8])
        raise KnownUnusable(f"{wanted!r} may be any of {len(matches)}: {listed}")

    def change(self, player: str, **changes: Any) -> Acquaintance:
        """Set ``note``, ``muted`` or ``blocked``; raises as ``find``."""
        person = replace(self.find(player), **changes)
        person = replace(person, note=clean(person.note, NOTE_LIMIT))
        self._write([person if p.player == person.player else p for p in self.people()])
        return person

    def say(self, player: str, name: str, now: float, **changes: Any) -> Acquaintance:
        """As ``change``, also of somebody who was only heard of so far; raises as ``meet``."""
        if not any(person.player == player for person in self.people()):
            self.meet([(player, name)], now)
        return self.change(player, **changes)

    def forget(self, player: str) -> Acquaintance:
        """Take somebody off the list; raises as ``find``."""
        person = self.find(player)
        self._write([p for p in self.people() if p.player != person.player])
        return person

    def _write(self, people: list[Acquaintance]) -> None:
        spare = len(people) - MOST
        for person in list(people):
            if spare > 0 and not person.kept:
                people.remove(person)
                spare -= 1
        listed = [
            {
                "player": p.player,
                "name": p.name,
                "met": p.met,
                "note": p.note,
                "muted": p.muted,
                "blocked": p.blocked,
                "dissolved": p.dissolved,
            }
            for p in people[:MOST]
        ]
        ready(self._path.parent, "your settings", "CABOOSE_CONFIG_DIR")
        text = json.dumps({"people": listed}, ensure_ascii=False, indent=1)
        try:
            replace_file(self._path, text.encode())
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise KnownUnusable(f"cannot write {self._path}: {why}") from None


def _read(data: bytes) -> tuple[Acquaintance, ...]:
    if len(data) > MAX_BYTES:
        raise ValueError("too long")
    parsed = json.loads(data)
    people: dict[str, Acquaintance] = {}
    for part in parsed["people"] if isinstance(parsed, dict) and "people" in parsed else [None]:
        if not isinstance(part, dict):
            raise ValueError("not a person")
        part = {"dissolved": 0, **part}  # lists of older programs do not count these
        if set(part) != set(Acquaintance.__dataclass_fields__):
            raise ValueError("not a person")
        player, met = part["player"], part["met"]
        flags = (part["muted"], part["blocked"])
        if type(player) is not str or not _PLAYER.fullmatch(player) or type(met) is not int:
            raise ValueError("not a person")
        if any(type(flag) is not bool for flag in flags):
            raise ValueError("not a person")
        times = part["dissolved"]
        if type(times) is not int or not 0 <= times < 1_000_000:
            raise ValueError("not a person")
        name = clean(part["name"], NAME_LIMIT, "nameless")
        note = clean(part["note"], NOTE_LIMIT)
        people[player] = Acquaintance(player, name, met, note, *flags, times)
    return tuple(people.values())[:MOST]
