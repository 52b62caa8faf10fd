"""À toute vapeur! in sentences: the log, the prompts, and what a staged choice would do."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.vapeur.moves import ADD, CERTIFY, COMPLETE, LAY, STEAL, TRAIN_LETTERS
from core.games.vapeur.sheet import (
    CERTIFIED,
    COLOURS,
    INSPECTION,
    KINDS,
    LOCOMOTIVE,
    NAMES,
    QUALITY,
    colour_of,
    kind_of,
)
from core.games.vapeur.state import State
from core.kernel.move import Move
from core.kernel.requests import Shuffle
from tui.boards.parts import Entry, Tone
from tui.boards.vapeur.position import listed
from tui.boards.vapeur.staging import Asks, cards_of, is_theft
from tui.marks import NEW

SPECIALS = {CERTIFIED: "certificate", INSPECTION: "inspection", QUALITY: "control"}
"""The specials' short names."""
KIND_LETTERS = "LGC"
"""As the rules' own texts have them: locomotive, gondola, caboose."""


def card_words(card: int) -> str:
    """``red gondola``, ``inspection``."""
    return SPECIALS.get(card, NAMES[card])


def a_card(card: int) -> str:
    """``a red gondola``, ``an inspection``."""
    words = card_words(card)
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def letters(cards: Sequence[int]) -> str:
    """``GGC``."""
    return "".join(KIND_LETTERS[card % len(KINDS)] for card in cards)


def counted(number: int, word: str) -> str:
    """``1 card``, ``3 cards``."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def does(name: str, verb: str) -> str:
    """``Ben draws``, ``You draw``."""
    return f"{name} {verb}{'' if name == 'You' else 's'}"


def whose(seat: int, names: Sequence[str], viewer: int | None) -> str:
    """``your``, ``Ben's``."""
    return "your" if seat == viewer else f"{names[seat]}'s"


def who(seat: int, names: Sequence[str], viewer: int | None) -> str:
    """``you``, ``Ben``."""
    return "you" if seat == viewer else names[seat]


def deed(move: Move) -> str:
    """What a move did in a few words, for the mover's own line."""
    verb = move.verb
    if verb == LAY:
        return f"laid a {COLOURS[colour_of(move.args[1])]} loco"
    if verb == ADD:
        return f"laid on {TRAIN_LETTERS[move.args[0]]}"
    if verb in (STEAL, COMPLETE):
        return f"stole {TRAIN_LETTERS[move.args[0]]}"
    return f"certified {TRAIN_LETTERS[move.args[0]]}" if verb == CERTIFY else ""


def move_words(before: State, move: Move, names: Sequence[str], viewer: int | None) -> str:
    """What a move does, told from the position before it."""
    verb = move.verb
    if verb == LAY:
        letter = TRAIN_LETTERS[len(before.owners)]
        return f"{NAMES[move.args[1]]}, train {letter}"
    letter = TRAIN_LETTERS[move.args[0]] if move.args else ""
    if verb == ADD:
        done = ", complete" if kind_of(move.args[2]) not in (LOCOMOTIVE, 1) else ""
        return f"{NAMES[move.args[2]]} on {letter}{done}"
    if verb == CERTIFY:
        return f"{letter} certified"
    if verb in (STEAL, COMPLETE):
        owner = who(before.owners[move.args[0]], names, viewer)
        colour = COLOURS[before.colours[move.args[0]]]
        cards = listed(cards_of(move)) if verb == COMPLETE else ""
        how = f"with {cards}" if verb == COMPLETE else f"by {card_words(move.args[2])}"
        return f"{colour} {letter} stolen from {owner} {how}"
    return "ends the turn"


