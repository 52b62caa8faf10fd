"""The scoring sheet: every player's complete trains, which of them are certified, who wins why."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from core.games.vapeur.scoring import certified, score, winners
from core.games.vapeur.sheet import TRAINS
from core.games.vapeur.state import State, complete, trains_of
from tui import marks as m
from tui.boards.parts import is_you
from tui.boards.vapeur import pieces
from tui.boards.vapeur.text import colour_name
from tui.boards.vapeur.words import trains_counted
from tui.foreign import short
from tui.line import Line, wrap
from tui.marks import Marks
from tui.tongue import _, both

_LABEL = 12


def draw(
    state: State, names: Sequence[str], viewer: int | None, marks: Marks, width: int
) -> list[Line]:
    """One column a player: the trains one by one, then the numbers that decide."""
    column = min(22, (width - _LABEL) // state.seats)
    won = winners(state)
    lines = [Line(" " + text, m.TITLE) for text in wrap(verdict(state, names), width - 2)]
    if sum(score(state)) < TRAINS:
        says = _("Three rounds passed without a card laid: the trains that are complete count.")
        lines += [Line(" " + text, m.TEXT) for text in wrap(says, width - 2)]
    lines.append(Line())
    heads = Line()
    for seat, name in enumerate(names):
        heads.to(_LABEL + seat * column)
        crown = f"{m.NEW} " if seat in won else ""
        heads.add(crown, m.TITLE)
        style = m.STRONG if seat == viewer else m.TEXT
        heads.add(short(name, column - 1 - len(crown)), style)
    lines.append(heads)
    rule = Line(" " + marks.across * (_LABEL + column * state.seats - 2), m.FRAME)
    lines += [rule, *_trains(state, marks, column), rule]
    lines.append(_numbers(" " + _("Complete"), score(state), column, m.STAGED))
    lines.append(_numbers(" " + _("Certified"), certified(state), column, m.TEXT))
    left = [len(hand) for hand in state.hands]
    lines.append(_numbers(" " + _("Cards left"), left, column, m.DIM))
    lines += [
        rule,
        Line(f" {marks.safe} {_('certified: breaks a tie.')}", m.DIM),
        Line(" " + _("Cards left and trains that are not complete are worth nothing."), m.DIM),
    ]
    return lines


def _trains(state: State, marks: Marks, column: int) -> list[Line]:
    owned = [trains_of(state, seat) for seat in range(state.seats)]
    # Complete ones first, for these are what counts.
    for trains in owned:
        trains.sort(key=lambda train: not complete(state, train))
    lines: list[Line] = []
    for n in range(max(len(trains) for trains in owned)):
        line = Line(" " + _("Trains") if n == 0 else "", m.HEADING)
        for seat, trains in enumerate(owned):
            line.to(_LABEL + seat * column)
            if n < len(trains):
                _train(line, state, trains[n], marks, column)
            elif n == 0:
                line.add(_("none"), m.DIM)
        lines.append(line)
    return lines


def _train(line: Line, state: State, train: int, marks: Marks, column: int) -> None:
    colour = state.colours[train]
    if not complete(state, train):
        name = colour_name(colour)
        if column < 16:
            name = m.COMPANY_LETTERS[pieces.LOOKS[colour]]
        line.add(f"({_('{colour}, part', colour=name)})", m.DIM)
        return
    pieces.chip(line, colour, marks)
    if column >= 14:
        line.add(f" {colour_name(colour)}", m.TEXT)
    if state.certified[train]:
        line.add(f" {marks.safe}", m.STRONG)


def _numbers(label: str, numbers: Sequence[int], column: int, style: Style) -> Line:
    line = Line(label, m.HEADING)
    for seat, number in enumerate(numbers):
        line.to(_LABEL + seat * column).add(f"{number:2}", style)
    return line


def verdict(state: State, names: Sequence[str]) -> str:
    """Who wins, and by what where complete trains tie (rulings 21, 24)."""
    won = winners(state)
    trains, safe = score(state), certified(state)
    best = trains[won[0]]
    made = trains_counted(best)
    level = [seat for seat in range(state.seats) if trains[seat] == best]
    name = both([names[seat] for seat in won])
    if len(level) == 1:
        if is_you(name):
            return _("You win with {trains}.", trains=made)
        return _("{name} wins with {trains}.", name=name, trains=made)
    if len(won) == 1:
        tied = both([names[seat] for seat in level])
        says = {"names": tied, "trains": made, "count": safe[won[0]], "name": name}
        if is_you(name):
            return _("{names} have {trains} each: you win with {count} certified.", **says)
        return _("{names} have {trains} each: {name} wins with {count} certified.", **says)
    return _(
        "{names} share the win: {trains} and {count} certified each.",
        names=name, trains=made, count=safe[won[0]],
    )  # fmt: skip
