"""A small notation for positions, so that a test of a ruling reads like the rulebook.

    Table('''
        row:    AA BBB ADD | ACCE
        line 1: A B Director | Fire C
        line 2: A A A
        line 3: B B B |
        seat 1: AAB, 2 tickets, tokens blue red, claimed BB, keeps pair
        seat 2: C
    ''')

Cards are named by the wagon's letter (A-E, L), ``T`` for a ticket, or their name; ``-`` is an empty
place. Before the bar stand the face-up cards, cheapest place first; behind it the pile, next card
first: nothing is an empty pile, no bar a pile of three cards that do not matter. Objectives are
named by the wagons they ask for (all different); those not named lie at the end of their pile.
Seats are counted from 1, as in the texts of moves. Small cards not named anywhere are in the box,
so that every test can count all 82 after every step.

The deal is scripted the same way: cards are turned in the order in which the piles name them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.options import Options
from core.games.continental.state import Phase, State
from core.kernel.deck import Ledger
from core.kernel.errors import IllegalMove
from core.kernel.requests import ALL, Request, Reveal, Shuffle

CARDS = {letter: card for card, letter in enumerate(sheet.LETTERS)} | {
    "T": sheet.TICKET,
    "Director": sheet.DIRECTOR,
    "Investor": sheet.INVESTOR,
    "Pickpocket": sheet.PICKPOCKET,
    "Switchman": sheet.SWITCHMAN,
    "Derailment": sheet.DERAILMENT,
    "Fire": sheet.FIRE,
}
NAMES = {card: name for name, card in CARDS.items()}
OBJECTIVES = {o.wagons: sheet.FIRST_OBJECTIVE + i for i, o in enumerate(sheet.OBJECTIVES)}
CONTRACTS = {
    name: sheet.FIRST_CONTRACT + i
    for i, name in enumerate(
        (*sheet.COMPANIES, "pair", "trio", "mixed-trio", "four-colours", "two-pairs")
    )
}
STARTS = (0, 28, 55)
"""The first slot of each line's pile (ruling 3), written out so that a slip in the code shows."""
SIZES = (28, 27, 27)
FILLER = ("D", "B", "E")


def wagon_name(card: int | None) -> str:
    return "-" if card is None else sheet.OBJECTIVES[card - sheet.FIRST_OBJECTIVE].wagons


