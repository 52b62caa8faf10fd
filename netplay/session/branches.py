"""Agreed entries among the others: which of two branches holds, going back, leaving and returning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.kernel.canonical import Malformed
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from netplay.session.actions import Resigned
from netplay.session.agreeing import Act, rank, read_agreed
from netplay.session.council import Council
from netplay.session.desk import Desk, Timer
from netplay.session.outcome import Code, Wrong
from netplay.session.ranges import Ranges
from netplay.session.start import signed_by_author
from netplay.session.watching import Watching
from netplay.wire import (
    Again,
    Entry,
    Kind,
    Propose,
    Resign,
    Statement,
    Tag,
    Vote,
    entry_to_sign,
)

_STRAY: Final = b"stray"
_SAID: Final = 8


class Branches(Watching):
    """The log where an agreement may overturn what not everyone has."""

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
        self._home = Timer(desk.now, 1.0, 8.0)
        self._still = Timer(desk.now, 5.0, 60.0)
        self._still_head = b""
        self._resign_said: float | None = None
        if seat is not None and self.replica.policy is not None:
            self.council = Council(
                desk,
                self.replica,
                seat,
                names,
                self.absence,
                self._formed,
                self.stray,
                self._settled,
                lambda: self.finding.n if self.finding is not None else None,
            )

    def restore_votes(self, votes: Sequence[bytes], resigned: bool) -> None:
        """What we had said to proposals; raises Malformed."""
        self.resigned = resigned
        self._resign_said = self.desk.now if resigned else None
        if self.council is not None:
            self.council.memory.restore(list(votes))

    # Entries

    def _may_hold(self, entry: Entry) -> bool:
        """Whether what we said yes to lets this next entry hold."""
        if self.council is None:
            return True
        stood = self.replica.stands[entry.n - 1]
        return self.council.binding.may_hold(entry, rank(entry, self.roster, stood))

    def _settled(self) -> int:
        return self.acks.settled

    def _signed_by_some(self, entry: Entry) -> bool:
        """Whether every signature under an agreement is a seat's; whose it needs is seen later."""
        data, crypto = entry_to_sign(entry.table, entry.hash), self.desk.crypto
        return bool(entry.signatures) and all(
            seat < self.seats and crypto.verify(self.keys[seat], data, signature)
            for seat, signature in entry.signatures
        )

    def _formed(self, entry: Entry) -> None:
        """The last signature of an agreement has come."""
        if self.silent:
            return
        if self.finding is not None:
            self._go_back(entry)
        elif entry.n == self.replica.n + 1:
            self._next_agreed(entry)
        elif entry.n <= self.replica.n:
            self._other_branch(self.replica.log[entry.n], entry)

    def _next_agreed(self, entry: Entry) -> None:
        """An agreement in its place: whatever is wrong with it is no single seat's doing."""
        replica, desk = self.replica, self.desk
        if entry.previous != replica.head or entry.device or not self._may_hold(entry):
            desk.drop("bound")
            return
        if not replica.signed(entry, desk.crypto):
            desk.drop("signature")
            return
        try:
            outcome = replica.advance(entry.kind, entry.seat, entry.body)
            if outcome.state_hash != entry.state_hash:
                raise Wrong(Code.STATE, "the state after it differs from ours", after=outcome.after)
        except Wrong as wrong:
            self.stopping.halt(wrong, entry)
            return
        self._accept(entry, outcome)
        self.go_on()

    def _other_branch(self, held: Entry, entry: Entry) -> bool:
        """An entry other than ours in a place that we have filled; whether it is a matter of
        branches, and no contradiction.
        """
        replica, desk = self.replica, self.desk
        if held.previous != entry.previous:
            if self._good(entry):
                self.stray()
            else:
                desk.drop("signature")
            return True
        if Kind.AGREED not in (held.kind, entry.kind):
            return False
        stood = replica.stands[entry.n - 1]
        try:
            ours, theirs = (rank(one, self.roster, stood) for one in (held, entry))
        except Malformed:
            desk.drop("malformed")
            return True
        if not replica.signed(entry, desk.crypto):
            desk.drop("signature")
            return True
        left = self._doubt is not None and self._doubt.was_left(entry)
        lower = theirs <= ours or left
        if lower or entry.n <= self.acks.settled or not self._may_hold(entry):
            desk.drop("branch")
            self.hold_against(held)
            self._in_doubt(held, entry)
            return True
        if self._rewind(entry.n - 1):
            self._ahead.clear()
            self._next_agreed(entry)
            self._ranges.want()
            self._overturned()
        else:
            desk.drop("branch")
        return True

    def _go_back(self, entry: Entry) -> bool:
        """All seats agreed to go back before what stopped the table; whether this entry says so."""
        replica, finding = self.replica, self.finding
        if finding is None or entry.kind is not Kind.AGREED or not 0 < entry.n <= replica.n + 1:
            return False
        base = replica.until(entry.n - 1)
        try:
            agreed = read_agreed(entry.body)
            if agreed.act is not Act.BACK or entry.previous != base.head:
                return False
            if agreed.arg != finding.n or not base.signed(entry, self.desk.crypto):
                return False
            if base.advance(entry.kind, entry.seat, entry.body).state_hash != entry.state_hash:
                return False
        except (Malformed, Wrong):
            return False
        mine = [held for held in replica.log[entry.n :] if held.seat == self.seat]
        shown = [replica.outcome(held.n) for held in mine if held.kind is Kind.MOVE]
        again = [
            (held.n + 1, held.body)
            for held, outcome in zip([h for h in mine if h.kind is Kind.MOVE], shown, strict=True)
            if outcome.opened or outcome.claims
        ]
        stopped = self.stopping.finding
        self.stopping.finding = None
        if entry.n <= replica.n and not self._rewind(entry.n - 1, agreed=True):
            self.stopping.finding = stopped
            return False
        self.acks.settled = min(self.acks.settled, replica.n)
        self._ahead.clear()
        self.stopping.went_back(finding.n)
        if self.owing is not None:
            self.owing.repeats = again
        self._next_agreed(entry)
        self._overturned()
        self.acks.again.reset(self.desk.now)
        return True

    def go_back(self) -> None:
        """At a seat of a stopped table: propose to go back; raises NotYourTurn, with a reason."""
        if self.council is None or self.finding is None or self.silent:
            raise NotYourTurn("there is nothing to go back from")
        self.council.motions.back()

    def _good(self, entry: Entry) -> bool:
        if 0 <= entry.seat < self.seats:
            return signed_by_author(entry, self.roster, self.desk.crypto)
        return self._signed_by_some(entry)

    def stray(self) -> None:
        """Somebody follows another branch than we: say what we agreed on, and ask what they did."""
        if not self._sparing.may(_STRAY):
            return
        since = max(self.acks.settled + 1, 1)
        agreed = [entry for entry in self.replica.log[since:] if entry.kind is Kind.AGREED]
        for entry in agreed[:_SAID]:
            self.hold_against(entry)
        self._ranges.back = since
        self._ranges.want(0.1)

    # Statements

    def on_agreement(self, value: Any, item: Statement) -> None:
        """A proposal, a vote, a resignation, or an owner who is back."""
        stopped = self.finding is not None
        if self.replica.policy is None or (stopped and not isinstance(value, Propose | Vote)):
            self.desk.drop("reserved")
            return
        if isinstance(value, Propose | Vote):
            if self.council is not None and self.silent and self._return is not None:
                self.council.memory.remind(value, item)
            if self.council is None or self.silent or self.hand is None or self.resigned:
                return
            if isinstance(value, Propose):
                self.council.hearing.on_propose(value, item)
            else:
                self.council.hearing.on_vote(value, item)
            return
        if value.seat >= self.seats or value.seat == self.seat:
            return
        if not self.desk.verify(self.keys[value.seat], item.tag, item.body, item.signature):
            return
        if isinstance(value, Resign):
            marks = [n for n, seat in self.replica.marks if seat == value.seat]
            if value.n >= max(marks, default=0) and value.seat not in self.absence.resigned:
                self.absence.resigned[value.seat] = self.desk.now
                self.desk.tell(Resigned(value.seat))
        elif isinstance(value, Again):
            stand = self.replica.stood.get(value.seat)
            if stand is None:
                if self.absence.resigned.pop(value.seat, None) is not None:
                    self.desk.tell(Resigned(value.seat, back=True))
            elif stand.n == value.n:
                self.absence.want(value.seat, item.signature)
                if self.council is not None:
                    self.council.docket.refusals.heard(value.seat)
                self.go_on()

    def resign(self) -> None:
        """Leave the game; what becomes of the seat is the table's policy."""
        if self.seat is None or self.replica.policy is None or self.replica.due() is None:
            raise NotYourTurn("there is nothing to leave")
        if not self.resigned:
            self.resigned = True
            self.desk.save("resign", b"\x01")
            self._resign_said = self.desk.now

    def back(self) -> None:
        """Take the seat up again after ``resign``."""
        if self.resigned:
            self.resigned, self._resign_said = False, None
            self.desk.save("resign", b"\x00")
            self._home.reset(self.desk.now)
            self._home.at = self.desk.now
            if self.seat is not None and self.seat not in self.replica.stood:
                self.desk.put(self.desk.sign(Tag.AGAIN, Again(self.seat, 0)))

    # Time

    def _tick_agreements(self) -> None:
        desk, replica, seat = self.desk, self.replica, self.seat
        if self.council is None or seat is None or self.silent or replica.ended:
            return
        self.absence.look()
        if replica.head != self._still_head:
            self._still_head = replica.head
            self._still.put_off(desk.now)
        elif self._still.rang(desk.now):
            self._ranges.want(0.0)  # nobody repeats anything to whom a stand-in plays for
        if self.resigned:
            if self._resign_said is not None and desk.now >= self._resign_said:
                self._resign_said = desk.now + 5.0
                desk.put(desk.sign(Tag.RESIGN, Resign(seat, replica.n)))
            return
        if self.hand is not None:
            self.council.tick()
        stand = replica.stood.get(seat)
        if stand is not None and self.hand is not None and self._home.rang(desk.now):
            desk.put(desk.sign(Tag.AGAIN, Again(seat, stand.n)))

    def _agreements_wake(self) -> list[float | None]:
        if self.council is None or self.silent or self.replica.ended:
            return []
        if self.resigned:
            return [self._resign_said, self._still.at]
        times = [self.council.wake_at, self._still.at]
        if self.seat in self.replica.stood and self.hand is not None:
            times.append(self._home.at)
        due = self.replica.due()
        deputy = due is not None and due.seat == self.seat != due.place
        at = self.owing.stand_in_at if self.owing is not None else None
        if deputy and at is not None and self.replica.paused is None:
            times.append(max(at[1], self.desk.now + 0.05))
        return times
