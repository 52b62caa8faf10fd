"""The scoring sheet: objectives, contract with its grouping, tickets, total, and who wins why."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from core.games.continental.scoring import ScoreSheet, icons, winners
from core.games.continental.scoring import score_sheet as sheet_of
from core.games.continental.sheet import objective
from core.games.continental.state import State
from tui import marks as m
from tui.boards.continental import pieces
from tui.boards.continental.words import contract_words
from tui.boards.parts import is_you
from tui.foreign import short
from tui.line import Line, wrap
from tui.marks import Marks
from tui.tongue import _, both, p_

_LABEL = 12


def draw(
    state: State, names: Sequence[str], viewer: int | None, marks: Marks, width: int
) -> list[Line]:
    """One column a player, lines from top to bottom as the rulebook adds them up."""
    sheets = [sheet_of(state, seat) for seat in range(state.seats)]
    won = winners(state)
    column = min(30, (width - _LABEL) // state.seats)
    lines = [Line(" " + text, m.TITLE) for text in wrap(verdict(sheets, won, names), width - 2)]
    lines.append(_heads(names, viewer, won, marks, column))
    rule = Line(" " + marks.across * (_LABEL + column * state.seats - 2), m.FRAME)
    lines.append(rule)
    most = max([len(sheet.objectives) for sheet in sheets] + [1])
    for n in range(most):
        line = Line(" " + _("Objectives") if n == 0 else "", m.HEADING)
        for seat, sheet in enumerate(sheets):
            line.to(_LABEL + seat * column)
            if n < len(sheet.objectives):
                _objective(line, sheet.objectives[n], marks, column)
            elif n == 0:
                line.add(_("none"), m.DIM)
        lines.append(line)
    lines.append(_numbers("", [sheet.objective_points for sheet in sheets], column, m.TEXT))
    lines.append(rule)
    lines += _contracts(sheets, column)
    lines += _groupings(state, sheets, marks, column)
    points = [sheet.grouping.points if sheet.grouping else 0 for sheet in sheets]
    lines.append(_numbers("", points, column, m.TEXT))
    lines.append(rule)
    lines.append(_numbers(" " + _("Tickets"), [sheet.tickets for sheet in sheets], column, m.MONEY))
    lines.append(_numbers(" " + _("Total"), [sheet.total for sheet in sheets], column, m.STAGED))
    return lines


def _heads(
    names: Sequence[str], viewer: int | None, won: Sequence[int], marks: Marks, column: int
) -> Line:
    line = Line()
    for seat, name in enumerate(names):
        line.to(_LABEL + seat * column)
        style = m.STRONG if seat == viewer else m.TEXT
        crown = f"{m.NEW} " if seat in won else ""
        line.add(crown, m.TITLE).add(short(name, column - 3 - len(crown)), style)
    return line


def _objective(line: Line, card: int, marks: Marks, column: int) -> None:
    found = objective(card)
    start = line.width
    pieces.company(line, found.company, marks)
    line.add(f" {found.wagons}", m.TEXT)
    line.to(start + _points_at(column)).add(f"{found.points:2}", m.TEXT)


def _points_at(column: int) -> int:
    """Where in a column the points stand."""
    return min(column - 4, 14)


def _numbers(label: str, numbers: Sequence[int], column: int, style: Style) -> Line:
    line = Line(label, m.HEADING)
    for seat, number in enumerate(numbers):
        line.to(_LABEL + seat * column + _points_at(column)).add(f"{number:2}", style)
    return line


def _contracts(sheets: Sequence[ScoreSheet], column: int) -> list[Line]:
    texts = [
        [] if sheet.contract is None else wrap(contract_words(sheet.contract), column - 2)
        for sheet in sheets
    ]
    lines: list[Line] = []
    for n in range(max(len(text) for text in texts)):
        line = Line(" " + _("Contract") if n == 0 else "", m.HEADING)
        for seat, text in enumerate(texts):
            line.to(_LABEL + seat * column).add(text[n] if n < len(text) else "", m.TEXT)
        lines.append(line)
    return lines


def _groupings(state: State, sheets: Sequence[ScoreSheet], marks: Marks, column: int) -> list[Line]:
    """The sets that score, each in brackets; icons that are in none follow, dim."""
    cells = [_sets(state, seat, sheet, marks, column - 2) for seat, sheet in enumerate(sheets)]
    lines: list[Line] = []
    for n in range(max(len(cell) for cell in cells)):
        line = Line(" " + _("sets") if n == 0 else "", m.HEADING)
        for seat, cell in enumerate(cells):
            line.to(_LABEL + seat * column)
            if n < len(cell):
                line.join(cell[n])
        lines.append(line)
    return lines


def _sets(state: State, seat: int, sheet: ScoreSheet, marks: Marks, width: int) -> list[Line]:
    left = icons(state, seat)
    parts: list[Line] = []
    if sheet.grouping is not None:
        for group in sheet.grouping.sets:
            part = Line("(", m.TEXT)
            for company in group:
                pieces.company(part, company, marks)
                left[company] -= 1
            parts.append(part.add(")", m.TEXT))
    if not parts:
        parts.append(Line(_("no set"), m.DIM))
    if any(left):
        parts[-1].add(",", m.DIM)
    word = p_("icons", "left") + " "
    for company, count in enumerate(left):
        if count:
            parts.append(pieces.company(Line(word, m.DIM), company, marks, count))
            word = ""
    lines = [Line()]
    for part in parts:
        if lines[-1].width and lines[-1].width + 1 + part.width > width:
            lines.append(Line())
        if lines[-1].width:
            lines[-1].add(" ")
        lines[-1].join(part)
    return lines


def verdict(sheets: Sequence[ScoreSheet], won: Sequence[int], names: Sequence[str]) -> str:
    """Who wins, and by what where totals tie (rulebook, End of the Game)."""
    best = max(sheet.total for sheet in sheets)
    level = [seat for seat, sheet in enumerate(sheets) if sheet.total == best]
    who = both([names[seat] for seat in won])
    if len(level) == 1:
        if is_you(who):
            return _("You win with {points} points.", points=best)
        return _("{name} wins with {points} points.", name=who, points=best)
    if len(won) == len(level):
        return _(
            "{names} share the win: {points} points each, and as many on objectives ({objectives}).",
            names=who,
            points=best,
            objectives=sheets[won[0]].objective_points,
        )
    tied = both([names[seat] for seat in level])
    points = sheets[won[0]].objective_points
    if is_you(who):
        end = _("You win the tie-break with {points} points on objectives.", points=points)
    elif len(won) == 1:
        end = _(
            "{name} wins the tie-break with {points} points on objectives.", name=who, points=points
        )
    else:
        end = _(
            "{names} win the tie-break with {points} points on objectives.",
            names=who,
            points=points,
        )
    return _("{names} have {points} points each: {end}", names=tied, points=best, end=end)
