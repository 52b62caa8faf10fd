"""The smallest text that turns one screen of a terminal emulator into another: what a frame could cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tui.pen import thrifty

Rows = Sequence[Sequence[Any]]
"""Cells of pyte, which has no types: (character, colour, ground, and six marks)."""
GAP = 3
_MARKS = ("1", "3", "4", "9", "7", "5")
_NAMES = {
    name: str(30 + n)
    for n, name in enumerate(["black", "red", "green", "brown", "blue", "magenta", "cyan", "white"])
}


def cells(screen: Any) -> Rows:
    """What the screen shows now."""
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def smallest(before: Rows, after: Rows) -> int:
    """Bytes of the changed cells, a cursor address for each run of them, and changes of style.

    A gap in a run of up to GAP cells is written over, a longer one jumped over.
    """
    said: list[str] = []
    for y, (old, new) in enumerate(zip(before, after, strict=True)):
        changed = [x for x, (a, b) in enumerate(zip(old, new, strict=True)) if _seen(a) != _seen(b)]
        for n, x in enumerate(changed):
            gap = x - changed[n - 1] - 1 if n else 0
            if not n:
                said.append(f"\x1b[{y + 1};{x + 1}H")
            elif 0 < gap <= GAP:
                said += (_drawn(new[between]) for between in range(x - gap, x))
            elif gap:
                said.append(f"\x1b[{gap}C")
            said.append(_drawn(new[x]))
    return len(thrifty("".join(said)).encode())


def _seen(cell: Any) -> object:
    """Of a blank, the ground alone can be seen, unless it is underlined or reversed."""
    return (cell[2],) if cell[0] == " " and not any(cell[3:]) else cell


def _drawn(cell: Any) -> str:
    codes = [code for code, on in zip(_MARKS, cell[3:], strict=True) if on]
    codes += [_colour(cell[1], 0), _colour(cell[2], 10)]
    style = ";".join(code for code in codes if code)
    return f"\x1b[{style}m{cell[0]}\x1b[m" if style else cell[0]


def _colour(said: str, plus: int, names: Mapping[str, str] = _NAMES) -> str:
    if said == "default":
        return ""
    if said in names:
        return str(int(names[said]) + plus)
    return f"{38 + plus};2;{int(said[:2], 16)};{int(said[2:4], 16)};{int(said[4:], 16)}"
