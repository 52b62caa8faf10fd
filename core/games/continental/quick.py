"""Fast players for simulations: as good as greedy, or better, in half of its time.

Greedy's sense on a cheaper look at the position (``sight``): a card is worth what it does for one's
own turn, less what leaving the others lets the next player have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from core.games.continental import legal
from core.games.continental.claims import claim_moves
from core.games.continental.greedy import KEEP_WORTH
from core.games.continental.icons import POINT, gains
from core.games.continental.moves import DECLINE, INVEST, MOVES, PASS, ROB, SWAP, TAKE, TOKEN
from core.games.continental.sheet import (
    COMPANIES,
    DIRECTOR,
    FIRST_CONTRACT,
    FIRST_OBJECTIVE,
    INVESTOR,
    LOCOMOTIVE,
    MAX_SEATS,
    PICKPOCKET,
    SWITCHMAN,
    TICKET,
    contract_slots,
)
from core.games.continental.shrewd import SHREWD
from core.games.continental.sight import Sight
from core.games.continental.state import Phase, State
from core.games.continental.taste import QUICK, Taste
from core.kernel.move import Move

_TAKES: Final = tuple(MOVES.of(TAKE, place // 3, place % 3) for place in range(9))
_INVESTS: Final = tuple(MOVES.of(INVEST, place // 3, place % 3) for place in range(9))
_TOKENS: Final = tuple(MOVES.of(TOKEN, company) for company in range(len(COMPANIES)))
_ROBS: Final = tuple(MOVES.of(ROB, seat) for seat in range(MAX_SEATS))
_DECLINE: Final = MOVES.of(DECLINE)
_PASS: Final = MOVES.of(PASS)

_AFFORDABLE: Final = ((0, 3, 6), (0, 3, 6, 1, 4, 7), (0, 3, 6, 1, 4, 7, 2, 5, 8))
"""Places of the yard by tickets at hand, the cheapest first: of equals the first is taken."""


def quick(state: State, seat: int, secrets: Mapping[int, int]) -> Move:
    """A good legal move of the seat to act, by greedy's weights; ``state`` is not changed."""
    return by(QUICK, state, seat, secrets)


def shrewd(state: State, seat: int, secrets: Mapping[int, int]) -> Move:
    """A better one, by weights that were found by playing; ``state`` is not changed."""
    return by(SHREWD, state, seat, secrets)


