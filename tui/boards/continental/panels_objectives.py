"""The panel of objectives: what each asks for, what the viewer lacks, what it would do for a contract."""

from __future__ import annotations

from core.games.continental.claims import lacking
from core.games.continental.moves import CLAIM, ROWS
from core.games.continental.scoring import contract_now
from core.games.continental.sheet import LETTERS, LOCOMOTIVE, objective
from tui import marks as m
from tui.boards.continental import pieces
from tui.boards.continental.layout import OBJECTIVE_CARD, Layout
from tui.boards.continental.panels_market import columns
from tui.boards.continental.staging import Asks
from tui.boards.continental.view import View
from tui.line import Line, frame
from tui.tongue import _


def objectives(view: View, at: Layout) -> list[Line]:
    """A line each, or cards beside each other above the yard's columns."""
    width = at.objectives.width
    if at.objective_rows == OBJECTIVE_CARD:
        body = _cards(view, width)
    else:
        body = []
        for row in range(3):
            body += _objective(view, row, width - 2, at.objective_rows)
    heads = []
    if view.contract_open and view.position.seat is not None and at.objective_rows == 1:
        text = f" {_('contract')} "
        heads = [(width - 2 - len(text), text)]
    return frame(view.marks, _("Objectives"), body, width, at.objectives.height, heads)


# As a list -------------------------------------------------------------------------------------


def _objective(view: View, row: int, width: int, rows: int) -> list[Line]:
    card = view.position.state.row[row]
    key = ROWS[row]
    line = Line()
    if card is None:
        line.add("   ").add("-", m.DIM)
        return [line, *[Line()] * (rows - 1)]
    found = objective(card)
    chosen, fresh = _chosen(view, row), row in view.fresh.rows
    line.add(view.marks.here if chosen else m.NEW if fresh else " ", m.TITLE if chosen else m.FRESH)
    pieces.key(line, key, _live(view, row)).add(" ", press=key)
    line.add(f"{found.points:2} ", m.STRONG, key)
    pieces.company_word(line, found.company, view.marks, 11)
    line.add(" ", press=key)
    for letter in found.wagons:
        pieces.wagon(line, LETTERS.index(letter), press=key)
    gain = _gain(view, found.company)
    line.to(31, key)
    status = _status(view, row, card, width - 31 - (4 if gain and rows == 1 else 0))
    line.join(status)
    if rows == 1:
        if gain:
            line.to(width - 3).add(gain, m.HEADING)
        return [line]
    second = Line().to(5)
    if gain:
        second.add(_("for your contract: {points} points", points=gain), m.HEADING)
    return [line, second]


# As cards --------------------------------------------------------------------------------------


def _cards(view: View, width: int) -> list[Line]:
    label, cell = columns(width)
    lines = [Line(" " * label) for _ in range(OBJECTIVE_CARD)]
    for row in range(3):
        for line, part in zip(lines, _card(view, row, cell), strict=True):
            line.join(part)
    return lines


def _card(view: View, row: int, cell: int) -> list[Line]:
    card = view.position.state.row[row]
    key = ROWS[row]
    if card is None:
        blank = [Line().to(cell) for _ in range(OBJECTIVE_CARD)]
        blank[OBJECTIVE_CARD // 2] = Line("   -", m.DIM).to(cell)
        return blank
    found = objective(card)
    chosen, fresh = _chosen(view, row), row in view.fresh.rows
    room = cell - 3
    first = Line(" ")
    pieces.company_word(first, found.company, view.marks, press=key)
    points = _("{points} points", points=found.points)
    first.to(room - len(points) - 1, key).add(points, m.STRONG, key)
    wagons = Line(" ", m.TEXT)
    for n, letter in enumerate(found.wagons):
        wagons.add(view.marks.coupling if n else "", m.FRAME, key)
        pieces.wagon(wagons, LETTERS.index(letter), press=key)
    body = [first, wagons, Line(" ").join(_status(view, row, card, room - 2))]
    gain = _gain(view, found.company)
    body.append(Line(" "))
    if gain:
        body[-1].add(_("contract {points}", points=gain), m.HEADING, key)
    edge = m.TITLE if chosen else m.FRESH if fresh else m.TEXT if _live(view, row) else m.FRAME
    box = pieces.Edge(key, _live(view, row), chosen, fresh, edge)
    return pieces.boxed(box, body, cell, view.marks)


# What both say ---------------------------------------------------------------------------------


def _chosen(view: View, row: int) -> bool:
    staged = view.draft.move
    return staged is not None and staged.verb == CLAIM and staged.args[0] == row


def _live(view: View, row: int) -> bool:
    return ROWS[row] in view.live and view.asks is Asks.CLAIM


def _gain(view: View, company: int) -> str:
    """What one icon of the company would add to the viewer's open contract, as ``+2``."""
    position = view.position
    if not view.contract_open or position.seat is None:
        return ""
    slot = position.state.kept[position.seat]
    card = position.secrets.get(slot) if slot is not None else None
    if card is None:
        return ""
    state, seat = position.state, position.seat
    return f"{contract_now(state, seat, card, company) - contract_now(state, seat, card):+d}"


def _status(view: View, row: int, card: int, room: int) -> Line:
    """What is staged to be paid, that all is there, or what the viewer's train lacks."""
    line, key = Line(), ROWS[row]
    staged, seat = view.draft.move, view.position.seat
    if _chosen(view, row):
        assert staged is not None
        paid = " ".join(LETTERS[wagon] for wagon in staged.args[1:])
        return line.add(_("pay {wagons}", wagons=paid), m.STAGED, key)
    if seat is None:
        return line
    own = view.position.state.wagons[6 * seat : 6 * seat + 6]
    short = "".join(LETTERS[wagon] * count for wagon, count in enumerate(lacking(card, own)))
    if len(short) <= own[LOCOMOTIVE]:
        ready = _("ready with {wagons}", wagons="L" * len(short)) if short else _("ready")
        return line.add(ready, m.FRESH, key)
    line.add(_("lacks") + " ", m.DIM, key).add(" ".join(short), m.TEXT, key)
    helping = "L" * min(len(short), own[LOCOMOTIVE])
    says = f" ({_('{wagons} helps', wagons=helping)})"
    if helping and line.width + len(says) <= room:
        line.add(says, m.DIM, key)
    return line
