"""The panels of people: every player, the viewer's train, the log."""

from __future__ import annotations

from rich.cells import cell_len

from core.games.continental.moves import ROB
from core.games.continental.scoring import icons, objective_points
from core.games.continental.sheet import OBJECTIVES_TO_END, objective
from tui import marks as m
from tui.boards import parts
from tui.boards.continental import pieces
from tui.boards.continental.layout import Layout
from tui.boards.continental.staging import Asks
from tui.boards.continental.view import View
from tui.boards.continental.words import objective_words
from tui.foreign import short
from tui.line import Line, frame
from tui.tongue import _


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


def log(view: View, at: Layout) -> list[Line]:
    """The end of the log, newest last."""
    size = at.log.width, at.log.height
    return parts.log(view.log, view.position.seat, view.marks, *size)
