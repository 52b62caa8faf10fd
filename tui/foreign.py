"""Names and other text from outside, fitted to cells: the screen's own last guard.

``netplay.text`` has removed what is harmful; here goes what has no certain width.
"""

from __future__ import annotations

import unicodedata

from rich.cells import cell_len, set_cell_size

from netplay.text import clean


def plain(text: str, limit: int = 200) -> str:
    """The text on one line, without marks and symbols that terminals draw in different widths."""
    kept: list[str] = []
    for char in clean(text, limit):
        kind = unicodedata.category(char)
        if kind[0] == "M":
            continue
        if kind == "So" and (char > "\uffff" or cell_len(char) != 1):
            char = "?"
        kept.append(char)
    return "".join(kept).strip()


def short(text: str, width: int) -> str:
    """``plain`` text cut to ``width`` cells, a cut shown by a full stop and by nothing before it."""
    found = plain(text) or "?"
    if cell_len(found) <= width:
        return found
    return set_cell_size(found, width - 1).rstrip(" ,;:") + "."
