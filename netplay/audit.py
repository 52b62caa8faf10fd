"""Goes through a kept game entry by entry, believing nothing: for replaying it, and for verifying it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from core.games.registry import NoSuchGame, game
from core.kernel.canonical import Malformed
from core.kernel.game import Game
from core.kernel.requests import ALL, Request, Shuffle
from netplay.crypto import Crypto
from netplay.session.agreement import told
from netplay.session.replica import (
    OpenCheck,
    Outcome,
    Replica,
    Wrong,
    check_outcome,
    signed_by_all,
)
from netplay.table import Decided, Played, Turned
from netplay.text import clean
from netplay.wire import NOBODY, Entry, Kind, Roster, array, read_record, read_roster


class BadEntry(Exception):
    """The first entry that does not hold; ``n`` is its number, ``str()`` what is wrong with it."""

    def __init__(self, n: int, says: str) -> None:
        super().__init__(says)
        self.n = n


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
    which is enough to show a game. Everything else is checked in any case. Raises BadEntry for an
    entry 0 that does not hold.
    """

    def __init__(self, records: Sequence[bytes], crypto: Crypto | None = None) -> None:
        if not records:
            raise BadEntry(0, "there is no entry")
        self._records = records
        self._crypto = crypto
        self._first = _decode(0, records[0])
        self.game, self.roster = _game(self._first)
        try:
            self._replica = Replica(self.game, self._first)
        except Malformed as error:
            raise BadEntry(0, str(error)) from error
        self.names = tuple(
            clean(seat.name if seat else None, fallback=f"seat {number + 1}")
            for number, seat in enumerate(self.roster.seats)
        )
        self._outcomes: list[Outcome] = []
        self.dealt = False
        """Whether the nonces of the end entry were checked against every card."""

    @property
    def state(self) -> Any:
        """The public state after the last step."""
        return self._replica.state

    @property
    def outcomes(self) -> Sequence[Outcome]:
        """What the entries so far led to, the start left out."""
        return self._outcomes

    @property
    def options(self) -> Any:
        """The table's options."""
        return self._replica.start.options

    @property
    def seed(self) -> bytes:
        """The seed of the deal, once the end has published the nonces."""
        return self._replica.seed()

    @property
    def finished(self) -> bool:
        """Whether the end entry was reached."""
        return self._replica.ended

    def steps(self) -> Iterator[Step]:
        """Every entry in turn, once; raises BadEntry at the first that does not hold."""
        if self._crypto is not None and not signed_by_all(self._first, self.roster, self._crypto):
            raise BadEntry(0, "it does not carry a good signature of every seat")
        yield Step(0, Kind.START, None, f"{self.game.title}: {', '.join(self.names)}")
        for n in range(1, len(self._records)):
            entry = _decode(n, self._records[n])
            outcome = self._accept(n, entry)
            seat = None if entry.seat == NOBODY else entry.seat
            yield Step(n, entry.kind, seat, self._text(outcome))

    def _accept(self, n: int, entry: Entry) -> Outcome:
        # Looked at first: of a changed entry the signature is what is wrong, whatever follows from it.
        if self._crypto is not None and not self._replica.signed(entry, self._crypto):
            raise BadEntry(n, "the signature is not its author's")
        if self.finished:
            raise BadEntry(n, "it comes after the end")
        try:
            outcome = self._replica.accept(entry, None)
        except Wrong as wrong:
            raise BadEntry(n, wrong.says) from wrong
        self._outcomes.append(outcome)
        if outcome.kind is Kind.END and self.roster.deal == "open":
            self._check_deal()
        return outcome

    def _check_deal(self) -> None:
        """Deal the whole game again from the nonces: every card, claim and hidden duty."""
        check = OpenCheck(self.game, self._replica.start, self._replica.seed())
        for n, outcome in enumerate(self._outcomes, start=1):
            try:
                check_outcome(check, outcome)
            except Wrong as wrong:
                raise BadEntry(n, wrong.says) from wrong
        self.dealt = True

    def _text(self, outcome: Outcome) -> str:
        event = outcome.event
        if isinstance(event, Played):
            return f"{self.names[event.seat]}: {self.game.text(event.move)}"
        if isinstance(event, Turned):
            return _answered(event.request, self.names)
        if isinstance(event, Decided) and outcome.agreed is not None:
            return told(outcome.agreed, event.n, dict(enumerate(self.names)))
        if self._replica.abandoned is not None:
            return "the end: claimed" if self._replica.claimed else "the end: abandoned"
        winners = self.game.winners(self.state)
        return "the end: won by " + " and ".join(self.names[seat] for seat in winners)


def _decode(n: int, record: bytes) -> Entry:
    try:
        return read_record(record)
    except ValueError as error:  # Malformed among others
        raise BadEntry(n, f"it is damaged ({error})") from error


def _game(entry: Entry) -> tuple[Game[Any], Roster]:
    """The rules that entry 0 names, if they are the ones we have."""
    try:
        roster = read_roster(array(entry.body, 2)[0])
        found = game(roster.game)
    except Malformed as error:
        raise BadEntry(0, f"it is no start of a game ({error})") from error
    except NoSuchGame as error:
        raise BadEntry(0, str(error)) from None
    if roster.version != found.version or roster.rules != found.rules_id():
        raise BadEntry(
            0,
            f"it was played by caboose {clean(roster.program) or '?'} under other rules of "
            f"{found.title}; that version can read it",
        )
    return found, roster


def _answered(request: Request, names: Sequence[str]) -> str:
    count = len(request.slots)
    cards = "1 card" if count == 1 else f"{count} cards"
    if isinstance(request, Shuffle):
        return f"({cards} shuffled)"
    return f"({cards} turned over)" if request.to == ALL else f"({cards} for {names[request.to]})"
