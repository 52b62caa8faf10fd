"""The public state of Continental Express: what anyone at the table, or watching, can see."""

from __future__ import annotations

from enum import IntEnum
from operator import attrgetter
from typing import Any, Final

from core.games.continental.options import Options
from core.games.continental.sheet import (
    CONTRACT_DECK,
    DIRECTOR,
    FIRST_CONTRACT,
    FIRST_OBJECTIVE,
    FIRST_SEAT,
    MAX_SEATS,
    MIN_SEATS,
    OBJECTIVE_DECK,
    PILE_SIZES,
    SMALL,
    SMALL_CARDS,
    SWITCHMAN,
    TOKENS_EACH,
    seat_deck,
)
from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.errors import BadOptions, BadState
from core.kernel.fields import flag, maybe, maybes, pack_request, parts, request, whole, wholes
from core.kernel.requests import Request

FIELDS: Final = (
    "options",
    "awaiting",
    "seats",
    "phase",
    "turn",
    "over",
    "first",
    "effect",
    "last_turns",
    "piles",
    "yard",
    "gaps",
    "row",
    "row_slots",
    "objective_pile",
    "buried",
    "event_pile",
    "box",
    "supply",
    "wagons",
    "tickets",
    "tokens",
    "claimed",
    "kept",
    "contracts",
)
"""The encoded fields, in order: a desync report names the first that differs."""

_PLAIN = attrgetter(*FIELDS[2:])


class Phase(IntEnum):
    """What the state waits for: a move of the seat to act, or (*) answers to its requests."""

    KEEP = 0  # each seat in turn keeps one of its two contracts
    YARD = 1  # * the nine cards of the set-up
    ROW = 2  # * the three objectives of the set-up
    FIRST = 3  # * who begins
    TAKE = 4  # the mandatory action
    EFFECT = 5  # the character just taken
    REFILL = 6  # * the gaps in the yard, and what events ask for
    CLAIM = 7  # the optional action
    RESTOCK = 8  # * the objective that replaces the one claimed
    CONTRACTS = 9  # * everyone's contract, at the end
    OVER = 10


class State:
    """One position. Lists by seat are flat where that copies faster: six wagons, five tokens a seat.

    yard: nine cards, line by line, cheapest place first; None is an empty place.
    piles: face-down slots a line, the next to be turned last.
    gaps: lines that still get a card, in the order in which cards were taken (ruling 8).
    row, row_slots: the three objectives on display and the slots they came from.
    objective_pile: face-down slots, the next to be turned last. buried: (slot, card) of objectives
    that a derailment put back under it, so everyone knows them.
    event_pile: by event, the pile it was shuffled back into during the set-up (ruling 4), or None.
    box: small cards out of the game, counted by card number.
    kept: the slot of each seat's contract, or None; contracts: the card, once revealed.
    last_turns: turns left once the end was triggered, else None (rulings 26, 27).
    """

    __slots__ = FIELDS

    options: Options
    seats: int
    phase: Phase
    turn: int | None
    awaiting: list[Request]
    over: bool
    first: int | None
    effect: int | None
    last_turns: int | None
    piles: list[list[int]]
    yard: list[int | None]
    gaps: list[int]
    row: list[int | None]
    row_slots: list[int]
    objective_pile: list[int]
    buried: list[tuple[int, int]]
    event_pile: list[int | None]
    box: list[int]
    supply: list[int]
    wagons: list[int]
    tickets: list[int]
    tokens: list[int]
    claimed: list[list[int]]
    kept: list[int | None]
    contracts: list[int | None]

    @classmethod
    def new(cls, options: Options, seats: int) -> State:
        """Before the first contract is dealt."""
        state = cls()
        state.options = options
        state.seats = seats
        state.phase = Phase.KEEP
        state.turn = 0
        state.awaiting = []
        state.over = False
        state.first = None
        state.effect = None
        state.last_turns = None
        state.piles = []
        start = 0
        for size in PILE_SIZES:
            state.piles.append(list(range(start + size - 1, start - 1, -1)))
            start += size
        state.yard = [None] * 9
        state.gaps = []
        state.row = [None] * 3
        state.row_slots = [0] * 3
        slots = OBJECTIVE_DECK.slots
        state.objective_pile = list(range(slots.stop - 1, slots.start - 1, -1))
        state.buried = []
        state.event_pile = [None, None]
        state.box = [0] * SMALL_CARDS
        state.supply = [TOKENS_EACH] * 5
        state.wagons = [0] * (6 * seats)
        state.tickets = [0] * seats
        state.tokens = [0] * (5 * seats)
        state.claimed = [[] for _ in range(seats)]
        state.kept = [None] * seats
        state.contracts = [None] * seats
        return state

    def copy(self) -> State:
        """An independent copy (bots make thousands a second: hence no loop over the slots)."""
        other = State.__new__(State)
        other.options = self.options
        other.seats = self.seats
        other.phase = self.phase
        other.turn = self.turn
        other.awaiting = self.awaiting[:]
        other.over = self.over
        other.first = self.first
        other.effect = self.effect
        other.last_turns = self.last_turns
        first, second, third = self.piles
        other.piles = [first[:], second[:], third[:]]
        other.yard = self.yard[:]
        other.gaps = self.gaps[:]
        other.row = self.row[:]
        other.row_slots = self.row_slots[:]
        other.objective_pile = self.objective_pile[:]
        other.buried = self.buried[:]
        other.event_pile = self.event_pile[:]
        other.box = self.box[:]
        other.supply = self.supply[:]
        other.wagons = self.wagons[:]
        other.tickets = self.tickets[:]
        other.tokens = self.tokens[:]
        other.claimed = [cards[:] for cards in self.claimed]
        other.kept = self.kept[:]
        other.contracts = self.contracts[:]
        return other

    def encode(self) -> bytes:
        """Canonical bytes of all of it; the order of FIELDS is part of the format."""
        awaiting = [pack_request(request) for request in self.awaiting]
        return pack((self.options.pack(), awaiting, *_PLAIN(self)))


