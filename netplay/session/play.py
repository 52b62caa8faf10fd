"""Play: entries of others in their order, acknowledgements, and what passing time brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from core.kernel.game import Game
from netplay.session.branches import Branches
from netplay.session.copies import Copies
from netplay.session.desk import Desk
from netplay.session.ranges import Ranges
from netplay.session.replica import Code, Wrong
from netplay.wire import (
    Ack,
    Entry,
    Kind,
    Range,
    Reply,
    Statement,
    Tag,
    entry_hash,
)

AHEAD: Final = 64
"""Entries beyond the next that are kept until what is missing comes."""
_AGAIN: Final = 16
"""Own entries repeated at once."""


class Play(Branches):
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
        super().__init__(desk, game, start, seat, names, ranges)
        # A table inside one process has no broker that could keep anything.
        keeps = seat is not None and desk.crypto.scheme != "local"
        self._copies = Copies(desk) if keeps else None
        ranges.seats = self.seats
        ranges.seat = seat

    # Entries of others

    def on_entry(self, entry: Entry) -> None:
        """An entry from the network; in whatever order, however often."""
        replica, desk = self.replica, self.desk
        agreed = entry.kind is Kind.AGREED
        if entry.branch or (agreed and replica.policy is None):
            desk.drop("reserved")
        elif self.finding is not None and self._go_back(entry):
            return
        elif entry.n <= replica.n:
            self._old(entry)
        elif self.finding is not None:
            self.stopping.remind()
        elif not 0 <= entry.seat < self.seats and not (agreed and entry.seat < 0):
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
        while self._ahead and self.finding is None:
            n = self.replica.n + 1
            found = [key for key in self._ahead if key[0] <= n]
            for key in found:
                entry = self._ahead.pop(key)
                if entry.n == self.replica.n + 1 and self.finding is None:
                    self._next(entry, verified=True)  # an agreement's seats are seen to there
            if not found:
                return

    def _early(self, entry: Entry) -> None:
        held = self._ahead.get((entry.n, entry.seat))
        if held is not None:
            again = held.hash == entry.hash or held.device != entry.device
            agreed = Kind.AGREED in (held.kind, entry.kind)
            branch = agreed or held.previous != entry.previous
            if self.replica.policy is not None and branch and not again:
                if self._signed(entry):
                    self._ahead[entry.n, entry.seat] = entry  # of another branch: the newer
                return
            if not again and self._signed(entry):
                self.stopping.contradiction(held, entry)
            return
        if not self._signed(entry):
            return
        self._ranges.want()
        if entry.n > self.replica.n + AHEAD:
            self.desk.drop("far")
        else:
            self._ahead[entry.n, entry.seat] = entry

    def _signed(self, entry: Entry) -> bool:
        if self._good(entry):
            return True
        self.desk.drop("signature")
        return False

    def _old(self, entry: Entry) -> None:
        """An entry of a number we have: repeated, or a contradiction."""
        held = self.replica.log[entry.n]
        if held.hash == entry.hash:
            if self._doubt is not None:
                self._doubt.same(entry)
            if self.finding is not None:
                self.stopping.remind()
            else:
                self.acks.repeat()
            return
        if self.finding is not None or entry.kind is Kind.START:
            self.desk.drop("old")
        elif self.replica.policy is not None and self._other_branch(held, entry):
            return
        elif held.kind is Kind.END and entry.kind is Kind.END and held.seat != entry.seat:
            self._other_end(held, entry)
        elif held.seat == entry.seat and held.device == entry.device:
            if self._signed(entry):
                self.stopping.contradiction(held, entry)
                if self.finding is None:
                    self._in_doubt(held, entry)
        else:
            self.desk.drop("old")

    def _other_end(self, held: Entry, entry: Entry) -> None:
        """Two seats wrote the end: the last mover's holds, else that of the seat next after it."""
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
        if replica.policy is not None and entry.previous != replica.head:
            if verified or self._signed(entry):
                desk.drop("branch")
                self.stray()
            return
        if entry.seat < 0:
            self._next_agreed(entry)
            return
        if entry.seat != due.seat and not anyone:
            desk.drop("turn")
            return
        if not self._may_hold(entry) and not self._released(entry, verified):
            desk.drop("bound")
            return
        if entry.kind is Kind.AGREED and not replica.signed(entry, desk.crypto):
            desk.drop("signature")
            return
        seat = self.roster.seats[entry.seat]
        if seat is None or seat.device != entry.device:
            desk.drop("device")
            return
        if not verified and not self._signed(entry):
            return
        # From here on a seat has put its name, in its proper turn, to whatever is wrong.
        if entry.previous != replica.head:
            says = (
                f"{self.stopping.name(entry.seat)} went on from another entry {replica.n} than ours"
            )
            self.stopping.halt(Wrong(Code.CHAIN, says), entry)
            return
        try:
            outcome = replica.advance(entry.kind, entry.seat, entry.body)
            if self.hand is not None:
                self.hand.judge(outcome)
            if outcome.state_hash != entry.state_hash:
                says = "the state after it differs from ours"
                raise Wrong(Code.STATE, says, after=outcome.after)
        except Wrong as wrong:
            self.stopping.halt(wrong, entry)
            return
        if entry.seat == self.seat and not self.silent:
            # We keep what we write before we send it: this is another window or machine of ours.
            self.yield_seat()
        self._accept(entry, outcome)
        self.go_on()

    def _released(self, entry: Entry, verified: bool) -> bool:
        """Whether an entry that our yes kept from holding may hold after all."""
        council = self.council
        if council is None or not (verified or self._signed(entry)):
            return False
        return council.barred(entry, self._ahead.values()) and self._may_hold(entry)

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
        # The end may be written by two seats; it changes no state.
        entry_same = held is not None and (held.hash == ack.entry or held.kind is Kind.END)
        same = entry_same and held is not None and held.state_hash == ack.state_hash
        if replica.policy is not None and held is not None and held.hash != ack.entry:
            if self.desk.verify(self.keys[seat], Tag.ACK, item.body, item.signature):
                self.hold_against(held)
                self.stray()
            return
        if ack.n <= self.acks.seen[seat] and same:
            return
        if not self.desk.verify(self.keys[seat], Tag.ACK, item.body, item.signature):
            return
        if held is None:
            if self.council is not None:
                self.council.binding.accepted(seat, ack.n, ack.entry)
            self._ranges.want(0.5)
            return
        if not same:
            what = (
                "another state after this entry" if entry_same else "another entry of this number"
            )
            says = f"{self.stopping.name(seat)} has accepted {what} than we have"
            self.stopping.halt(Wrong(Code.FORK, says), held)
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
            and request.key != self.desk.crypto.key
            and not self.silent
            and self.acks.may_repeat
            and self.desk.verify(request.key, Tag.RANGE, item.body, item.signature)
        ):
            self.acks.repeat()
            assert self.seat is not None
            for held in self._ahead.values():
                if held.seat >= 0 and self.keys[held.seat] == request.key:
                    self.desk.put(held.item())  # its own, which it may have lost
            self.desk.put(self.desk.sign(Tag.REPLY, Reply(self.seat, entry_hash(item.body))))

    def on_reply(self, reply: Reply, item: Statement) -> None:
        """Another seat has answered a request."""
        ours = self._return is not None and self._return.is_ours(reply.request)
        watching = self._doubt is not None and self._ranges.asked(reply.request) is not None
        known = ours or watching or self._ranges.is_open(reply.request)
        if reply.seat >= self.seats or not known:
            return
        if self.desk.verify(self.keys[reply.seat], Tag.REPLY, item.body, item.signature):
            if watching:
                if self.finding is None:
                    self._answered(reply.request)
            elif ours and self._return is not None:
                self._return.on_reply(reply)
            else:
                self._ranges.on_reply(reply)

    # Time

    def tick(self) -> None:
        """Repeat, ask, and write the end that somebody else owes."""
        now, replica = self.desk.now, self.replica
        self.stopping.tick()
        if self.finding is not None and self.council is not None and not self.silent:
            self.council.tick()
        if not self.silent:
            self.stances.tick()
        if self.finding is None:
            self.go_on()
            self._tick_return()
            if self._copies is not None and not self.silent:
                self._copies.tick(replica.log)
            if self._dealing is not None:
                self._dealing.tick()
            self._tick_agreements()
            if self.seat is None:
                self._look_on()
            elif self.acks.again.rang(now) and self.acks.owed:
                self._repeat()
        self._ranges.tick(replica.log)

    def _repeat(self) -> None:
        """Repeat own entries that some seat has not acknowledged, oldest first.

        With none of ours among them we ask: entries or acknowledgements are lost on their way to us.
        """
        mine = [
            entry
            for entry in self.replica.log[self.acks.lowest + 1 :]
            if any(seat == self.seat for seat, _ in entry.signatures)
        ]
        for entry in mine[:_AGAIN]:
            self.desk.put(entry.item())
        if not mine:
            self._ranges.want(0.0)

    def flush(self) -> None:
        """Before packets are made: one acknowledgement for all that came in."""
        if self.finding is None:
            if not self.silent:
                self.acks.flush()
            if self._dealing is not None:
                self._dealing.flush()
            if self._copies is not None and not self.silent:
                self._copies.look(self.replica.n, self.replica.ended)

    def again(self) -> None:
        """The link is back, or we are: say at the next tick what is owed, and ask what we missed."""
        if self.finding is None:
            self.acks.again.reset(self.desk.now)
            self.acks.again.at = self.desk.now
            self._idle.reset(self.desk.now)
            self._sparing.clear()
            self.acks.due = self.seat is not None and self.replica.n >= 0
            self._ranges.want(0.0)
            if self._copies is not None:
                self._copies.again()
            if not self.silent:
                self.stances.again()

    def _overturned(self) -> None:
        super()._overturned()
        if self._copies is not None:
            self._copies = Copies(self.desk)
            self._copies.again()

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do; None if only input can bring anything."""
        times = [self.stopping.wake_at, self._ranges.wake_at]
        if self.finding is not None and self.council is not None and not self.silent:
            times.append(self.council.wake_at)
        if not self.silent:
            times.append(self.stances.wake_at)
        if self.finding is None:
            if self._return is not None:
                times.append(self._return.wake_at)
            if self._copies is not None and not self.silent:
                times.append(self._copies.wake_at)
            ended = self.replica.ended
            if self.seat is None and self._follows:
                times.append(self._idle.at)
            if self._doubt is not None:
                times.append(self._doubt.wake_at)
            if self.seat is not None and self.acks.owed:
                times.append(self.acks.again.at)
            if self._dealing is not None:
                times.append(self._dealing.wake_at)
            times += self._agreements_wake()
            if self.hand is not None and (self.replica.state.awaiting or self.hand.behind):
                times.append(self._poll_at)
            if self.owing is not None and not ended:
                times.append(self.owing.end_at)
        return min([at for at in times if at is not None], default=None)
