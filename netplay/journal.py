"""The file that brings a seat back: everything a session must not forget, synced before it is said.

    file   = "caboose journal 1" newline record...
    record = length (4 bytes, big-endian), its check (4), check of the payload (8), payload
    payload = MessagePack [kind, data, secret], as ``session.Save`` has them

Both checks are BLAKE2b over the record's number as well, so that no record can stand in another's
place. A record that the end of the file cuts off was never synced: nothing that rests on it was
said, and it is cut away. Damage anywhere else is told, not mended. The secrets of a seat are in it:
the file is for its owner's eyes only, and one process at a time has it open.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from core.kernel.canonical import Malformed, pack, unpack
from netplay.config import data_folder, ready
from netplay.crypto import player_id
from netplay.session.actions import Save
from netplay.session.keeping import MAX_SAVE, Sitting, read_sitting

MAGIC: Final = b"caboose journal 1\n"
SUFFIX: Final = ".journal"
MAX_BYTES: Final = 64 << 20
_HEAD: Final = 16
_MAX_RECORD: Final = MAX_SAVE + 64
_PERSON: Final = b"caboose/1/journl"


class JournalUnusable(Exception):
    """A journal that cannot be gone on with; ``str()`` is one sentence that says why."""


class JournalBusy(JournalUnusable):
    """Another window of this player has it open."""


def journals_folder() -> Path:
    """Where the journals of games under way are; it may not exist yet."""
    return data_folder() / "journals"


def file_name(sitting: Sitting) -> str:
    """Of a table and a seat: bots that run here have journals of their own for the same table."""
    return f"{sitting.table.hex()}-{player_id(sitting.key)[:8]}{SUFFIX}"


# The format: bytes in, bytes out.


def frame(number: int, save: Save) -> bytes:
    """The record of a file that has ``number`` records before it."""
    payload = pack((save.kind, save.data, save.secret))
    size = len(payload).to_bytes(4, "big")
    return size + _check(number, size, 4) + _check(number, payload, 8) + payload


def _check(number: int, data: bytes, size: int) -> bytes:
    return blake2b(number.to_bytes(8, "big") + data, digest_size=size, person=_PERSON).digest()


def read(data: bytes) -> tuple[list[Save], int]:
    """The whole records of a file's bytes, and where they end; raises JournalUnusable."""
    if not data.startswith(MAGIC):
        if MAGIC.startswith(data):
            raise JournalUnusable("it was never begun")
        if data.startswith(MAGIC.rstrip(b"1\n")):
            raise JournalUnusable("it was written by another version of caboose; resume it there")
        raise JournalUnusable("it is no journal of caboose")
    saves: list[Save] = []
    at = len(MAGIC)
    while at < len(data):
        head = data[at : at + _HEAD]
        size = int.from_bytes(head[:4], "big")
        end = at + _HEAD + size
        if len(head) < _HEAD:
            break
        if head[4:8] != _check(len(saves), head[:4], 4) or size > _MAX_RECORD:
            if not any(data[at:]):
                break  # a file that grew before its bytes came: the machine lost power
            raise _damaged(len(saves), at)
        if end > len(data):
            break
        payload = data[at + _HEAD : end]
        if head[8:] != _check(len(saves), payload, 8):
            if end == len(data):
                break
            raise _damaged(len(saves), at)
        try:
            kind, body, secret = unpack(payload, limit=_MAX_RECORD)
        except (Malformed, ValueError, TypeError):
            raise _damaged(len(saves), at) from None
        if type(kind) is not str or type(body) is not bytes:
            raise _damaged(len(saves), at)
        saves.append(Save(kind, body, bool(secret)))
        at = end
    return saves, min(at, len(data))


def _damaged(number: int, at: int) -> JournalUnusable:
    return JournalUnusable(f"it is damaged in record {number}, at byte {at}")


# Files


