"""The panels of people: every player, the viewer's train, the contract or the choice at hand, the log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from core.games.continental.contracts import best_grouping, contract_points
from core.games.continental.icons import one_more
from core.games.continental.moves import INVEST, ROB, SWAP, TAKE, TOKEN
from core.games.continental.scoring import contract_now, icons, objective_points
from core.games.continental.sheet import COMPANIES, LETTERS, OBJECTIVES_TO_END, objective
from core.games.continental.sheet import contract as contract_of
from tui import marks as m
from tui.boards import parts
from tui.boards.continental import pieces, words
from tui.boards.continental.layout import Layout
from tui.boards.continental.staging import Asks
from tui.boards.continental.text import card_label
from tui.boards.continental.view import View
from tui.boards.continental.words import contract_words, objective_words
from tui.foreign import short
from tui.line import Line, frame, wrap
from tui.tongue import _, p_


def players(view: View, at: Layout) -> list[Line]:
    """A line or two a player: objectives made, points shown, wagons, tickets, companies."""
    state = view.position.state
    width = at.players.width
    body: list[Line] = []
    between = (at.players.height - 2 - state.seats * at.player_rows) // state.seats
    for seat in range(state.seats):
        body += _player(view, seat, width - 2, at.player_rows)
        body += [Line()] * min(between, 3)
    title = _("Players")
    if view.asks in (Asks.ROB, Asks.PARTNER):
        title = _("Players: choose one by its digit")
    return frame(view.marks, title, body, width, at.players.height)


def _player(view: View, seat: int, width: int, rows: int) -> list[Line]:
    state = view.position.state
    choosing = view.asks in (Asks.ROB, Asks.PARTNER)
    key = str(seat + 1)
    staged = view.draft.move
    chosen = view.draft.other == seat or (
        staged is not None and staged.verb == ROB and staged.args[0] == seat
    )
    turn = state.turn == seat and not state.over
    line = Line(view.marks.here if turn else " ", m.TITLE)
    if choosing:
        pieces.key(line, key, key in view.live)
    else:
        line.add(m.NEW if seat in view.fresh.seats else " ", m.FRESH)
    name_width = 10 if width < 66 else 14
    style = m.STAGED if chosen else m.STRONG if seat == view.position.seat else m.TEXT
    press = key if choosing else None
    line.add(short(view.names[seat], name_width), style, press).to(name_width + 3, press)
    made = len(state.claimed[seat])
    line.add(view.marks.done * made, m.TITLE)
    line.add(view.marks.todo * (OBJECTIVES_TO_END - made), m.DIM)
    line.add(" " + _("{points} pts", points=f"{objective_points(state, seat):2}") + " ", m.TEXT)
    line.add(f"{m.TICKET}{state.tickets[seat]} ", m.MONEY if state.tickets[seat] else m.DIM)
    wagons = state.wagons[6 * seat : 6 * seat + 6]
    owned = pieces.chips(icons(state, seat), view.marks)
    if rows == 1:
        line.add(pieces.counts(wagons), m.TEXT)
        level = _(view.bots[seat] or "") or _note(view, seat, width - line.width - owned.width - 4)
        if level and line.width + len(level) + owned.width + 4 <= width:
            line.add(f"  {level}", m.DIM)
        if line.width + 1 + owned.width <= width:
            line.to(max(line.width + 1, width - owned.width - 1))
        else:
            line.add(" ")
        return [line.join(owned)]
    if owned.width:
        line.to(name_width + 18).join(owned)
    if seat == view.fresh.mover and (did := view.fresh.deed()):
        room = width - line.width - 2
        if room > 8:
            deed = short(did, room)
            line.to(width - len(deed) - 1).add(deed, m.FRESH)
    second = Line("   ")
    bot = view.bots[seat]
    tag = _("{level} bot", level=_(bot)) if bot else _note(view, seat, 24)
    came = _came(view, seat)
    if rows >= 4:
        pictures = pieces.drawn(wagons, view.marks, width - 6 - len(tag), came=came)
        if pictures:
            if tag:
                pictures[0].to(width - len(tag) - 4).add(tag, m.DIM)
            drawn = [line, *[Line("   ").join(picture) for picture in pictures]]
            return [*drawn, *[_claimed(view, seat, width)] * (rows - 4)]
    second.join(pieces.train(wagons, view.marks, width - 6 - len(tag), 1, came=came)[0])
    if tag:
        second.to(width - len(tag) - 1).add(tag, m.DIM)
    told = [_claimed(view, seat, width)] * max(0, rows - 4)
    return [line, second, *told, *[Line()] * (rows - 2 - len(told))]


def _claimed(view: View, seat: int, width: int) -> Line:
    """What a player claimed: points and companies."""
    told = ", ".join(objective_words(card) for card in view.position.state.claimed[seat])
    line = Line("   ").add(f"{_('claimed')} " if told else "", m.HEADING)
    return line.add(short(told, width - line.width - 1) if told else "", m.TEXT)


def _came(view: View, seat: int) -> frozenset[int]:
    """The kinds of wagons that have just come into a train, for a moment."""
    return frozenset(card for one, card in view.moving.came if one == seat)


def _note(view: View, seat: int, room: int) -> str:
    """The viewer's note on a player, where there is one and at least a word of room."""
    note = view.notes[seat] if view.notes else ""
    return short(note, room) if note and room >= 6 else ""


