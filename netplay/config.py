"""Where Caboose keeps what it keeps: one folder for identity and settings, one for games.

``CABOOSE_CONFIG_DIR`` and ``CABOOSE_DATA_DIR`` name other folders. The usual ones come from
platformdirs, which is imported only when neither says so: it costs as much as the whole start.
"""

from __future__ import annotations

import os
from pathlib import Path


class FolderUnusable(Exception):
    """A folder of ours cannot be made or written to; ``str()`` is one sentence that says what to do."""


def config_folder() -> Path:
    """The folder of the identity and the settings; it may not exist yet."""
    return _folder("CABOOSE_CONFIG_DIR", "user_config_path")


def data_folder() -> Path:
    """The folder of kept games and reports; it may not exist yet."""
    return _folder("CABOOSE_DATA_DIR", "user_data_path")


def games_folder() -> Path:
    """Where finished and interrupted games are kept."""
    return data_folder() / "games"


def _folder(variable: str, usual: str) -> Path:
    named = os.environ.get(variable)
    if named:
        if "\0" in named:
            raise FolderUnusable(f"{variable} names no folder")
        return Path(named).expanduser().absolute()
    import platformdirs

    found: Path = getattr(platformdirs, usual)("caboose", appauthor=False)
    return found


def ready(folder: Path, purpose: str, variable: str) -> Path:
    """The folder, made if it is missing, for its owner's eyes only.

    Raises FolderUnusable, which names ``variable`` as the way to another place.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        why = "something else has its name"
    except OSError as error:
        why = (error.strerror or str(error)).lower()
    else:
        if os.access(folder, os.W_OK | os.X_OK):
            return folder
        why = "it may not be written to"
    raise FolderUnusable(
        f"the folder for {purpose}, {folder}, cannot be used ({why}); "
        f"mend that, or name another with {variable}"
    )


def write_new(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file that does not exist yet: whole and synced, or not at all, never over another.

    Raises FileExistsError where there is one already, OSError where writing fails.
    """
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}.new")
    handle = os.open(
        draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0), mode
    )
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(draft, path)  # unlike a rename, this never takes the place of a file
        except FileExistsError:
            raise
        except OSError:  # a file system without hard links
            if path.exists():
                raise FileExistsError(path) from None
            os.rename(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def replace_file(path: Path, data: bytes, mode: int = 0o600) -> None:
    """Write a file, whole and synced, in the place of what is there; raises OSError."""
    draft = path.with_name(f".{path.name}.{os.urandom(6).hex()}.new")
    try:
        write_new(draft, data, mode)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