def played(
    before: State, after: State, seat: int, move: Move, names: Sequence[str], viewer: int | None
) -> list[Entry]:
    """The log lines of a move, and of the draw that begins the next turn."""
    entries: list[Entry] = []
    if move.args:
        told = move_words(before, move, names, viewer)
        tone = Tone.EVENT if is_theft(move) else Tone.PLAIN
        mark = f"{NEW} " if is_theft(move) else ""
        entries.append(Entry(f"{mark}{names[seat]}: {told}", seat, tone))
    if not after.over and after.turns != before.turns:
        entries += _draw(before, after, names, viewer)
    return entries


def _draw(before: State, after: State, names: Sequence[str], viewer: int | None) -> list[Entry]:
    """How the new turn begins; what a seat draws is no one else's to know."""
    drawer = after.player
    assert drawer is not None
    draws = does(names[drawer], "draw")
    if before.pile:
        # The viewer's own card is named once it is seen.
        entries = [] if drawer == viewer else [Entry(draws, drawer)]
        if not after.pile:
            entries.append(Entry(f"{NEW} The pile is empty {NEW}", tone=Tone.EVENT))
        return entries
    first = after.awaiting[0] if after.awaiting else None
    if not isinstance(first, Shuffle):
        return [Entry(f"{names[drawer]}: nobody has a card to draw", drawer)]
    other = next(seat for seat, hand in enumerate(before.hands) if first.slots[0] in hand)
    return [Entry(f"{draws} from {whose(other, names, viewer)} hand", drawer)]


def begins(state: State, names: Sequence[str]) -> Entry:
    """The first turn."""
    dealer = state.dealer if state.dealer is not None else 0
    first = (dealer + 1) % state.seats
    return Entry(f"{does(names[dealer], 'deal')}, {does(names[first], 'begin')}", tone=Tone.EVENT)


def staged(state: State, move: Move, names: Sequence[str]) -> str:
    """The question that a staged move puts: short enough for a line of 76 cells."""
    verb = move.verb
    if verb == LAY:
        return f"Lay the {NAMES[move.args[1]]} as train {TRAIN_LETTERS[len(state.owners)]}?"
    if not move.args:
        return "End your turn?"
    letter = TRAIN_LETTERS[move.args[0]]
    if verb == ADD:
        return f"Lay the {NAMES[move.args[2]]} on train {letter}?"
    if verb == CERTIFY:
        return f"Certify train {letter}? Nobody can steal it then."
    owner = names[state.owners[move.args[0]]]
    if verb == COMPLETE:
        return f"Steal {owner}'s train {letter}, putting down {listed(cards_of(move))}?"
    return f"Steal {owner}'s train {letter} with the {NAMES[move.args[2]]}?"


def way(move: Move, card_chosen: bool) -> str:
    """A way among several: in at most 20 cells, in 16 where the card is known and nine may follow."""
    verb = move.verb
    if verb == LAY:
        return "new train"
    letter = TRAIN_LETTERS[move.args[0]]
    if verb == COMPLETE:
        return f"steal {letter}: {letters(cards_of(move))}"
    does = {ADD: "lay on", CERTIFY: "certify", STEAL: "steal"}[verb]
    if card_chosen:
        return f"{does} {letter}"
    return f"{does} {letter}: {card_words(move.args[2]).split()[-1]}"


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
        return "The game is over."
    if asks is Asks.NOTHING:
        if state.player is None:
            return "The cards are being dealt."
        name = names[state.player]
        if state.awaiting:
            return f"{name} draws a card."
        watching = viewer is None
        return f"{name} is to act. You are watching." if watching else f"Wait: {name} is to act."
    verbs = {move.verb for move in moves}
    can = ["steal a train"] if verbs & {STEAL, COMPLETE} else []
    if must is not None:
        first = "Steal, then lay" if can else "Lay"
        return f"{first} your locomotives: you have to."
    can += ["lay cards"] if verbs & {LAY, ADD} else []
    can += ["certify"] if CERTIFY in verbs else []
    if not can:
        return "Nothing more to do: end your turn."
    text = ", ".join([*can, "or end your turn"])
    return f"{text[0].upper()}{text[1:]}."
