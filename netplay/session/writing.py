"""Writing the log: moves of ours, answers and the end as they fall due, and the deal behind them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.kernel.dealer import Answer
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.session.absence import Absence
from netplay.session.acks import Acks
from netplay.session.actions import Complete
from netplay.session.agreeing import Act
from netplay.session.agreement import words
from netplay.session.council import Council
from netplay.session.dealing import Dealing
from netplay.session.desk import Desk, Timer
from netplay.session.hand import Hand
from netplay.session.keeping import Kept
from netplay.session.owing import Owing
from netplay.session.parts import DealerFactory
from netplay.session.redealing import Redealt
from netplay.session.replica import Code, OpenCheck, Outcome, Replica, Wrong
from netplay.session.report import Finding
from netplay.session.stances import Stances
from netplay.session.stopping import Stopping
from netplay.table import Decided, Finished, Overturned
from netplay.wire import (
    Deal,
    Entry,
    Heard,
    Kind,
    Statement,
    entry_data,
    entry_hash,
    make_entry,
    seed_of,
)

_RUN: Final = 16
"""Own entries that go along once more with a new one, at most."""
_POLL: Final = 0.25
"""Seconds between two looks at a dealer that has not answered yet."""


class Writing:
    """The log at one peer: what is written here, and what follows from an entry that holds."""

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        start: Entry,
        seat: int | None,
        names: Mapping[int, str],
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
        self._idle = Timer(desk.now, 5.0, 300.0)
        self._poll_at = 0.0
        self._finished = False
        self.absence = Absence(desk, self.replica)
        self.owing = Owing(desk, self.replica, seat, self.absence) if seat is not None else None
        """What we write unasked, at a seat."""
        self.stances = Stances(desk, self.keys, seat)
        self.council: Council | None = None
        """Our part in agreements, at a seat of a table that has a policy."""
        self.resigned = False
        self._seed: bytes | None = None
        self._dealers: DealerFactory | None = None
        self.silent = False
        """Whether we sign nothing: our seat without our journal, or ours played from elsewhere."""

    @property
    def finding(self) -> Finding | None:
        """Why the table stopped, if it did."""
        return self.stopping.finding

    # The deal

    def restore(self, entries: Sequence[Entry]) -> None:
        """The log as it was kept; raises Wrong. What it told then is not told again."""
        for entry in entries:
            self.replica.accept(entry, self.desk.crypto)
            self.acks.accepted(entry.seat)
        replica = self.replica
        self._finished = replica.state.over and not replica.state.awaiting
        self.complete = self.stopping.proved = replica.ended

    def deal_in(
        self,
        seed: bytes,
        nonces: tuple[bytes, ...],
        dealers: DealerFactory,
        kept: Kept | None = None,
    ) -> None:
        """At a seat, once all nonces are there: the dealer begins, and the log so far is checked.

        ``kept``: go on with the dealer of our journal; raises Malformed where it cannot be.
        """
        assert self.seat is not None
        assert self._dealing is not None
        assert self.owing is not None
        self._seed, self._dealers = seed, dealers
        start = self.replica.start
        decks = self.game.decks(start.options, self.seats)
        check = OpenCheck(self.game, start, seed) if self.roster.deal == "open" else None
        dealer = dealers(seed, decks, self.seat, self.seats)
        if kept is not None and kept.dealer is not None:
            export, heard, couriers = kept.dealer
            dealer = Redealt(dealer, export, heard)
            self._dealing.restore(couriers)
        self.hand = Hand(self.seat, dealer, check, self.replica.state_after(0).awaiting)
        self.owing.nonces = nonces
        if kept is not None:
            for number, (public, mine) in kept.answers.items():
                self.hand.know(Answer(number, public, mine))
        for n in range(1, self.replica.n + 1):
            outcome = self.replica.outcome(n)
            try:
                self.hand.judge(outcome)
            except Wrong as wrong:
                self.stopping.halt(wrong, self.replica.log[n])
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
                self.stopping.halt(wrong, self.replica.log[-1])
                return
            try:
                for shown in self.hand.read():
                    self.desk.tell(shown)
            except Wrong as wrong:
                self.stopping.halt(wrong, self.replica.log[-1])
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
            and due.seat == self.seat == due.place
            and not self.bound
            and not self.resigned
            and self.replica.paused is None
            and self.finding is None
            and not self.silent
            and self.hand is not None
            and not self.hand.behind
        )

    def submit(self, move: Move) -> None:
        """Write our move; raises a RulesError, changing nothing, where that is not possible."""
        if self.finding is not None:
            raise NotYourTurn("the table has stopped")
        if self.seat is None or self.hand is None:
            raise NotYourTurn("only a seat can move")
        if self.silent:
            raise NotYourTurn("this seat is being taken up again: the others are asked first")
        if self.resigned or self.seat in self.replica.stood:
            raise NotYourTurn("a stand-in plays this seat")
        if self.bound:
            raise NotYourTurn("what you agreed to is not decided yet")
        if self.replica.paused is not None:
            raise NotYourTurn("the table is paused")
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
        """Write what we owe, if it can be written now; whether we did."""
        if self.hand is None or self.owing is None or self.silent or self.bound:
            return False
        assert self.seat is not None
        owed = self.owing.next(self.hand, self.resigned)
        if owed is None:
            return False
        try:
            outcome = self.replica.advance(owed.kind, self.seat, owed.body)
        except Wrong as wrong:
            # Our own dealer says what cannot be: nothing of it is published.
            self.stopping.halt(wrong, self.replica.log[-1])
            return False
        self._write(outcome, owed.body)
        return True

    @property
    def bound(self) -> bool:
        """Whether we agreed to something that may take the next entry's place."""
        return self.council is not None and self.council.binding.bound

    def _rewind(self, n: int, *, agreed: bool = False) -> bool:
        """Overturn all entries after ``n``; whether that is possible. ``agreed``: we wanted it, too."""
        replica = self.replica
        if self.hand is not None and self.roster.deal != "open":
            return False
        mine = [
            entry
            for entry in replica.log[n + 1 :]
            if entry.kind is Kind.MOVE
            and entry.seat == self.seat
            # A stand-in's moves are its deputy's to write, and not the deputy's own.
            and not replica.outcome(entry.n).stand_in
        ]
        replica.rewind(n)
        self.complete = self.stopping.proved = self._finished = False
        if self.owing is not None:
            self.owing.rewound()
        self.acks.rewound()
        if self.hand is not None:
            assert self._seed is not None
            assert self._dealers is not None
            assert self.owing is not None
            self.hand = None
            silent, self.silent = self.silent, True  # what is overturned is not written anew
            self.deal_in(self._seed, self.owing.nonces, self._dealers)
            self.silent = silent
        self.desk.tell(Overturned(n + 1, replica.state, 0 if agreed else len(mine)))
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
        entry = make_entry(data, ((self.seat, desk.sign_entry(entry_hash(data))),))
        if self.hand is not None:
            try:
                self.hand.judge(outcome)
            except Wrong as wrong:
                self.stopping.halt(wrong, entry)
                return
        run = self._unheard_run()
        self._accept(entry, outcome)
        self.acks.again.reset(desk.now)
        for item in [*run, entry.item()]:
            desk.put_once(item)

    def _unheard_run(self) -> list[tuple[Any, ...]]:
        """Our own entries right before the next that no other seat is known to have.

        They go in one packet with it: who has one of ours then has all before it, or who wrote that
        has it on disk. Else a seat that lost its disk could neither fill the gap nor write it anew.
        """
        run: list[tuple[Any, ...]] = []
        for held in reversed(self.replica.log):
            alone = held.seat == self.seat and self.acks.standing(held.n) == "pending"
            if not alone or len(run) == _RUN:
                break
            run.append(held.item())
        return run[::-1]

    def _accept(self, entry: Entry, outcome: Outcome) -> None:
        """Let a checked entry hold: the journal first, then whatever follows from it."""
        desk, replica = self.desk, self.replica
        event = outcome.event
        if isinstance(event, Decided) and outcome.agreed is not None:
            event = event._replace(says=words(replica, outcome.agreed, self.names))
        replica.commit(entry, outcome)
        desk.save("entry", entry.record())
        if self.hand is not None:
            self.hand.accept(outcome)
        if event is not None:
            desk.tell(event)
        # Not `reset`: a spectator of people who think for longer would ask again before every move.
        self._idle.put_off(desk.now)
        self.acks.accepted(entry.seat)
        self.absence.look()
        if outcome.agreed is not None:
            act, named, back = outcome.agreed.act, outcome.agreed.named, outcome.agreed.back
            for seat in named if act is Act.RETURN else back:
                self.absence.resigned.pop(seat, None)
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
                self.stopping.halt(wrong, entry)
                return
        self.complete = self.stopping.proved = True
        self.desk.tell(Complete(replica.n, replica.state_hash))