def _buried(value: Any) -> tuple[int, int]:
    slot, card = parts(value, 2)
    slots = OBJECTIVE_DECK.slots
    return whole(slot, slots.start, slots.stop), whole(card, FIRST_OBJECTIVE, FIRST_CONTRACT)


def decode(data: bytes) -> State:
    """The state of canonical bytes; raises BadState for anything that no state encodes to.

    Checks every type and range, not that play can lead there: a state is never taken from a
    stranger, only compared with one's own.
    """
    try:
        values = unpack(data)
        if type(values) is not tuple or len(values) != len(FIELDS):
            raise BadState("a state is an array of its fields")
        raw = dict(zip(FIELDS, values, strict=True))
        state = State()
        state.options = Options.unpack(raw["options"])
        state.seats = seats = whole(raw["seats"], MIN_SEATS, MAX_SEATS + 1)
        slots = seat_deck(seats).slots.stop
        objectives = OBJECTIVE_DECK.slots.start, OBJECTIVE_DECK.slots.stop
        contracts = CONTRACT_DECK.slots.start, CONTRACT_DECK.slots.stop
        state.phase = Phase(whole(raw["phase"], 0, len(Phase)))
        state.turn = maybe(raw["turn"], 0, seats)
        state.awaiting = [request(value, slots, seats) for value in parts(raw["awaiting"])]
        state.over = flag(raw["over"])
        state.first = maybe(raw["first"], 0, seats)
        state.effect = maybe(raw["effect"], DIRECTOR, SWITCHMAN + 1)
        if (state.phase is Phase.EFFECT) != (state.effect is not None):
            raise BadState("an effect is open exactly while one is being settled")
        state.last_turns = maybe(raw["last_turns"], 0, seats + 1)
        state.piles = [wholes(pile, 0, SMALL.slots.stop) for pile in parts(raw["piles"], 3)]
        state.yard = maybes(raw["yard"], 0, SMALL_CARDS, 9)
        state.gaps = wholes(raw["gaps"], 0, 3)
        state.row = maybes(raw["row"], FIRST_OBJECTIVE, FIRST_CONTRACT, 3)
        state.row_slots = wholes(raw["row_slots"], 0, slots, 3)
        state.objective_pile = wholes(raw["objective_pile"], *objectives)
        state.buried = [_buried(pair) for pair in parts(raw["buried"])]
        state.event_pile = maybes(raw["event_pile"], 0, 3, 2)
        state.box = wholes(raw["box"], 0, 100, SMALL_CARDS)
        state.supply = wholes(raw["supply"], 0, TOKENS_EACH + 1, 5)
        state.wagons = wholes(raw["wagons"], 0, 100, 6 * seats)
        state.tickets = wholes(raw["tickets"], 0, 100, seats)
        state.tokens = wholes(raw["tokens"], 0, TOKENS_EACH + 1, 5 * seats)
        state.claimed = [
            wholes(cards, FIRST_OBJECTIVE, FIRST_CONTRACT) for cards in parts(raw["claimed"], seats)
        ]
        state.kept = maybes(raw["kept"], *contracts, seats)
        state.contracts = maybes(raw["contracts"], FIRST_CONTRACT, FIRST_SEAT, seats)
    except (Malformed, BadOptions) as err:
        raise BadState(str(err)) from err
    if state.encode() != data:
        raise BadState("not the canonical form")
    return state
