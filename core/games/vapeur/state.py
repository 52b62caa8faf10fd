"""The public state of À toute vapeur!: what anyone at the table, or watching, can see.

A hand is a list of slots. Which cards lie in them is in nobody's state, except where everyone has
been shown them (``shown``): the hand of a seat that a stand-in plays.
"""

from __future__ import annotations

from enum import IntEnum
from operator import attrgetter
from typing import Final

from core.games.vapeur.options import Options
from core.games.vapeur.sheet import (
    CABOOSE,
    CARDS,
    CERTIFIED,
    COPIES,
    DEALT,
    FULL,
    GONDOLA,
    LOCOMOTIVE,
    MAX_SEATS,
    MIN_SEATS,
    SLOTS,
    TRAINS,
)
from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.errors import BadOptions, BadState
from core.kernel.fields import (
    flag,
    flags,
    maybe,
    pack_request,
    parts,
    request,
    whole,
    wholes,
)
from core.kernel.requests import Request

FIELDS: Final = (
    "options",
    "awaiting",
    "seats",
    "phase",
    "turn",
    "player",
    "over",
    "dealer",
    "turns",
    "quiet",
    "pile",
    "drawn",
    "hands",
    "shown",
    "open",
    "owners",
    "colours",
    "gondolas",
    "cabooses",
    "certified",
    "spent",
)
"""The encoded fields, in order: a desync report names the first that differs."""

_PLAIN = attrgetter(*FIELDS[2:])

MOST_TURNS: Final = 1 << 12
"""More turns than any game has: everything one can do costs a card, there are 52 of them, and after
three rounds without the game is over (ruling 23)."""


class Phase(IntEnum):
    """What the state waits for: a move of the seat to act, or (*) answers to its requests."""

    DEAL = 0  # * who deals, and five cards for everyone
    DRAW = 1  # * the card the turn begins with
    THEFT = 2  # one theft is still possible, and everything after it
    LAY = 3  # own trains: lay, add, certify
    OVER = 4


class State:
    """One position.

    turn: as the kernel has it, so while a card is drawn the seat whose move ended the turn before.
    player: the seat whose turn it is by the rules, its draw included; None before the first turn.
    turns: turns begun so far. quiet: turns begun with an empty pile since a card was laid or a train
    moved, the present one included (ruling 23).
    pile: face-down cards left; the next one drawn is in slot ``SLOTS - pile``.
    drawn: the slot of the card drawn this turn, or None (as long as it is in the hand).
    hands: each seat's slots, rising. shown: (slot, card) of cards in hands that everyone has seen,
    by slot. open: seats whose private draws everyone sees (a stand-in plays them).
    owners, colours, gondolas, cabooses, certified: one entry a train, in the order in which their
    locomotives were laid. spent: inspections and quality controls used, out of the game (ruling 10).
    """

    __slots__ = FIELDS

    options: Options
    awaiting: list[Request]
    seats: int
    phase: Phase
    turn: int | None
    player: int | None
    over: bool
    dealer: int | None
    turns: int
    quiet: int
    pile: int
    drawn: int | None
    hands: list[list[int]]
    shown: list[tuple[int, int]]
    open: list[bool]
    owners: list[int]
    colours: list[int]
    gondolas: list[int]
    cabooses: list[int]
    certified: list[bool]
    spent: list[int]

    @classmethod
    def new(cls, options: Options, seats: int) -> State:
        """The cards are dealt, nobody has looked at them yet."""
        state = cls()
        state.options = options
        state.awaiting = []
        state.seats = seats
        state.phase = Phase.DEAL
        state.turn = None
        state.player = None
        state.over = False
        state.dealer = options.dealer
        state.turns = 0
        state.quiet = 0
        state.pile = SLOTS - DEALT * seats
        state.drawn = None
        state.hands = [list(range(DEALT * seat, DEALT * (seat + 1))) for seat in range(seats)]
        state.shown = []
        state.open = [False] * seats
        state.owners = []
        state.colours = []
        state.gondolas = []
        state.cabooses = []
        state.certified = []
        state.spent = [0, 0]
        return state

    def copy(self) -> State:
        """An independent copy (bots make thousands a second: hence no loop over the slots)."""
        other = State.__new__(State)
        other.options = self.options
        other.awaiting = self.awaiting[:]
        other.seats = self.seats
        other.phase = self.phase
        other.turn = self.turn
        other.player = self.player
        other.over = self.over
        other.dealer = self.dealer
        other.turns = self.turns
        other.quiet = self.quiet
        other.pile = self.pile
        other.drawn = self.drawn
        other.hands = [hand[:] for hand in self.hands]
        other.shown = self.shown[:]
        other.open = self.open[:]
        other.owners = self.owners[:]
        other.colours = self.colours[:]
        other.gondolas = self.gondolas[:]
        other.cabooses = self.cabooses[:]
        other.certified = self.certified[:]
        other.spent = self.spent[:]
        return other

    def encode(self) -> bytes:
        """Canonical bytes of all of it; the order of FIELDS is part of the format."""
        awaiting = [pack_request(asked) for asked in self.awaiting]
        return pack((self.options.pack(), awaiting, *_PLAIN(self)))


