"""Goes through a kept game entry by entry, believing nothing: for replaying it, and for verifying it.

It shares the wire format and the rules with the session and none of its code, so that a fault in
one shows in the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from core.games.registry import NoSuchGame, game
from core.kernel.canonical import Malformed, digest
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Ledger, Secrets, learn
from core.kernel.errors import RulesError
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal, Shuffle
from netplay.crypto import Crypto
from netplay.text import clean
from netplay.wire import HASH, NOBODY, Entry, Kind, Roster, read_record, read_roster, seed_of
from netplay.wire import entry_to_sign as signed_part

_FIRST: Final = bytes(HASH)
"""What entry 0 names as the hash of the entry before it."""


class BadEntry(Exception):
    """The first entry that does not hold; ``n`` is its number, ``str()`` what is wrong with it."""

    def __init__(self, n: int, says: str) -> None:
        super().__init__(says)
        self.n = n


@dataclass(frozen=True, slots=True)
class Start:
    """What entry 0 says: the game, its options, who sits where."""

    roster: Roster
    commitments: tuple[bytes, ...]
    game: Game[Any]
    options: Any
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One entry, checked. ``text`` is it in words; ``seat`` its author, None for all of them."""

    n: int
    kind: Kind
    seat: int | None
    text: str


class Audit:
    """Walks the records from entry 0 on. ``state`` is the public state after the last step.

    ``crypto`` checks signatures (any key of the roster's scheme does); None leaves them unchecked,
    which is enough to show a game. Everything else is checked in any case.
    """

    def __init__(self, records: Sequence[bytes], crypto: Crypto | None = None) -> None:
        if not records:
            raise BadEntry(0, "there is no entry")
        self._records = records
        self._crypto = crypto
        first = _decode(0, records[0])
        self._entry = first
        self.start = _start(first)
        self.state: Any = self.start.game.new(self.start.options, len(self.start.names))
        decks = self.start.game.decks(self.start.options, len(self.start.names))
        self._ledger = Ledger(decks)
        self._answers = 0
        self._deal: list[_Moved | _Turned] = []
        self.finished = False
        self.dealt = False
        """Whether the nonces of the end entry were checked against every card."""

    def steps(self) -> Iterator[Step]:
        """Every entry in turn; raises BadEntry at the first that does not hold."""
        for n, record in enumerate(self._records):
            entry = _decode(n, record) if n else self._entry
            text = self._follow(n, entry)
            self._entry = entry
            yield Step(n, entry.kind, None if entry.seat == NOBODY else entry.seat, text)

    def _follow(self, n: int, entry: Entry) -> str:
        previous = self._entry.hash if n else _FIRST
        if entry.table != self.start.roster.table:
            raise BadEntry(n, "it belongs to another table")
        if entry.n != n or entry.branch != 0:
            raise BadEntry(n, f"it calls itself entry {entry.n} of branch {entry.branch}")
        if entry.previous != previous:
            raise BadEntry(n, "it does not follow from the entry before it (hash chain broken)")
        if self.finished:
            raise BadEntry(n, "it comes after the end of the game")
        self._authors(n, entry)
        try:
            text = self._act(n, entry)
        except (RulesError, Malformed) as error:
            raise BadEntry(n, str(error)) from error
        if digest(self.start.game.encode(self.state)) != entry.state_hash:
            raise BadEntry(n, "its state hash is not that of the state it leads to")
        return text

    def _authors(self, n: int, entry: Entry) -> None:
        """Who must have signed, and has."""
        seats = self.start.roster.seats
        if entry.kind is Kind.START:
            authors: tuple[int, ...] = tuple(range(len(seats)))
        elif entry.kind in (Kind.MOVE, Kind.ANSWER, Kind.END):
            authors = (entry.seat,)
        else:
            raise BadEntry(n, "this version does not know entries of its kind")
        if (n == 0) is not (entry.kind is Kind.START):
            raise BadEntry(n, "a game begins with one start entry")
        due = self._due(entry.kind)
        if entry.seat != due and not (entry.kind is Kind.END and 0 <= entry.seat < len(seats)):
            raise BadEntry(n, f"it is by {_seat(entry.seat)}, and {_seat(due)} was to act")
        seat = seats[entry.seat] if entry.seat >= 0 else None
        if seat is not None and seat.device != entry.device:
            raise BadEntry(n, f"it is by device {entry.device} of {_seat(entry.seat)}")
        if tuple(seat for seat, _ in entry.signatures) != authors:
            raise BadEntry(n, f"it is not signed by {' and '.join(map(_seat, authors))} alone")
        if self._crypto is None:
            return
        covered = signed_part(entry.table, entry.hash)
        for author, signature in entry.signatures:
            found = seats[author]
            if found is None or not self._crypto.verify(found.key, covered, signature):
                raise BadEntry(n, f"the signature of {_seat(author)} does not hold")

    def _due(self, kind: Kind) -> int:
        if kind is Kind.START:
            return NOBODY
        turn: int | None = self.state.turn
        return 0 if turn is None else turn  # the set-up's answers are seat 0's

    def _act(self, n: int, entry: Entry) -> str:
        names = self.start.names
        if entry.kind is Kind.START:
            return f"{self.start.game.title}: {', '.join(names)}"
        if entry.kind is Kind.MOVE:
            return f"{names[entry.seat]}: {self._move(n, entry)}"
        if entry.kind is Kind.ANSWER:
            return self._answer(n, entry)
        return self._end(n, entry)

    def _move(self, n: int, entry: Entry) -> str:
        rules, state, seat = self.start.game, self.state, entry.seat
        if state.awaiting:
            raise BadEntry(n, "nobody may move while cards are to be turned")
        move = rules.unpack(entry.body)
        rules.check(state, seat, move)
        claims = tuple(rules.claims(state, move))
        if claims:
            reveal = Reveal(tuple(slot for slot, _ in claims))
            cards = tuple(card for _, card in claims)
            self._ledger.check(reveal, cards)
            self._ledger.record(reveal, cards)
        self._deal.append(_Moved(n, seat, move))
        rules.apply(state, seat, move)
        return rules.text(move)

    def _answer(self, n: int, entry: Entry) -> str:
        state = self.state
        if not state.awaiting:
            raise BadEntry(n, "it answers, and nothing was asked")
        request = state.awaiting[0]
        if len(entry.body) != 2 or entry.body[0] != self._answers:
            raise BadEntry(n, f"it does not answer request {self._answers}")
        cards = entry.body[1]
        if cards is not None and type(cards) is not tuple:
            raise BadEntry(n, "its cards are no list")
        self._ledger.check(request, cards)
        self._ledger.record(request, cards)
        self._answers += 1
        self._deal.append(_Turned(n, request, cards))
        self.start.game.answered(state, request, cards)
        return _answered(request, self.start.names)

    def _end(self, n: int, entry: Entry) -> str:
        if not self.state.over:
            raise BadEntry(n, "it ends a game that is not over")
        nonces = entry.body
        if len(nonces) != len(self.start.names) or not all(type(x) is bytes for x in nonces):
            raise BadEntry(n, "it does not hold a nonce of every seat")
        for seat, nonce in enumerate(nonces):
            if self.start.roster.commitment(seat, nonce) != self.start.commitments[seat]:
                raise BadEntry(n, f"the nonce of {_seat(seat)} is not the one it committed to")
        self.finished = True
        if self.start.roster.deal == "open":
            start = _decode(0, self._records[0]).hash
            self._check_deal(seed_of(start, nonces))
            self.dealt = True
        winners = self.start.game.winners(self.state)
        return "won by " + " and ".join(self.start.names[seat] for seat in winners)

    def _check_deal(self, seed: bytes) -> None:
        """Deal the whole game again from the seed: every card, claim and hidden duty."""
        rules, seats = self.start.game, len(self.start.names)
        state = rules.new(self.start.options, seats)
        deal = OpenDeal(seed, rules.decks(self.start.options, seats))
        hands = [Secrets() for _ in range(seats)]
        for event in self._deal:
            if isinstance(event, _Moved):
                self._check_move(deal, hands, state, event)
                rules.apply(state, event.seat, event.move)
                continue
            request = event.request
            cards = deal.answer(request)
            public = isinstance(request, Reveal) and request.to == ALL
            if public and cards != event.cards:
                raise BadEntry(event.n, "its cards are not those that the seats' nonces dealt")
            for seat, hand in enumerate(hands):
                learn(hand, seat, request, cards)
            rules.answered(state, request, cards if public else None)

    def _check_move(
        self, deal: OpenDeal, hands: Sequence[Secrets], state: Any, event: _Moved
    ) -> None:
        rules, n, seat = self.start.game, event.n, event.seat
        breach = rules.duties(state, seat, event.move, hands[seat])
        if breach is not None:
            raise BadEntry(n, f"{_seat(seat)} held cards that forbid this move: {breach}")
        claims = rules.claims(state, event.move)
        for slot, card in claims:
            if not 0 <= slot < len(deal.cards) or deal.cards[slot] != card:
                raise BadEntry(n, f"{_seat(seat)} laid open a card that is not in slot {slot}")
        if claims:
            request = Reveal(tuple(slot for slot, _ in claims))
            for other, hand in enumerate(hands):
                learn(hand, other, request, deal.answer(request))


