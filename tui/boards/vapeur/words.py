"""À toute vapeur! in sentences: the log, the prompts, and what a staged choice would do."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.vapeur.moves import ADD, CERTIFY, COMPLETE, LAY, STEAL, TRAIN_LETTERS
from core.games.vapeur.sheet import (
    CERTIFIED,
    INSPECTION,
    KINDS,
    LOCOMOTIVE,
    QUALITY,
    colour_of,
    kind_of,
)
from core.games.vapeur.state import State
from core.kernel.move import Move
from core.kernel.requests import Shuffle
from tui.boards.parts import Entry, Tone, is_you
from tui.boards.vapeur.staging import Asks, cards_of, is_theft
from tui.boards.vapeur.text import card_name, colour_name, wagons
from tui.marks import NEW
from tui.tongue import N_, _, n_

SPECIALS = {CERTIFIED: N_("certificate"), INSPECTION: N_("inspection"), QUALITY: N_("control")}
"""The specials' short names; shown by ``special``."""
KIND_LETTERS = "LGC"
"""As the rules' own texts have them: locomotive, gondola, caboose."""


def special(card: int) -> str:
    """A special's short name in the person's language."""
    return _(SPECIALS[card])


def card_words(card: int) -> str:
    """``red gondola``, ``inspection``."""
    return special(card) if card in SPECIALS else card_name(card)


def letters(cards: Sequence[int]) -> str:
    """``GGC``."""
    return "".join(KIND_LETTERS[card % len(KINDS)] for card in cards)


def cards_counted(number: int) -> str:
    """``1 card``, ``3 cards``."""
    return n_("{count} card", "{count} cards", number)


def trains_counted(number: int) -> str:
    """``1 complete train``."""
    return n_("{count} complete train", "{count} complete trains", number)


def deed(move: Move) -> str:
    """What a move did in a few words, for the mover's own line."""
    verb = move.verb
    if verb == LAY:
        return _("laid a {colour} loco", colour=colour_name(colour_of(move.args[1])))
    letter = TRAIN_LETTERS[move.args[0]] if move.args else ""
    if verb == ADD:
        return _("laid on {letter}", letter=letter)
    if verb in (STEAL, COMPLETE):
        return _("stole {letter}", letter=letter)
    return _("certified {letter}", letter=letter) if verb == CERTIFY else ""


def move_words(before: State, move: Move, names: Sequence[str], viewer: int | None) -> str:
    """What a move does, told from the position before it."""
    verb = move.verb
    if verb == LAY:
        letter = TRAIN_LETTERS[len(before.owners)]
        return _("{card}, train {letter}", card=card_name(move.args[1]), letter=letter)
    letter = TRAIN_LETTERS[move.args[0]] if move.args else ""
    if verb == ADD:
        card = card_name(move.args[2])
        if kind_of(move.args[2]) not in (LOCOMOTIVE, 1):
            return _("{card} on {letter}, complete", card=card, letter=letter)
        return _("{card} on {letter}", card=card, letter=letter)
    if verb == CERTIFY:
        return _("{letter} certified", letter=letter)
    if verb in (STEAL, COMPLETE):
        seat = before.owners[move.args[0]]
        colour = colour_name(before.colours[move.args[0]])
        told = {"colour": colour, "letter": letter, "owner": names[seat]}
        if verb == COMPLETE:
            told["cards"] = wagons(cards_of(move))
            if seat == viewer:
                return _("{colour} {letter} stolen from you with {cards}", **told)
            return _("{colour} {letter} stolen from {owner} with {cards}", **told)
        told["card"] = card_words(move.args[2])
        if seat == viewer:
            return _("{colour} {letter} stolen from you by {card}", **told)
        return _("{colour} {letter} stolen from {owner} by {card}", **told)
    return _("ends the turn")


def played(
    before: State, after: State, seat: int, move: Move, names: Sequence[str], viewer: int | None
) -> list[Entry]:
    """The log lines of a move, and of the draw that begins the next turn."""
    entries: list[Entry] = []
    if move.args:
        told = _("{name}: {does}", name=names[seat], does=move_words(before, move, names, viewer))
        tone = Tone.EVENT if is_theft(move) else Tone.PLAIN
        mark = f"{NEW} " if is_theft(move) else ""
        entries.append(Entry(f"{mark}{told}", seat, tone))
    if not after.over and after.turns != before.turns:
        entries += _draw(before, after, names, viewer)
    return entries


