"""What must hold of any screen in any look, found by program: each check gives what is wrong, in words."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from types import ModuleType
from typing import Any, Final

import pytest
from rich.cells import cell_len
from rich.color import Color
from rich.color_triplet import ColorTriplet
from rich.segment import Segment
from rich.style import Style

from tests.tui.every.looks import Look
from tests.tui.every.screens import NOTHING, ROW, TEXT
from tui import foreign, line, palette
from tui import marks as m
from tui.app import CabooseApp
from tui.canvas import Canvas
from tui.line import Line
from tui.screens.base import CabooseScreen
from tui.tongue import _

COMPANY_WORDS: Final = ("blue", "yellow", "black", "red", "green")
INTENDED: Final = {
    ("tui.screens.commands", "repaint"): "the whole sentence stands below the list",
    ("tui.boards.continental.panels_people", "_player"): "the log has the whole deed",
    ("tui.boards.parts", "header"): "what is said of the link gives way to the keys",
}
"""Functions that may cut a text of ours, and why that loses nothing."""


class Losses:
    """Text that was lost on its way to the screen."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def take(self) -> list[str]:
        """What was lost since the last time."""
        found, self.found = self.found, []
        return found


@contextmanager
def losses() -> Iterator[Losses]:
    """Watch every line that is fitted, every text that is shortened, and every frame that is filled."""
    lost = Losses()
    fit, cut, frame = Line.fit, foreign.set_cell_size, line.frame

    def fitted(self: Line, width: int) -> Line:
        made = fit(self, width)
        if self.width > width and self.text.rstrip() != made.text.rstrip():
            lost.found.append(f"cut to {width}: {self.text}")
        return made

    def shortened(text: str, cells: int) -> str:
        caller = sys._getframe(2)
        if (caller.f_globals["__name__"], caller.f_code.co_name) not in INTENDED:
            lost.found.append(f"shortened to {cells} in {caller.f_code.co_name}: {text}")
        return cut(text, cells)

    def framed(
        marks: Any,
        title: str,
        body: Sequence[Line],
        width: int,
        height: int,
        *more: Any,
        **rest: Any,
    ) -> list[Line]:
        over = [one.text for one in body[max(0, height - 2) :] if one.text.strip()]
        if over:
            lost.found.append(f"below the frame {title!r}: {over[0]}")
        made = frame(marks, title, body, width, height, *more, **rest)
        if cell_len(title) + 4 > width:
            lost.found.append(f"title cut: {title}")
        return made

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Line, "fit", fitted)
        patch.setattr(foreign, "set_cell_size", shortened)
        for module in list(sys.modules.values()):
            if type(module) is ModuleType and vars(module).get("frame") is frame:
                patch.setattr(module, "frame", framed)
        yield lost


def grid(app: CabooseApp) -> list[str]:
    """What the terminal shows."""
    strips = app.screen._compositor.render_strips()
    return ["".join(part.text for part in strip) for strip in strips]


def canvases(screen: CabooseScreen) -> list[Canvas]:
    """Those on show."""
    return [one for one in screen._canvases.values() if one.display and one.id != "too-small"]


def wrong(app: CabooseApp, look: Look, focus: str) -> list[str]:
    """Everything that is wrong with what is on show."""
    screen = app.screen
    assert isinstance(screen, CabooseScreen)
    return [
        *outside(app, look),
        *uncertain(grid(app), look),
        *broken_frames(screen, look),
        *without_focus(screen, look, focus),
        *unreadable(screen, look),
        *coloured(app, look),
        *unnamed_companies(screen, look),
    ]


def outside(app: CabooseApp, look: Look) -> list[str]:
    """Canvases over the edge or over each other, and lines that do not fill their canvas."""
    width, height = look.size
    screen: Any = app.screen
    found = []
    shown = grid(app)
    if [cell_len(row) for row in shown] != [width] * height:
        found.append("the rows do not fill the terminal")
    taken: dict[tuple[int, int], str] = {}
    for canvas in canvases(screen):
        assert canvas._place is not None
        x, y, wide, high = canvas._place
        if x < 0 or y < 0 or x + wide > width or y + high > height:
            found.append(f"{canvas.id} goes over the edge: {canvas._place}")
        if len(canvas._strips) > high:
            found.append(f"{canvas.id} has {len(canvas._strips)} lines for {high} rows")
        for cell in ((x + n, y + row) for n in range(wide) for row in range(high)):
            if taken.setdefault(cell, canvas.id or "") != canvas.id:
                found.append(f"{canvas.id} lies over {taken[cell]}")
                break
    return found


def uncertain(rows: Sequence[str], look: Look) -> list[str]:
    """Signs whose width no one can be sure of, or that a terminal of plain signs lacks."""
    found = []
    for char in sorted(set("".join(rows))):
        kind = unicodedata.category(char)
        if cell_len(char) != 1 or unicodedata.east_asian_width(char) in "WF" or kind[0] in "MC":
            found.append(f"a sign of uncertain width: {char!r}")
        elif look.signs == "ascii" and ord(char) > 0x24F and char not in "’‘“”–—…":
            found.append(f"a sign beyond Latin letters: {char!r}")
    return found


