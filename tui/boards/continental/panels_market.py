"""The panel small cards come from: the yard with its three lines."""

from __future__ import annotations

from rich.cells import cell_len

from core.games.continental.moves import INVEST, TAKE
from core.games.continental.sheet import (
    LOCOMOTIVE,
    SMALL_COPIES,
    TICKET,
    contract_slots,
)
from tui import marks as m
from tui.boards.continental import art, pieces
from tui.boards.continental.layout import Layout
from tui.boards.continental.staging import Asks, card_key
from tui.boards.continental.text import card_label
from tui.boards.continental.view import View
from tui.boards.continental.words import PRICES, contract_words, effect_words, is_character
from tui.foreign import short
from tui.line import Line, frame
from tui.tongue import _


def columns(width: int) -> tuple[int, int]:
    """Of a panel of that width: cells before the first card, and cells of a card and the gap after it."""
    label = 7 if width >= 70 else 0
    return label, (width - 2 - label - (5 if not label else 6)) // 3


def yard(view: View, at: Layout) -> list[Line]:
    """Three lines of three cards, the free place first, the pile behind the dearest."""
    if view.asks is Asks.KEEP:
        return _contracts_to_keep(view, at)
    width = at.yard.width
    label, cell = columns(width)
    body: list[Line] = []
    for line in range(3):
        body += _yard_line(view, line, label, cell, at.card_rows)
    # Each price stands above the names of its cards.
    heads = [(1 + label + place * cell + 5, f" {_(price)} ") for place, price in enumerate(PRICES)]
    if not label:
        heads[0] = (cell_len(_("Yard")) + 4, heads[0][1])  # beside the panel's title
    pile = f" {_('pile')} "
    heads.append((width - 1 - len(pile), pile))
    return frame(view.marks, _("Yard"), body, width, at.yard.height, heads)


def _yard_line(view: View, line: int, label: int, cell: int, rows: int) -> list[Line]:
    lines = [Line() for _ in range(rows)]
    middle = rows // 2
    for n, text in enumerate(lines):
        text.add(
            f" {_('line {line}', line=line + 1)}".ljust(label)[:label]
            if n == middle and label
            else " " * label,
            m.HEADING,
        )
    for place in range(3):
        card = _card(view, line, place, cell, rows)
        for text, part in zip(lines, card, strict=True):
            text.join(part)
    left = len(view.position.state.piles[line])
    lines[middle].add(f"{left:4}", m.TEXT if left else m.DIM)
    return lines


def _card(view: View, line: int, place: int, cell: int, rows: int) -> list[Line]:
    where = 3 * line + place
    if view.moving.left == where:
        return _gone(view, cell, rows)
    card = view.position.state.yard[where]
    key = card_key(line, place)
    if card is None:
        blank = [Line().to(cell) for _ in range(rows)]
        blank[rows // 2] = Line("   -", m.DIM).to(cell)
        return blank
    staged = view.draft.move
    chosen = staged is not None and staged.verb in (TAKE, INVEST) and staged.args == (line, place)
    live = view.asks in (Asks.TAKE, Asks.INVEST) and key in view.live
    bright = live or view.asks in (Asks.NOTHING, Asks.OVER)
    fresh = where in view.fresh.yard
    sign = view.marks.here if chosen else m.NEW if fresh else " "
    sign_style = m.TITLE if chosen else m.FRESH
    if rows == 1:
        text = Line(sign, sign_style)
        pieces.key(text, key, live).add(" ", press=key)
        pieces.symbol(text, card, bright, key).add(" ", press=key)
        style = (
            m.STAGED
            if chosen
            else m.FRESH
            if fresh and bright
            else pieces.small_style(card, bright)
        )
        text.add(card_label(card, cell - text.width), style, key)
        return [text.to(cell, key)]
    edge = m.TITLE if chosen else m.FRESH if fresh else m.TEXT if bright else m.FRAME
    width = cell - 1
    body: list[Line] = []
    name_style = m.STAGED if chosen else pieces.small_style(card, bright)
    room = width - 2
    if rows == 3:
        text = Line(" ")
        pieces.symbol(text, card, bright, key).add(" ", press=key)
        text.add(card_label(card, room - text.width), name_style, key)
        body.append(text)
    else:
        for n, drawn in enumerate(art.ART[card]):
            text = Line(" ").add(drawn, pieces.small_style(card, bright), key).add(" ", press=key)
            if n == 0:
                text.add(card_label(card, room - text.width), name_style, key)
            elif n == 1 and is_character(card):
                text.add(_cut(effect_words(card), room - text.width), m.DIM, key)
            elif n == 2:
                text.add(
                    _cut(_("{count} in all", count=SMALL_COPIES[card]), room - text.width),
                    m.DIM,
                    key,
                )
            elif card == TICKET:
                text.add(_cut(_("pays, or 1 point"), room - text.width), m.DIM, key)
            elif card == LOCOMOTIVE:
                text.add(_cut(_("any wagon"), room - text.width), m.DIM, key)
            body.append(text)
    box = pieces.Edge(key, live, chosen, fresh, edge)
    return pieces.boxed(box, body, cell, view.marks)


def _gone(view: View, cell: int, rows: int) -> list[Line]:
    """For a moment: who has the card that lay here."""
    name = short(view.names[view.moving.seat], max(cell - 7, 4))
    lines = [Line().to(cell) for _ in range(rows)]
    lines[rows // 2] = Line(f"  {view.marks.here} ", m.TITLE).add(name, m.STAGED).to(cell)
    return lines


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else ""


def _contracts_to_keep(view: View, at: Layout) -> list[Line]:
    """The set-up's choice stands where the yard will lie, which is still empty."""
    position = view.position
    assert position.seat is not None
    staged = view.draft.move
    body: list[Line] = []
    for n, slot in enumerate(contract_slots(position.seat)):
        key = str(n + 1)
        chosen = staged is not None and staged.args == (n,)
        line = Line(view.marks.here if chosen else " ", m.TITLE)
        pieces.key(line, key, key in view.live, f" {key} ").add(" ", press=key)
        card = position.secrets.get(slot)
        words = "?" if card is None else contract_words(card)
        body += [line.add(words, m.STAGED if chosen else m.STRONG, key)]
        body += [Line()] * (at.card_rows // 2)
    body.append(Line("     " + _("Only you see it. The other one goes back unseen."), m.DIM))
    return frame(view.marks, _("Keep one of these contracts"), body, at.yard.width, at.yard.height)
