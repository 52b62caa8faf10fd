"""The small things every panel draws: colours, cards, trains."""

from __future__ import annotations

from collections import Counter
from typing import Final

from rich.style import Style

from core.games.vapeur.moves import TRAIN_LETTERS
from core.games.vapeur.sheet import (
    CABOOSE,
    CERTIFIED,
    COLOURS,
    FULL,
    INSPECTION,
    KINDS,
    LOCOMOTIVE,
    QUALITY,
    colour_of,
    kind_of,
)
from core.games.vapeur.state import State
from tui import marks as m
from tui.boards.parts import key
from tui.boards.vapeur.art import ART, TALL
from tui.boards.vapeur.layout import ROWS
from tui.boards.vapeur.words import KIND_LETTERS
from tui.line import Line
from tui.marks import Marks

LOOKS: Final = (3, 1, 0)
"""Red, yellow and blue among the colours and shapes of ``tui.marks``."""
_LETTERS: Final = {INSPECTION: "I", QUALITY: "Q"}
"""A certificate has the sign that a certified train bears."""


def colour_style(colour: int) -> Style:
    """Letters on the colour."""
    return m.COMPANIES[LOOKS[colour]]


def shape(colour: int, marks: Marks) -> str:
    """The colour's shape, which says it without colour."""
    return marks.companies[LOOKS[colour]]


def chip(line: Line, colour: int, marks: Marks, press: str | None = None) -> Line:
    """Shape and small letter on the colour."""
    text = f"{shape(colour, marks)}{m.COMPANY_LETTERS[LOOKS[colour]]}"
    return line.add(text, colour_style(colour), press)


def card(
    line: Line, number: int, marks: Marks, style: Style | None = None, press: str | None = None
) -> Line:
    """A card in three cells: ``◉G`` in brackets' stead, or ``(I)`` for a special."""
    kind = kind_of(number)
    if kind is None:
        return line.add(f"({_LETTERS.get(number, marks.safe)})", style or m.PERSON, press)
    colour = colour_of(number)
    return line.add(
        f"{shape(colour, marks)}{KIND_LETTERS[kind]} ", style or colour_style(colour), press
    )


def seen(state: State, seat: int, marks: Marks) -> Line:
    """The cards of a hand that everybody has seen: ``◉LGG ▴C (I)x2``, and how many more there are."""
    counts = Counter(card for slot, card in state.shown if slot in state.hands[seat])
    line = Line()
    for colour in range(len(COLOURS)):
        kinds = range(len(KINDS))
        letters = "".join(KIND_LETTERS[k] * counts[len(KINDS) * colour + k] for k in kinds)
        if letters:
            line.add(f"{shape(colour, marks)}{letters}", colour_style(colour)).add(" ")
    for special in (CERTIFIED, INSPECTION, QUALITY):
        if counts[special]:
            card(line, special, marks)
            line.add(f"x{counts[special]} " if counts[special] > 1 else " ")
    rest = len(state.hands[seat]) - sum(counts.values())
    return line.add(f"+{rest}", m.DIM) if rest else line


def cars(state: State, train: int) -> list[int | None]:
    """The kinds of a train's four places, None where one is lacking."""
    gondolas = state.gondolas[train]
    places: list[int | None] = [LOCOMOTIVE]
    places += [KINDS.index("gondola") if n < gondolas else None for n in range(FULL)]
    places.append(CABOOSE if state.cabooses[train] else None)
    return places


def train(
    state: State,
    number: int,
    marks: Marks,
    style: str,
    *,
    live: bool,
    staged: bool,
    fresh: bool,
    came: frozenset[int] = frozenset(),
) -> list[Line]:
    """Key, colour, cars, and whether it is certified; ``style`` is a key of ``layout.CELLS``.

    ``came``: the places of cars that have just been laid, which stand out for a moment.
    """
    press = TRAIN_LETTERS[number]
    lines = [Line() for _ in range(ROWS[style])]
    line = lines[0]
    if staged:
        line.add(press, m.STAGED, press)
    else:
        key(line, press, live)
    if style != "small":
        line.add(" ", press=press)
    colour = state.colours[number]
    chip(line, colour, marks, press)
    if style not in ("small", "boxes"):
        line.add(" ", press=press)
    kinds, paint = cars(state, number), colour_style(colour)
    paints = [m.STAGED if n in came else paint for n in range(len(kinds))]
    if len(lines) > 1:
        _pictures(lines, kinds, marks, paints, press)
    else:
        _cars(line, kinds, marks, style, paints, press)
    if state.certified[number]:
        line.add(marks.safe, m.FRESH if fresh else m.STRONG, press)
    elif fresh:
        line.add(m.NEW, m.FRESH, press)
    return lines


def _cars(
    line: Line, kinds: list[int | None], marks: Marks, style: str, paints: list[Style], press: str
) -> None:
    """A letter each."""
    for n, kind in enumerate(kinds):
        if style == "train" and n:
            line.add(marks.coupling if kind is not None else " ", m.FRAME, press)
        if kind is None:
            line.add(marks.todo if style == "small" else f" {marks.todo} ", m.DIM, press)
        else:
            letter = KIND_LETTERS[kind]
            line.add(letter if style == "small" else f"[{letter}]", paints[n], press)


def _pictures(
    lines: list[Line], kinds: list[int | None], marks: Marks, paints: list[Style], press: str
) -> None:
    """A picture each, in two or three rows; places still to be filled are marked."""
    start, last = lines[0].width, len(lines) - 1
    for row, line in enumerate(lines):
        line.to(start, press)
        for n, kind in enumerate(kinds):
            pictures = TALL if last == 1 else ART
            width = len(pictures[LOCOMOTIVE][0])
            if n:
                coupled = row == last and kind is not None
                line.add(marks.coupling if coupled else " ", m.FRAME, press)
            if kind is not None:
                line.add(pictures[kind][row], paints[n], press)
            else:
                line.add((marks.todo if row == last // 2 else "").center(width), m.DIM, press)
