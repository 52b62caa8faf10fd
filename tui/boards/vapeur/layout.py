"""Where the panels go and how large things are drawn, from 80x24 upwards: the same keys everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from core.games.vapeur.sheet import TRAINS
from tui.boards.area import HEIGHT, WIDTH, Rect

LABEL: Final = 21
"""Cells before a player's first train: marks, name, cards in hand, complete trains."""
THEFT_COLUMNS: Final = 3
"""Three columns of three: there are never more than nine trains."""
CELLS: Final = {"small": 9, "boxes": 18, "train": 24, "tall": 39, "art": 56}
"""Cells of a train and the gap after it, by how it is drawn."""
ROWS: Final = {"small": 1, "boxes": 1, "train": 1, "tall": 2, "art": 3}
"""Rows of a train."""
_RICHEST: Final = (
    ("art", 4), ("tall", 4), ("train", 4), ("train", 1), ("boxes", 1), ("small", 1),
)  # fmt: skip
"""How trains and the hand are drawn, what is best first."""
_HAND: Final = {1: 6, 4: 18}
"""Rows of the hand's panel."""


class Layout(NamedTuple):
    """A rectangle a panel, and how richly things are drawn.

    style: how trains are drawn, a key of CELLS. per_row: trains in one row of a player. card_rows:
    rows of a colour in the hand, 1 or 4 (with art).
    """

    header: Rect
    trains: Rect
    thefts: Rect
    hand: Rect
    log: Rect
    pile: Rect
    prompt: Rect
    style: str
    per_row: int
    card_rows: int


def layout(
    width: int,
    height: int,
    seats: int,
    now: Sequence[int] = (),
    more: int = 0,
    *,
    watching: bool = False,
) -> Layout:
    """The layout of a terminal of at least WIDTH by HEIGHT; smaller ones are drawn as if that.

    Panels lie where all trains there can ever be have room, so that none moves in a game. On a wide
    terminal the trains of ``now``, by seat, are drawn as large as these few may be; ``more``: rows
    that are needed beside them. ``watching``: there is no hand to show.
    """
    width, height = max(width, WIDTH), max(height, HEIGHT)
    log = 22 if width < 100 else 30 if width < 120 else max(36, width // 4)
    left = width - log
    thefts = 5
    room = left - 2 - LABEL
    rest = height - 3 - thefts
    for style, card_rows in _RICHEST:
        per_row, hand = (room + 1) // CELLS[style], _HAND[1 if watching else card_rows]
        fits = per_row and (card_rows == 1 or left >= 98)
        if fits and rows_needed(seats, per_row) * ROWS[style] + 2 + hand <= rest:
            break
    trains = height - 3 - thefts - hand
    if now and card_rows > 1:
        style, per_row = _largest(room, trains - 2 - more, now) or (style, per_row)
    base = 1 + trains + thefts
    return Layout(
        header=Rect(0, 0, width, 1),
        trains=Rect(0, 1, left, trains),
        thefts=Rect(0, 1 + trains, left, thefts),
        hand=Rect(0, base, left, hand),
        log=Rect(left, 1, log, trains + thefts + hand - 6),
        pile=Rect(left, height - 8, log, 6),
        prompt=Rect(0, height - 2, width, 2),
        style=style,
        per_row=per_row,
        card_rows=card_rows,
    )


def _largest(width: int, height: int, now: Sequence[int]) -> tuple[str, int] | None:
    """How these trains can be drawn largest in that room, and how many go in a row; None if no way."""
    for style in ("art", "tall", "train"):
        per_row = (width + 1) // CELLS[style]
        if per_row and sum(max(1, -(-n // per_row)) for n in now) * ROWS[style] <= height:
            return style, per_row
    return None


def rows_needed(seats: int, per_row: int) -> int:
    """The most rows of trains the players can have: a row each, and more for whoever has many.

    Every further row of a player stands for ``per_row`` trains more, but the first one row holds.
    """
    return seats + (TRAINS - 1) // per_row
