"""The panel of the contract, in which a choice with steps or several ways takes its place."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.continental.contracts import best_grouping, contract_points
from core.games.continental.icons import one_more
from core.games.continental.moves import INVEST, SWAP, TAKE, TOKEN
from core.games.continental.scoring import contract_now, icons
from core.games.continental.sheet import COMPANIES, LETTERS
from core.games.continental.sheet import contract as contract_of
from tui import marks as m
from tui.boards import parts
from tui.boards.continental import pieces, words
from tui.boards.continental.layout import Layout
from tui.boards.continental.staging import Asks
from tui.boards.continental.text import card_label
from tui.boards.continental.view import View
from tui.boards.continental.words import contract_words
from tui.foreign import short
from tui.line import Line, frame, wrap
from tui.tongue import _, p_


def contract(view: View, at: Layout) -> list[Line]:
    """The hidden contract; while a choice has steps or several ways, that choice instead."""
    width, height = at.contract.width, at.contract.height
    title, body = _choice(view, width - 2, height - 2)
    if not body:
        watches = view.position.seat is None
        title = _("Watching") if watches else _("Your contract")
        body = _contract(view, width - 3, height - 2)
    return frame(view.marks, title, body, width, height)


def _contract(view: View, width: int, rows: int) -> list[Line]:
    position = view.position
    if position.seat is None:
        # Of a finished game the sentence would send the reader to where they are.
        words = "" if position.state.over else _("Contracts are shown at the end.")
        told = [Line(" " + text, m.DIM) for text in wrap(words, width)] if words else []
        return [*told, parts.looking()]
    slot = position.state.kept[position.seat]
    if slot is None:
        icon = _("Icons: companies on objectives you claimed, and tokens.")
        says = [_("You keep one of two."), *wrap(icon, width)]
        return [Line(" " + text, m.DIM) for text in says]
    card = view.contract
    if card is None:
        line = Line(f" {_('hidden:')} ", m.DIM)
        pieces.key(line, "h", True).add(" " + p_("contract", "shows it"), m.DIM)
        return [line]
    lines = [Line(" " + text, m.STRONG) for text in wrap(contract_words(card), width)]
    now = contract_now(position.state, position.seat, card)
    last = Line(f" {_('now {points} points', points=now)}   ", m.TEXT)
    if not position.state.over:
        pieces.key(last, "h", True).add(" " + p_("contract", "hides it"), m.DIM)
    sets = _sets(view, card, width)
    return [*lines, *([sets] if sets.width and len(lines) + 2 <= rows else []), last]


def _sets(view: View, card: int, width: int) -> Line:
    """The icons that score now, set by set, as many as there is room for."""
    state, seat = view.position.state, view.position.seat
    assert seat is not None
    line = Line()
    for group in best_grouping(contract_of(card), icons(state, seat)).sets:
        chips = Line(" " if not line.width else "  ")
        for company in group:
            pieces.company(chips, company, view.marks)
        if line.width + chips.width <= width:
            line.join(chips)
    return line


def _choice(view: View, width: int, rows: int) -> tuple[str, list[Line]]:
    """Title and lines of a choice that has no place of its own on the table; no lines if none."""
    draft = view.draft
    card = _staged_card(view)
    if card is not None and words.is_character(card):
        return card_label(card, width - 4), _character(view, card, width, rows)
    if draft.options:
        assert draft.move is not None
        which = draft.options.index(draft.move) + 1
        title = _("Pay with: way {way} of {count}", way=which, count=len(draft.options))
        return title, _payments(view, width, rows)
    if view.asks is Asks.TOKEN:
        gains = _gains(view)
        # The choice stands where the contract does, which is what it is made for.
        title = _("Take a token: + for your contract") if any(gains) else _("Take a company token")
        return title, _tokens(view, gains, width, rows)
    if view.asks is Asks.GET:
        assert draft.other is not None
        return _("Take from {name}", name=short(view.names[draft.other], width - 18)), _get(
            view, width, rows
        )
    if view.asks is Asks.PARTNER:
        assert draft.give is not None
        line = pieces.wagon(Line(f" {_('you give')} "), draft.give)
        return p_("title", "Swap"), [line.add(" " + _("to whom?"))]
    if view.asks is Asks.ROB:
        return _("Pickpocket"), _purses(view)
    return "", []


def _staged_card(view: View) -> int | None:
    """The small card that is about to be taken."""
    move = view.draft.move
    if move is None or move.verb not in (TAKE, INVEST):
        return None
    return view.position.state.yard[3 * move.args[0] + move.args[1]]


def _character(view: View, card: int, width: int, rows: int) -> list[Line]:
    """What a character that is about to be taken does, and what that could be now."""
    position = view.position
    assert position.seat is not None
    names = [short(name, 10) for name in view.names]
    effect = words.effect_words(card)
    says = [
        *[Line(" " + text, m.STRONG) for text in wrap(effect[:1].upper() + effect[1:], width - 2)],
        *[
            Line(" " + text, m.TEXT)
            for text in wrap(words.could_do(position.state, position.seat, card, names), width - 2)
        ],
    ]
    return says[:rows]


def _payments(view: View, width: int, rows: int) -> list[Line]:
    options = view.draft.options
    move = view.draft.move
    assert move is not None
    cell = 9
    columns = max(1, (width - 1) // cell)
    chosen = options.index(move)
    # With more ways than room, the page that holds the chosen one is shown.
    page = columns * rows
    first = chosen // page * page
    lines = [Line(" ") for _ in range(rows)]
    for n, option in enumerate(options[first : first + page]):
        line = lines[n // columns]
        number = first + n + 1
        here = option == move
        line.add(view.marks.here if here else " ", m.TITLE)
        if number < 10:
            pieces.key(line, str(number), True).add(" ")
        else:
            line.add("  ")
        wagons = "".join(LETTERS[wagon] for wagon in option.args[1:])
        line.add(wagons, m.STAGED if here else m.STRONG, str(number) if number < 10 else None)
        line.to(1 + cell * (n % columns + 1))
    return lines


def _gains(view: View) -> list[int]:
    """Points that a token of each company would bring the own contract at once; none if it is covered."""
    seat, card = view.position.seat, view.contract
    if seat is None or card is None:
        return [0] * len(COMPANIES)
    mine, found = contract_of(card), icons(view.position.state, seat)
    now = contract_points(mine, found)
    return [contract_points(mine, one_more(found, company)) - now for company in range(len(found))]


def _tokens(view: View, gains: Sequence[int], width: int, rows: int) -> list[Line]:
    supply = view.position.state.supply
    staged = view.draft.move
    lines = [Line(" ") for _ in range(rows)]
    columns = -(-len(COMPANIES) // rows)
    cell = (width - 1) // max(columns, 1)
    for n in range(len(COMPANIES)):
        line = lines[n % rows]
        line.to(1 + cell * (n // rows))
        key = str(n + 1)
        chosen = staged is not None and staged.verb == TOKEN and staged.args[0] == n
        line.add(view.marks.here if chosen else " ", m.TITLE)
        pieces.key(line, key, key in view.live).add(" ", press=key)
        pieces.company_word(line, n, view.marks, press=key)
        line.add(f" {supply[n]}", m.TEXT if supply[n] else m.DIM, key)
        gain = f" +{gains[n]}" if gains[n] and supply[n] else ""
        if line.width + len(gain) < 1 + cell * (n // rows + 1):
            line.add(gain, m.FRESH, key)
    return lines


def _get(view: View, width: int, rows: int) -> list[Line]:
    draft, state = view.draft, view.position.state
    assert draft.give is not None
    assert draft.other is not None
    theirs = state.wagons[6 * draft.other : 6 * draft.other + 6]
    lines = pieces.train(theirs, view.marks, width - 2, max(1, rows - 1), view.live)
    lines = [Line(" ").join(line) for line in lines]
    swap = pieces.wagon(Line(f" {_('you give')} "), draft.give).add(f" {p_('swap', 'for')} ")
    move = draft.move
    if move is not None and move.verb == SWAP:
        swap.add(f"[{LETTERS[move.args[2]]}]", m.STAGED)
    else:
        swap.add(_("which letter?"), m.TEXT)
    return [*lines, swap]


def _purses(view: View) -> list[Line]:
    state = view.position.state
    most = max(
        (state.tickets[seat] for seat in range(state.seats) if seat != view.position.seat),
        default=0,
    )
    return [
        Line(" " + _("takes all tickets of one player"), m.TEXT),
        Line(" " + _("the most anybody has is {count}", count=most), m.DIM),
    ]
