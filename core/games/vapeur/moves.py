"""The moves of À toute vapeur!, with their texts.

    lay 17:rL                        a red locomotive from slot 17 opens a new train
    add c 12:rG                      a red gondola from slot 12 goes on train c
    steal c 40:insp                  train c is stolen with a mechanical inspection
    complete c 12:rG 17:rG 31:rC     train c is stolen by putting down all that it lacks
    certify c 50:cert                train c is protected
    end                              the turn is over

Every card that leaves a hand is written ``slot:card``, which is exactly what the move claims. Trains
have letters in the order in which their locomotives were laid, and keep them when they change owner.
There are far too many ways to complete a train to list them, so moves are checked one by one; those
of the other verbs are few and interned.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

from core.games.vapeur.sheet import (
    CABOOSE,
    CARDS,
    CERTIFIED,
    CODES,
    FULL,
    GONDOLA,
    INSPECTION,
    QUALITY,
    SLOTS,
    TRAINS,
    colour_of,
    is_locomotive,
    kind_of,
)
from core.kernel.errors import UnknownMove
from core.kernel.move import Move

LAY, ADD, STEAL = "lay", "add", "steal"
COMPLETE, CERTIFY, END = "complete", "certify", "end"

VERBS: Final = (LAY, ADD, STEAL, COMPLETE, CERTIFY, END)
TRAIN_LETTERS: Final = "abcdefghi"

_VERB_CODE: Final = {verb: number for number, verb in enumerate(VERBS)}
_CARD_CODE: Final = {code: card for card, code in enumerate(CODES)}
_TRAIN_CODE: Final = {letter: number for number, letter in enumerate(TRAIN_LETTERS)}
_SLOT_CODE: Final = {str(slot): slot for slot in range(SLOTS)}
_MOST_PARTS: Final = FULL + 3
"""Words in the longest text: verb, train, and a card for every gap but the locomotive."""

_interned: dict[Move, Move] = {}


def of(verb: str, *args: int) -> Move:
    """The move of this verb and these arguments; raises UnknownMove if the game has no such move."""
    move = Move(verb, args)
    known = _interned.get(move)
    if known is not None:
        return known
    _validate(move)
    if verb != COMPLETE:
        _interned[move] = move
    return move


def _validate(move: Any) -> None:
    """Raise UnknownMove unless the move fits the game, whatever the position."""
    verb, args = move.verb, move.args
    # bool is an int to Python, but never one on the wire.
    if type(args) is not tuple or any(type(part) is not int for part in args):
        raise UnknownMove("a move's arguments are integers")
    if verb == END:
        known = not args
    elif verb == LAY:
        known = len(args) == 2 and _cards_fit(args) and is_locomotive(args[1])
    elif (
        verb not in _VERB_CODE or not args or not 0 <= args[0] < TRAINS or not _cards_fit(args[1:])
    ):
        known = False
    elif verb == COMPLETE:
        known = _completes(args[1::2], args[2::2])
    else:
        known = len(args) == 3 and _goes_with(verb, args[2])
    if not known:
        raise UnknownMove("not a move of this game")


def _cards_fit(pairs: tuple[int, ...]) -> bool:
    """Whether these are slots and cards by turns, at least one of each."""
    return (
        len(pairs) >= 2
        and len(pairs) % 2 == 0
        and all(0 <= slot < SLOTS for slot in pairs[::2])
        and all(0 <= card < CARDS for card in pairs[1::2])
    )


def _goes_with(verb: str, card: int) -> bool:
    if verb == ADD:
        return kind_of(card) in (GONDOLA, CABOOSE)
    if verb == STEAL:
        return card in (INSPECTION, QUALITY)
    return card == CERTIFIED


def _completes(slots: tuple[int, ...], cards: tuple[int, ...]) -> bool:
    """The missing cards in the order of the train, equal ones by slot: one form, one move."""
    colour = colour_of(cards[0])
    whole = (*(3 * colour + GONDOLA,) * FULL, 3 * colour + CABOOSE)
    gondolas = slots[:-1]
    return (
        kind_of(cards[0]) is not None
        and cards == whole[-len(cards) :]
        and all(a < b for a, b in pairwise(gondolas))
        and slots[-1] not in gondolas
    )


def pairs(move: Move) -> tuple[tuple[int, int], ...]:
    """(slot, card) of every card the move lays open."""
    args = move.args if move.verb == LAY else move.args[1:]
    return tuple(zip(args[::2], args[1::2], strict=True))


def text(move: Any) -> str:
    """The short text; raises UnknownMove for what is no move of this game."""
    pack(move)
    words = [move.verb]
    if move.verb not in (LAY, END):
        words.append(TRAIN_LETTERS[move.args[0]])
    words += [f"{slot}:{CODES[card]}" for slot, card in pairs(move)]
    return " ".join(words)


def parse(text: str) -> Move:
    """The move whose text this is, letter for letter; raises UnknownMove."""
    words = text.split(" ", _MOST_PARTS)
    args: list[int] = []
    try:
        verb, *rest = words
        if verb not in (LAY, END):
            args.append(_TRAIN_CODE[rest.pop(0)])
        for word in rest:
            slot, card = word.split(":")
            args += (_SLOT_CODE[slot], _CARD_CODE[card])
        return of(verb, *args)
    except (KeyError, IndexError, ValueError, UnknownMove):
        raise UnknownMove(f"not a move: {text[:40]!r}") from None


def pack(move: Any) -> tuple[int, ...]:
    """The array for the wire: verb number, then arguments."""
    if type(move) is not Move:
        raise UnknownMove("not a move of this game")
    _validate(move)
    return (_VERB_CODE[move.verb], *move.args)


def unpack(wire: Any) -> Move:
    """The move of a decoded array; raises UnknownMove for any other value."""
    if type(wire) is not tuple or any(type(part) is not int for part in wire):
        raise UnknownMove("a move on the wire is an array of integers")
    if not wire or not 0 <= wire[0] < len(VERBS) or len(wire) > 2 + 2 * (FULL + 1):
        raise UnknownMove("the array names no move of this game")
    return of(VERBS[wire[0]], *wire[1:])
