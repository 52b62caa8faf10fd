"""What may be done in À toute vapeur!, and why not: by public facts, and by what the hand obliges to.

Section names are the rulebook's; rulings are numbered as in
``docs/rulings-a-toute-vapeur.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.games.vapeur.moves import (
    ADD,
    CERTIFY,
    COMPLETE,
    END,
    LAY,
    STEAL,
    TRAIN_LETTERS,
    of,
    pack,
    pairs,
)
from core.games.vapeur.sheet import (
    CABOOSE,
    CARDS,
    CERTIFIED,
    COPIES,
    FULL,
    GONDOLA,
    INSPECTION,
    NAMES,
    QUALITY,
    colour_of,
    is_locomotive,
    kind_of,
)
from core.games.vapeur.state import Phase, State, missing, played
from core.kernel.errors import IllegalMove, NotYourTurn
from core.kernel.move import Move

_END: Final = of(END)
_LOCOMOTIVES: Final = tuple(card for card in range(CARDS) if is_locomotive(card))


def hand(state: State, seat: int, secrets: Mapping[int, int]) -> dict[int, int]:
    """Slot to card, rising, of all cards in the seat's hand that its secrets or everyone know."""
    shown = dict(state.shown) if state.shown else {}
    return {
        slot: secrets[slot] if slot in secrets else shown[slot]
        for slot in state.hands[seat]
        if slot in secrets or slot in shown
    }


def moves(state: State, secrets: Mapping[int, int]) -> Sequence[Move]:
    """All legal moves of the seat to act: thefts, then laying, then certifying, then the end.

    Copies of one card are equal, so of these only the lowest slots are offered; ``check`` accepts any.
    """
    seat = state.turn
    if state.awaiting or seat is None:
        return ()
    slots: dict[int, list[int]] = {}
    for slot, card in hand(state, seat, secrets).items():
        slots.setdefault(card, []).append(slot)
    found: list[Move] = []
    if state.phase is Phase.THEFT:
        _thefts(state, seat, slots, found)
    lays = [of(LAY, slots[card][0], card) for card in _LOCOMOTIVES if card in slots]
    found += lays
    certificates = slots.get(CERTIFIED)
    to_certify: list[Move] = []
    for train, owner in enumerate(state.owners):
        if owner != seat:
            continue
        if not state.cabooses[train]:
            full = state.gondolas[train] == FULL
            card = 3 * state.colours[train] + (CABOOSE if full else GONDOLA)
            if card in slots:
                found.append(of(ADD, train, slots[card][0], card))
        elif certificates and not state.certified[train]:
            to_certify.append(of(CERTIFY, train, certificates[0], CERTIFIED))
    found += to_certify
    if not lays:  # ruling 4: no locomotive may be kept
        found.append(_END)
    return found


def _thefts(state: State, seat: int, slots: Mapping[int, list[int]], found: list[Move]) -> None:
    tools = [(slots[card][0], card) for card in (INSPECTION, QUALITY) if card in slots]
    for train, owner in enumerate(state.owners):
        if owner == seat or state.certified[train]:
            continue
        if tools:
            found += [of(STEAL, train, *tool) for tool in tools]
        if not state.cabooses[train]:
            cards = _completing(slots, missing(state, train))
            if cards:
                found.append(Move(COMPLETE, (train, *cards)))


def _completing(slots: Mapping[int, list[int]], lacking: tuple[int, ...]) -> list[int]:
    """Slot and card by turns of all that is lacking, [] if the hand cannot give it."""
    if lacking[0] not in slots or lacking[-1] not in slots:
        return []
    args: list[int] = []
    used = 0
    for card in lacking:
        held = slots[card]
        if kind_of(card) == CABOOSE:
            used = 0
        if used >= len(held):
            return []
        args += (held[used], card)
        used += 1
    return args


def check(state: State, seat: int, move: Any) -> None:
    """Raise NotYourTurn, UnknownMove or IllegalMove unless ``seat`` may make ``move`` now."""
    pack(move)
    if state.over:
        raise NotYourTurn("the game is over")
    if state.awaiting:
        raise NotYourTurn("a card is being drawn")
    if seat != state.turn:
        raise NotYourTurn("it is another player's turn")
    reason = why_not(state, seat, move)
    if reason is not None:
        raise reason


def why_not(state: State, seat: int, move: Move) -> IllegalMove | None:
    """Why the seat to act may not make this move of the game now, by what everyone can see."""
    verb = move.verb
    if verb == END:
        return None
    reason = _why_no_cards(state, seat, move)
    if reason is not None or verb == LAY:
        return reason
    train = move.args[0]
    if train >= len(state.owners):
        return IllegalMove("no-train", f"there is no train {TRAIN_LETTERS[train]}")
    if verb in (STEAL, COMPLETE):
        return _why_no_theft(state, seat, move, train)
    if state.owners[train] != seat:
        return IllegalMove("not-yours", "that train is another player's")
    if verb == ADD:
        return _why_no_add(state, move.args[2], train)
    if not state.cabooses[train]:
        return IllegalMove("not-complete", "only a complete train can be certified")
    if state.certified[train]:
        return IllegalMove("certified", "that train is certified already")
    return None


def _why_no_cards(state: State, seat: int, move: Move) -> IllegalMove | None:
    """Every card must come from the hand, and be possible by what everyone can see."""
    left = [copies - gone for copies, gone in zip(COPIES, played(state), strict=True)]
    shown = dict(state.shown)
    for slot, card in pairs(move):
        if slot not in state.hands[seat]:
            return IllegalMove("not-in-hand", "that card is not in your hand")
        left[card] -= 1
        if shown.get(slot, card) != card or left[card] < 0:
            return IllegalMove("other-card", f"that card cannot be a {NAMES[card]}")
    return None


def _why_no_theft(state: State, seat: int, move: Move, train: int) -> IllegalMove | None:
    if state.owners[train] == seat:
        return IllegalMove("own-train", "that train is yours")
    if state.certified[train]:
        return IllegalMove("certified", "a certified train cannot be stolen")
    if state.phase is not Phase.THEFT:
        return IllegalMove("too-late", "one theft a turn, before you lay cards or certify")
    if move.verb == STEAL:
        return None
    lacking = missing(state, train)
    if not lacking:
        return IllegalMove("complete", "that train is complete: it takes an inspection or control")
    cards = move.args[2::2]
    if colour_of(cards[0]) != state.colours[train]:
        return IllegalMove("other-colour", "all cards of a train have one colour")
    if cards != lacking:
        names = " and ".join(NAMES[card] for card in lacking)
        return IllegalMove("not-whole", f"put down all that train lacks at once: {names}")
    return None


def _why_no_add(state: State, card: int, train: int) -> IllegalMove | None:
    if colour_of(card) != state.colours[train]:
        return IllegalMove("other-colour", "all cards of a train have one colour")
    if kind_of(card) == GONDOLA:
        if state.gondolas[train] == FULL:
            return IllegalMove("full", "that train has both its gondolas")
    elif state.cabooses[train]:
        return IllegalMove("full", "that train has its caboose")
    elif state.gondolas[train] < FULL:
        return IllegalMove("gondolas-first", "the caboose comes after two gondolas")
    return None


def duties(state: State, seat: int, move: Move, secrets: Mapping[int, int]) -> IllegalMove | None:
    """A turn may not end while a locomotive is in the hand (rulings 4, 5)."""
    if move.verb == END and any(map(is_locomotive, hand(state, seat, secrets).values())):
        says = "every locomotive in your hand must be laid before your turn ends"
        return IllegalMove("locomotive-in-hand", says)
    return None
