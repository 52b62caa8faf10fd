"""The visual language: which sign and colour stands for what, in one place.

A sign is used only if it is one cell wide and has no emoji form. Frames are of the kind whose
width East Asian terminals may double; there the ASCII set serves. Colour never stands alone.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style


class Marks(NamedTuple):
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
    safe: str


UNICODE: Final = Marks("unicode", "◊▴▮◉✚", "▰", "▱", "▸", "─", "│", "┌┐└┘", "═", "═", "✓")
ASCII: Final = Marks("ascii", "<^#@%", "o", ".", ">", "-", "|", "++++", "=", "=", "&")
SETS: Final = {marks.name: marks for marks in (UNICODE, ASCII)}

NEW: Final = "*"
"""Stands before what has just changed, and before an event in the log."""
TICKET: Final = "$"
COMPANY_LETTERS: Final = "bykrg"
"""Small letters, for wagons have the capitals; black is k, as printers have it."""

BACKGROUND: Final = "#12161b"


def _style(color: str, bgcolor: str = BACKGROUND, bold: bool = False) -> Style:
    """Always with a background: a terminal's own may be light."""
    return Style(color=color, bgcolor=bgcolor, bold=bold)


PAGE: Final = Style(bgcolor=BACKGROUND)
TEXT: Final = _style("#d7dce2")
STRONG: Final = _style("#ffffff", bold=True)
DIM: Final = _style("#7d8794")
FRAME: Final = _style("#465160")
TITLE: Final = _style("#ffb638", bold=True)
HEADING: Final = _style("#9aa5b1")
KEY: Final = _style("#12161b", "#d7dce2", bold=True)
"""A key that does something now; one that does not is DIM."""
STAGED: Final = _style("#12161b", "#ffb638", bold=True)
"""Chosen and not yet sent."""
FRESH: Final = _style("#7ee2a8", bold=True)
"""Has just changed; always beside NEW."""
WARN: Final = _style("#ff9d8a", bold=True)
WAGON: Final = _style("#ffffff", "#3a4654", bold=True)
WAGON_DIM: Final = _style("#9aa5b1", "#242c35")
ENGINE: Final = _style("#12161b", "#c3ccd6", bold=True)
ENGINE_DIM: Final = _style("#12161b", "#75808c")
MONEY: Final = _style("#b8e08a", bold=True)
PERSON: Final = _style("#e3b8ff", bold=True)

COMPANIES: Final = (
    _style("#ffffff", "#1f5fd0", bold=True),
    _style("#1a1a1a", "#f2cf3b", bold=True),
    _style("#ffffff", "#000000", bold=True),
    _style("#ffffff", "#b8232f", bold=True),
    _style("#ffffff", "#1d7a3e", bold=True),
)
"""Chips: a shape and a letter or the whole name on the company's colour."""
