"""The least terminal, and a rectangle of it: what every board's layout is made of."""

from __future__ import annotations

from typing import Final, NamedTuple

WIDTH: Final = 80
HEIGHT: Final = 24
"""The least a table needs."""


class Rect(NamedTuple):
    """Cells from the top left corner of the terminal."""

    x: int
    y: int
    width: int
    height: int