def broken_frames(screen: CabooseScreen, look: Look) -> list[str]:
    """Edges of panels that something stands in the place of."""
    signs = m.ASCII if look.signs == "ascii" else m.UNICODE
    left, right, low_left, low_right = signs.corners
    found = []
    for canvas in canvases(screen):
        rows = [strip.text for strip in canvas._strips]
        for y, row in enumerate(rows):
            if not row.startswith(left + signs.across) or row.startswith(left + signs.across + "+"):
                continue
            if y and look.signs == "ascii" and rows[y - 1].startswith(signs.down):
                continue  # in ASCII a lower edge begins like an upper one
            end = row.rfind(right)
            low = next(
                (n for n, one in enumerate(rows[y + 1 :], y + 1) if one.startswith(low_left)), None
            )
            if low is None or rows[low][: end + 1].rstrip(signs.across + low_left + low_right):
                found.append(f"{canvas.id}: no lower edge under {row!r}")
                continue
            found += [
                f"{canvas.id}: the frame is broken in {one!r}"
                for one in rows[y + 1 : low]
                if one[:1] != signs.down or one[end : end + 1] != signs.down
            ]
    return found


def without_focus(screen: CabooseScreen, look: Look, focus: str) -> list[str]:
    """Nothing in focus, or more than one thing, where something should be."""
    signs = m.ASCII if look.signs == "ascii" else m.UNICODE
    if focus == NOTHING:
        return []
    if focus == TEXT:
        typed = [
            text for pieces in _pieces(screen) for text, *_more in pieces if "_ " in f"{text} "
        ]
        return [] if len(typed) == 1 else [f"{len(typed)} lines to type in: {typed}"]
    assert focus == ROW
    pointed = [row for row in _rows(screen) if f" {signs.here}" in row[:8]]
    return [] if len(pointed) == 1 else [f"{len(pointed)} rows in focus: {pointed}"]


def _rows(screen: CabooseScreen) -> list[str]:
    return [strip.text for canvas in canvases(screen) for strip in canvas._strips]


def _pieces(screen: CabooseScreen) -> Iterator[list[Segment]]:
    for canvas in canvases(screen):
        for strip in canvas._strips:
            yield list(strip)


def unreadable(screen: CabooseScreen, look: Look) -> list[str]:
    """Text whose colour is too near its background's: WCAG 2.2, 1.4.3, in high contrast 1.4.6."""
    if look.signs == "mono":
        return []
    least = 7.0 if look.theme == "contrast" else 4.5
    found = set()
    for pieces in _pieces(screen):
        for text, style, _control in pieces:
            if style is None or not any(char.isalnum() for char in text):
                continue
            ratio = _contrast(style)
            if ratio is not None and ratio < least and style.color != _frame_colour():
                colours = f"{_named(style.color)} on {_named(style.bgcolor)}"
                found.add(f"{ratio:.1f} to 1 in {colours}: {text.strip()}")
    return sorted(found)[:3]


def _named(colour: Color | None) -> str:
    return "none" if colour is None else colour.name


def _frame_colour() -> Color | None:
    """What frames and cards that nobody holds are drawn in: shapes, which say nothing alone."""
    return palette._dress(m.FRAME).color


def _contrast(style: Style) -> float | None:
    if style.color is None or style.bgcolor is None:
        return None
    one, two = sorted((_luminance(style.color), _luminance(style.bgcolor)))
    return (two + 0.05) / (one + 0.05)


def _luminance(colour: Color) -> float:
    triplet: ColorTriplet = colour.get_truecolor()
    parts = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in triplet.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def coloured(app: CabooseApp, look: Look) -> list[str]:
    """Colours where none are wanted."""
    if look.signs != "mono":
        return []
    for pieces in _pieces(app.screen):  # type: ignore[arg-type]  # all screens are ours
        for text, style, _control in pieces:
            if style is not None and not _colourless(style):
                return [f"coloured without colours: {text!r} {style}"]
    return []


def _colourless(style: Style) -> bool:
    return all(colour is None or colour.is_default for colour in (style.color, style.bgcolor))


def unnamed_companies(screen: CabooseScreen, look: Look) -> list[str]:
    """A company shown by its colour alone: every chip carries its letter, its sign or its name."""
    if look.theme != "dark" or look.signs == "mono":
        return []
    signs = m.ASCII if look.signs == "ascii" else m.UNICODE
    found = []
    for canvas in canvases(screen):
        near: list[set[int]] = [set(), set()]
        for strip in canvas._strips:
            groups = [
                (company, "".join(part.text for part in group))
                for company, group in groupby(strip, key=_company)
                if company is not None
            ]
            named = {one for one, text in groups if _names(signs, one, text)}
            # A chip stands for the wagons behind it, and for a drawn card of three rows beside it.
            around = named.union(*near)
            found += [
                f"{COMPANY_WORDS[company]} by its colour alone: {text!r}"
                for company, text in groups
                if text.strip() and company not in around
            ]
            near = [*near[1:], named]
    return found


def _names(signs: m.Marks, company: int, text: str) -> bool:
    """Whether a chip says which company it is, and no other."""
    sign = signs.companies[company]
    if set(text) & (set(signs.companies) - {sign}):
        return False
    return sign in text or _(COMPANY_WORDS[company]) in text


def _company(piece: Segment) -> int | None:
    style = piece.style
    if style is None:
        return None
    bare = Style(color=style.color, bgcolor=style.bgcolor, bold=style.bold)
    return m.COMPANIES.index(bare) if bare in m.COMPANIES else None
