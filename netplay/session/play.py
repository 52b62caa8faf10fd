"""Play: entries in their order, acknowledgements, the deal, the end, and what stops a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.session.acks import Acks
from netplay.session.actions import Complete
from netplay.session.dealing import Dealing
from netplay.session.desk import Desk, Timer
from netplay.session.hand import Hand
from netplay.session.parts import DealerFactory
from netplay.session.ranges import Ranges
from netplay.session.replica import Code, OpenCheck, Outcome, Replica, Wrong, signed_by_author
from netplay.session.report import (
    Finding,
)
from netplay.session.stopping import Stopping
from netplay.table import Finished
from netplay.wire import (
    Ack,
    Deal,
    Entry,
    Heard,
    Kind,
    Range,
    Reply,
    Statement,
    Tag,
    entry_data,
    entry_hash,
    entry_to_sign,
    make_entry,
    seed_of,
)

AHEAD: Final = 64
"""Entries beyond the next that are kept until what is missing comes."""
END_AFTER: Final = 10.0
"""Seconds after which any seat writes the end entry that the last mover owes."""
_AGAIN: Final = 16
"""Own entries repeated at once."""
_POLL: Final = 0.25
"""Seconds between two looks at a dealer that has not answered yet."""


class Play:
    """The table from entry 0 on, at a seat or (``seat`` None) beside it."""

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        start: Entry,
        seat: int | None,
        names: Mapping[int, str],
        ranges: Ranges,
    ) -> None:
        self.desk = desk
        self.game = game
        self.seat = seat
        self.names = names
        self.replica = Replica(game, start)
        self.roster = self.replica.start.roster
        self.keys = self.roster.keys()
        self.seats = len(self.keys)
        self.hand: Hand | None = None
        self.complete = False
        self.stopping = Stopping(desk, game, self.replica, seat, names)
        self.acks = Acks(desk, self.replica, seat)
        mine = self.roster.seats[seat] if seat is not None else None
        self._device = mine.device if mine is not None else 0
        self._dealing = Dealing(desk, seat, self.keys) if seat is not None else None
        self._nonces: tuple[bytes, ...] = ()
        self._ahead: dict[int, Entry] = {}
        self._ranges = ranges
        ranges.seats = self.seats
        ranges.seat = seat
        self._idle = Timer(desk.now, 5.0, 60.0)
        self._end_at: float | None = None
        self._poll_at = 0.0
        self._finished = False

    @property
    def finding(self) -> Finding | None:
        """Why the table stopped, if it did."""
        return self.stopping.finding

    # The deal

    def deal_in(self, seed: bytes, nonces: tuple[bytes, ...], dealers: DealerFactory) -> None:
        """At a seat, once all nonces are there: the dealer begins, and the log so far is checked."""
        assert self.seat is not None
        assert self._dealing is not None
        start = self.replica.start
        decks = self.game.decks(start.options, self.seats)
        check = OpenCheck(self.game, start, seed) if self.roster.deal == "open" else None
        dealer = dealers(seed, decks, self.seat, self.seats)
        self.hand = Hand(self.seat, dealer, check, self.replica.state_after(0).awaiting)
        self._nonces = nonces
        for n in range(1, self.replica.n + 1):
            outcome = self.replica.outcome(n)
            try:
                self.hand.judge(outcome)
            except Wrong as wrong:
                self._halt(wrong, self.replica.log[n])
                return
            self.hand.accept(outcome)
        self._dealing.begin(self.hand)
        self.go_on()

    def go_on(self) -> None:
        """Everything that follows without anybody's doing: the dealer's messages, answers, the end."""
        while self.hand is not None and self.finding is None:
            polled = self.hand.poll()
            if self._dealing is not None:
                for send in polled.sends:
                    self._dealing.carry(send)
            for breach in polled.breaches:
                wrong = Wrong(Code.DEAL, f"its dealing is broken: {breach.says}", breach.seat)
                self._halt(wrong, self.replica.log[-1])
                return
            try:
                for shown in self.hand.read():
                    self.desk.tell(shown)
            except Wrong as wrong:
                self._halt(wrong, self.replica.log[-1])
                return
            if not self._write_due():
                self._poll_at = self.desk.now + _POLL
                return

    def on_deal(self, deal: Deal, item: Statement) -> None:
        """A message for our dealer."""
        if self._dealing is not None and self.finding is None:
            self._dealing.on_deal(deal, item)

    def on_heard(self, heard: Heard, item: Statement) -> None:
        """Another seat's dealer has our messages."""
        if self._dealing is not None and self.finding is None:
            self._dealing.on_heard(heard, item)

    # Writing entries

    @property
    def my_turn(self) -> bool:
        """Whether a move of ours can be written now."""
        due = self.replica.due()
        return (
            due is not None
            and due.kind is Kind.MOVE
            and due.seat == self.seat
            and self.finding is None
            and self.hand is not None
            and not self.hand.behind
        )

    def submit(self, move: Move) -> None:
        """Write our move; raises a RulesError, changing nothing, where that is not possible."""
        if self.finding is not None:
            raise NotYourTurn("the table has stopped")
        if self.seat is None or self.hand is None:
            raise NotYourTurn("only a seat can move")
        if self.replica.due() is None or self.replica.state.over:
            raise NotYourTurn("the game is over")
        wire = self.game.pack(move)
        self.game.check(self.replica.state, self.seat, move)
        if self.hand.behind:
            raise NotYourTurn("a card for this seat is still on its way")
        self.hand.may(self.replica, move)
        try:
            outcome = self.replica.advance(Kind.MOVE, self.seat, wire)
        except Wrong as wrong:
            raise NotYourTurn(wrong.says) from wrong
        self._write(outcome, wire)
        self.go_on()

    def _write_due(self) -> bool:
        """Write the answer or the end if it is ours to write and we can; whether we did."""
        due = self.replica.due()
        if due is None or self.hand is None or self.seat is None:
            return False
        body: tuple[Any, ...]
        if due.kind is Kind.ANSWER and due.seat == self.seat:
            number = len(self.replica.answers)
            ready, cards = self.hand.answer(number, self.replica.state.awaiting[0])
            if not ready:
                return False
            body = (number, cards)
        elif due.kind is Kind.END:
            if due.seat != self.seat:
                if self._end_at is None:
                    rank = (self.seat - due.seat) % self.seats - 1
                    self._end_at = self.desk.now + END_AFTER + rank
                if self.desk.now < self._end_at:
                    return False
            body = self._nonces
        else:
            return False
        try:
            outcome = self.replica.advance(due.kind, self.seat, body)
        except Wrong as wrong:
            # Our own dealer says what cannot be: nothing of it is published.
            self._halt(wrong, self.replica.log[-1])
            return False
        self._write(outcome, body)
        return True

    def _write(self, outcome: Outcome, body: tuple[Any, ...]) -> None:
        replica, desk = self.replica, self.desk
        assert self.seat is not None
        data = entry_data(
            desk.table,
            replica.n + 1,
            outcome.kind,
            self.seat,
            self._device,
            replica.head,
            body,
            outcome.state_hash,
        )
        signature = desk.crypto.sign(entry_to_sign(desk.table, entry_hash(data)))
        entry = make_entry(data, ((self.seat, signature),))
        if self.hand is not None:
            try:
                self.hand.judge(outcome)
            except Wrong as wrong:
                self._halt(wrong, entry)
                return
        self._accept(entry, outcome)
        self.acks.again.reset(desk.now)
        desk.put(entry.item())

    def _accept(self, entry: Entry, outcome: Outcome) -> None:
        """Let a checked entry hold: the journal first, then whatever follows from it."""
        desk, replica = self.desk, self.replica
        replica.commit(entry, outcome)
        desk.save("entry", entry.record())
        if self.hand is not None:
            self.hand.accept(outcome)
        if outcome.event is not None:
            desk.tell(outcome.event)
        self._idle.reset(desk.now)
        self.acks.accepted(entry.seat)
        if replica.state.over and not replica.state.awaiting and not self._finished:
            self._finished = True
            desk.tell(Finished(self.game.winners(replica.state)))
        if outcome.kind is Kind.END:
            self._check_end(entry)

    def _check_end(self, entry: Entry) -> None:
        """The nonces are public: whoever could not check the deal before does it now."""
        replica = self.replica
        if self.hand is None and self.roster.deal == "open":
            try:
                replica.check_deal(seed_of(replica.log[0].hash, replica.nonces))
            except Wrong as wrong:
                self._halt(wrong, entry)
                return
        self.complete = self.stopping.proved = True
        self.desk.tell(Complete(replica.n, replica.state_hash))

    # Entries of others

    def on_entry(self, entry: Entry) -> None:
        """An entry from the network; in whatever order, however often."""
        replica, desk = self.replica, self.desk
        if entry.branch or entry.kind is Kind.AGREED:
            desk.drop("reserved")
        elif entry.n <= replica.n:
            self._old(entry)
        elif self.finding is not None:
            self.stopping.remind()
        elif not 0 <= entry.seat < self.seats:
            desk.drop("author")
        elif entry.n > replica.n + 1:
            self._early(entry)
        else:
            self._next(entry)
            self._catch_up()
            if self._ahead:
                self._ranges.want()
            else:
                self._ranges.satisfied()

    def _catch_up(self) -> None:
        """Take what was waiting for the entry that has come."""
        while self.finding is None and self.replica.n + 1 in self._ahead:
            self._next(self._ahead.pop(self.replica.n + 1), verified=True)

    def _early(self, entry: Entry) -> None:
        if entry.n > self.replica.n + AHEAD or entry.n in self._ahead:
            held = self._ahead.get(entry.n)
            if held is None:
                self.desk.drop("far")
                if self._signed(entry):
                    self._ranges.want()
            elif held.hash != entry.hash and held.seat == entry.seat and self._signed(entry):
                self.stopping.contradiction(held, entry)
            return
        if self._signed(entry):
            self._ahead[entry.n] = entry
            self._ranges.want()

    def _signed(self, entry: Entry) -> bool:
        if signed_by_author(entry, self.roster, self.desk.crypto):
            return True
        self.desk.drop("signature")
        return False

    def _old(self, entry: Entry) -> None:
        """An entry of a number we have: repeated, or a contradiction."""
        held = self.replica.log[entry.n]
        if held.hash == entry.hash:
            if self.finding is not None:
                self.stopping.remind()
            else:
                self.acks.repeat()
            return
        if self.finding is not None or entry.kind is Kind.START:
            self.desk.drop("old")
        elif held.kind is Kind.END and entry.kind is Kind.END and held.seat != entry.seat:
            self._other_end(held, entry)
        elif held.seat == entry.seat and held.device == entry.device:
            if self._signed(entry):
                self.stopping.contradiction(held, entry)
        else:
            self.desk.drop("old")

    def _other_end(self, held: Entry, entry: Entry) -> None:
        """Two seats wrote the end: the last mover's holds, else the lower seat's."""
        rank = [(seat - self.replica.last_mover) % self.seats for seat in (held.seat, entry.seat)]
        same = (held.previous, held.body, held.state_hash)
        if rank[1] > rank[0] or same != (entry.previous, entry.body, entry.state_hash):
            self.desk.drop("old")
        elif 0 <= entry.seat < self.seats and self._signed(entry):
            self.replica.log[-1] = entry
            self.desk.save("entry", entry.record())
            self.acks.due = self.seat is not None

    def _next(self, entry: Entry, verified: bool = False) -> None:
        replica, desk = self.replica, self.desk
        due = replica.due()
        if due is None:
            desk.drop("old")
            return
        anyone = due.kind is Kind.END and entry.kind is Kind.END
        if entry.seat != due.seat and not anyone:
            desk.drop("turn")
            return
        seat = self.roster.seats[entry.seat]
        if seat is None or seat.device != entry.device:
            desk.drop("device")
            return
        if not verified and not self._signed(entry):
            return
        # From here on a seat has put its name, in its proper turn, to whatever is wrong.
        if entry.previous != replica.head:
            says = f"{self._name(entry.seat)} went on from another entry {replica.n} than ours"
            self._halt(Wrong(Code.CHAIN, says), entry)
            return
        try:
            outcome = replica.advance(entry.kind, entry.seat, entry.body)
            if self.hand is not None:
                self.hand.judge(outcome)
            if outcome.state_hash != entry.state_hash:
                says = "the state after it differs from ours"
                raise Wrong(Code.STATE, says, after=outcome.after)
        except Wrong as wrong:
            self._halt(wrong, entry)
            return
        self._accept(entry, outcome)
        self.go_on()

    # Acknowledgements

    def on_ack(self, ack: Ack, item: Statement) -> None:
        """A seat says how far it is."""
        seat, replica = ack.seat, self.replica
        if seat >= self.seats or seat == self.seat or ack.branch:
            self.desk.drop("author")
            return
        if self.finding is not None:
            if ack.n >= self.finding.n:
                self.stopping.remind()
            return
        held = replica.log[ack.n] if ack.n <= replica.n else None
        same = held is not None and (held.hash == ack.entry or held.kind is Kind.END)
        if ack.n <= self.acks.seen[seat] and same:
            return
        if not self.desk.verify(self.keys[seat], Tag.ACK, item.body, item.signature):
            return
        if held is None:
            self._ranges.want(0.5)
            return
        if not same:
            says = f"{self._name(seat)} has accepted another entry of this number than we have"
            self._halt(Wrong(Code.FORK, says), held)
            return
        if held.hash != ack.entry:
            self.desk.put(held.item())
        self.acks.arrive(seat, ack.n)

    # Ranges

    def on_range(self, request: Range, item: Statement) -> None:
        """Somebody lacks entries; or a seat that has all of them lacks acknowledgements."""
        if self.finding is not None:
            self.stopping.remind()
        if request.first <= self.replica.n:
            self._ranges.on_range(request, item, self.replica.n)
        elif (
            request.key in self.keys
            and self.acks.may_repeat
            and self.desk.verify(request.key, Tag.RANGE, item.body, item.signature)
        ):
            self.acks.repeat()

    def on_reply(self, reply: Reply, item: Statement) -> None:
        """Another seat has answered a request."""
        if reply.seat >= self.seats or not self._ranges.is_open(reply.request):
            return
        if self.desk.verify(self.keys[reply.seat], Tag.REPLY, item.body, item.signature):
            self._ranges.on_reply(reply)

    # Stopping

    def _name(self, seat: int) -> str:
        return self.stopping.name(seat)

    def _halt(self, wrong: Wrong, entry: Entry) -> None:
        self.stopping.halt(wrong, entry)

    # Time

    def tick(self) -> None:
        """Repeat, ask, and write the end that somebody else owes."""
        now, replica = self.desk.now, self.replica
        self.stopping.tick()
        if self.finding is None:
            self.go_on()
            if self._dealing is not None:
                self._dealing.tick()
            if self.seat is None:
                if not replica.ended and self._idle.rang(now):
                    self._ranges.want(0.0)
            elif self.acks.again.rang(now) and self.acks.owed:
                self._repeat()
        self._ranges.tick(replica.log)

    def _repeat(self) -> None:
        """Repeat own entries that some seat has not acknowledged, oldest first.

        With none of ours among them we ask: entries or acknowledgements are lost on their way to us.
        """
        lowest = min(self.acks.seen)
        mine = [entry for entry in self.replica.log[lowest + 1 :] if entry.seat == self.seat]
        for entry in mine[:_AGAIN]:
            self.desk.put(entry.item())
        if not mine:
            self._ranges.want(0.0)

    def flush(self) -> None:
        """Before packets are made: one acknowledgement for all that came in."""
        if self.finding is None:
            self.acks.flush()
            if self._dealing is not None:
                self._dealing.flush()

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do; None if only input can bring anything."""
        times = [self.stopping.wake_at, self._ranges.wake_at]
        if self.finding is None:
            ended = self.replica.ended
            if self.seat is None and not ended:
                times.append(self._idle.at)
            if self.seat is not None and self.acks.owed:
                times.append(self.acks.again.at)
            if self._dealing is not None:
                times.append(self._dealing.wake_at)
            if self.hand is not None and (self.replica.state.awaiting or self.hand.behind):
                times.append(self._poll_at)
            if self._end_at is not None and not ended:
                times.append(self._end_at)
        return min([at for at in times if at is not None], default=None)
