"""The rules of Continental Express: what may be done, and what happens then.

Section names are the rulebook's; rulings are numbered as in ``docs/rulings.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from core.games.continental.claims import NEEDS, SIZES, claim_moves, claimable
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
from core.games.continental.options import Options
from core.games.continental.sheet import (
    COMPANIES,
    CONTRACT_DECK,
    DERAILMENT,
    DIRECTOR,
    FIRST_CONTRACT,
    FIRST_OBJECTIVE,
    FIRST_SEAT,
    INVESTOR,
    LETTERS,
    LOCOMOTIVE,
    NAMES,
    OBJECTIVE_DECK,
    OBJECTIVES_TO_END,
    PICKPOCKET,
    PILE_SIZES,
    SMALL,
    SWITCHMAN,
    TICKET,
    contract_slots,
    seat_deck,
)
from core.games.continental.state import Phase, State
from core.kernel.errors import BadAnswer, BadOptions, IllegalMove, NotYourTurn
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal, Shuffle

_LINE_OF: Final = tuple(line for line, size in enumerate(PILE_SIZES) for _ in range(size))
"""The yard line of each small-card slot: a pile never mixes with another."""
_EFFECT_OF: Final = {INVEST: INVESTOR, ROB: PICKPOCKET, SWAP: SWITCHMAN, TOKEN: DIRECTOR}
_EMPTY: Final[list[int | None]] = [None] * 9
_SMALL_END: Final = SMALL.slots.stop
_OBJECTIVES_END: Final = OBJECTIVE_DECK.slots.stop
_CONTRACTS_END: Final = CONTRACT_DECK.slots.stop

_KEEPS: Final = (MOVES.of(KEEP, 0), MOVES.of(KEEP, 1))
_TAKES: Final = tuple(MOVES.of(TAKE, line, place) for line in range(3) for place in range(3))
_INVESTS: Final = tuple(MOVES.of(INVEST, line, place) for line in range(3) for place in range(3))
_ROBS: Final = tuple(MOVES.of(ROB, seat) for seat in range(4))
_TOKENS: Final = tuple(MOVES.of(TOKEN, company) for company in range(5))
_SWAPS: Final = tuple(
    tuple(tuple(MOVES.of(SWAP, give, seat, get) for get in range(6)) for seat in range(4))
    for give in range(6)
)
_DECLINE: Final = MOVES.of(DECLINE)
_PASS: Final = MOVES.of(PASS)


def new(options: Options, seats: int) -> State:
    """The set-up (rulebook, Setup): it first asks only for two private contracts a seat (ruling 35).

    Raises BadOptions.
    """
    if type(seats) is not int or not 2 <= seats <= 4:
        raise BadOptions("Continental Express is for 2 to 4 players")
    if options.first_player is not None and options.first_player >= seats:
        raise BadOptions("the first player is none of the seats")
    state = State.new(options, seats)
    state.awaiting = [Reveal(contract_slots(seat), seat) for seat in range(seats)]
    return state


# What may be done ------------------------------------------------------------------------------


def moves(state: State) -> Sequence[Move]:
    """All legal moves of the seat to act; none depends on its secrets."""
    if state.awaiting:
        return ()
    phase = state.phase
    seat = state.turn
    if seat is None:
        return ()
    if phase is Phase.TAKE:
        yard = state.yard
        tickets = state.tickets[seat]
        if tickets >= 2:
            return [_TAKES[i] for i in range(9) if yard[i] is not None]
        if tickets:
            return [_TAKES[i] for i in (0, 1, 3, 4, 6, 7) if yard[i] is not None]
        return [_TAKES[i] for i in (0, 3, 6) if yard[i] is not None]
    if phase is Phase.CLAIM:
        own = state.wagons[6 * seat : 6 * seat + 6]
        found: list[Move] = []
        for row, card in enumerate(state.row):
            if card is not None and claimable(card, own):
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


def check(state: State, seat: int, move: Move) -> None:
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


# What happens then -----------------------------------------------------------------------------


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
    _turn_up(state, 9)


def _take(state: State, seat: int, line: int, place: int) -> None:
    if place:
        # Paid before taking: a ticket being taken cannot pay for itself (ruling 5).
        state.tickets[seat] -= place
        state.box[TICKET] += place
    _gain(state, seat, line, place)


def _invest(state: State, seat: int, line: int, place: int) -> None:
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
        if _possible(state, seat, card):
            state.phase = Phase.EFFECT
            state.effect = card
            return
    _refill(state)


def _possible(state: State, seat: int, character: int) -> bool:
    """Whether the effect can be carried out at all (rulings 10, 11, 13, 16)."""
    if character == DIRECTOR:
        return any(state.supply)
    if character == INVESTOR:
        return state.yard != _EMPTY
    if character == PICKPOCKET:
        return sum(state.tickets) > state.tickets[seat]
    own = sum(state.wagons[6 * seat : 6 * seat + 6])
    return 0 < own < sum(state.wagons)


def _rob(state: State, seat: int, other: int) -> None:
    state.tickets[seat] += state.tickets[other]
    state.tickets[other] = 0
    _refill(state)


def _swap(state: State, seat: int, give: int, other: int, get: int) -> None:
    wagons = state.wagons
    wagons[6 * seat + give] -= 1
    wagons[6 * other + give] += 1
    wagons[6 * other + get] -= 1
    wagons[6 * seat + get] += 1
    _refill(state)


def _token(state: State, seat: int, company: int) -> None:
    state.supply[company] -= 1
    state.tokens[5 * seat + company] += 1
    _refill(state)


def _decline(state: State, seat: int) -> None:
    _refill(state)


def _refill(state: State) -> None:
    """Shift the lines, fill their gaps one after the other, then go on with the turn."""
    state.effect = None
    state.phase = Phase.REFILL
    gaps = state.gaps
    while gaps:
        line = gaps[0]
        yard = state.yard
        cards = [card for card in yard[3 * line : 3 * line + 3] if card is not None]
        yard[3 * line : 3 * line + 3] = cards + [None] * (3 - len(cards))
        if state.piles[line]:
            state.awaiting.append(Reveal((state.piles[line].pop(),)))
            return
        del gaps[0]
    _offer_claim(state)


def _turn_up(state: State, count: int) -> None:
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


def _offer_claim(state: State) -> None:
    """The optional action, skipped where the train can pay for no objective on display."""
    seat = state.turn
    assert seat is not None
    own = state.wagons[6 * seat : 6 * seat + 6]
    for card in state.row:
        if card is not None and claimable(card, own):
            state.phase = Phase.CLAIM
            return
    _end_turn(state)


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
    _turn_objectives(state)


def _pass(state: State, seat: int) -> None:
    _end_turn(state)


def _end_turn(state: State) -> None:
    """Pass the turn on; after the end was triggered everyone else has just one (rulings 26, 27)."""
    seat = state.turn
    assert seat is not None
    while True:
        if state.last_turns is None and state.yard == _EMPTY:
            state.last_turns = state.seats
        if state.last_turns is not None:
            state.last_turns -= 1
            if state.last_turns == 0:
                state.phase = Phase.CONTRACTS
                slots = tuple([slot for slot in state.kept if slot is not None])
                state.awaiting.append(Reveal(slots))
                return
        seat = (seat + 1) % state.seats
        if state.yard != _EMPTY:
            state.turn = seat
            state.phase = Phase.TAKE
            return
        # No card to take: only the optional action remains, if there is one (ruling 27). A seat
        # that has none is passed over: `turn` stays with the one whose move led here.
        own = state.wagons[6 * seat : 6 * seat + 6]
        if any(card is not None and claimable(card, own) for card in state.row):
            state.turn = seat
            state.phase = Phase.CLAIM
            return


_APPLY: Final[dict[str, Callable[..., None]]] = {
    KEEP: _keep,
    TAKE: _take,
    INVEST: _invest,
    ROB: _rob,
    SWAP: _swap,
    TOKEN: _token,
    DECLINE: _decline,
    CLAIM: _claim,
    PASS: _pass,
}


# Cards that are turned over --------------------------------------------------------------------


def answered(state: State, request: Request, cards: Sequence[int] | None) -> None:
    """Take the answer to the first open request, in place; raises BadAnswer, changing nothing."""
    if not state.awaiting or state.awaiting[0] != request:
        raise BadAnswer("that request is not the one open")
    if cards is None:
        if type(request) is Reveal and request.to == ALL:
            raise BadAnswer("a public reveal needs its cards")
        del state.awaiting[0]
    else:
        if isinstance(request, Shuffle) or request.to != ALL:
            raise BadAnswer("a private reveal or a shuffle has no public answer")
        if len(cards) != len(request.slots):
            raise BadAnswer("as many cards as slots")
        low, high, take = _deck_of(request.slots[0], state.seats)
        for card in cards:
            if type(card) is not int or not low <= card < high:
                raise BadAnswer("a card of another deck")
        del state.awaiting[0]
        take(state, request.slots, cards)
    if not state.awaiting:
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
    setup = state.phase is Phase.YARD
    still: list[int] = []
    rest = state.gaps[len(slots) :]
    put_back: list[int] = []
    fire = False
    for slot, card in zip(slots, cards, strict=True):
        line = _LINE_OF[slot]
        if card < DERAILMENT:
            where = 3 * line
            while yard[where] is not None:
                where += 1
            yard[where] = card
            continue
        still.append(line)
        if setup:
            state.piles[line].append(slot)
            state.event_pile[card - DERAILMENT] = line
            if line not in put_back:
                put_back.append(line)
            continue
        state.event_pile[card - DERAILMENT] = None
        state.box[card] += 1
        if card == DERAILMENT:
            _derail(state)
        else:
            fire = True
    state.gaps = still + rest
    for line in put_back:
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
    _turn_objectives(state)


def _burn(state: State) -> None:
    """Station Fire: all face-up small cards leave the game, nine new ones come (rulings 17, 19)."""
    for card in state.yard:
        if card is not None:
            state.box[card] += 1
    state.yard[:] = _EMPTY
    state.gaps = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    _turn_up(state, 9)


def _turn_objectives(state: State) -> None:
    """Ask for as many objectives as the row lacks."""
    slots: list[int] = []
    for row in range(3):
        if state.row[row] is None and state.objective_pile:
            slot = state.objective_pile.pop()
            state.row_slots[row] = slot
            slots.append(slot)
    if slots:
        state.awaiting.append(Reveal(tuple(slots)))


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
        _refill(state)
    elif phase is Phase.RESTOCK:
        _end_turn(state)
    elif phase is Phase.YARD:
        if state.gaps:
            _turn_up(state, len(state.gaps))
        else:
            state.phase = Phase.ROW
            _turn_objectives(state)
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