# Questions about a position, for the rules, the bots and the screens ----------------------------


def complete(state: State, train: int) -> bool:
    """Locomotive, two gondolas and a caboose (rulebook, But du jeu)."""
    return state.cabooses[train] == 1


def missing(state: State, train: int) -> tuple[int, ...]:
    """The cards the train lacks, in its order; () if complete."""
    base = 3 * state.colours[train]
    gondolas = FULL - state.gondolas[train]
    return (base + GONDOLA,) * gondolas + (base + CABOOSE,) * (1 - state.cabooses[train])


def train_cards(state: State, train: int) -> tuple[int, ...]:
    """The cards on the table, locomotive first."""
    base = 3 * state.colours[train]
    gondolas = (base + GONDOLA,) * state.gondolas[train]
    return (base + LOCOMOTIVE, *gondolas) + (base + CABOOSE,) * state.cabooses[train]


def trains_of(state: State, seat: int) -> list[int]:
    """The seat's trains, oldest first."""
    return [train for train, owner in enumerate(state.owners) if owner == seat]


def played(state: State) -> list[int]:
    """Cards that left hands for good, counted by card number: on the table or spent."""
    counts = [0] * CARDS
    for train, colour in enumerate(state.colours):
        counts[3 * colour + LOCOMOTIVE] += 1
        counts[3 * colour + GONDOLA] += state.gondolas[train]
        counts[3 * colour + CABOOSE] += state.cabooses[train]
        counts[CERTIFIED] += state.certified[train]
    for kind, count in enumerate(state.spent):
        counts[CERTIFIED + 1 + kind] = count
    return counts


def draws_from(state: State, seat: int) -> int | None:
    """Whose hand ``seat`` draws from once the pile is empty: the previous player in turn order,
    skipping empty hands; None if nobody else has a card (ruling 18).
    """
    for back in range(1, state.seats):
        other = (seat - back) % state.seats
        if state.hands[other]:
            return other
    return None


def decode(data: bytes) -> State:
    """The state of canonical bytes; raises BadState for anything that no state encodes to."""
    try:
        raw = dict(zip(FIELDS, parts(unpack(data), len(FIELDS)), strict=True))
        state = State()
        state.options = Options.unpack(raw["options"])
        state.seats = seats = whole(raw["seats"], MIN_SEATS, MAX_SEATS + 1)
        state.awaiting = [request(part, SLOTS + seats, seats) for part in parts(raw["awaiting"])]
        state.phase = Phase(whole(raw["phase"], 0, len(Phase)))
        state.turn = maybe(raw["turn"], 0, seats)
        state.player = maybe(raw["player"], 0, seats)
        state.over = flag(raw["over"])
        state.dealer = maybe(raw["dealer"], 0, seats)
        state.turns = whole(raw["turns"], 0, MOST_TURNS)
        state.quiet = whole(raw["quiet"], 0, MOST_TURNS)
        state.pile = whole(raw["pile"], 0, SLOTS)
        state.drawn = maybe(raw["drawn"], 0, SLOTS)
        state.hands = [wholes(part, 0, SLOTS) for part in parts(raw["hands"], seats)]
        shown = [wholes(part, 0, SLOTS, 2) for part in parts(raw["shown"])]
        state.shown = [(slot, whole(card, 0, CARDS)) for slot, card in shown]
        state.open = flags(raw["open"], seats)
        state.owners = wholes(raw["owners"], 0, seats)
        count = len(state.owners)
        if count > TRAINS:
            raise BadState("there are nine trains at most")
        state.colours = wholes(raw["colours"], 0, 3, count)
        state.gondolas = wholes(raw["gondolas"], 0, FULL + 1, count)
        state.cabooses = wholes(raw["cabooses"], 0, 2, count)
        state.certified = flags(raw["certified"], count)
        state.spent = wholes(raw["spent"], 0, COPIES[-1] + 1, 2)
    except (Malformed, BadOptions) as err:
        raise BadState(str(err)) from err
    if state.over is not (state.phase is Phase.OVER):
        raise BadState("whether it is over and the phase do not fit together")
    if (state.player is None) is not (state.phase in (Phase.DEAL, Phase.OVER)):
        raise BadState("the phase and whose turn it is do not fit together")
    if state.encode() != data:
        raise BadState("not the canonical form")
    return state
