"""Foreign text made harmless at the boundary: names, chat, titles from other machines.

What is left is plain printable text in NFC on one line. It is still shown as literal text, never
parsed as markup.
"""

from __future__ import annotations

import unicodedata
from typing import Final

NAME_LIMIT: Final = 24
"""Characters of a player's name that are kept."""
_MARKS: Final = 2
"""Combining marks kept after one letter: more would climb over the lines above."""
_GAPS: Final = frozenset(("Zs", "Zl", "Zp"))
_UNPRINTABLE: Final = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
"""Controls (escape sequences begin with one), formats (bidi overrides and isolates, zero-width
joiners, tags), surrogates, private use, unassigned."""
_BLANK: Final = frozenset("\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800\u034f")
"""Letters and marks that show nothing, and so let a name look empty or like another."""


def _selector(char: str) -> bool:
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def clean(text: object, limit: int = NAME_LIMIT, fallback: str = "") -> str:
    """``text`` as at most ``limit`` harmless characters, ``fallback`` if nothing is left.

    NFC; control and format characters, surrogates, private use, variation selectors and blank
    letters removed; runs of any white space become one space; at most two combining marks a
    letter, none without one. Cleaning twice changes nothing. Anything that is no text counts as
    empty; never raises.
    """
    if type(text) is not str:
        return fallback
    # Bounded before anything that grows with the input; a letter may carry many marks.
    kept = _strip(text[: 8 * limit + 64])
    # Composition can join what was kept and bring nothing forbidden, but it can leave room for a
    # further mark: the second pass makes the result stable.
    kept = _strip(unicodedata.normalize("NFC", kept))
    short = unicodedata.normalize("NFC", kept)[:limit].strip()
    return short or fallback


def _strip(text: str) -> str:
    out: list[str] = []
    marks = 0
    for char in text:
        category = unicodedata.category(char)
        if category in _GAPS or char in "\t\n\r\v\f":
            if out and out[-1] != " ":
                out.append(" ")
            marks = _MARKS
        elif category in _UNPRINTABLE or char in _BLANK or _selector(char):
            continue
        elif category[0] == "M":
            if out and marks < _MARKS:
                out.append(char)
                marks += 1
        else:
            out.append(char)
            marks = 0
    return "".join(out)
