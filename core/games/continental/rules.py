"""What a move does: the set-up's first requests, and every verb.

Section names are the rulebook's; rulings are numbered as in ``docs/rulings.md``. What may be done
is in ``legal``, how a turn goes on in ``flow``, what turned cards do in ``turned``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.games.continental.flow import end_turn, refill, turn_objectives, turn_up
from core.games.continental.legal import possible
from core.games.continental.moves import CLAIM, DECLINE, INVEST, KEEP, PASS, ROB, SWAP, TAKE, TOKEN
from core.games.continental.options import Options
from core.games.continental.sheet import (
    LOCOMOTIVE,
    MAX_SEATS,
    MIN_SEATS,
    OBJECTIVES_TO_END,
    TICKET,
    contract_slots,
)
from core.games.continental.state import Phase, State
from core.kernel.errors import BadOptions
from core.kernel.move import Move
from core.kernel.requests import Reveal


def new(options: Options, seats: Any) -> State:
    """The set-up (rulebook, Setup): it first asks only for two private contracts a seat (ruling 35).

    Raises BadOptions.
    """
    if type(seats) is not int or not MIN_SEATS <= seats <= MAX_SEATS:
        raise BadOptions(f"Continental Express is for {MIN_SEATS} to {MAX_SEATS} players")
    if options.first_player is not None and options.first_player >= seats:
        raise BadOptions("the first player is none of the seats")
    state = State.new(options, seats)
    state.awaiting = [Reveal(contract_slots(seat), seat) for seat in range(seats)]
    return state


def apply(state: State, seat: int, move: Move) -> None:
    """Carry out a checked move, in place."""
    _APPLY[move.verb](state, seat, *move.args)


def _keep(state: State, seat: int, which: int) -> None:
    state.kept[seat] = contract_slots(seat)[which]
    if seat + 1 < state.seats:
        state.turn = seat + 1
        return
    state.turn = None
    state.phase = Phase.YARD
    state.gaps = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    turn_up(state, 9)


def _take(state: State, seat: int, line: int, place: int) -> None:
    if place:
        # Paid before taking: a ticket being taken cannot pay for itself (ruling 5).
        state.tickets[seat] -= place
        state.box[TICKET] += place
    _gain(state, seat, line, place)


def _gain(state: State, seat: int, line: int, place: int) -> None:
    """Put a card from the yard in front of the player, its effect first (rulings 8, 9)."""
    where = 3 * line + place
    card = state.yard[where]
    assert card is not None
    state.yard[where] = None
    state.gaps.append(line)
    if card <= LOCOMOTIVE:
        state.wagons[6 * seat + card] += 1
    elif card == TICKET:
        state.tickets[seat] += 1
    else:
        state.box[card] += 1
        if possible(state, seat, card):
            state.phase = Phase.EFFECT
            state.effect = card
            return
    refill(state)


def _rob(state: State, seat: int, other: int) -> None:
    state.tickets[seat] += state.tickets[other]
    state.tickets[other] = 0
    refill(state)


def _swap(state: State, seat: int, give: int, other: int, get: int) -> None:
    wagons = state.wagons
    wagons[6 * seat + give] -= 1
    wagons[6 * other + give] += 1
    wagons[6 * other + get] -= 1
    wagons[6 * seat + get] += 1
    refill(state)


def _token(state: State, seat: int, company: int) -> None:
    state.supply[company] -= 1
    state.tokens[5 * seat + company] += 1
    refill(state)


def _decline(state: State, seat: int) -> None:
    refill(state)


def _claim(state: State, seat: int, row: int, *paid: int) -> None:
    card = state.row[row]
    assert card is not None
    for wagon in paid:
        state.wagons[6 * seat + wagon] -= 1
        state.box[wagon] += 1
    state.claimed[seat].append(card)
    state.row[row] = None
    if len(state.claimed[seat]) == OBJECTIVES_TO_END and state.last_turns is None:
        state.last_turns = state.seats  # this turn, which is just ending, counts as one
    state.phase = Phase.RESTOCK
    turn_objectives(state)


def _pass(state: State, seat: int) -> None:
    end_turn(state)


_APPLY: Final[dict[str, Callable[..., None]]] = {
    KEEP: _keep,
    TAKE: _take,
    INVEST: _gain,
    ROB: _rob,
    SWAP: _swap,
    TOKEN: _token,
    DECLINE: _decline,
    CLAIM: _claim,
    PASS: _pass,
}
