"""The viewer's panels: the hand by colour and kind, what can be stolen and how, the prompt."""

from __future__ import annotations

from rich.style import Style

from core.games.vapeur.moves import TRAIN_LETTERS
from core.games.vapeur.sheet import CERTIFIED, COLOURS, COPIES, INSPECTION, KINDS, QUALITY
from core.games.vapeur.state import Phase, missing
from core.games.vapeur.view import Theft
from tui import keymap
from tui import marks as m
from tui.boards import parts
from tui.boards.vapeur import pieces, words
from tui.boards.vapeur.art import ART
from tui.boards.vapeur.layout import THEFT_COLUMNS, Layout
from tui.boards.vapeur.staging import CARD_KEYS, Asks, cards_of, is_theft, train_of
from tui.boards.vapeur.text import colour_name
from tui.boards.vapeur.view import View
from tui.foreign import short
from tui.line import Line, frame, wrap
from tui.tongue import _, p_

_LABEL = 13
_SPECIALS = (CERTIFIED, INSPECTION, QUALITY)


# The hand --------------------------------------------------------------------------------------


def hand(view: View, at: Layout) -> list[Line]:
    """A row a colour, a column a kind, the specials below: a key and a count each."""
    width, height = at.hand.width, at.hand.height
    position = view.position
    if position.seat is None:
        text = _("You hold no seat here: nobody's cards are shown.")
        told = [Line(" " + part, m.DIM) for part in wrap(text, width - 4)]
        return frame(view.marks, _("Watching"), [*told, parts.looking()], width, height)
    cell = (width - 2 - _LABEL) // len(KINDS)
    body: list[Line] = []
    for colour in range(len(COLOURS)):
        name = colour_name(colour)
        label = pieces.chip(Line(" "), colour, view.marks).add(f" {name}", m.TEXT)
        cards = range(len(KINDS) * colour, len(KINDS) * (colour + 1))
        body += _row(view, label, tuple(cards), cell, at.card_rows)
    body += _specials(view, cell, at.card_rows)
    held = len(position.state.hands[position.seat])
    heads = [(_LABEL + cell * n + 4, f" {_(kind)} ") for n, kind in enumerate(KINDS)]
    return frame(view.marks, _("Your hand {count}", count=held), body, width, height, heads)


