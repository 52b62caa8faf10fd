"""The book of kept games: an SQLite index beside them, made anew whenever it is lost."""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from netplay.text import clean
from netplay.transcript import MAX_BYTES, SUFFIX
from tui.history.read import Kept, read

FILE_NAME: Final = "games.sqlite"
_SHAPE: Final = 1
"""Another number: another shape of the table, and the book is made anew."""
_TABLE: Final = """
CREATE TABLE game (
    file TEXT PRIMARY KEY,
    stamp INTEGER NOT NULL,   -- the file's time of change, ns since 1970
    size INTEGER NOT NULL,
    line TEXT NOT NULL        -- the fields of tui.history.read.Kept but the file, as JSON
)
"""


class Book:
    """The games of one folder, newest first. Raises nothing but OSError for a folder it cannot read."""

    def __init__(self, folder: Path, key: bytes | None) -> None:
        self._folder = folder
        self._key = key

    def games(self) -> list[tuple[float, Kept]]:
        """Every kept game with the time it was kept (seconds since 1970), after a look for new ones.

        A book that cannot be written serves all the same, more slowly: everything is read again.
        """
        files = self._files()
        with self._open() as book:
            known = {
                file: (stamp, size, line)
                for file, stamp, size, line in book.execute("SELECT * FROM game")
            }
            found: list[tuple[float, Kept]] = []
            for file, (stamp, size) in files.items():
                was = known.get(file)
                kept = _kept(file, was[2]) if was is not None and was[:2] == (stamp, size) else None
                if kept is None:
                    kept = self._read(file)
                    book.execute(
                        "INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?)",
                        (file, stamp, size, json.dumps(kept[1:])),
                    )
                found.append((stamp / 1e9, kept))
            for file in known.keys() - files.keys():
                book.execute("DELETE FROM game WHERE file = ?", (file,))
        return sorted(found, key=lambda pair: (-pair[0], pair[1].file))

    def path(self, kept: Kept) -> Path:
        """Where the transcript is."""
        return self._folder / kept.file

    def _files(self) -> dict[str, tuple[int, int]]:
        files = {}
        with contextlib.suppress(FileNotFoundError), os.scandir(self._folder) as found:
            for entry in found:
                if entry.name.endswith(SUFFIX) and entry.is_file(follow_symlinks=False):
                    about = entry.stat(follow_symlinks=False)
                    files[entry.name] = (about.st_mtime_ns, about.st_size)
        return files

    def _read(self, file: str) -> Kept:
        try:
            with (self._folder / file).open("rb") as handle:
                return read(file, handle.read(MAX_BYTES + 1), self._key)
        except OSError as error:
            return Kept(file, fault=(error.strerror or str(error)).lower())

    @contextlib.contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """The index, made if it is missing, damaged or of another shape; in memory if it must be."""
        path = self._folder / FILE_NAME
        try:
            book = _ready(path)
        except (sqlite3.Error, OSError):
            with contextlib.suppress(OSError):
                path.unlink()
            try:
                book = _ready(path)
            except (sqlite3.Error, OSError):
                book = _ready(None)
        try:
            yield book
            with contextlib.suppress(sqlite3.Error):  # the disk is full: next time, then
                book.commit()
        finally:
            book.close()


def _ready(path: Path | None) -> sqlite3.Connection:
    if path is not None and not path.parent.is_dir():
        path = None
    if path is not None and not path.exists():
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    book = sqlite3.connect(str(path) if path is not None else ":memory:", timeout=2.0)
    try:
        (shape,) = book.execute("PRAGMA user_version").fetchone()
        if shape != _SHAPE:
            book.execute("DROP TABLE IF EXISTS game")
            book.execute(_TABLE)
            book.execute(f"PRAGMA user_version = {_SHAPE}")
        book.execute("SELECT file, stamp, size, line FROM game LIMIT 1").fetchall()
    except sqlite3.Error:
        book.close()
        raise
    return book


def _kept(file: str, line: str) -> Kept | None:
    """What the index says of a file; None where it is not what we write."""
    try:
        game, names, bots, scores, winners, parts, held, mine, finished, moves, fault = json.loads(
            line
        )
        return Kept(
            file,
            clean(str(game), 200),
            tuple(clean(str(name), 200) for name in names),
            tuple(clean(str(bot), 200) for bot in bots),
            tuple(map(int, scores)),
            tuple(map(int, winners)),
            tuple(tuple(map(int, part)) for part in parts),
            tuple(clean(str(words), 200) for words in held),
            None if mine is None else int(mine),
            bool(finished),
            int(moves),
            clean(str(fault), 400),
        )
    except (ValueError, TypeError, RecursionError):
        return None