def _draw(before: State, after: State, names: Sequence[str], viewer: int | None) -> list[Entry]:
    """How the new turn begins; what a seat draws is no one else's to know."""
    drawer = after.player
    assert drawer is not None
    name = names[drawer]
    if before.pile:
        # The viewer's own card is named once it is seen.
        entries = [] if drawer == viewer else [draws(drawer, names)]
        if not after.pile:
            entries.append(Entry(f"{NEW} {_('The pile is empty')} {NEW}", tone=Tone.EVENT))
        return entries
    first = after.awaiting[0] if after.awaiting else None
    if not isinstance(first, Shuffle):
        return [Entry(_("{name}: nobody has a card to draw", name=name), drawer)]
    other = next(seat for seat, hand in enumerate(before.hands) if first.slots[0] in hand)
    if other == viewer:
        says = _("{name} draws from your hand", name=name)
    elif is_you(name):
        says = _("You draw from {owner}'s hand", owner=names[other])
    else:
        says = _("{name} draws from {owner}'s hand", name=name, owner=names[other])
    return [Entry(says, drawer)]


def draws(drawer: int, names: Sequence[str]) -> Entry:
    """A draw from the pile of which no more is told."""
    name = names[drawer]
    return Entry(_("You draw") if is_you(name) else _("{name} draws", name=name), drawer)


def begins(state: State, names: Sequence[str]) -> Entry:
    """The first turn."""
    dealer = state.dealer if state.dealer is not None else 0
    dealt, first = names[dealer], names[(dealer + 1) % state.seats]
    if is_you(dealt):
        says = _("You deal, {name} begins", name=first)
    elif is_you(first):
        says = _("{name} deals, you begin", name=dealt)
    else:
        says = _("{dealer} deals, {name} begins", dealer=dealt, name=first)
    return Entry(says, tone=Tone.EVENT)


def staged(state: State, move: Move, names: Sequence[str]) -> str:
    """The question that a staged move puts: short enough for a line of 76 cells."""
    asks = question(state, move, names)
    return f"{asks} {_('Nobody can steal it then.')}" if move.verb == CERTIFY else asks


def question(state: State, move: Move, names: Sequence[str]) -> str:
    """The same in one sentence, of which the question mark can be taken for another sentence."""
    verb = move.verb
    if verb == LAY:
        letter = TRAIN_LETTERS[len(state.owners)]
        return _("Lay the {card} as train {letter}?", card=card_name(move.args[1]), letter=letter)
    if not move.args:
        return _("End your turn?")
    letter = TRAIN_LETTERS[move.args[0]]
    if verb == ADD:
        return _("Lay the {card} on train {letter}?", card=card_name(move.args[2]), letter=letter)
    if verb == CERTIFY:
        return _("Certify train {letter}?", letter=letter)
    owner = names[state.owners[move.args[0]]]
    if verb == COMPLETE:
        cards = wagons(cards_of(move))
        return _(
            "Steal {owner}'s train {letter}, putting down {cards}?",
            owner=owner, letter=letter, cards=cards,
        )  # fmt: skip
    card = card_name(move.args[2])
    return _(
        "Steal {owner}'s train {letter} with the {card}?", owner=owner, letter=letter, card=card
    )


def way(move: Move, card_chosen: bool) -> str:
    """A way among several: in at most 20 cells, in 16 where the card is known and nine may follow."""
    verb = move.verb
    if verb == LAY:
        return _("new train")
    letter = TRAIN_LETTERS[move.args[0]]
    if verb == COMPLETE:
        return _("steal {letter}: {cards}", letter=letter, cards=letters(cards_of(move)))
    if card_chosen:
        if verb == ADD:
            return _("lay on {letter}", letter=letter)
        if verb == CERTIFY:
            return _("certify {letter}", letter=letter)
        return _("steal {letter}", letter=letter)
    if verb == ADD:
        kind = KIND_LETTERS[move.args[2] % len(KINDS)]
        return _("lay on {letter}: {cards}", letter=letter, cards=kind)
    if verb == CERTIFY:
        return _("certify {letter}", letter=letter)
    return _("steal {letter}: {cards}", letter=letter, cards=special(move.args[2]))


def prompt(
    asks: Asks,
    state: State,
    names: Sequence[str],
    viewer: int | None,
    moves: Sequence[Move],
    must: str | None,
) -> str:
    """What to do next, when nothing is staged.

    ``must``: what forbids the end of the turn.
    """
    if asks is Asks.OVER:
        return _("The game is over.")
    if asks is Asks.NOTHING:
        if state.player is None:
            return _("The cards are being dealt.")
        name = names[state.player]
        if state.awaiting:
            return _("You draw a card.") if is_you(name) else _("{name} draws a card.", name=name)
        if viewer is None:
            return _("{name} is to act. You are watching.", name=name)
        return _("Wait: {name} is to act.", name=name)
    verbs = {move.verb for move in moves}
    steal = bool(verbs & {STEAL, COMPLETE})
    if must is not None:
        if steal:
            return _("Steal, then lay your locomotives: you have to.")
        return _("Lay your locomotives: you have to.")
    can = [_("steal a train")] if steal else []
    can += [_("lay cards")] if verbs & {LAY, ADD} else []
    can += [_("certify")] if CERTIFY in verbs else []
    if not can:
        return _("Nothing more to do: end your turn.")
    text = _("{choices}, or end your turn.", choices=", ".join(can))
    return text[0].upper() + text[1:]