def train(view: View, at: Layout) -> list[Line]:
    """The viewer's wagons and what they own."""
    width, height = at.train.width, at.train.height
    position = view.position
    state, seat = position.state, _shown_seat(view)
    wagons = state.wagons[6 * seat : 6 * seat + 6]
    rows = height - 3
    asked = view.asks is Asks.GIVE
    choosable = view.live if asked else None
    came = _came(view, seat)
    lines = pieces.drawn(wagons, view.marks, width - 4, choosable, came) if at.drawn else []
    lines = lines or pieces.train(wagons, view.marks, width - 4, rows, choosable, came)
    body = [Line(" ").join(line) for line in lines]
    body += [Line()] * (rows - len(body))
    claimed = ", ".join(objective_words(card) for card in state.claimed[seat])
    last = Line(" ")
    last.add(f"{m.TICKET}{state.tickets[seat]}", m.MONEY if state.tickets[seat] else m.DIM)
    tokens = pieces.chips(state.tokens[5 * seat : 5 * seat + 5], view.marks)
    if tokens.width:
        last.add(f"  {_('tokens')} ", m.HEADING).join(tokens)
    if claimed:
        last.add(f"  {_('claimed')} ", m.HEADING)
        room = width - 3 - last.width
        last.add(claimed if len(claimed) <= room else _claimed_short(view, room), m.TEXT)
    elif not tokens.width:
        last.add("  " + _("nothing claimed yet"), m.DIM)
    body.append(last)
    title = _("Your train: which wagon do you give?") if asked else _("Your train")
    if position.seat is None:
        room = width - 4 - cell_len(_("Watching: train of {name}", name=""))
        # In a replay the one who plays without a name may be seen from outside.
        name = view.names[seat]
        title = _("Watching: train of {name}", name=short(name, max(room, 4)))
        title = _("Your train") if parts.is_you(name) else title
    return frame(view.marks, title, body, width, height)


def _shown_seat(view: View) -> int:
    """The viewer's, or for who only watches that of whoever has the most points to be seen."""
    state = view.position.state
    if view.position.seat is not None:
        return view.position.seat
    return max(range(state.seats), key=lambda seat: (objective_points(state, seat), -seat))


def _claimed_short(view: View, room: int) -> str:
    """Points only, where the companies do not fit; they stand in the players' panel too."""
    found = view.position.state.claimed[_shown_seat(view)]
    points = "+".join(str(objective(card).points) for card in found)
    return points if len(points) <= room else str(len(found))


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
    """What the own contract would be worth more at once, by the token's company; [] if it is hidden."""
    seat, card = view.position.seat, view.contract
    if seat is None or card is None:
        return []
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
        gain = f" +{gains[n]}" if any(gains[n : n + 1]) and supply[n] else ""
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


def log(view: View, at: Layout) -> list[Line]:
    """The end of the log, newest last."""
    size = at.log.width, at.log.height
    return parts.log(view.log, view.position.seat, view.marks, *size)