def _row(view: View, label: Line, cards: tuple[int, ...], cell: int, rows: int) -> list[Line]:
    lines = [Line() for _ in range(rows)]
    lines[(rows - 1) // 2].join(label)
    for n, card in enumerate(cards):
        for line in lines:
            line.to(_LABEL + n * cell)
        if rows == 1:
            _card(view, lines[0], card)
        else:
            _drawn_card(view, lines, card)
    return lines


def _specials(view: View, cell: int, rows: int) -> list[Line]:
    """Their names need more room than a wagon's letter, so without art they begin at the edge."""
    if rows > 1:
        return _row(view, Line(" " + _("specials"), m.TEXT), _SPECIALS, cell, rows)
    found = [_card(view, Line(), card) for card in _SPECIALS]
    spare = _LABEL + len(KINDS) * cell - sum(part.width for part in found)
    line = Line()
    for part in found:
        line.join(part).add(" " * max(0, min(spare // 2, 4)))
    return [line]


def _card(view: View, line: Line, card: int) -> Line:
    """``*2 ◉G x3``, or a dash where there is none."""
    count = _sign(view, line, card)
    press = CARD_KEYS[card]
    if count:
        pieces.card(line, card, view.marks, m.STAGED if _staged(view, card) else None, press)
    else:
        line.add(" - ", m.DIM, press)
    if card in _SPECIALS:
        line.add(" ", press=press).add(words.special(card), _style(view, card, m.TEXT), press)
    if count > 1:
        line.add(f" x{count}", m.STRONG, press)
    return line


def _sign(view: View, line: Line, card: int) -> int:
    """The first cells of a card: whether it is chosen or just drawn, and its key; how many."""
    slots = view.hand.get(card, ())
    drawn = view.position.state.drawn
    here = _staged(view, card)
    line.add(
        view.marks.here if here else m.NEW if drawn in slots else " ", m.TITLE if here else m.FRESH
    )
    press = CARD_KEYS[card]
    parts.key(line, press, press in view.live)
    if card not in _SPECIALS:  # their names need the room
        line.add(" ", press=press)
    return len(slots)


def _drawn_card(view: View, lines: list[Line], card: int) -> None:
    """Key and count beside a picture of the card."""
    press = CARD_KEYS[card]
    start = lines[0].width
    count = _sign(view, lines[0], card)
    for line, picture in zip(lines, ART[card], strict=False):
        line.to(start + 3)
        if card in _SPECIALS:
            style = _style(view, card, m.PERSON)
        elif count:
            style = m.STAGED if _staged(view, card) else pieces.colour_style(card // 3)
        else:
            style = m.FRAME
        line.add(picture, style, press).add(" ", press=press)
    if count:
        pieces.card(lines[0], card, view.marks, press=press)
    if card in _SPECIALS:
        lines[0].add(" " if count else "").add(
            words.special(card), _style(view, card, m.TEXT), press
        )
    if count:
        lines[1].add(f"x{count}", m.STRONG, press)
    lines[2].add(_("{count} in all", count=COPIES[card]), m.DIM)


def _staged(view: View, card: int) -> bool:
    return view.draft.move is not None and card in cards_of(view.draft.move)


def _style(view: View, card: int, bright: Style) -> Style:
    if _staged(view, card):
        return m.STAGED
    return bright if card in view.hand else m.DIM


# What can be stolen ----------------------------------------------------------------------------


def thefts(view: View, at: Layout) -> list[Line]:
    """Each train that is not certified and how it can be had: bright if that can be done now."""
    width, height = at.thefts.width, at.thefts.height
    cell = (width - 2) // THEFT_COLUMNS
    if len(view.draft.ways) > 1:
        cells = [_way(view, n) for n in range(len(view.draft.ways))]
        assert view.draft.move is not None
        which = view.draft.ways.index(view.draft.move) + 1
        title = _("Way {way} of {count}: arrows choose", way=which, count=len(cells))
    else:
        title = _thefts_title(view)
        cells = _thefts(view, cell - 1)
    rows = height - 2
    body = [Line() for _ in range(rows)]
    for n, part in enumerate(cells):
        body[n % rows].to(n // rows * cell).join(part)
    return frame(view.marks, title, body, width, height)


def _thefts_title(view: View) -> str:
    if view.asks is Asks.THEFT:
        return _("You may steal one now, before you lay")
    if not view.position.mine or not view.thefts:
        return _("Can be stolen")
    if view.position.state.phase is Phase.THEFT:
        return _("Can be stolen, but not with your cards")
    return _("Can be stolen: not any more this turn")


def _way(view: View, n: int) -> Line:
    move = view.draft.ways[n]
    here = move == view.draft.move
    line = Line(" ").add(view.marks.here if here else " ", m.TITLE)
    train = train_of(move)
    cards = cards_of(move)
    trains = {train_of(way) for way in view.draft.ways}
    press = TRAIN_LETTERS[train] if train is not None and len(trains) > 1 else CARD_KEYS[cards[-1]]
    return line.add(
        words.way(move, view.draft.card is not None), m.STAGED if here else m.TEXT, press
    )


def _thefts(view: View, width: int) -> list[Line]:
    position = view.position
    state = position.state
    if position.seat is None:
        found = [
            Theft(train, owner, missing(state, train), 0, 0)
            for train, owner in enumerate(state.owners)
            if not state.certified[train]
        ]
    else:
        found = list(view.thefts)
    if not found:
        return [Line(" " + _("no train of the others"), m.DIM)]
    able = {train_of(move) for move in view.moves if is_theft(move)}
    found.sort(key=lambda theft: theft.train not in able)
    return [_theft(view, theft, theft.train in able, width) for theft in found]


def _theft(view: View, theft: Theft, able: bool, width: int) -> Line:
    press = TRAIN_LETTERS[theft.train]
    line = Line(" ")
    parts.key(line, press, press in view.live and able)
    pieces.chip(line, view.position.state.colours[theft.train], view.marks, press)
    line.add(" ", press=press)
    style = m.STRONG if able else m.DIM
    wide = width >= 32
    if wide:
        line.add(short(view.names[theft.owner], 8), m.TEXT if able else m.DIM, press)
        line.add(" ", press=press)
    return line.add(_how(view, theft, able, wide), style, press)


def _how(view: View, theft: Theft, able: bool, wide: bool) -> str:
    """``lay GC`` and with which specials, as far as the hand goes; else what it would take."""
    lacking = words.letters(theft.lacking)
    tools = " ".join(CARD_KEYS[card] for card in (INSPECTION, QUALITY) if card in view.hand)
    if able:
        ways = [_("lay {cards}", cards=lacking)] if theft.by_completing else []
        if tools:
            ways.append(_("use {keys}", keys=tools) if not ways or wide else tools)
        return (f" {_('or')} " if wide else " / ").join(ways)
    if not lacking:
        return _("takes {first} or {second}", first="v", second="w")
    if wide and theft.in_hand:
        return _("lacks {cards}, you have {count}", cards=lacking, count=theft.in_hand)
    return _("lacks {cards}", cards=lacking)


# The prompt ------------------------------------------------------------------------------------


def prompt(view: View, at: Layout) -> list[Line]:
    """What to do next, and the keys for it."""
    width = at.prompt.width
    return parts.prompt(_says(view), _keys(view, width), width)


def _says(view: View) -> Line:
    notice = parts.notice(view.halted, view.says)
    if notice is not None:
        return notice
    position = view.position
    if view.draft.move is not None:
        line = Line(f" {view.marks.here} ", m.TITLE)
        return line.add(words.staged(position.state, view.draft.move, view.names), m.STRONG)
    names = [short(name, 20) for name in view.names]
    viewer = position.seat
    text = words.prompt(view.asks, position.state, names, viewer, view.moves, view.must)
    drawn = next((card for card, slots in view.hand.items() if position.state.drawn in slots), None)
    line = Line("   ")
    if drawn is not None and position.mine:
        line.add(_("You drew: {card}.", card=words.card_words(drawn)) + " ", m.FRESH)
    return line.add(text, m.DIM if view.asks is Asks.NOTHING else m.STRONG)


def _keys(view: View, width: int) -> Line:
    found = _hints(view)
    return parts.hints_within(found, width)


def _hints(view: View) -> list[tuple[str, str, str]]:
    """(key a click presses, keys as shown, what they do) that matter now."""
    draft = view.draft
    if draft.move is not None:
        found = [("enter", _("enter"), _("confirms")), ("escape", _("escape"), _("takes back"))]
        if len(draft.ways) > 1:
            found.append(("right", _("arrows"), _("do it another way")))
        return found
    found = []
    stolen = sorted({TRAIN_LETTERS[move.args[0]] for move in view.moves if is_theft(move)})
    if stolen:
        found.append((stolen[0], " ".join(stolen), p_("key", "steal")))
    used = {card for move in view.moves if not is_theft(move) for card in cards_of(move)}
    keys = [CARD_KEYS[card] for card in sorted(used - {CERTIFIED})]
    if keys:
        found.append((keys[0], " ".join(keys), p_("key", "lay")))
    if CERTIFIED in used:
        found.append((CARD_KEYS[CERTIFIED], CARD_KEYS[CERTIFIED], p_("key", "certify")))
    if "space" in view.live:
        found.append(("space", _("space"), _("end turn")))
    if view.asks is Asks.OVER:
        found.append(("enter", _("enter"), _("scoring sheet")))
    found.append(("l", "l", p_("key", "log")))
    if view.position.mine:
        found.append((keymap.HINT, keymap.HINT, p_("key", "hint")))
    return found
