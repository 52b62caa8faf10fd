"""What the seat to act may do, and why it may not do the rest (rulebook, Turn Overview)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.games.continental.claims import NEEDS, SIZES, claim_moves, payable
from core.games.continental.flow import EMPTY
from core.games.continental.moves import (
    CLAIM,
    DECLINE,
    INVEST,
    KEEP,
    MOVES,
    PASS,
    ROB,
    SWAP,
    TAKE,
    TOKEN,
)
from core.games.continental.sheet import (
    COMPANIES,
    DIRECTOR,
    FIRST_OBJECTIVE,
    INVESTOR,
    LETTERS,
    MAX_SEATS,
    NAMES,
    PICKPOCKET,
    SWITCHMAN,
)
from core.games.continental.state import Phase, State
from core.kernel.errors import IllegalMove, NotYourTurn
from core.kernel.move import Move

_EFFECT_OF: Final = {INVEST: INVESTOR, ROB: PICKPOCKET, SWAP: SWITCHMAN, TOKEN: DIRECTOR}
_KEEPS: Final = (MOVES.of(KEEP, 0), MOVES.of(KEEP, 1))
_TAKES: Final = tuple(MOVES.of(TAKE, line, place) for line in range(3) for place in range(3))
_PAYABLE: Final = ((0, 3, 6), (0, 1, 3, 4, 6, 7), tuple(range(9)))
"""Places of the yard by the tickets one has, none, one, or more."""
_TAKES_OF_FULL: Final = tuple(tuple([_TAKES[i] for i in places]) for places in _PAYABLE)
"""By the same, what can be taken from a yard without an empty place: so it nearly always is."""
_INVESTS: Final = tuple(MOVES.of(INVEST, line, place) for line in range(3) for place in range(3))
_ROBS: Final = tuple(MOVES.of(ROB, seat) for seat in range(MAX_SEATS))
_TOKENS: Final = tuple(MOVES.of(TOKEN, company) for company in range(5))
_SWAPS: Final = tuple(
    tuple(tuple(MOVES.of(SWAP, give, seat, get) for get in range(6)) for seat in range(MAX_SEATS))
    for give in range(6)
)
_DECLINE: Final = MOVES.of(DECLINE)
_PASS: Final = MOVES.of(PASS)


def moves(state: State, secrets: Mapping[int, int]) -> Sequence[Move]:
    """All legal moves of the seat to act; in this game none depends on its secrets."""
    if state.awaiting:
        return ()
    phase = state.phase
    seat = state.turn
    if seat is None:
        return ()
    if phase is Phase.TAKE:
        yard = state.yard
        tickets = state.tickets[seat]
        if tickets > 2:
            tickets = 2
        if None not in yard:
            return _TAKES_OF_FULL[tickets]
        return [_TAKES[i] for i in _PAYABLE[tickets] if yard[i] is not None]
    if phase is Phase.CLAIM:
        own = tuple(state.wagons[6 * seat : 6 * seat + 6])
        cards = payable(own)
        found: list[Move] = []
        for row, card in enumerate(state.row):
            if card is not None and card in cards:
                found += claim_moves(row, card, own)
        found.append(_PASS)
        return found
    if phase is Phase.EFFECT:
        found = _effect_moves(state, seat, state.effect)
        if not state.options.effects_mandatory:
            found.append(_DECLINE)
        return found
    if phase is Phase.KEEP:
        return _KEEPS
    return ()


def _effect_moves(state: State, seat: int, character: int | None) -> list[Move]:
    """What the character can do now; empty where its effect is impossible."""
    if character == DIRECTOR:
        return [_TOKENS[company] for company in range(5) if state.supply[company]]
    if character == INVESTOR:
        return [_INVESTS[i] for i in range(9) if state.yard[i] is not None]
    if character == PICKPOCKET:
        return [
            _ROBS[other] for other in range(state.seats) if other != seat and state.tickets[other]
        ]
    wagons = state.wagons
    own = wagons[6 * seat : 6 * seat + 6]
    return [
        _SWAPS[give][other][get]
        for give in range(6)
        if own[give]
        for other in range(state.seats)
        if other != seat
        for get in range(6)
        if wagons[6 * other + get]
    ]


def why_not(state: State, seat: int, move: Move) -> IllegalMove | None:
    """Why the seat to act may not make this move of the game now, None where it may."""
    phase = state.phase
    verb = move.verb
    if verb == PASS:
        if phase is Phase.CLAIM:
            return None
        return _not_now(phase)
    if verb == TAKE:
        if phase is not Phase.TAKE:
            return _not_now(phase)
        line, place = move.args
        if state.yard[3 * line + place] is None:
            return IllegalMove("empty-place", "there is no card at that place")
        if place > state.tickets[seat]:
            own = state.tickets[seat]
            has = "none" if not own else "one"
            price = "1 ticket" if place == 1 else "2 tickets"
            return IllegalMove("cannot-pay", f"that card costs {price}, you have {has}")
        return None
    if verb == CLAIM:
        if phase is not Phase.CLAIM:
            return _not_now(phase)
        return _why_no_claim(state, seat, move)
    if verb == KEEP:
        return None if phase is Phase.KEEP else _not_now(phase)
    if phase is not Phase.EFFECT:
        return _not_now(phase)
    if verb == DECLINE:
        if state.options.effects_mandatory:
            return IllegalMove("mandatory", "at this table a possible effect may not be declined")
        return None
    if state.effect != _EFFECT_OF[verb]:
        name = NAMES[state.effect] if state.effect is not None else "character"
        return IllegalMove("other-effect", f"the {name}'s effect has to be settled first")
    return _why_no_effect(state, seat, move)


def _why_no_effect(state: State, seat: int, move: Move) -> IllegalMove | None:
    verb, args = move.verb, move.args
    if verb == TOKEN:
        if not state.supply[args[0]]:
            return IllegalMove("no-token", f"no {COMPANIES[args[0]]} token is left")
        return None
    if verb == INVEST:
        if state.yard[3 * args[0] + args[1]] is None:
            return IllegalMove("empty-place", "there is no card at that place")
        return None
    other = args[0] if verb == ROB else args[1]
    if other >= state.seats:
        return IllegalMove("no-seat", "nobody sits there")
    if other == seat:
        return IllegalMove("own-seat", "choose another player")
    if verb == ROB:
        if not state.tickets[other]:
            return IllegalMove("no-tickets", "that player has no tickets")
        return None
    give, _, get = args
    if not state.wagons[6 * seat + give]:
        return IllegalMove("no-wagon", f"you have no {NAMES[give]} to give")
    if not state.wagons[6 * other + get]:
        return IllegalMove("no-wagon", f"that player has no {NAMES[get]}")
    return None


def _why_no_claim(state: State, seat: int, move: Move) -> IllegalMove | None:
    row, *paid = move.args
    card = state.row[row]
    if card is None:
        return IllegalMove("no-objective", "there is no objective at that place")
    number = card - FIRST_OBJECTIVE
    needs = NEEDS[number]
    counts = [paid.count(wagon) for wagon in range(6)]
    if len(paid) != SIZES[number]:
        return IllegalMove("wrong-wagons", f"that objective takes {SIZES[number]} wagons")
    # Locomotives, which stand for any wagon, are counted sixth: nothing asks for them.
    if any(used > need for used, need in zip(counts, needs, strict=False)):
        return IllegalMove("wrong-wagons", "the objective does not ask for these wagons")
    own = state.wagons[6 * seat : 6 * seat + 6]
    for wagon, used in enumerate(counts):
        if used > own[wagon]:
            return IllegalMove("lacking", f"you lack {NAMES[wagon]} ({LETTERS[wagon]})")
    return None


def _not_now(phase: Phase) -> IllegalMove:
    says = {
        Phase.KEEP: "first choose which contract to keep",
        Phase.TAKE: "first take a small card",
        Phase.EFFECT: "first settle the character's effect",
        Phase.CLAIM: "you have taken your card: claim an objective or end your turn",
    }.get(phase, "not now")
    return IllegalMove("not-now", says)


def check(state: State, seat: int, move: Any) -> None:
    """Raise NotYourTurn, UnknownMove or IllegalMove unless ``seat`` may make ``move`` now."""
    MOVES.pack(move)
    if state.over:
        raise NotYourTurn("the game is over")
    if state.awaiting:
        raise NotYourTurn("a card is being turned over")
    if seat != state.turn:
        raise NotYourTurn("it is another player's turn")
    reason = why_not(state, seat, move)
    if reason is not None:
        raise reason


def possible(state: State, seat: int, character: int) -> bool:
    """Whether the effect can be carried out at all (rulings 10, 11, 13, 16)."""
    if character == DIRECTOR:
        return any(state.supply)
    if character == INVESTOR:
        return state.yard != EMPTY
    if character == PICKPOCKET:
        return sum(state.tickets) > state.tickets[seat]
    own = sum(state.wagons[6 * seat : 6 * seat + 6])
    return 0 < own < sum(state.wagons)
