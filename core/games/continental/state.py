"""The public state of Continental Express: what anyone at the table, or watching, can see."""

from __future__ import annotations

from enum import IntEnum
from operator import attrgetter
from typing import Any, Final

from core.games.continental.options import Options
from core.games.continental.sheet import (
    CONTRACT_DECK,
    FIRST_CONTRACT,
    FIRST_OBJECTIVE,
    FIRST_SEAT,
    MAX_SEATS,
    OBJECTIVE_DECK,
    PILE_SIZES,
    SMALL,
    TOKENS_EACH,
    seat_deck,
)
from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.errors import BadOptions, BadState
from core.kernel.requests import ALL, Request, Reveal, Shuffle

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
        state.box = [0] * 13
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
        awaiting = [_pack_request(request) for request in self.awaiting]
        return pack((self.options.pack(), awaiting, *_PLAIN(self)))


def _pack_request(request: Request) -> tuple[Any, ...]:
    if type(request) is Reveal:
        return (0, request.slots, request.to)
    return (1, request.slots)


def _whole(value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value < high:
        raise BadState("a number is out of its range")
    return value


def _maybe(value: Any, low: int, high: int) -> int | None:
    return None if value is None else _whole(value, low, high)


def _wholes(value: Any, low: int, high: int, count: int | None = None) -> list[int]:
    if type(value) is not tuple or (count is not None and len(value) != count):
        raise BadState("a list has the wrong length or is none")
    return [_whole(part, low, high) for part in value]


def _maybes(value: Any, low: int, high: int, count: int) -> list[int | None]:
    if type(value) is not tuple or len(value) != count:
        raise BadState("a list has the wrong length or is none")
    return [_maybe(part, low, high) for part in value]


def _buried(value: Any) -> tuple[int, int]:
    if type(value) is not tuple or len(value) != 2:
        raise BadState("a buried objective is a slot and a card")
    slot = _whole(value[0], OBJECTIVE_DECK.slots.start, OBJECTIVE_DECK.slots.stop)
    return slot, _whole(value[1], FIRST_OBJECTIVE, FIRST_CONTRACT)


def _request(value: Any, slots: int, seats: int) -> Request:
    if type(value) is not tuple or len(value) not in (2, 3) or type(value[1]) is not tuple:
        raise BadState("not a request")
    asked = tuple(_wholes(value[1], 0, slots))
    if not asked:
        raise BadState("a request for no slot")
    if value[0] == 0 and len(value) == 3:
        return Reveal(asked, _whole(value[2], ALL, seats))
    if value[0] == 1 and len(value) == 2:
        return Shuffle(asked)
    raise BadState("not a request")


def _flag(value: Any) -> bool:
    if type(value) is not bool:
        raise BadState("not yes or no")
    return value


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
        state.seats = seats = _whole(raw["seats"], 2, MAX_SEATS + 1)
        slots = seat_deck(seats).slots.stop
        objectives = OBJECTIVE_DECK.slots.start, OBJECTIVE_DECK.slots.stop
        contracts = CONTRACT_DECK.slots.start, CONTRACT_DECK.slots.stop
        state.phase = Phase(_whole(raw["phase"], 0, len(Phase)))
        state.turn = _maybe(raw["turn"], 0, seats)
        if type(raw["awaiting"]) is not tuple:
            raise BadState("requests are a list")
        state.awaiting = [_request(value, slots, seats) for value in raw["awaiting"]]
        state.over = _flag(raw["over"])
        state.first = _maybe(raw["first"], 0, seats)
        state.effect = _maybe(raw["effect"], 0, 13)
        state.last_turns = _maybe(raw["last_turns"], 0, seats + 1)
        if type(raw["piles"]) is not tuple or len(raw["piles"]) != 3:
            raise BadState("there are three piles")
        state.piles = [_wholes(pile, 0, SMALL.slots.stop) for pile in raw["piles"]]
        state.yard = _maybes(raw["yard"], 0, 13, 9)
        state.gaps = _wholes(raw["gaps"], 0, 3)
        state.row = _maybes(raw["row"], FIRST_OBJECTIVE, FIRST_CONTRACT, 3)
        state.row_slots = _wholes(raw["row_slots"], 0, slots, 3)
        state.objective_pile = _wholes(raw["objective_pile"], *objectives)
        if type(raw["buried"]) is not tuple:
            raise BadState("buried objectives are a list")
        state.buried = [_buried(pair) for pair in raw["buried"]]
        state.event_pile = _maybes(raw["event_pile"], 0, 3, 2)
        state.box = _wholes(raw["box"], 0, 100, 13)
        state.supply = _wholes(raw["supply"], 0, TOKENS_EACH + 1, 5)
        state.wagons = _wholes(raw["wagons"], 0, 100, 6 * seats)
        state.tickets = _wholes(raw["tickets"], 0, 100, seats)
        state.tokens = _wholes(raw["tokens"], 0, TOKENS_EACH + 1, 5 * seats)
        if type(raw["claimed"]) is not tuple or len(raw["claimed"]) != seats:
            raise BadState("claimed objectives are a list a seat")
        state.claimed = [_wholes(part, FIRST_OBJECTIVE, FIRST_CONTRACT) for part in raw["claimed"]]
        state.kept = _maybes(raw["kept"], *contracts, seats)
        state.contracts = _maybes(raw["contracts"], FIRST_CONTRACT, FIRST_SEAT, seats)
    except (Malformed, BadOptions) as err:
        raise BadState(str(err)) from err
    if state.encode() != data:
        raise BadState("not the canonical form")
    return state