@dataclass(frozen=True, slots=True)
class _Moved:
    n: int
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class _Turned:
    n: int
    request: Request
    cards: tuple[int, ...] | None


def _decode(n: int, record: bytes) -> Entry:
    try:
        return read_record(record)
    except (Malformed, ValueError) as error:
        raise BadEntry(n, f"it is damaged ({error})") from error


def _start(entry: Entry) -> Start:
    if entry.kind is not Kind.START:
        raise BadEntry(0, "a game begins with one start entry")
    try:
        roster, commitments = _start_body(entry.body)
        found = game(roster.game)
    except Malformed as error:
        raise BadEntry(0, f"it is damaged ({error})") from error
    except NoSuchGame as error:
        raise BadEntry(0, str(error)) from None
    if not roster.full() or len(roster.seats) not in found.seats:
        raise BadEntry(0, "the table was not full")
    if roster.version != found.version or roster.rules != found.rules_id():
        raise BadEntry(
            0,
            f"it was played by caboose {clean(roster.program) or '?'} under other rules of "
            f"{found.title}; that version can read it",
        )
    try:
        options = found.unpack_options(roster.options)
        found.new(options, len(roster.seats))
    except RulesError as error:
        raise BadEntry(0, str(error)) from error
    names = tuple(
        clean(seat.name, fallback=f"seat {number + 1}") if seat else ""
        for number, seat in enumerate(roster.seats)
    )
    if len(set(commitments)) != len(commitments) or len(commitments) != len(names):
        raise BadEntry(0, "it does not hold a commitment of every seat, all different")
    return Start(roster, commitments, found, options, names)


def _start_body(body: tuple[Any, ...]) -> tuple[Roster, tuple[bytes, ...]]:
    """[roster, commitments by seat]."""
    if len(body) != 2 or type(body[1]) is not tuple:
        raise Malformed("a start holds roster and commitments")
    if not all(type(part) is bytes and len(part) == HASH for part in body[1]):
        raise Malformed("a commitment has 32 bytes")
    return read_roster(body[0]), body[1]


def _seat(seat: int) -> str:
    return f"seat {seat + 1}" if seat >= 0 else "nobody"


def _answered(request: Request, names: Sequence[str]) -> str:
    count = len(request.slots)
    cards = "1 card" if count == 1 else f"{count} cards"
    if isinstance(request, Shuffle):
        return f"({cards} shuffled)"
    return f"({cards} turned over)" if request.to == ALL else f"({cards} for {names[request.to]})"
