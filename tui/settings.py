"""What a person may set, kept in ``settings.toml`` of the configuration folder; read once at the start.

People may edit the file: whatever cannot be used is left out, and said in one line each. The screen
writes it anew as a whole, so comments do not survive it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from netplay.config import config_folder, ready, replace_file

FILE_NAME: Final = "settings.toml"
_MAX_BYTES: Final = 65536
AUTO: Final = "auto"
SYMBOLS: Final = (AUTO, "unicode", "ascii", "mono")
"""``mono``: the unicode signs without any colour."""
THEMES: Final = (AUTO, "dark", "light", "contrast", "mono")
"""Caboose's own; Textual's names are good too."""


class Settings(NamedTuple):
    """language: a code, empty for the locale's. keys: the program's key to the one pressed."""

    language: str = ""
    theme: str = AUTO
    symbols: str = AUTO
    bell: bool = True
    title: bool = True
    notice: bool = True
    motion: bool = True
    ponder: bool = False
    keys: Mapping[str, str] = {}


def _path(folder: Path | None = None) -> Path:
    return (config_folder() if folder is None else folder) / FILE_NAME


def known() -> bool:
    """Whether anything was ever set here."""
    return _path().exists()


def read(folder: Path | None = None) -> tuple[Settings, list[str]]:
    """The settings, and a sentence for each entry that cannot be used.

    ``folder``: another's configuration folder, by default this person's own. The sentences are
    English: the language may be what cannot be read. ``tui.away_words`` has them for who shows them.
    """
    path = _path(folder)
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except FileNotFoundError:
        return Settings(), []
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        return Settings(), [f"{FILE_NAME} cannot be read ({why}); the usual settings are used"]
    import tomllib  # late: most people never set anything

    try:
        if len(data) > _MAX_BYTES:
            raise ValueError("it is too long")
        found = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # of TOML and of UTF-8 among them
        why = str(error).splitlines()[0][:120]
        return Settings(), [
            f"{FILE_NAME} cannot be understood ({why}); the usual settings are used"
        ]
    return checked(found)


def checked(found: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    """Settings out of what the file says."""
    from tui.foreign import plain
    from tui.keymap import swaps
    from tui.tongue import LANGUAGES

    good: dict[str, Any] = {}
    faults: list[str] = []
    usual = Settings()._asdict()
    for name, value in found.items():
        if name not in usual:
            faults.append(f"{FILE_NAME}: there is no setting {plain(str(name), 30)!r}")
        elif name == "keys":
            keys, wrong = swaps(value)
            good["keys"] = keys
            faults += [f"{FILE_NAME}: {says}" for says in wrong]
        elif type(value) is not type(usual[name]):
            kind = "true or false" if isinstance(usual[name], bool) else "a text in quotes"
            faults.append(f"{FILE_NAME}: {name} is {kind}")
        elif name == "language" and value not in ("", *LANGUAGES):
            faults.append(f"{FILE_NAME}: language is one of {', '.join(LANGUAGES)}")
        elif name == "symbols" and value not in SYMBOLS:
            faults.append(f"{FILE_NAME}: symbols is one of {', '.join(SYMBOLS)}")
        else:
            good[name] = value
    return Settings(**good), faults


def written(settings: Settings) -> str:
    """The file's text."""
    lines = ["# Written by Caboose's settings screen; docs/settings.md names all there is."]
    for name, value in settings._asdict().items():
        if name != "keys":
            lines.append(
                f"{name} = {str(value).lower() if isinstance(value, bool) else _quoted(value)}"
            )
    if settings.keys:
        lines += ["", "[keys]"]
        lines += [f"{_quoted(old)} = {_quoted(new)}" for old, new in settings.keys.items()]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def keep(settings: Settings) -> None:
    """Write them down; raises FolderUnusable and OSError."""
    path = _path()
    ready(path.parent, "settings", "CABOOSE_CONFIG_DIR")
    replace_file(path, written(settings).encode())
