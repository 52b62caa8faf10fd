"""The panels that everybody sees alike: the players' trains, and the draw pile."""

from __future__ import annotations

from core.games.vapeur.moves import TRAIN_LETTERS
from core.games.vapeur.rules import QUIET_ROUNDS
from core.games.vapeur.scoring import score
from core.games.vapeur.sheet import CABOOSE, GONDOLA, LOCOMOTIVE, TRAINS
from core.games.vapeur.state import trains_of
from core.games.vapeur.view import next_draw
from tui import marks as m
from tui.boards import parts
from tui.boards.vapeur import pieces
from tui.boards.vapeur.art import ART
from tui.boards.vapeur.layout import CELLS, LABEL, ROWS, Layout
from tui.boards.vapeur.staging import train_of
from tui.boards.vapeur.view import View
from tui.boards.vapeur.words import cards_counted, deed
from tui.foreign import short
from tui.line import Line, frame
from tui.tongue import _, p_


def trains_now(view: View) -> tuple[list[int], int]:
    """How many trains each player has, and how many hands lie open, which need a row each."""
    state = view.position.state
    laid_open = sum(_laid_open(view, seat) for seat in range(state.seats))
    return [len(trains_of(state, seat)) for seat in range(state.seats)], laid_open


def trains(view: View, at: Layout) -> list[Line]:
    """Every player with the cards in hand, the complete trains, and all trains with their keys."""
    state = view.position.state
    room = at.trains.height - 2
    high = ROWS[at.style]
    needs = [
        max(1, -(-len(trains_of(state, seat)) // at.per_row)) * high for seat in range(state.seats)
    ]
    laid_open = [_laid_open(view, seat) for seat in range(state.seats)]
    if sum(needs) + sum(laid_open) <= room:
        needs = [need + more for need, more in zip(needs, laid_open, strict=True)]
    rows = list(needs)
    # A second row each where there is room for everyone's, a blank one between where there is more.
    for extra in (1, 2):
        if sum(max(n, extra + 1) for n in needs) <= room:
            rows = [max(n, extra + 1) for n in needs]
    if high > 1 and sum(rows) + state.seats <= room:
        rows = [n + 1 for n in rows]
    body: list[Line] = []
    for seat in range(state.seats):
        body += _player(view, seat, at, rows[seat])
    if at.card_rows > 1 and not any(state.cabooses) and len(body) + len(ART[0]) + 2 <= room:
        body += [Line()] * (room - len(body) - len(ART[0]) - 1)
        body += _what_a_train_is(view)
    return frame(view.marks, _("Trains"), body, at.trains.width, at.trains.height, _heads())


def _what_a_train_is(view: View) -> list[Line]:
    """In the first turns, where there is room for it: what everybody is building."""
    says = _("A train is laid in this order; a certificate keeps it from being stolen:")
    lines = [Line(f" {says}", m.DIM), *[Line().to(LABEL + 5) for _row in ART[0]]]
    for n, kind in enumerate((LOCOMOTIVE, GONDOLA, GONDOLA, CABOOSE)):
        for row, line in enumerate(lines[1:]):
            coupled = row == len(ART[0]) - 1
            line.add((view.marks.coupling if coupled else " ") if n else "", m.FRAME)
            line.add(ART[kind][row], m.DIM)
    return lines


def _laid_open(view: View, seat: int) -> bool:
    """Whether there is something in this hand that everybody has seen, the viewer's own apart."""
    state = view.position.state
    if seat == view.position.seat:
        return False
    return any(slot in state.hands[seat] for slot, _card in state.shown)


def _heads() -> tuple[tuple[int, str], ...]:
    return (12, f" {p_('column', 'hand')} "), (18, f" {p_('column', 'made')} ")


def _player(view: View, seat: int, at: Layout, rows: int) -> list[Line]:
    state = view.position.state
    lines = [Line() for _ in range(rows)]
    turn = state.player == seat and not state.over
    style = m.STRONG if seat == view.position.seat else m.TEXT
    lines[0].add(view.marks.here if turn else " ", m.TITLE)
    lines[0].add(short(view.names[seat], 11), style).to(13)
    lines[0].add(f"{len(state.hands[seat]):2}", m.TEXT).to(19)
    made = score(state)[seat]
    lines[0].add(str(made), m.STRONG if made else m.DIM)
    if rows > 1:
        bot = view.bots[seat]
        tag = _("open hand") if state.open[seat] else _("{level} bot", level=_(bot)) if bot else ""
        if not tag and view.notes and view.notes[seat]:
            tag = short(view.notes[seat], LABEL - 3)
        lines[1].add(f" {tag}" if tag else "", m.DIM)
    own = trains_of(state, seat)
    for n, number in enumerate(own):
        first = n // at.per_row * ROWS[at.style]
        for line, drawn in zip(lines[first:], _train(view, number, at.style), strict=False):
            line.to(LABEL + n % at.per_row * CELLS[at.style]).join(drawn)
    if not own:
        lines[0].to(LABEL).add(_("no train"), m.DIM)
    if _laid_open(view, seat):
        shown = Line(f"{_('in hand:')} ", m.DIM).join(pieces.seen(state, seat, view.marks))
        below = (1 + (max(1, len(own)) - 1) // at.per_row) * ROWS[at.style]
        if below < rows:
            lines[below].to(LABEL).join(shown)
        else:
            lines[-1].add("  ").join(shown)
    if seat == view.fresh.mover:
        _deeds(lines, tuple(deed(move) for move in view.fresh.deeds), at.trains.width - 2)
    return lines


def _train(view: View, number: int, style: str) -> list[Line]:
    staged = view.draft.move
    return pieces.train(
        view.position.state,
        number,
        view.marks,
        style,
        live=TRAIN_LETTERS[number] in view.live,
        staged=staged is not None and train_of(staged) == number,
        fresh=number in view.fresh.trains,
        came=frozenset(place for train, place in view.moving if train == number),
    )


def _deeds(lines: list[Line], deeds: tuple[str, ...], width: int) -> None:
    """What the player just did, as much of its end as has room at the end of a row."""
    for n in range(len(deeds)):
        text = f"{m.NEW} {', '.join(deeds[n:])}"
        for line in lines:
            column = max(line.width + 2, LABEL)
            if column + len(text) <= width:
                line.to(column).add(text, m.FRESH)
                return


def pile(view: View, at: Layout) -> list[Line]:
    """Cards left, where the next one comes from, and how near the game is to a standstill."""
    width = at.pile.width
    state = view.position.state
    body = [Line(" "), *_next(view, width - 3)]
    if state.pile:
        body[0].add(cards_counted(state.pile), m.STRONG)
    else:
        body[0].add(_("empty"), m.WARN)
    limit = QUIET_ROUNDS * state.seats
    body += [Line()] * (3 - len(body))
    if state.quiet > 1 and not state.over:
        quiet = " " + _("ends in {count} if idle", count=limit - state.quiet)
        body.append(Line(quiet, m.WARN if state.quiet > limit // 2 else m.DIM))
    else:
        body.append(
            Line(
                " " + _("{made} of {all} trains made", made=sum(state.cabooses), all=TRAINS), m.DIM
            )
        )
    return frame(view.marks, _("Draw pile"), body, width, at.pile.height)


def _next(view: View, width: int) -> list[Line]:
    """Who draws next, and from where."""
    state, viewer = view.position.state, view.position.seat
    found = next_draw(state)
    if found is None:
        return []
    drawer, other = found
    names = [short(name, width - 11) for name in view.names]
    next_one = names[drawer]
    says = _("You draw next") if drawer == viewer else _("{name} draws next", name=next_one)
    if state.pile:
        return [Line(f" {says}", m.TEXT)]
    if other is None:
        return [Line(f" {says}:", m.TEXT), Line(" " + _("nobody has a card"), m.TEXT)]
    names = [short(name, width - 12) for name in view.names]
    style = m.WARN if other == viewer else m.TEXT
    whose = _("from your hand") if other == viewer else _("from {name}'s hand", name=names[other])
    return [Line(f" {says}", m.TEXT), Line(f" {whose}", style)]


def header(view: View, at: Layout) -> list[Line]:
    """Game, turn, whose turn."""
    state = view.position.state
    line = Line()
    if state.turns:
        line.add("   " + _("turn {turn}", turn=state.turns), m.TEXT)
    if state.over:
        line.add("   " + _("the game is over"), m.STRONG)
    elif view.position.mine:
        line.add("   ").add(f" {_('your turn')} ", m.STAGED)
    elif state.player is not None:
        name = short(view.names[state.player], 12)
        line.add("   " + _("{name} to act", name=name), m.TEXT)
    return [parts.header(" À toute vapeur!", line, at.header.width, view.status)]
