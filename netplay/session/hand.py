"""One seat's side of the deal: its dealer, what it is shown, and what it may lay open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.kernel.canonical import pack
from core.kernel.dealer import Answer, Dealer, Polled
from core.kernel.deck import Secrets, learn
from core.kernel.errors import IllegalMove
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal
from netplay.session.replica import (
    Code,
    OpenCheck,
    Outcome,
    Replica,
    Wrong,
    check_outcome,
    reveal_of,
)
from netplay.table import Shown, Turned


class Hand:
    """Follows the log from one seat. What this seat learns is learned in the order of the log."""

    def __init__(
        self, seat: int, dealer: Dealer, check: OpenCheck | None, opened: Sequence[Request]
    ) -> None:
        self.seat = seat
        self.dealer = dealer
        self.secrets = Secrets()
        self._check = check
        self._ready: dict[int, Answer] = {}
        self._unread: list[tuple[int, Outcome]] = []
        self._unproved: dict[int, Turned] = {}
        self._answered = 0
        self._asked = 0
        self._confirmed = 0
        self._new: list[Answer] = []
        self._ask(opened)

    def _ask(self, opened: Sequence[Request]) -> None:
        for request in opened:
            self.dealer.ask(request)
        self._asked += len(opened)

    def poll(self) -> Polled:
        """Hear what the dealer has; its answers stay here."""
        polled = self.dealer.poll()
        for answer in polled.answers:
            if 0 <= answer.number < self._asked:
                self._ready[answer.number] = answer
                self._new.append(answer)
        return polled

    def answer(self, number: int, request: Request) -> tuple[bool, tuple[int, ...] | None]:
        """Whether the dealer has answered this request, and the public cards for the log."""
        found = self._ready.get(number)
        if found is None:
            return False, None
        return True, found.public if _public(request) else None

    def judge(self, outcome: Outcome) -> None:
        """Check an entry against the deal before it holds; raises Wrong.

        The open deal is checked whole; any other as far as our dealer has answered already, the
        rest when it does (``read``).
        """
        if isinstance(outcome.event, Turned):
            found = self._ready.get(self._answered)
            if found is not None:
                _compare(outcome.event, found)
        if self._check is not None:
            check_outcome(self._check, outcome)

    def accept(self, outcome: Outcome) -> None:
        """An entry holds; its claims and then what it asks for are put to the dealer."""
        if isinstance(outcome.event, Turned):
            self._unread.append((self._answered, outcome))
            if _public(outcome.event.request):
                self._unproved[self._answered] = outcome.event
            self._answered += 1
        elif outcome.claims:
            self.dealer.confirm(outcome.seat, outcome.claims)
            self._confirmed += 1
            self._unread.append((-1, outcome))
        self._ask(outcome.opened)

    def export(self, couriers: tuple[Any, ...]) -> bytes:
        """The dealer for the journal: new answers, its export, what it was asked, its couriers."""
        new, self._new = self._new, []
        answers = tuple([(answer.number, answer.public, answer.mine) for answer in new])
        return pack((answers, self.dealer.export(), (self._asked, self._confirmed), couriers))

    def know(self, answer: Answer) -> None:
        """An answer that the dealer gave before the program was started anew."""
        self._ready[answer.number] = answer

    def read(self) -> list[Shown]:
        """Learn what can be learned, in order; raises Wrong if the dealer gives the log the lie.

        Only a card shown to us alone is waited for: everything else the log itself tells.
        """
        for number in [number for number in self._unproved if number in self._ready]:
            _compare(self._unproved.pop(number), self._ready[number])
        shown: list[Shown] = []
        done = 0
        for number, outcome in self._unread:
            event = outcome.event
            if not isinstance(event, Turned):
                request, said = reveal_of(outcome.claims)
                learn(self.secrets, self.seat, request, said)
            elif isinstance(event.request, Reveal) and event.request.to == self.seat:
                found = self._ready.get(number)
                if found is None or found.mine is None:
                    break
                learn(self.secrets, self.seat, event.request, found.mine)
                shown.append(Shown(event.request.slots, found.mine))
            else:
                learn(self.secrets, self.seat, event.request, event.cards)
            done += 1
        del self._unread[:done]
        return shown

    @property
    def behind(self) -> bool:
        """Whether the dealer still owes us a card that the log is past."""
        return bool(self._unread)

    def may(self, replica: Replica, move: Move) -> None:
        """Our own move against our own cards; raises IllegalMove."""
        known = replica.known
        for slot, card in replica.game.claims(replica.state, move):
            if self.secrets.get(slot, known.get(slot)) != card:
                raise IllegalMove("false-claim", "that card is not where the move says")
        breach = replica.game.duties(replica.state, self.seat, move, self.secrets)
        if breach is not None:
            raise breach


def _public(request: Request) -> bool:
    return isinstance(request, Reveal) and request.to == ALL


def _compare(event: Turned, found: Answer) -> None:
    if _public(event.request) and event.cards != found.public:
        raise Wrong(Code.ANSWER, "the cards turned over are not the ones our dealer found there")
