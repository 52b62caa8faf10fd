"""The visual language: which sign and colour stands for what, in one place.

A sign is used only if it is one cell wide and has no emoji form. Frames are of the kind whose
width East Asian terminals may double; there the ASCII set serves. Colour never stands alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.style import Style


@dataclass(frozen=True, slots=True)
class Marks:
    """One set of signs. ``companies`` are in the order blue, yellow, black, red, green."""

    name: str
    companies: str
    done: str
    todo: str
    here: str
    across: str
    down: str
    corners: str
    heavy: str
    coupling: str


UNICODE: Final = Marks("unicode", "◊▴▮◉✚", "▰", "▱", "▸", "─", "│", "┌┐└┘", "═", "═")
ASCII: Final = Marks("ascii", "<^#@%", "o", ".", ">", "-", "|", "++++", "=", "=")
SETS: Final = {marks.name: marks for marks in (UNICODE, ASCII)}

NEW: Final = "*"
"""Stands before what has just changed, and before an event in the log."""
TICKET: Final = "$"
COMPANY_LETTERS: Final = "bykrg"
"""Small letters, for wagons have the capitals; black is k, as printers have it."""

BACKGROUND: Final = "#12161b"

PAGE: Final = Style(bgcolor=BACKGROUND)
"""Under everything: a terminal's own background may be light."""

TEXT: Final = Style(color="#d7dce2")
STRONG: Final = Style(color="#ffffff", bold=True)
DIM: Final = Style(color="#7d8794")
FRAME: Final = Style(color="#465160")
TITLE: Final = Style(color="#ffb638", bold=True)
HEADING: Final = Style(color="#9aa5b1")
KEY: Final = Style(color="#12161b", bgcolor="#d7dce2", bold=True)
"""A key that does something now; one that does not is DIM."""
STAGED: Final = Style(color="#12161b", bgcolor="#ffb638", bold=True)
"""Chosen and not yet sent."""
FRESH: Final = Style(color="#7ee2a8", bold=True)
"""Has just changed; always beside NEW."""
WARN: Final = Style(color="#ff9d8a", bold=True)
WAGON: Final = Style(color="#ffffff", bgcolor="#3a4654", bold=True)
WAGON_DIM: Final = Style(color="#9aa5b1", bgcolor="#242c35")
ENGINE: Final = Style(color="#12161b", bgcolor="#c3ccd6", bold=True)
ENGINE_DIM: Final = Style(color="#12161b", bgcolor="#75808c")
MONEY: Final = Style(color="#b8e08a", bold=True)
PERSON: Final = Style(color="#e3b8ff", bold=True)

COMPANIES: Final = (
    Style(color="#ffffff", bgcolor="#1f5fd0", bold=True),
    Style(color="#1a1a1a", bgcolor="#f2cf3b", bold=True),
    Style(color="#ffffff", bgcolor="#000000", bold=True),
    Style(color="#ffffff", bgcolor="#b8232f", bold=True),
    Style(color="#ffffff", bgcolor="#1d7a3e", bold=True),
)
"""Chips: a shape and a letter or the whole name on the company's colour."""