def by(taste: Taste, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
    """The move by these weights."""
    phase = state.phase
    if phase is Phase.KEEP:
        return _keep(state, seat, secrets)
    kept = state.kept[seat]
    contract = None if kept is None else secrets.get(kept)
    sight = Sight(state, seat, contract, state.last_turns is not None, taste)
    if phase is Phase.TAKE:
        tickets = state.tickets[seat]
        price = POINT if sight.last else taste.weights.ticket
        places = _AFFORDABLE[tickets if tickets < 2 else 2]
        return _TAKES[_best_place(state, seat, sight, places, price)]
    if phase is Phase.CLAIM:
        return _claim(state, sight)
    effect = state.effect
    if effect == INVESTOR:
        return _INVESTS[_best_place(state, seat, sight, _AFFORDABLE[2], 0)]
    if effect == DIRECTOR:
        return _TOKENS[_best_token(state, sight)[0]]
    if effect == PICKPOCKET:
        return _ROBS[_richest(state, seat)]
    return _swap(state, seat, sight)


def _keep(state: State, seat: int, secrets: Mapping[int, int]) -> Move:
    cards = [secrets.get(slot) for slot in contract_slots(seat)]
    worths = [0 if card is None else KEEP_WORTH[card - FIRST_CONTRACT] for card in cards]
    return legal.moves(state, secrets)[worths[1] > worths[0]]


def _best_place(state: State, seat: int, sight: Sight, places: Sequence[int], price: int) -> int:
    """The place to take a card from, of those that can be paid for."""
    yard = state.yard
    wants = _wants(state, seat, sight)
    share = 0 if state.last_turns == 1 else sight.taste.weights.deny[state.seats]
    wishes: list[int | None] = []
    purse = top = 0
    if share:
        other = (seat + 1) % state.seats
        wish = _wants(state, other, Sight(state, other, None, sight.last, sight.taste))
        wishes = [None if card is None else wish[card] for card in yard]
        purse = state.tickets[other]
        top = _top(wishes, purse)
    best = -1
    best_worth = -(1 << 30)
    for place in places:
        card = yard[place]
        if card is None:
            continue
        worth = wants[card] - price * (place % 3)
        if share:
            # The line shifts, which makes its dearer cards cheaper for the next player.
            left = wishes[:]
            left.insert(place - place % 3 + 3, None)
            del left[place]
            worth += (top - _top(left, purse)) * share // 100
        if worth > best_worth:
            best, best_worth = place, worth
    return best


def _top(wishes: Sequence[int | None], purse: int) -> int:
    """The most that a player with so many tickets can get out of the yard."""
    top = 0
    for place, wish in enumerate(wishes):
        if wish is not None and wish > top:
            # A ticket counts a whole point here whatever the taste: so the weights were found.
            price = place % 3
            if price <= purse and wish - POINT * price > top:
                top = wish - POINT * price
    return top


def _wants(state: State, seat: int, sight: Sight) -> dict[int, int]:
    """What each card of the yard would bring the seat this turn, above taking none."""
    wagons = sight.wagons
    rest = sight.after(wagons)
    wants: dict[int, int] = {}
    for card in state.yard:
        if card is not None and card not in wants:
            if card <= LOCOMOTIVE:
                more = list(wagons)
                more[card] += 1
                wants[card] = sight.after(tuple(more)) - rest
            else:
                wants[card] = _special(state, seat, sight, card)
    if INVESTOR in wants:
        wants[INVESTOR] = max([0, *[worth for card, worth in wants.items() if card <= LOCOMOTIVE]])
    return wants


def _special(state: State, seat: int, sight: Sight, card: int) -> int:
    ticket = POINT if sight.last else sight.taste.weights.ticket
    if card == TICKET:
        return ticket
    if card == DIRECTOR:
        return _best_token(state, sight)[1]
    if card == PICKPOCKET:
        return ticket * state.tickets[_richest(state, seat)]
    return 0 if sight.last or card != SWITCHMAN else sight.taste.weights.switch


def _best_token(state: State, sight: Sight) -> tuple[int, int]:
    """The company whose token brings most, and how much; (0, 0) where none is left."""
    gained = gains(sight.contract, sight.icons, sight.to_come, False)
    best, company = max(
        [(gained[company], -company) for company, left in enumerate(state.supply) if left],
        default=(0, 0),
    )
    return -company, sight.taste.weights.token * best // 100


def _richest(state: State, seat: int) -> int:
    """The opponent with most tickets."""
    held = state.tickets
    return max([other for other in range(state.seats) if other != seat], key=held.__getitem__)


def _claim(state: State, sight: Sight) -> Move:
    wagons = sight.wagons
    best = sight.display(wagons) + sight.coming(wagons)
    efforts = sight.taste.prospects(wagons).efforts
    chosen = -1
    for index, number in enumerate(sight.numbers):
        if not efforts[number]:
            worth = sight.claim(index, wagons)
            if worth > best:
                best, chosen = worth, index
    if chosen < 0:
        return _PASS
    card = sight.numbers[chosen] + FIRST_OBJECTIVE
    return claim_moves(state.row.index(card), card, wagons)[0]


def _swap(state: State, seat: int, sight: Sight) -> Move:
    """The exchange that helps the own train most; whom it hurts is left open."""
    own = sight.wagons
    mandatory = state.options.effects_mandatory
    best = -1 if mandatory else sight.after(own)
    chosen = _DECLINE
    theirs = state.wagons
    for get in range(LOCOMOTIVE + 1):
        other = next((o for o in range(state.seats) if o != seat and theirs[6 * o + get]), None)
        if other is None:
            continue
        for give in range(LOCOMOTIVE + 1):
            if own[give] and (give != get or mandatory):
                wagons = list(own)
                wagons[give] -= 1
                wagons[get] += 1
                worth = sight.after(tuple(wagons))
                if worth > best:
                    best, chosen = worth, MOVES.of(SWAP, give, other, get)
    return chosen