class Journal:
    """One table's journal, open for writing and locked. Call it with a ``Save``; ``sync`` writes.

    A new one (``Journal.begin``) makes its file at the first record, which names the table. Used by
    ``Node``, which syncs before it publishes. Writing raises OSError.
    """

    def __init__(self, folder: Path) -> None:
        self.path: Path | None = None
        self._folder = folder
        self._handle: int | None = None
        self._count = 0
        self._failed = False
        self._buffer = bytearray()
        self._first: list[Save] = []

    @classmethod
    def begin(
        cls,
        brokers: tuple[str, ...] = (),
        folder: Path | None = None,
        key: bytes | None = None,
        cover: bytes | None = None,
    ) -> Journal:
        """For a table that is opened or joined. ``brokers``: where it is found again, no passwords.

        ``key``: the secret seed of a bot's own key, where the seat is a bot's that runs beside us.
        ``cover``: the key of a private table, from its invite.
        Raises FolderUnusable (see ``netplay.config``).
        """
        folder = folder or journals_folder()
        ready(folder, "games under way", "CABOOSE_DATA_DIR")
        journal = cls(folder)
        if brokers:
            journal._first.append(Save("brokers", pack(brokers)))
        if key is not None:
            journal._first.append(Save("key", key, secret=True))
        if cover is not None:
            journal._first.append(Save("cover", cover, secret=True))
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, list[Save]]:
        """Go on with a file: its records, the torn end cut away. Raises JournalUnusable."""
        journal = cls(path.parent)
        try:
            handle = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        except OSError as error:
            raise JournalUnusable(f"it cannot be opened ({_reason(error)})") from None
        journal.path, journal._handle = path, handle
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise JournalUnusable("it is no file")
            _lock(handle)
            if os.fstat(handle).st_size > MAX_BYTES:
                raise JournalUnusable("it is larger than any game's")
            saves, end = read(_all_of(handle))
            if end < os.fstat(handle).st_size:
                os.ftruncate(handle, end)
                os.fsync(handle)
            os.lseek(handle, end, os.SEEK_SET)
        except OSError as error:
            journal.close()
            raise JournalUnusable(f"it cannot be read ({_reason(error)})") from None
        except JournalUnusable:
            journal.close()
            raise
        journal._count = len(saves)
        return journal, saves

    def __call__(self, save: Save) -> None:
        """Take a record; it is on disk after ``sync``."""
        if self._handle is None:
            self._create(save)
            self._add(save)
            for more in self._first:
                self._add(more)
        else:
            self._add(save)

    def _add(self, save: Save) -> None:
        self._buffer += frame(self._count, save)
        self._count += 1

    def _create(self, first: Save) -> None:
        """Make the file; raises JournalBusy where this table has one already."""
        if first.kind != "table":
            raise ValueError("a journal begins with its table")
        path = self._folder / file_name(read_sitting(first.data))
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
        try:
            self._handle = os.open(path, flags, 0o600)
        except FileExistsError:
            raise JournalBusy(f"you sit at this table already (its journal is {path})") from None
        self.path = path
        _lock(self._handle)
        self._buffer += MAGIC

    def sync(self) -> None:
        """Write and sync what was taken; cheap where there is nothing."""
        if not self._buffer or self._handle is None:
            return
        data, self._buffer = bytes(self._buffer), bytearray()
        new = os.fstat(self._handle).st_size == 0
        view = memoryview(data)
        if self._failed:
            raise OSError(errno.EIO, "the journal could not be written before")
        self._failed = True  # half a record may be in the file: nothing may follow it
        while view:
            view = view[os.write(self._handle, view) :]
        os.fsync(self._handle)
        self._failed = False
        if new:
            _sync_folder(self._folder)

    def close(self) -> None:
        """Sync and unlock."""
        if self._handle is not None:
            try:
                if not self._failed:
                    self.sync()
            finally:
                os.close(self._handle)
                self._handle = None

    def discard(self) -> None:
        """The game is over, or never began: remove the file."""
        self._buffer.clear()
        if self.path is not None:
            self.path.unlink(missing_ok=True)
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def look(path: Path) -> tuple[list[Save], bool]:
    """The records of a file, left as it is, and whether somebody has it open; raises JournalUnusable."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise JournalUnusable(f"it cannot be opened ({_reason(error)})") from None
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode) or about.st_size > MAX_BYTES:
            raise JournalUnusable("it is no journal of caboose")
        try:
            _lock(handle)
            busy = False
        except JournalBusy:
            busy = True
        return read(_all_of(handle))[0], busy
    except OSError as error:
        raise JournalUnusable(f"it cannot be read ({_reason(error)})") from None
    finally:
        os.close(handle)  # and with it our lock, if we had it


def _all_of(handle: int) -> bytes:
    parts = []
    os.lseek(handle, 0, os.SEEK_SET)
    while part := os.read(handle, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def _lock(handle: int) -> None:
    """Let no other process write this file; raises JournalBusy. The system unlocks it for the dead."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, MAX_BYTES, os.SEEK_SET)  # a byte that no journal reaches
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise JournalBusy("it is open in another window") from None


def _sync_folder(folder: Path) -> None:
    if sys.platform == "win32":
        return  # its folders cannot be synced
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
