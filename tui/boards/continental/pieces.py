"""The small things every panel draws: wagons, small cards, companies, trains, keys."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from core.games.continental.sheet import LETTERS, LOCOMOTIVE, NAMES, TICKET
from tui import marks as m
from tui.boards.continental.text import company_name
from tui.boards.parts import key as key  # noqa: PLC0414 - handed on with the other pieces
from tui.line import Line
from tui.marks import Marks
from tui.tongue import _


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


def train(
    wagons: Sequence[int], marks: Marks, width: int, rows: int, live: frozenset[str] | None = None
) -> list[Line]:
    """The train coupled together, or grouped by kind where it is too long for the rows.

    ``live`` are the letters that can be chosen now; None where none is asked for.
    """
    cars = [card for card, count in enumerate(wagons) for _ in range(count)]
    per_row = max(1, (width + 1) // 4)
    lines: list[Line] = []
    if not cars:
        return [Line(_("no wagons yet"), m.DIM)]
    if -(-len(cars) // per_row) <= rows:
        for start in range(0, len(cars), per_row):
            line = Line()
            for card in cars[start : start + per_row]:
                if line.width:
                    line.add(marks.coupling, m.FRAME)
                _choosable(line, card, live)
            lines.append(line)
        return lines
    line = Line()
    for card, count in enumerate(wagons):
        if count:
            _choosable(line, card, live).add(f"x{count} ", m.TEXT)
    return [line]


def _choosable(line: Line, card: int, live: frozenset[str] | None) -> Line:
    letter = LETTERS[card].lower()
    if live is None:
        return wagon(line, card)
    return wagon(line, card, letter in live, letter)
