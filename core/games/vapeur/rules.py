"""The rules of À toute vapeur!: what may be done, and what happens then.

Section names are the rulebook's; rulings are numbered as in
``docs/rulings-a-toute-vapeur.md``.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping, Sequence
from typing import Final

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
from core.games.vapeur.options import Options
from core.games.vapeur.sheet import (
    CABOOSE,
    CARDS,
    CERTIFIED,
    COPIES,
    FIRST_SEAT,
    FULL,
    GONDOLA,
    INSPECTION,
    MAX_SEATS,
    MIN_SEATS,
    NAMES,
    QUALITY,
    SLOTS,
    TRAINS,
    colour_of,
    is_locomotive,
    kind_of,
)
from core.games.vapeur.state import Phase, State, draws_from, missing, played
from core.kernel.errors import BadAnswer, BadOptions, IllegalMove, NotYourTurn
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal, Shuffle

QUIET_ROUNDS: Final = 3
"""Full rounds without a card laid or a train moved that end the game (ruling 23)."""

_END: Final = of(END)
_LOCOMOTIVES: Final = tuple(card for card in range(CARDS) if is_locomotive(card))


def new(options: Options, seats: int) -> State:
    """The set-up (Préparation du jeu): who deals, and five cards that each seat alone looks at.

    Raises BadOptions.
    """
    if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions("À toute vapeur! is for 2 to 6 players")
    if options.dealer is not None and options.dealer >= seats:
        raise BadOptions("the dealer is none of the seats")
    state = State.new(options, seats)
    if options.dealer is None:
        state.awaiting.append(Reveal((SLOTS,)))
    state.awaiting += [Reveal(tuple(hand), seat) for seat, hand in enumerate(state.hands)]
    return state


# What may be done ------------------------------------------------------------------------------


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
    found += [of(LAY, slots[card][0], card) for card in _LOCOMOTIVES if card in slots]
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
    if not any(card in slots for card in _LOCOMOTIVES):  # ruling 4: no locomotive may be kept
        found.append(_END)
    return found


def _thefts(state: State, seat: int, slots: Mapping[int, list[int]], found: list[Move]) -> None:
    tools = [(slots[card][0], card) for card in (INSPECTION, QUALITY) if card in slots]
    for train, owner in enumerate(state.owners):
        if owner == seat or state.certified[train]:
            continue
        found += [of(STEAL, train, *tool) for tool in tools]
        cards = _completing(slots, missing(state, train))
        if cards:
            found.append(of(COMPLETE, train, *cards))


def _completing(slots: Mapping[int, list[int]], lacking: tuple[int, ...]) -> list[int]:
    """Slot and card by turns of all that is lacking, [] if the hand cannot give it."""
    args: list[int] = []
    used = 0
    for card in lacking:
        held = slots.get(card, ())
        if kind_of(card) == CABOOSE:
            used = 0
        if used >= len(held):
            return []
        args += (held[used], card)
        used += 1
    return args


def check(state: State, seat: int, move: Move) -> None:
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


# What happens then -----------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """Carry out a checked move, in place."""
    if move.verb == END:
        _end_turn(state)
        return
    own = state.hands[seat]
    for slot, _ in pairs(move):
        own.remove(slot)
        if slot == state.drawn:
            state.drawn = None
    if state.shown:
        state.shown = [pair for pair in state.shown if pair not in pairs(move)]
    state.phase = Phase.LAY
    state.quiet = 0
    _APPLY[move.verb](state, seat, *move.args)
    if sum(state.cabooses) == TRAINS:  # ruling 21: at once, even in the middle of a turn
        _finish(state)
    elif not own:  # everyone sees that nothing can follow (ruling 17)
        _end_turn(state)


def _lay(state: State, seat: int, slot: int, card: int) -> None:
    state.owners.append(seat)
    state.colours.append(colour_of(card))
    state.gondolas.append(0)
    state.cabooses.append(0)
    state.certified.append(False)


def _add(state: State, seat: int, train: int, slot: int, card: int) -> None:
    if kind_of(card) == GONDOLA:
        state.gondolas[train] += 1
    else:
        state.cabooses[train] = 1


def _steal(state: State, seat: int, train: int, slot: int, card: int) -> None:
    state.owners[train] = seat
    state.spent[card - INSPECTION] += 1


def _complete(state: State, seat: int, train: int, *cards: int) -> None:
    state.owners[train] = seat
    state.gondolas[train] = FULL
    state.cabooses[train] = 1


def _certify(state: State, seat: int, train: int, slot: int, card: int) -> None:
    state.certified[train] = True


_APPLY: Final[dict[str, Callable[..., None]]] = {
    LAY: _lay,
    ADD: _add,
    STEAL: _steal,
    COMPLETE: _complete,
    CERTIFY: _certify,
}


def _end_turn(state: State) -> None:
    assert state.player is not None
    if state.quiet >= QUIET_ROUNDS * state.seats:
        _finish(state)
    else:
        _begin_turn(state, (state.player + 1) % state.seats)


def _finish(state: State) -> None:
    state.phase = Phase.OVER
    state.turn = None
    state.player = None
    state.drawn = None
    state.over = True


def _begin_turn(state: State, seat: int) -> None:
    """The turn begins with a draw (Déroulement du jeu), from the pile or blindly from a hand."""
    state.player = seat
    state.turns += 1
    state.phase = Phase.DRAW
    state.drawn = None
    to = ALL if state.open[seat] else seat
    if state.pile:
        slot = SLOTS - state.pile
        state.pile -= 1
        state.awaiting.append(Reveal((slot,), to))
    else:
        state.quiet += 1
        other = draws_from(state, seat)
        if other is None:  # ruling 18: no draw
            _drawn(state)
            return
        slots = tuple(state.hands[other])
        slot = state.hands[other].pop(0)
        rest = tuple(state.hands[other])
        state.shown = [pair for pair in state.shown if pair[0] not in slots]
        # Nobody steers which card goes: the hand gets a new order first. What is left its owner
        # looks at again, and so knows by elimination what is gone.
        state.awaiting += (Shuffle(slots), Reveal((slot,), to))
        if rest:
            state.awaiting.append(Reveal(rest, ALL if state.open[other] else other))
    insort(state.hands[seat], slot)
    state.drawn = slot


def _drawn(state: State) -> None:
    state.phase = Phase.THEFT
    state.turn = state.player


# Cards that are shown --------------------------------------------------------------------------


def answered(state: State, request: Request, cards: Sequence[int] | None) -> None:
    """Take the answer to the first open request, in place; raises BadAnswer, changing nothing."""
    if not state.awaiting or state.awaiting[0] != request:
        raise BadAnswer("that request is not the one open")
    if isinstance(request, Shuffle) or request.to != ALL:
        if cards is not None:
            raise BadAnswer("a private reveal or a shuffle has no public answer")
    else:
        _everyone_sees(state, request.slots, cards)
    del state.awaiting[0]
    if not state.awaiting:
        if state.phase is Phase.DEAL:
            assert state.dealer is not None
            _begin_turn(state, (state.dealer + 1) % state.seats)
        elif state.phase is Phase.DRAW:
            _drawn(state)


def _everyone_sees(state: State, slots: tuple[int, ...], cards: Sequence[int] | None) -> None:
    if cards is None or len(cards) != len(slots):
        raise BadAnswer("a public reveal needs a card for each slot")
    seats = slots[0] >= SLOTS
    low, high = (FIRST_SEAT, FIRST_SEAT + state.seats) if seats else (0, CARDS)
    for card in cards:
        if type(card) is not int or not low <= card < high:
            raise BadAnswer("a card of another deck")
    if seats:
        state.dealer = cards[0] - FIRST_SEAT
    else:
        state.shown = sorted({**dict(state.shown), **dict(zip(slots, cards, strict=True))}.items())


def open_hand(state: State, seat: int, on: bool) -> None:
    """Play the seat's hand face up from now on, or hidden again: what a stand-in needs.

    Asks to show everyone the cards not yet shown; later draws of this seat are public as long as it
    is on. What was shown stays known until it is laid or shuffled.
    """
    state.open[seat] = on
    shown = dict(state.shown)
    slots = tuple([slot for slot in state.hands[seat] if slot not in shown])
    if on and slots and not state.over:
        state.awaiting.append(Reveal(slots))
