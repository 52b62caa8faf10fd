"""The small things every panel draws: wagons, small cards, companies, trains, keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.style import Style

from core.games.continental.sheet import LETTERS, LOCOMOTIVE, NAMES, TICKET
from tui import marks as m
from tui.boards.continental import art
from tui.boards.continental.text import company_name
from tui.boards.parts import key as key  # noqa: PLC0414 - handed on with the other pieces
from tui.line import Line
from tui.marks import Marks
from tui.tongue import _

_CAR: Final = 12
"""Cells of a drawn car and its coupling."""


def wagon(line: Line, card: int, bright: bool = True, press: str | None = None) -> Line:
    """``[A]``."""
    if card == LOCOMOTIVE:
        style = m.ENGINE if bright else m.ENGINE_DIM
    else:
        style = m.WAGON if bright else m.WAGON_DIM
    return line.add(f"[{LETTERS[card]}]", style, press)


def symbol(line: Line, card: int, bright: bool = True, press: str | None = None) -> Line:
    """A small card in three cells: ``[A]``, ``(I)`` or `` $ ``."""
    if card <= LOCOMOTIVE:
        return wagon(line, card, bright, press)
    if card == TICKET:
        return line.add(f" {m.TICKET} ", m.MONEY if bright else m.DIM, press)
    return line.add(f"({NAMES[card][0]})", m.PERSON if bright else m.DIM, press)


def small_style(card: int, bright: bool) -> Style:
    """The style of a small card's name."""
    if not bright:
        return m.DIM
    if card == TICKET:
        return m.MONEY
    return m.PERSON if card > TICKET else m.STRONG


def company(line: Line, n: int, marks: Marks, count: int | None = None) -> Line:
    """A chip: shape and small letter on the colour, and how many if more than one."""
    line.add(f"{marks.companies[n]}{m.COMPANY_LETTERS[n]}", m.COMPANIES[n])
    if count is not None and count > 1:
        line.add(str(count), m.TEXT)
    return line


def company_word(
    line: Line, n: int, marks: Marks, width: int = 0, press: str | None = None
) -> Line:
    """A chip with the company's whole name, padded to ``width`` cells; ``press`` as in ``Line.add``."""
    word = f" {marks.companies[n]} {company_name(n)} "
    return line.add(word, m.COMPANIES[n], press).add(" " * (width - len(word)))


def chips(counts: Sequence[int], marks: Marks) -> Line:
    """A chip a company that has any."""
    line = Line()
    for n, count in enumerate(counts):
        if count:
            if line.width:
                line.add(" ")
            company(line, n, marks, count)
    return line


def counts(wagons: Sequence[int]) -> str:
    """``A2 C1 L1``."""
    found = " ".join(f"{LETTERS[card]}{count}" for card, count in enumerate(wagons) if count)
    return found or "-"


class Edge(NamedTuple):
    """How a card's box is drawn: the key in its upper edge, and whether it is chosen or new."""

    key: str
    live: bool
    chosen: bool
    fresh: bool
    style: Style


def boxed(edge: Edge, body: Sequence[Line], cell: int, marks: Marks) -> list[Line]:
    """A card in a box of ``cell - 1`` cells and a blank one; two rows more than its body."""
    left, right, low_left, low_right = list(marks.corners)
    across, down = (marks.heavy if edge.chosen else marks.across), marks.down
    width = cell - 1
    top = Line(left + across, edge.style)
    key(top, edge.key, edge.live, f" {edge.key} ")
    top.add(across, edge.style)
    if edge.chosen or edge.fresh:
        top.add(marks.here if edge.chosen else m.NEW, m.TITLE if edge.chosen else m.FRESH)
    else:
        top.add(across, edge.style)
    top.add(across * (width - 1 - top.width) + right, edge.style)
    lines = [top.to(cell)]
    for text in body:
        inner = text.fit(width - 2)
        lines.append(Line(down, edge.style).join(inner).add(down, edge.style).to(cell))
    lines.append(Line(low_left + across * (width - 2) + low_right, edge.style).to(cell))
    return lines


def train(
    wagons: Sequence[int],
    marks: Marks,
    width: int,
    rows: int,
    live: frozenset[str] | None = None,
    came: frozenset[int] = frozenset(),
) -> list[Line]:
    """The train coupled together, or grouped by kind where it is too long for the rows.

    ``live`` are the letters that can be chosen now; None where none is asked for. ``came``: kinds of
    which the last has just come, and stands out for a moment.
    """
    cars = [card for card, count in enumerate(wagons) for _ in range(count)]
    per_row = max(1, (width + 1) // 4)
    lines: list[Line] = []
    if not cars:
        return [Line(_("no wagons yet"), m.DIM)]
    if -(-len(cars) // per_row) <= rows:
        for start in range(0, len(cars), per_row):
            line = Line()
            for n, card in enumerate(cars[start : start + per_row], start=start):
                if line.width:
                    line.add(marks.coupling, m.FRAME)
                if card in came and cars[n + 1 : n + 2] != [card]:
                    line.add(f"[{LETTERS[card]}]", m.STAGED)
                else:
                    _choosable(line, card, live)
            lines.append(line)
        return lines
    line = Line()
    for card, count in enumerate(wagons):
        if count:
            _choosable(line, card, live)
            line.add(f"x{count}", m.STAGED if card in came else m.TEXT).add(" ")
    return [line]


def _choosable(line: Line, card: int, live: frozenset[str] | None) -> Line:
    letter = LETTERS[card].lower()
    if live is None:
        return wagon(line, card)
    return wagon(line, card, letter in live, letter)


def drawn(
    wagons: Sequence[int],
    marks: Marks,
    width: int,
    live: frozenset[str] | None = None,
    came: frozenset[int] = frozenset(),
) -> list[Line]:
    """The train as pictures, three rows: each car, or each kind with its count where all do not fit.

    No lines where there is no car, or not even the kinds fit. ``came`` as in ``train``.
    """
    cars = [(card, 1) for card, count in enumerate(wagons) for _ in range(count)]
    if len(cars) * _CAR - 1 > width:
        cars = [(card, count) for card, count in enumerate(wagons) if count]
    lines = [Line() for _ in range(3)]
    for n, (card, count) in enumerate(cars):
        letter = LETTERS[card].lower()
        style = m.STRONG if live is None or letter in live else m.DIM
        if card in came and [card] != [kind for kind, _many in cars[n + 1 : n + 2]]:
            style = m.STAGED
        press = None if live is None else letter
        for row, picture in enumerate(art.ART[card]):
            lines[row].add(marks.coupling if n and row == 2 else " " if n else "", m.FRAME)
            lines[row].add(picture, style, press)
            if count > 1:
                lines[row].add(f"x{count}" if row == 1 else "  ", m.TEXT)
    return lines if cars and lines[0].width <= width else []