class Table:
    """A game in progress with a scripted deal; every step checks conservation and the codec."""

    def __init__(
        self,
        layout: str = "",
        *,
        turn: int = 1,
        last_turns: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        lines = dict(
            (part.strip() for part in line.split(":", 1))
            for line in layout.splitlines()
            if line.strip()
        )
        seats = max([2, *(int(name[5:]) for name in lines if name.startswith("seat "))])
        state = State.new(Options.of(options), seats)
        self.state = state
        self.deal: dict[int, int] = {}
        self.shuffles: list[str] = []
        self.asked: list[Request] = []
        self.ledger: Ledger | None = None  # it would have to have seen the game from its start
        state.phase = Phase.TAKE
        state.turn = turn - 1
        state.first = 0
        state.last_turns = last_turns
        for number in (1, 2, 3):
            self._line(number - 1, lines.pop(f"line {number}", "A B C"))
        spare = [name for name in CONTRACTS if not any(name in text for text in lines.values())]
        for seat in range(seats):
            self._seat(seat, lines.pop(f"seat {seat + 1}", ""), spare)
        self._row(lines.pop("row", ""))
        assert not lines, f"not in the notation: {sorted(lines)}"
        self._fill_box()
        self._check()

    # Laying out ---------------------------------------------------------------------------------

    def _line(self, line: int, text: str) -> None:
        up, bar, down = text.partition("|")
        cards = [None if name == "-" else CARDS[name] for name in up.split()]
        self.state.yard[3 * line : 3 * line + 3] = cards + [None] * (3 - len(cards))
        pile = down.split() if bar else FILLER
        first = STARTS[line] + SIZES[line] - len(pile)
        slots = range(first, first + len(pile))
        self.state.piles[line] = list(reversed(slots))
        self.deal.update(zip(slots, (CARDS[name] for name in pile), strict=True))

    def _seat(self, seat: int, text: str, spare: list[str]) -> None:
        state = self.state
        state.kept[seat] = 102 + 2 * seat
        keeps = None
        for part in filter(None, (part.strip() for part in text.split(","))):
            match part.split():
                case [number, "ticket" | "tickets"]:
                    state.tickets[seat] = int(number)
                case ["tokens", *colours]:
                    for colour in colours:
                        state.tokens[5 * seat + sheet.COMPANIES.index(colour)] += 1
                        state.supply[sheet.COMPANIES.index(colour)] -= 1
                case ["claimed", *objectives]:
                    state.claimed[seat] = [OBJECTIVES[name] for name in objectives]
                case ["keeps", contract]:
                    keeps = contract
                case [train]:
                    for letter in train:
                        state.wagons[6 * seat + CARDS[letter]] += 1
                case _:
                    raise AssertionError(f"not in the notation: {part}")
        self.deal[102 + 2 * seat] = CONTRACTS[keeps or spare.pop(0)]

    def _row(self, text: str) -> None:
        state = self.state
        up, _, down = text.partition("|")
        gone = {card for cards in state.claimed for card in cards}
        named = [OBJECTIVES[name] for name in (up + " " + down).split()]
        rest = [card for card in OBJECTIVES.values() if card not in gone and card not in named]
        order = named + rest
        assert len(up.split()) in (0, 3), "the row has three objectives"
        slots = range(102 - len(order), 102)
        self.deal.update(zip(slots, order, strict=True))
        state.row = list(order[:3])
        state.row_slots = list(slots[:3])
        state.objective_pile = list(reversed(slots[3:]))

    def _fill_box(self) -> None:
        seen = self._cards_outside_the_box()
        box = [copies - seen[card] for card, copies in enumerate(sheet.SMALL_COPIES)]
        short = [NAMES[card] for card, left in enumerate(box) if left < 0]
        assert not short, f"more cards laid out than the game has: {short}"
        self.state.box = box

    def _cards_outside_the_box(self) -> Counter[int]:
        state = self.state
        seen = Counter(card for card in state.yard if card is not None)
        seen.update(self.deal[slot] for pile in state.piles for slot in pile)
        for place, count in enumerate(state.wagons):
            seen[place % 6] += count
        seen[sheet.TICKET] += sum(state.tickets)
        return seen

    # Playing ------------------------------------------------------------------------------------

    def play(self, *texts: str) -> Table:
        """Carry out moves of whoever is to act, and turn the scripted cards they ask for."""
        for text in texts:
            move = GAME.parse(text)
            seat = self.state.turn
            assert seat is not None
            assert move in GAME.moves(self.state, {}), f"{text} is not among {self.moves()}"
            GAME.check(self.state, seat, move)
            GAME.apply(self.state, seat, move)
            self.answer()
        return self

    def answer(self) -> None:
        """Answer all open requests by the script."""
        state = self.state
        while state.awaiting:
            request = state.awaiting[0]
            self.asked.append(request)
            if isinstance(request, Shuffle):
                self._shuffle(request.slots)
            public = isinstance(request, Reveal) and request.to == ALL
            cards = [self.deal[slot] for slot in request.slots] if public else None
            if self.ledger is not None:
                self.ledger.check(request, cards)
                self.ledger.record(request, cards)
            GAME.answered(state, request, cards)
        self._check()

    def _shuffle(self, slots: tuple[int, ...]) -> None:
        named = [CARDS[name] for name in self.shuffles.pop(0).split()]
        left = Counter(self.deal[slot] for slot in slots)
        left.subtract(named)
        order = named + sorted(left.elements())
        assert len(order) == len(slots), "the script names cards that are not in that pile"
        # A pile's slots are listed with the next to be turned last.
        self.deal.update(zip(reversed(slots), order, strict=True))

    def _check(self) -> None:
        state = self.state
        seen = self._cards_outside_the_box()
        seen.update(dict(enumerate(state.box)))
        bonus = state.seats - 1 if state.options.bonus_ticket and state.first is not None else 0
        seen[sheet.TICKET] -= bonus
        assert [seen[card] for card in range(13)] == list(sheet.SMALL_COPIES), "a card was lost"
        data = GAME.encode(state)
        assert GAME.encode(GAME.decode(data)) == data

    # Looking ------------------------------------------------------------------------------------

    def moves(self, verb: str = "") -> list[str]:
        """The texts of the legal moves, of one verb if it is named."""
        texts = [GAME.text(move) for move in GAME.moves(self.state, {})]
        return [text for text in texts if text.split()[0] == verb or not verb]

    def refusal(self, text: str) -> IllegalMove:
        """Why the seat to act may not make that move; fails where it may."""
        move = GAME.parse(text)
        assert move not in GAME.moves(self.state, {})
        assert self.turn is not None
        reason = GAME.why_not(self.state, self.turn - 1, move)
        assert reason is not None
        return reason

    @property
    def turn(self) -> int | None:
        return None if self.state.turn is None else self.state.turn + 1

    @property
    def phase(self) -> Phase:
        return self.state.phase

    def line(self, number: int) -> str:
        cards = self.state.yard[3 * number - 3 : 3 * number]
        return " ".join("-" if card is None else NAMES[card] for card in cards)

    @property
    def row(self) -> str:
        return " ".join(map(wagon_name, self.state.row))

    @property
    def objective_pile(self) -> list[str]:
        """The face-down objectives, next to be turned first."""
        return [wagon_name(self.deal[slot]) for slot in reversed(self.state.objective_pile)]

    def pile(self, number: int) -> str:
        """The pile of a line, next to be turned first."""
        return " ".join(NAMES[self.deal[slot]] for slot in reversed(self.state.piles[number - 1]))

    def train(self, seat: int) -> str:
        own = self.state.wagons[6 * seat - 6 : 6 * seat]
        return "".join(letter * count for letter, count in zip(sheet.LETTERS, own, strict=True))

    def tickets(self, seat: int) -> int:
        return self.state.tickets[seat - 1]

    def tokens(self, seat: int) -> str:
        own = self.state.tokens[5 * seat - 5 : 5 * seat]
        return " ".join(
            name for name, count in zip(sheet.COMPANIES, own, strict=True) for _ in range(count)
        )

    def claimed(self, seat: int) -> str:
        return " ".join(map(wagon_name, self.state.claimed[seat - 1]))

    def boxed(self, name: str) -> int:
        """How many copies of a small card are out of the game."""
        return self.state.box[CARDS[name]]


class SetUp(Table):
    """A game from its very beginning: contracts, scripted piles, scripted reshuffles.

    ``piles`` name the first cards of each pile and of the objectives' (the rest of the deck lies
    below them in card order, the events last of all); ``shuffles`` the first cards of a pile after
    each reshuffle; ``contracts`` the two dealt to each seat.
    """

    def __init__(
        self,
        piles: tuple[str, str, str] = ("", "", ""),
        *,
        seats: int = 2,
        shuffles: tuple[str, ...] = (),
        row: str = "",
        first: int = 1,
        contracts: tuple[str, ...] = (),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        chosen = GAME.options(options)
        self.state = GAME.new(chosen, seats)
        self.decks = GAME.decks(chosen, seats)
        self.shuffles = list(shuffles)
        self.asked = []
        self.deal = {}
        named = [[CARDS[name] for name in pile.split()] for pile in piles]
        left = Counter(self.decks[0].cards)
        left.subtract(card for pile in named for card in pile)
        rest = sorted(left.elements(), reverse=True)
        for start, size, pile in zip(STARTS, SIZES, named, strict=True):
            while len(pile) < size:
                pile.append(rest.pop())
            self.deal.update(zip(range(start, start + size), pile, strict=True))
        for start, names, cards in (
            (82, row.split(), OBJECTIVES),
            (102, [name for pair in contracts for name in pair.split()], CONTRACTS),
        ):
            top = [cards[name] for name in names]
            order = top + [card for card in cards.values() if card not in top]
            self.deal.update(zip(range(start, start + len(order)), order, strict=True))
        others = [seat for seat in range(seats) if seat != first - 1]
        order = [sheet.FIRST_SEAT + seat for seat in (first - 1, *others)]
        self.deal.update(zip(range(112, 112 + seats), order, strict=True))
        self.ledger = Ledger(self.decks)
        self.answer()

    def keep_all(self) -> SetUp:
        """Everyone keeps the first contract, and the yard is turned up."""
        self.play(*["keep 1"] * self.state.seats)
        return self

    def revealed(self) -> list[int]:
        """All slots turned over for everyone so far, in order."""
        return [
            slot
            for request in self.asked
            if isinstance(request, Reveal) and request.to == ALL
            for slot in request.slots
        ]
