"""The least terminal, and a rectangle of it: what every board's layout is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

WIDTH: Final = 80
HEIGHT: Final = 24
"""The least a table needs."""


@dataclass(frozen=True, slots=True)
class Rect:
    """Cells from the top left corner of the terminal."""

    x: int
    y: int
    width: int
    height: int
