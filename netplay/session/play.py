"""Play: entries in their order, acknowledgements, the deal, the end, and what stops a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from core.kernel.canonical import Malformed, digest
from core.kernel.dealer import Dealer
from core.kernel.deck import Deck
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from core.version import VERSION
from netplay.session.actions import AT, WATCH, Arrived, Complete, Settled
from netplay.session.couriers import Couriers
from netplay.session.desk import Desk, Timer
from netplay.session.hand import Hand
from netplay.session.ranges import Ranges
from netplay.session.replica import Code, OpenCheck, Outcome, Replica, Wrong, signed_by_author
from netplay.session.report import (
    Finding,
    bounded,
    entry_words,
    first_difference,
)
from netplay.table import Finished, Halted
from netplay.wire import (
    NOBODY,
    Ack,
    Deal,
    Entry,
    Heard,
    Kind,
    Range,
    Reply,
    Report,
    Statement,
    Tag,
    entry_data,
    entry_hash,
    entry_to_sign,
    make_entry,
    read_record,
    seed_of,
)

DealerFactory: TypeAlias = Callable[[bytes, Sequence[Deck], int, int], Dealer]

AHEAD: Final = 64
"""Entries beyond the next that are kept until what is missing comes."""
END_AFTER: Final = 10.0
"""Seconds after which any seat writes the end entry that the last mover owes."""
_AGAIN: Final = 16
"""Own entries repeated at once."""
_REACK: Final = 0.3
_POLL: Final = 0.25
"""Seconds between two looks at a dealer that has not answered yet."""
_REPORTS: Final = 6
"""How often a report is repeated unasked."""


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
        self.finding: Finding | None = None
        self.witnesses: list[Report] = []
        self.arrived = [0 if place == seat else -1 for place in range(self.seats)]
        self.settled = -1
        self.complete = False
        mine = self.roster.seats[seat] if seat is not None else None
        self._device = mine.device if mine is not None else 0
        self._couriers: Couriers | None = None
        self._nonces: tuple[bytes, ...] = ()
        self._ahead: dict[int, Entry] = {}
        self._ranges = ranges
        ranges.seats = self.seats
        ranges.seat = seat
        self._ack_due = seat is not None
        self._acked_at = -_REACK
        self._heard_due = False
        self._again = Timer(desk.now, 1.0, 8.0)
        self._deal_again = Timer(desk.now, 1.0, 8.0)
        self._idle = Timer(desk.now, 5.0, 60.0)
        self._end_at: float | None = None
        self._poll_at = 0.0
        self._report: tuple[Any, ...] | None = None
        self._reported_at = 0.0
        self._reports = 0
        self._finished = False
        self._late_kept = False
        self._early_deals: list[tuple[Deal, Statement]] = []

    # The deal

    def deal_in(self, seed: bytes, nonces: tuple[bytes, ...], dealers: DealerFactory) -> None:
        """At a seat, once all nonces are there: the dealer begins, and the log so far is checked."""
        assert self.seat is not None
        start = self.replica.start
        decks = self.game.decks(start.options, self.seats)
        check = OpenCheck(self.game, start, seed) if self.roster.deal == "open" else None
        self.hand = Hand(self.seat, dealers(seed, decks, self.seat, self.seats), check)
        self._nonces = nonces
        self._couriers = Couriers(self.seat, self.keys, self.desk.crypto)
        for n in range(1, self.replica.n + 1):
            outcome = self.replica.outcome(n)
            try:
                self.hand.judge(outcome)
            except Wrong as wrong:
                self._halt(wrong, self.replica.log[n])
                return
            self.hand.accept(outcome)
        early, self._early_deals = self._early_deals, []
        for deal, item in early:
            self.on_deal(deal, item)
        self.go_on()

    def go_on(self) -> None:
        """Everything that follows without anybody's doing: the dealer's messages, answers, the end."""
        while self.hand is not None and self.finding is None:
            polled = self.hand.poll(self.replica)
            for send in polled.sends:
                self._carry(send)
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

    def _carry(self, send: Any) -> None:
        assert self._couriers is not None
        deal = self._couriers.number(send)
        if deal is None:
            self.desk.drop("dealer")
            return
        item = self.desk.sign(Tag.DEAL, deal)
        if not self._couriers.unheard:
            self._deal_again.reset(self.desk.now)
        self._couriers.keep(deal, item)
        self.desk.put(item)

    def on_deal(self, deal: Deal, item: Statement) -> None:
        """A message for our dealer."""
        if self.seat is None or deal.seat == self.seat or deal.seat >= self.seats:
            return
        if self._couriers is None:
            # Its sender has all nonces, we do not yet: it will be repeated, a few may wait here.
            if len(self._early_deals) < AHEAD:
                self._early_deals.append((deal, item))
            return
        if not self._couriers.is_new(deal):
            # Repeated: our acknowledgement was lost (or it is for another seat).
            if deal.to in (NOBODY, self.seat):
                self._reheard()
            return
        if not self.desk.verify(self.keys[deal.seat], Tag.DEAL, item.body, item.signature):
            return
        ready = self._couriers.take(deal)
        if ready is None:
            self.desk.drop("sealed")
            return
        self._heard_due = True
        assert self.hand is not None
        for data in ready:
            self.hand.dealer.feed(deal.seat, data)

    def _reheard(self) -> None:
        if self._may_reack():
            self._acked_at = self.desk.now
            self._heard_due = True

    def on_heard(self, heard: Heard, item: Statement) -> None:
        """Another seat's dealer has our messages."""
        if self._couriers is None or heard.seat >= self.seats or heard.seat == self.seat:
            return
        if not self._couriers.unheard:
            return
        good = self.desk.verify(self.keys[heard.seat], Tag.HEARD, item.body, item.signature)
        if good and self._couriers.heard(heard):
            self._deal_again.reset(self.desk.now)

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
        self._again.reset(desk.now)
        desk.put(entry.item())
        self._ack_due = False

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
        if self.seat is not None:
            self.arrived[self.seat] = replica.n
            self._ack_due = entry.seat != self.seat
        self._arrive(entry.seat, entry.n)
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
        self.complete = True
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
            self._remind()
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
                self._contradiction(held, entry)
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
                self._remind()
            elif self.seat is not None and self._may_reack():
                self._acked_at = self.desk.now
                self._ack_due = True
            return
        if self.finding is not None or entry.kind is Kind.START:
            self.desk.drop("old")
        elif held.kind is Kind.END and entry.kind is Kind.END and held.seat != entry.seat:
            self._other_end(held, entry)
        elif held.seat == entry.seat and held.device == entry.device:
            if self._signed(entry):
                self._contradiction(held, entry)
        else:
            self.desk.drop("old")

    def _contradiction(self, held: Entry, entry: Entry) -> None:
        says = f"{self._name(entry.seat)} signed two different entries of this number"
        self._halt(Wrong(Code.FORK, says, entry.seat), held, other=entry)

    def _other_end(self, held: Entry, entry: Entry) -> None:
        """Two seats wrote the end: the last mover's holds, else the lower seat's."""
        rank = [(seat - self.replica.last_mover) % self.seats for seat in (held.seat, entry.seat)]
        same = (held.previous, held.body, held.state_hash)
        if rank[1] > rank[0] or same != (entry.previous, entry.body, entry.state_hash):
            self.desk.drop("old")
        elif 0 <= entry.seat < self.seats and self._signed(entry):
            self.replica.log[-1] = entry
            self.desk.save("entry", entry.record())
            self._ack_due = self.seat is not None

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

    def _arrive(self, seat: int, n: int) -> None:
        if n > self.arrived[seat]:
            self.arrived[seat] = n
            self.desk.tell(Arrived(seat, n))
            self._again.reset(self.desk.now)
        settled = min(*self.arrived, self.replica.n)
        if settled > self.settled:
            self.settled = settled
            self.desk.tell(Settled(settled))

    def on_ack(self, ack: Ack, item: Statement) -> None:
        """A seat says how far it is."""
        seat, replica = ack.seat, self.replica
        if seat >= self.seats or seat == self.seat or ack.branch:
            self.desk.drop("author")
            return
        if self.finding is not None:
            if ack.n >= self.finding.n:
                self._remind()
            return
        held = replica.log[ack.n] if ack.n <= replica.n else None
        same = held is not None and (held.hash == ack.entry or held.kind is Kind.END)
        if ack.n <= self.arrived[seat] and same:
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
        self._arrive(seat, ack.n)

    def standing(self, n: int) -> str:
        """``settled``, ``arrived`` (at some other seat) or ``pending``."""
        if n <= self.settled:
            return "settled"
        others = [at for seat, at in enumerate(self.arrived) if seat != self.seat]
        return "arrived" if any(at >= n for at in others) else "pending"

    # Ranges

    def on_range(self, request: Range, item: Statement) -> None:
        """Somebody lacks entries; or a seat that has all of them lacks acknowledgements."""
        if self.finding is not None:
            self._remind()
        if request.first <= self.replica.n:
            self._ranges.on_range(request, item, self.replica.n)
        elif (
            request.key in self.keys
            and self.seat is not None
            and self._may_reack()
            and self.desk.verify(request.key, Tag.RANGE, item.body, item.signature)
        ):
            self._acked_at = self.desk.now
            self._ack_due = True

    def _may_reack(self) -> bool:
        return self.desk.now >= self._acked_at + _REACK

    def on_reply(self, reply: Reply, item: Statement) -> None:
        """Another seat has answered a request."""
        if reply.seat >= self.seats or not self._ranges.is_open(reply.request):
            return
        if self.desk.verify(self.keys[reply.seat], Tag.REPLY, item.body, item.signature):
            self._ranges.on_reply(reply)

    # Stopping

    def _name(self, seat: int) -> str:
        return self.names.get(seat, f"seat {seat + 1}")

    def _state(self, n: int) -> bytes:
        """Our encoded state after entry n."""
        return self.game.encode(self.replica.state_after(max(0, min(n, self.replica.n))))

    def _halt(self, wrong: Wrong, entry: Entry, other: Entry | None = None) -> None:
        """Stop with evidence; say so to everyone."""
        if self.finding is not None:
            return
        if self.complete:
            # The game is over and proved: nobody can undo its result by signing nonsense now.
            self._keep_late(wrong, entry, other)
            return
        if wrong.after is not None:
            at, state = entry.n, self.game.encode(wrong.after)
        else:
            at = min(entry.n, self.replica.n)
            state = self._state(at)
        finding = Finding(
            entry.n,
            wrong.code,
            wrong.says,
            entry.seat if entry.seat >= 0 else None,
            entry_words(self.game, entry, self.names),
            entry.record(),
            at,
            state,
            digest(state),
            other.record() if other is not None else b"",
        )
        if wrong.code is Code.CHAIN:
            finding.other = self.replica.log[-1].record()
        if self.seat is not None:
            finding.hashes[self.seat] = finding.state_hash
        if wrong.code is Code.STATE and entry.seat >= 0:
            finding.hashes[entry.seat] = entry.state_hash
        self._stop(finding)

    def _keep_late(self, wrong: Wrong, entry: Entry, other: Entry | None) -> None:
        self.desk.drop("late")
        if wrong.code is Code.FORK and other is not None and not self._late_kept:
            self._late_kept = True
            self.desk.save("evidence", entry.record() + other.record())

    def _stop(self, finding: Finding) -> None:
        self.finding = finding
        self._ahead.clear()
        self.desk.save("evidence", finding.record + finding.other)
        report = Report(
            self.seat if self.seat is not None else NOBODY,
            self.desk.crypto.key,
            finding.n,
            int(finding.code),
            tuple(part for part in (finding.record, finding.other) if part),
            finding.at,
            finding.state_hash,
            bounded(finding.state),
            VERSION,
            self.game.rules_id(),
        )
        self._report = self.desk.sign(Tag.REPORT, report)
        self._again = Timer(self.desk.now, 1.0, 16.0)
        self._say_report()
        self.desk.tell(Halted(finding.says(self.names)))

    def _say_report(self) -> None:
        if self._report is not None:
            self._reported_at = self.desk.now
            self.desk.put(self._report, AT if self.seat is not None else WATCH)

    def _remind(self) -> None:
        """Somebody plays on: it has not heard that the table stopped."""
        if self.seat is not None and self.desk.now >= self._reported_at + 1.0:
            self._say_report()

    def on_report(self, report: Report, item: Statement) -> None:
        """Another peer has stopped. A seat's report stops us too; a watcher's is only kept."""
        if report.seat == NOBODY:
            if (
                len(self.witnesses) < 8
                and all(witness.key != report.key for witness in self.witnesses)
                and self.desk.verify(report.key, Tag.REPORT, item.body, item.signature)
            ):
                self.witnesses.append(report)
            return
        if report.seat >= self.seats or report.seat == self.seat:
            self.desk.drop("author")
            return
        if self.complete:
            self.desk.drop("late")
            return
        finding = self.finding
        if finding is not None and any(r.seat == report.seat for r in finding.reports):
            return
        key = self.keys[report.seat]
        if report.key != key:
            self.desk.drop("author")
            return
        if not self.desk.verify(key, Tag.REPORT, item.body, item.signature):
            return
        if finding is None:
            finding = self._stopped_by(report)
            self._compare(finding, report)
            self._stop(finding)
        else:
            self._compare(finding, report)
            self.desk.tell(Halted(finding.says(self.names)))

    def _stopped_by(self, report: Report) -> Finding:
        """What a seat's report means here."""
        replica = self.replica
        n = report.n
        code = Code(report.code) if report.code < len(Code) else Code.STATE
        entries = _evidence(report)
        at = max(0, min(report.at, replica.n))
        state = self._state(at)
        theirs = next((entry for entry in entries if entry.n == n), None)
        held = replica.log[n] if n <= replica.n else theirs
        finding = Finding(
            n,
            code,
            f"{self._name(report.seat)} {_STOPPED[code]}",
            held.seat if held is not None and held.seat >= 0 else None,
            entry_words(self.game, held, self.names) if held is not None else "unknown here",
            held.record() if held is not None else b"",
            at,
            state,
            digest(state),
            reporter=report.seat,
        )
        if self.seat is not None:
            finding.hashes[self.seat] = finding.state_hash
        return finding

    def _forked(self, finding: Finding, report: Report) -> None:
        """Look in a report for an entry that contradicts one of ours, signed by the same seat."""
        log = self.replica.log
        for entry in _evidence(report):
            if entry.table != self.desk.table or entry.n >= len(log) or entry.branch:
                continue
            held = log[entry.n]
            if entry.hash == held.hash or (entry.seat, entry.device) != (held.seat, held.device):
                continue
            if entry.seat >= 0 and signed_by_author(entry, self.roster, self.desk.crypto):
                finding.n, finding.code = entry.n, Code.FORK
                finding.author = entry.seat
                finding.why = (
                    f"{self._name(entry.seat)} signed two different entries of this number"
                )
                finding.what = entry_words(self.game, held, self.names)
                finding.record, finding.other = held.record(), entry.record()

    def _compare(self, finding: Finding, report: Report) -> None:
        """Look for the first field in which a reporter's state differs from ours."""
        finding.reports.append(report)
        if finding.code is not Code.FORK or not finding.other:
            self._forked(finding, report)
        state = finding.state
        if report.at != finding.at:
            if not 0 <= report.at <= self.replica.n:
                return
            state = self._state(report.at)
        else:
            finding.hashes[report.seat] = report.state_hash
        if not report.state or digest(report.state) != report.state_hash:
            return
        if finding.difference is None:
            sample = self.replica.state
            found = first_difference(self.game, sample, state, report.state)
            if found is not None:
                finding.difference = found
                finding.against = report.seat

    # Time

    def tick(self) -> None:
        """Repeat, ask, and write the end that somebody else owes."""
        desk, replica = self.desk, self.replica
        now = desk.now
        if self.finding is not None:
            if self._reports < _REPORTS and self._again.rang(now):
                self._reports += 1
                self._say_report()
            self._ranges.tick(replica.log)
            return
        if self.hand is not None:
            self.go_on()
        if self.seat is not None and self._again.rang(now) and self._owed():
            self._repeat()
        if self._couriers is not None and self._couriers.unheard and self._deal_again.rang(now):
            for item in self._couriers.again():
                desk.put(item)
        if not replica.ended and self.seat is None and self._idle.rang(now):
            self._ranges.want(0.0)
        self._ranges.tick(replica.log)

    def _owed(self) -> bool:
        return min(self.arrived) < self.replica.n

    def _repeat(self) -> None:
        """Repeat own entries that some seat has not acknowledged, oldest first.

        With none of ours among them we ask: entries or acknowledgements are lost on their way to us.
        """
        lowest = min(self.arrived)
        mine = [e for e in self.replica.log[lowest + 1 :] if e.seat == self.seat]
        for entry in mine[:_AGAIN]:
            self.desk.put(entry.item())
        if not mine:
            self._ranges.want(0.0)

    def flush(self) -> None:
        """Before packets are made: one acknowledgement for all that came in."""
        if self.finding is None and self.seat is not None:
            if self._ack_due:
                self._ack_due = False
                replica = self.replica
                head = (replica.n, replica.head, replica.state_hash)
                self.desk.put(self.desk.sign(Tag.ACK, Ack(self.seat, 0, *head)))
            if self._heard_due and self._couriers is not None:
                self._heard_due = False
                self.desk.put(self.desk.sign(Tag.HEARD, self._couriers.counts()))

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do; None if only input can bring anything."""
        if self.finding is not None:
            waits = (self._again.at if self._reports < _REPORTS else None, self._ranges.wake_at)
            return min([at for at in waits if at is not None], default=None)
        times: list[float] = []
        if self.seat is not None and self._owed():
            times.append(self._again.at)
        if self._couriers is not None and self._couriers.unheard:
            times.append(self._deal_again.at)
        if self.hand is not None and (self.replica.state.awaiting or self.hand.behind):
            times.append(self._poll_at)
        if self.seat is None and not self.replica.ended:
            times.append(self._idle.at)
        if self._end_at is not None and not self.replica.ended:
            times.append(self._end_at)
        asked = self._ranges.wake_at
        if asked is not None:
            times.append(asked)
        return min(times, default=None)


def _evidence(report: Report) -> list[Entry]:
    out = []
    for record in report.evidence:
        try:
            out.append(read_record(record))
        except Malformed:
            continue
    return out


_STOPPED: Final = {
    Code.STATE: "has another state after it",
    Code.MOVE: "finds the move illegal",
    Code.ANSWER: "finds that these cards cannot be there",
    Code.CLAIM: "finds a card laid open that is not in its slot",
    Code.DUTY: "finds that its author had to play otherwise",
    Code.KIND: "expected an entry of another kind",
    Code.NONCES: "finds that the published nonces do not fit the commitments",
    Code.DEAL: "finds the dealing broken",
    Code.FORK: "holds a contradiction signed by a seat",
    Code.CHAIN: "has another history before it",
}
