"""How a turn goes on: lines refilled, objectives replaced, the next seat, the end of the game.

Each function puts requests in the state where cards are needed, and otherwise goes on at once.
"""

from __future__ import annotations

from typing import Final

from core.games.continental.claims import payable
from core.games.continental.sheet import SMALL
from core.games.continental.state import Phase, State
from core.kernel.requests import Reveal

EMPTY: Final[list[int | None]] = [None] * 9
"""The yard without a card."""

_TURN_OVER: Final = tuple([Reveal((slot,)) for slot in SMALL.slots])
"""The request for each small card, made once: nearly every turn asks for one."""


def refill(state: State) -> None:
    """Shift the lines, fill their gaps one after the other, then go on with the turn."""
    state.effect = None
    state.phase = Phase.REFILL
    gaps = state.gaps
    while gaps:
        line = gaps[0]
        yard = state.yard
        cheapest = 3 * line
        for _ in range(gaps.count(line)):  # each goes behind the cards of its line
            yard.insert(cheapest + 2, yard.pop(yard.index(None, cheapest)))
        if state.piles[line]:
            state.awaiting.append(_TURN_OVER[state.piles[line].pop()])
            return
        del gaps[0]
    offer_claim(state)


def turn_up(state: State, count: int) -> None:
    """Ask for the next cards of the first ``count`` gaps at once, as far as the piles go."""
    slots: list[int] = []
    filled: list[int] = []
    for line in state.gaps[:count]:
        if state.piles[line]:
            slots.append(state.piles[line].pop())
            filled.append(line)
    state.gaps[:count] = filled
    if slots:
        state.awaiting.append(Reveal(tuple(slots)))


def turn_objectives(state: State) -> None:
    """Ask for as many objectives as the row lacks."""
    slots: list[int] = []
    for row in range(3):
        if state.row[row] is None and state.objective_pile:
            slot = state.objective_pile.pop()
            state.row_slots[row] = slot
            slots.append(slot)
    if slots:
        state.awaiting.append(Reveal(tuple(slots)))


def offer_claim(state: State) -> None:
    """The optional action, skipped where the train can pay for no objective on display."""
    seat = state.turn
    assert seat is not None
    if _can_claim(state, seat):
        state.phase = Phase.CLAIM
    else:
        end_turn(state)


def _can_claim(state: State, seat: int) -> bool:
    """Whether the seat's train can pay for an objective on display."""
    own = tuple(state.wagons[6 * seat : 6 * seat + 6])
    return not payable(own).isdisjoint(state.row)


def end_turn(state: State) -> None:
    """Pass the turn on; after the end was triggered everyone else has just one (rulings 26, 27)."""
    seat = state.turn
    assert seat is not None
    while True:
        if state.last_turns is None and state.yard == EMPTY:
            state.last_turns = state.seats
        if state.last_turns is not None:
            state.last_turns -= 1
            if state.last_turns == 0:
                state.phase = Phase.CONTRACTS
                slots = tuple([slot for slot in state.kept if slot is not None])
                state.awaiting.append(Reveal(slots))
                return
        seat = (seat + 1) % state.seats
        if state.yard != EMPTY:
            state.turn = seat
            state.phase = Phase.TAKE
            return
        # No card to take: only the optional action remains, if there is one (ruling 27). A seat
        # that has none is passed over: `turn` stays with the one whose move led here.
        if _can_claim(state, seat):
            state.turn = seat
            state.phase = Phase.CLAIM
            return
