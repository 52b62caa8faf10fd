"""What happens when cards are turned over: the set-up, refills and their events, the last reveal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from core.games.continental.flow import (
    EMPTY,
    end_turn,
    offer_claim,
    refill,
    turn_objectives,
    turn_up,
)
from core.games.continental.sheet import (
    CONTRACT_DECK,
    DERAILMENT,
    FIRST_CONTRACT,
    FIRST_OBJECTIVE,
    FIRST_SEAT,
    OBJECTIVE_DECK,
    PILE_SIZES,
    SMALL,
    seat_deck,
)
from core.games.continental.state import Phase, State
from core.kernel.errors import BadAnswer
from core.kernel.requests import ALL, Request, Reveal, Shuffle

_LINE_OF: Final = tuple(line for line, size in enumerate(PILE_SIZES) for _ in range(size))
"""The yard line of each small-card slot: a pile never mixes with another."""
_SMALL_END: Final = SMALL.slots.stop
_OBJECTIVES_END: Final = OBJECTIVE_DECK.slots.stop
_CONTRACTS_END: Final = CONTRACT_DECK.slots.stop


def answered(state: State, request: Request, cards: Sequence[Any] | None) -> None:
    """Take the answer to the first open request, in place; raises BadAnswer, changing nothing."""
    awaiting = state.awaiting
    if not awaiting or awaiting[0] != request:
        raise BadAnswer("that request is not the one open")
    if cards is None:
        if type(request) is Reveal and request.to == ALL:
            raise BadAnswer("a public reveal needs its cards")
        del awaiting[0]
    else:
        if type(request) is not Reveal or request.to != ALL:
            raise BadAnswer("a private reveal or a shuffle has no public answer")
        slots = request.slots
        if len(cards) != len(slots):
            raise BadAnswer("as many cards as slots")
        low, high, take = _deck_of(slots[0], state.seats)
        for card in cards:
            if type(card) is not int or not low <= card < high:
                raise BadAnswer("a card of another deck")
        del awaiting[0]
        take(state, slots, cards)
    if not awaiting:
        _go_on(state)


def _deck_of(
    slot: int, seats: int
) -> tuple[int, int, Callable[[State, Sequence[int], Sequence[int]], None]]:
    """Range of the cards in the slot's deck, and what takes them."""
    if slot < _SMALL_END:
        return 0, FIRST_OBJECTIVE, _small_cards
    if slot < _OBJECTIVES_END:
        return FIRST_OBJECTIVE, FIRST_CONTRACT, _objectives
    if slot < _CONTRACTS_END:
        return FIRST_CONTRACT, FIRST_SEAT, _contracts
    return FIRST_SEAT, FIRST_SEAT + seats, _first_player


def _small_cards(state: State, slots: Sequence[int], cards: Sequence[int]) -> None:
    """Lay small cards into the first gaps; an event leaves its gap open."""
    yard = state.yard
    gaps = state.gaps
    del gaps[: len(slots)]
    still_open = 0
    fire = False
    for slot, card in zip(slots, cards, strict=True):
        line = _LINE_OF[slot]
        if card < DERAILMENT:
            where = 3 * line
            while yard[where] is not None:
                where += 1
            yard[where] = card
            continue
        gaps.insert(still_open, line)
        still_open += 1
        if state.phase is Phase.YARD:
            state.piles[line].append(slot)
            state.event_pile[card - DERAILMENT] = line
            continue
        state.event_pile[card - DERAILMENT] = None
        state.box[card] += 1
        if card == DERAILMENT:
            _derail(state)
        else:
            fire = True
    if still_open and state.phase is Phase.YARD:
        for line in dict.fromkeys(gaps[:still_open]):
            state.awaiting.append(Shuffle(tuple(state.piles[line])))
    if fire:
        _burn(state)


def _derail(state: State) -> None:
    """Train Derailment: the objectives on display go under the pile, c lowest (ruling 21)."""
    for row in range(3):
        card = state.row[row]
        if card is not None:
            state.objective_pile.insert(0, state.row_slots[row])
            state.buried.append((state.row_slots[row], card))
            state.row[row] = None
    turn_objectives(state)


def _burn(state: State) -> None:
    """Station Fire: all face-up small cards leave the game, nine new ones come (rulings 17, 19)."""
    for card in state.yard:
        if card is not None:
            state.box[card] += 1
    state.yard[:] = EMPTY
    state.gaps = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    turn_up(state, 9)


def _objectives(state: State, slots: Sequence[int], cards: Sequence[int]) -> None:
    for slot, card in zip(slots, cards, strict=True):
        state.row[state.row_slots.index(slot)] = card
        if state.buried:
            state.buried = [pair for pair in state.buried if pair[0] != slot]


def _first_player(state: State, slots: Sequence[int], cards: Sequence[int]) -> None:
    state.first = cards[0] - FIRST_SEAT


def _contracts(state: State, slots: Sequence[int], cards: Sequence[int]) -> None:
    for slot, card in zip(slots, cards, strict=True):
        state.contracts[state.kept.index(slot)] = card


def _go_on(state: State) -> None:
    """All requests are answered: what comes next."""
    phase = state.phase
    if phase is Phase.REFILL:
        if state.gaps:
            refill(state)
        else:
            offer_claim(state)
    elif phase is Phase.RESTOCK:
        end_turn(state)
    elif phase is Phase.YARD:
        if state.gaps:
            turn_up(state, len(state.gaps))
        else:
            state.phase = Phase.ROW
            turn_objectives(state)
    elif phase is Phase.ROW:
        state.phase = Phase.FIRST
        state.first = state.options.first_player
        if state.first is None:
            state.awaiting.append(Reveal((seat_deck(state.seats).first_slot,)))
        else:
            _begin(state)
    elif phase is Phase.FIRST:
        _begin(state)
    elif phase is Phase.CONTRACTS:
        state.phase = Phase.OVER
        state.turn = None
        state.over = True


def _begin(state: State) -> None:
    state.phase = Phase.TAKE
    state.turn = state.first
    if state.options.bonus_ticket:
        for seat in range(state.seats):
            state.tickets[seat] += seat != state.first
