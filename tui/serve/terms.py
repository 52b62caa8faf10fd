"""What a client says of its terminal, read strictly: nothing else of its environment is taken."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from netplay.text import clean
from tui.tongue import ENGLISH, LANGUAGES

UNKNOWN: Final = "ansi"
"""What a terminal counts as that does not say what it is: sixteen colours, plain letters."""
_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+_-]{0,63}", re.ASCII)
_LOCALE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9@._-]{0,63}", re.ASCII)
_LOCALES: Final = ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "LC_NUMERIC")
_LANGUAGE: Final = re.compile(r"[A-Za-z0-9@._:-]{1,64}", re.ASCII)
_TAGS: Final = re.compile(
    r"([A-Za-z]{2,8})(?:-[A-Za-z0-9-]{1,20})?(?:\s*;\s*q=[0-9.]{1,5})?", re.ASCII
)
MOST: Final = 500
"""Columns and rows, at most: a screen of a million cells would be a weapon."""


def term(said: str | None) -> str:
    """The kind of terminal; never refused."""
    if said is None or said == "unknown" or not _TERM.fullmatch(said):
        return UNKNOWN
    return said


def size(columns: int, rows: int) -> tuple[int, int]:
    """Columns and rows within reason; 80 and 24 where the client says nothing."""
    return min(columns or 80, MOST), min(rows or 24, MOST)


def language(accepted: str) -> str:
    """The first language of an Accept-Language header that is spoken here; else English."""
    for part in accepted[:200].split(","):
        tag = _TAGS.fullmatch(part.strip())
        if tag is not None and tag[1].lower() in LANGUAGES:
            return tag[1].lower()
    return ENGLISH


def environment(
    said_term: str | None, said: Mapping[bytes, bytes], user: str = ""
) -> dict[str, str]:
    """TERM, the locale, NO_COLOR and COLORTERM as the client has them, if they can be true."""
    found = {"TERM": term(said_term)}
    texts = {
        key.decode("ascii", "replace"): value.decode("ascii", "replace")
        for key, value in said.items()
        if len(key) <= 16 and len(value) <= 64
    }
    for key in _LOCALES:
        if _LOCALE.fullmatch(texts.get(key, "")):
            found[key] = texts[key]
    if _LANGUAGE.fullmatch(texts.get("LANGUAGE", "")):
        found["LANGUAGE"] = texts["LANGUAGE"]
    if texts.get("NO_COLOR"):
        found["NO_COLOR"] = "1"
    if texts.get("COLORTERM") in ("truecolor", "24bit"):
        found["COLORTERM"] = texts["COLORTERM"]
    letters = found.get("LC_ALL") or found.get("LC_CTYPE") or found.get("LANG")
    if letters is not None and "utf8" not in letters.lower().replace("-", ""):
        found["CABOOSE_SYMBOLS"] = "ascii"
    name = clean(user)
    if name:
        found["USER"] = found["LOGNAME"] = name
    return found
