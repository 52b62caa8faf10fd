"""The log and the public state it leads to: what any peer, seated or watching, can check alone.

It needs the game, the entries and nothing secret.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.kernel.canonical import digest
from core.kernel.deck import Ledger
from core.kernel.errors import BadAnswer, RulesError
from core.kernel.game import Game
from core.kernel.requests import Request
from netplay.crypto import Crypto
from netplay.session.agreeing import Stand, signed_by_quorum
from netplay.session.agreement import agree, settle_agreed
from netplay.session.opencheck import OpenCheck, check_outcome
from netplay.session.outcome import Code, Due, Outcome, Wrong, reveal_of
from netplay.session.standin import CHOOSERS
from netplay.session.start import Start, check_roster, read_start, signed_by_all, signed_by_author
from netplay.table import Played, Turned
from netplay.wire import NOBODY, Entry, Kind, read_policy, seed_of
from netplay.wire.policy import GREEDY


class Replica:
    """Entries accepted so far and the public state after them."""

    def __init__(self, game: Game[Any], start: Entry) -> None:
        self.game = game
        self.start = read_start(start, game)
        self.seats = len(self.start.roster.seats)
        self.policy = read_policy(self.start.roster.extra)
        self._begin(start)

    def _begin(self, start: Entry) -> None:
        game = self.game
        self.state: Any = game.new(self.start.options, self.seats)
        self.state_hash = start.state_hash
        self.log: list[Entry] = [start]
        self.opened: list[Request] = list(self.state.awaiting)
        self.answers: list[tuple[int, ...] | None] = []
        self.last_mover = 0
        self.ended = False
        self.abandoned: int | None = None
        """The entry that ended the game before its end."""
        self.claimed = False
        self.alone = False
        """Whether one machine of two goes on without the other: nothing settles."""
        self.marks: list[tuple[int, int]] = []
        """(entry, seat) of every stand-in that there was."""
        self.stands: list[dict[int, Stand]] = [{}]
        """Who is stood in for after each entry."""
        self.pauses: list[int | None] = [None]
        """After each entry, the one that paused the game, None while it is played."""
        self.nonces: tuple[bytes, ...] = ()
        self._ledger = Ledger(game.decks(self.start.options, self.seats))
        self._trail: list[Outcome] = []
        self._stand_in: tuple[bytes, tuple[int, ...]] | None = None
        self._foreseen = b""

    def rewind(self, n: int) -> None:
        """Forget every entry after ``n``."""
        log, trail = self.log, self._trail
        self._begin(log[0])
        for entry, outcome in zip(log[1 : n + 1], trail[:n], strict=True):
            self.commit(entry, outcome)

    def until(self, n: int) -> Replica:
        """The same log as it was at entry ``n``, to try things on; itself where that is the newest."""
        if n == self.n:
            return self
        base = Replica(self.game, self.log[0])
        for entry, outcome in zip(self.log[1 : n + 1], self._trail[:n], strict=True):
            base.commit(entry, outcome)
        return base

    @property
    def n(self) -> int:
        """Number of the newest entry."""
        return len(self.log) - 1

    @property
    def head(self) -> bytes:
        """Hash of the newest entry."""
        return self.log[-1].hash

    @property
    def known(self) -> Mapping[int, int]:
        """Slot to card, for every slot whose card everyone has seen."""
        return self._ledger.known

    @property
    def stood(self) -> dict[int, Stand]:
        """Seats that a stand-in plays now."""
        return self.stands[-1]

    @property
    def paused(self) -> int | None:
        """The entry that paused the game; None while it is played."""
        return self.pauses[-1]

    def author(self, seat: int) -> int:
        """Who writes for this seat: itself, or its stand-in's deputy."""
        stand = self.stood.get(seat)
        return seat if stand is None else stand.deputy

    def due(self) -> Due | None:
        """What comes next; None after the end."""
        state = self.state
        if self.ended:
            return None
        if self.abandoned is not None:
            return Due(Kind.END, self.author(self.last_mover), self.last_mover)
        if state.awaiting:
            place = state.turn if state.turn is not None else 0
            return Due(Kind.ANSWER, self.author(place), place)
        if state.over:
            return Due(Kind.END, self.author(self.last_mover), self.last_mover)
        return Due(Kind.MOVE, self.author(state.turn), state.turn)

    def stand_in_move(self) -> tuple[int, ...]:
        """What the stand-in of the seat to act does: it knows public facts only, and everyone
        works it out.
        """
        found = self._stand_in
        if found is None or found[0] != self.head:
            found = self._stand_in = self._stand_in_for(self.head, self.state)
        return found[1]

    def foresee(self) -> Callable[[], None] | None:
        """What works the stand-in's next move out ahead of need, once; None where none is due.

        It may be called in another thread: it reads a state that never changes, and the one thing that
        it sets is looked at as a whole.
        """
        due, head, state = self.due(), self.head, self.state
        if due is None or due.kind is not Kind.MOVE or due.place not in self.stood:
            return None
        if self._foreseen == head:
            return None
        self._foreseen = head

        def work() -> None:
            self._stand_in = self._stand_in_for(head, state)

        return work

    def _stand_in_for(self, head: bytes, state: Any) -> tuple[bytes, tuple[int, ...]]:
        name = self.policy.stand_in if self.policy is not None else GREEDY
        return head, self.game.pack(CHOOSERS[name](self.game, state, head))

    def advance(self, kind: Kind, seat: int, body: tuple[Any, ...]) -> Outcome:
        """What an entry of this content leads to; raises Wrong. Changes nothing."""
        due = self.due()
        if kind is Kind.AGREED:
            return agree(self, seat, body)
        if due is None or kind is not due.kind:
            raise Wrong(Code.KIND, f"it is {_NAMES[kind]}, where {_due_name(due)} was due")
        if kind is Kind.END:
            return self._end(seat, body)
        if kind is Kind.MOVE and self.paused is not None:
            raise Wrong(Code.KIND, "the table is paused")
        try:
            if kind is Kind.MOVE:
                stand_in = due.place in self.stood
                if stand_in and body != self.stand_in_move():
                    raise Wrong(Code.MOVE, "it is not the move that the stand-in makes")
                return self._move(due.place, body, stand_in)
            return self._answer(seat, body)
        except Wrong:
            raise
        except Exception as err:
            # A fault in the rules that a seat's entry has found: the table stops with its report
            # like for any other entry, and the program of whoever sits here goes on.
            says = f"the rules cannot take it ({type(err).__name__})"
            raise Wrong(Code.MOVE if kind is Kind.MOVE else Code.ANSWER, says) from err

    def _move(self, seat: int, body: tuple[Any, ...], stand_in: bool) -> Outcome:
        game, before = self.game, self.state
        try:
            move = game.unpack(body)
            game.check(before, seat, move)
        except RulesError as err:
            raise Wrong(Code.MOVE, f"the move is not legal: {err}") from err
        claims = game.claims(before, move)
        if claims:
            try:
                self._ledger.check(*reveal_of(claims))
            except BadAnswer as err:
                raise Wrong(Code.CLAIM, str(err)) from err
        after = game.copy(before)
        game.apply(after, seat, move)
        event = Played(self.n + 1, seat, move, before, after)
        hash_, opened = digest(game.encode(after)), tuple(after.awaiting)
        return Outcome(Kind.MOVE, seat, after, hash_, event, opened, claims, stand_in=stand_in)

    def _answer(self, seat: int, body: tuple[Any, ...]) -> Outcome:
        game, before = self.game, self.state
        request = before.awaiting[0]
        if len(body) != 2 or type(body[0]) is not int or body[0] != len(self.answers):
            raise Wrong(Code.ANSWER, "it answers another request than the one open")
        cards = body[1]
        if cards is not None and (
            type(cards) is not tuple or any(type(card) is not int for card in cards)
        ):
            raise Wrong(Code.ANSWER, "an answer is a list of cards")
        after = game.copy(before)
        try:
            self._ledger.check(request, cards)
            game.answered(after, request, cards)
        except BadAnswer as err:
            raise Wrong(Code.ANSWER, str(err)) from err
        event = Turned(self.n + 1, request, cards, before, after)
        hash_, opened = (
            digest(game.encode(after)),
            tuple(after.awaiting[len(before.awaiting) - 1 :]),
        )
        return Outcome(Kind.ANSWER, seat, after, hash_, event, opened)

    def _end(self, seat: int, body: tuple[Any, ...]) -> Outcome:
        start = self.start
        if len(body) != self.seats or any(type(n) is not bytes or len(n) != 32 for n in body):
            raise Wrong(Code.NONCES, "the end holds one nonce a seat")
        for place, nonce in enumerate(body):
            if start.roster.commitment(place, nonce) != start.commitments[place]:
                says = f"the nonce of seat {place + 1} does not fit its commitment"
                raise Wrong(Code.NONCES, says)
        return Outcome(Kind.END, seat, self.state, self.state_hash, None, nonces=body)

    def commit(self, entry: Entry, outcome: Outcome) -> None:
        """Let an entry hold whose outcome was checked."""
        self.log.append(entry)
        self.opened += outcome.opened
        self._trail.append(outcome)
        self.stands.append(self.stood)
        self.pauses.append(self.paused)
        if outcome.agreed is not None:
            settle_agreed(self, entry.n, outcome.agreed)
        elif outcome.kind is Kind.MOVE:
            self.last_mover = outcome.seat
            if outcome.claims:
                self._ledger.record(*reveal_of(outcome.claims))
        elif outcome.kind is Kind.ANSWER:
            assert isinstance(outcome.event, Turned)
            self._ledger.record(outcome.event.request, outcome.event.cards)
            self.answers.append(outcome.event.cards)
        else:
            self.ended = True
            self.nonces = outcome.nonces
        self.state = outcome.after
        self.state_hash = outcome.state_hash

    def accept(self, entry: Entry, crypto: Crypto | None) -> Outcome:
        """Check everything about the next entry and let it hold; raises Wrong.

        ``crypto`` None: the signature was checked before. For transcripts; a session looks
        first at what is a stranger's doing.
        """
        due = self.due()
        if entry.n != self.n + 1 or entry.table != self.log[0].table or entry.branch:
            raise Wrong(Code.CHAIN, "its number, table or branch is not the next")
        if entry.previous != self.head:
            raise Wrong(Code.CHAIN, "it does not rest on the entry before it")
        anyone = due is not None and (due.kind is Kind.END or entry.kind is Kind.AGREED)
        if due is None or (entry.seat != due.seat and not anyone):
            raise Wrong(Code.KIND, f"it is seat {entry.seat + 1}'s, and {_due_name(due)} was due")
        if crypto is not None and not self.signed(entry, crypto):
            raise Wrong(Code.CHAIN, "its signature is not its author's")
        outcome = self.advance(entry.kind, entry.seat, entry.body)
        if outcome.state_hash != entry.state_hash:
            raise Wrong(Code.STATE, "the state after it differs", after=outcome.after)
        self.commit(entry, outcome)
        return outcome

    def signed(self, entry: Entry, crypto: Crypto) -> bool:
        """Whether an entry that follows one of ours carries the signatures it needs."""
        roster, stood = self.start.roster, self.stands[min(entry.n - 1, self.n)]
        if entry.kind is not Kind.AGREED:
            return signed_by_author(entry, roster, crypto)
        if entry.seat != NOBODY and not signed_by_author(entry, roster, crypto):
            return False
        return signed_by_quorum(entry, roster, stood, crypto)

    def check_deal(self, seed: bytes) -> None:
        """Check the whole open deal against the seed; raises Wrong, naming the entry in ``says``."""
        check = OpenCheck(self.game, self.start, seed)
        for number, outcome in enumerate(self._trail):
            try:
                check_outcome(check, outcome)
            except Wrong as wrong:
                says = f"entry {number + 1}: {wrong.says}"
                raise Wrong(wrong.code, says, outcome.seat) from wrong

    def seed(self) -> bytes:
        """The joint seed, once the end has published the nonces."""
        return seed_of(self.log[0].hash, self.nonces)

    def outcome(self, n: int) -> Outcome:
        """What entry n, 1 <= n <= self.n, led to."""
        return self._trail[n - 1]

    def state_after(self, n: int) -> Any:
        """The state after an accepted entry, 0 <= n <= self.n."""
        if n == 0:
            return self.game.new(self.start.options, self.seats)
        return self._trail[n - 1].after


_NAMES = {
    Kind.START: "a start",
    Kind.MOVE: "a move",
    Kind.ANSWER: "an answer",
    Kind.AGREED: "an agreement",
    Kind.END: "the end",
}


def _due_name(due: Due | None) -> str:
    return f"{_NAMES[due.kind]} by seat {due.seat + 1}" if due else "nothing"


__all__ = [
    "Code",
    "Due",
    "OpenCheck",
    "Outcome",
    "Replica",
    "Start",
    "Wrong",
    "check_outcome",
    "check_roster",
    "read_start",
    "reveal_of",
    "signed_by_all",
    "signed_by_author",
]
