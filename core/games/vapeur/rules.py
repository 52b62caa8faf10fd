"""What happens in À toute vapeur!: the set-up, moves carried out, cards drawn and shown.

Section names are the rulebook's; rulings are numbered as in
``docs/rulings-a-toute-vapeur.md``.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from typing import Any, Final

from core.games.vapeur.moves import (
    ADD,
    CERTIFY,
    COMPLETE,
    END,
    LAY,
    STEAL,
    pairs,
)
from core.games.vapeur.options import Options
from core.games.vapeur.sheet import (
    CARDS,
    FIRST_SEAT,
    FULL,
    GONDOLA,
    INSPECTION,
    MAX_SEATS,
    MIN_SEATS,
    SLOTS,
    TRAINS,
    colour_of,
    kind_of,
)
from core.games.vapeur.state import Phase, State, draws_from
from core.kernel.errors import BadAnswer, BadOptions
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal, Shuffle

QUIET_ROUNDS: Final = 3
"""Full rounds without a card laid or a train moved that end the game (ruling 23)."""


def new(options: Options, seats: Any) -> State:
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


def answered(state: State, request: Request, cards: Sequence[Any] | None) -> None:
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


def _everyone_sees(state: State, slots: tuple[int, ...], cards: Sequence[Any] | None) -> None:
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
