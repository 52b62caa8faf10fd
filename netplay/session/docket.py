"""The proposals that one seat of a table has before it: those for the next entry, and which may be."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Final

from netplay.session.agreeing import ROUNDS, Act, Agreed, read_agreed
from netplay.session.agreement import WHAT, words
from netplay.session.binding import Binding
from netplay.session.cases import Case
from netplay.session.desk import Desk, Timer
from netplay.session.outcome import Wrong
from netplay.session.refusals import Refusals
from netplay.session.replica import Replica
from netplay.table import Asked, Withdrawn
from netplay.wire import NOBODY, Entry, Kind

CASES: Final = 32
"""How many proposals are looked at for one entry."""


class Docket:
    """What the parts of a council share. ``settled``: the newest entry known to be everyone's;
    ``stopped``: the one at which the table stopped, None if it did not.
    """

    def __init__(
        self,
        desk: Desk,
        replica: Replica,
        seat: int,
        names: Mapping[int, str],
        settled: Callable[[], int],
        stopped: Callable[[], int | None],
    ) -> None:
        self.desk = desk
        self.replica = replica
        self.seat = seat
        self.settled = settled
        self.cases: dict[int, Case] = {}
        """By round, those for the next entry."""
        self.past: deque[Case] = deque(maxlen=CASES)
        """Those before, as far as anybody said yes to them."""
        self.rounds = 0
        """The highest round that we proposed in."""
        self.binding = Binding(replica, seat)
        self.refusals = Refusals(desk, replica, seat)
        me = replica.start.roster.seats[seat]
        self.bot = me is not None and me.bot is not None
        """Whether a program answers for this seat, and not a person."""
        self._names = names
        self._stopped = stopped
        self._head = b""

    def look(self) -> None:
        """Proposals for an entry that is there, or that rest on another one, are overtaken."""
        replica = self.replica
        if self.fresh:
            return
        self._head = replica.head
        for case in self.open():
            if case.asked or case.proposer == self.seat:
                held = case.entry.n <= replica.n and (
                    replica.log[case.entry.n].hash == case.entry.hash
                )
                if not held:
                    says = "the proposal is off: the game went on"
                    self.desk.tell(Withdrawn(case.entry.n, case.agreed.round, None, says))
        self.past.extend(case for case in self.cases.values() if case.items or case.answer)
        self.cases.clear()
        self.refusals.clear()

    @property
    def stopped(self) -> int | None:
        """The entry at which the table stopped: then nothing is agreed on but going back before it."""
        return self._stopped()

    @property
    def fresh(self) -> bool:
        """Whether these are for the entry that is next now: else `look` is about to say that they
        are overtaken.
        """
        return self.replica.head == self._head

    # Cases come and go

    def open(self) -> list[Case]:
        """Those that nobody has refused."""
        return [case for case in self.cases.values() if not case.off]

    def file(
        self,
        entry: Entry,
        agreed: Agreed,
        voters: tuple[int, ...],
        proposer: int,
        item: tuple[Any, ...],
    ) -> Case:
        """A new one, with the answer that we gave it if we had it before. ``item``: see ``Case``."""
        now = self.desk.now
        case = Case(entry, agreed, voters, proposer, item, now, Timer(now, 1.5, 6.0))
        said = self.binding.said.get((entry.n, agreed.round))
        if said is not None and said.hash == entry.hash:
            case.answer = said.yes
            if said.yes:
                case.votes[self.seat] = self.desk.sign_entry(entry.hash)
            else:
                case.refused_by = self.seat
        self.cases[agreed.round] = case
        return case

    def make_room(self) -> bool:
        """Forget the oldest proposals that are off: a long pause may see any number of them.

        Whether there is room now.
        """
        for round_ in [round_ for round_, case in self.cases.items() if case.off]:
            if len(self.cases) < CASES:
                break
            case = self.cases.pop(round_)
            if case.items or case.answer:
                self.past.append(case)
        return len(self.cases) < CASES

    def close(self, case: Case, by: int) -> None:
        """A proposal is off, since this voter said no, or cannot say yes any more."""
        if case.off:
            return
        case.refused_by = by
        said = self.binding.said.get((case.entry.n, case.agreed.round))
        if said is not None:
            said.off = True
        mine = case.proposer == self.seat
        if case.asked or mine:
            says = f"the proposal is off: {self._name(by)} did not agree"
            self.desk.tell(Withdrawn(case.entry.n, case.agreed.round, by, says))
        if mine:
            self.refusals.learn(case, by)

    # What may be

    def next_round(self, above: int) -> int:
        """A round of ours, higher than all that we know and than ``above``."""
        top = max([self.rounds, *self.cases, above])
        return (top // ROUNDS + 1) * ROUNDS + self.seat

    def live(self, agreed: Agreed) -> bool:
        """Whether this is a kind of agreement that can be come to now."""
        return (agreed.act is Act.BACK) == (self.stopped is not None)

    def is_current(self, entry: Entry) -> bool:
        """Whether a proposal is for the next entry, or for one that we agreed to take back."""
        n = self.replica.n
        if self.stopped is not None:
            return entry.n <= n + 1 and read_agreed(entry.body).act is Act.BACK
        return entry.n == n + 1 or (entry.n <= n and entry.n == self.binding.yielding)

    def follows(self, entry: Entry) -> bool:
        """Whether what is proposed can be, and leads to the state that it says."""
        try:
            base = self.replica.until(entry.n - 1)
            return base.advance(Kind.AGREED, NOBODY, entry.body).state_hash == entry.state_hash
        except Wrong:
            return False

    def may_agree(self, case: Case) -> bool:
        """Whether a yes is possible: never to a lower round than one we said yes to."""
        bound = self.binding.bound_to(case.entry.n, case.entry.previous)
        mine = [own.agreed.round for own in self.open() if own.proposer == self.seat]
        rest = [round_ for round_ in mine if round_ != case.agreed.round]
        return case.agreed.round > max([bound, *rest], default=-1)

    # For people

    def asked(self, case: Case) -> Asked:
        """The question that a proposal puts."""
        agreed = case.agreed
        base = self.replica.until(min(case.entry.n - 1, self.replica.n))
        what = words(base, agreed, self._names)
        says = f"{self._name(case.proposer)} proposes: {what}. Do you agree?"
        return Asked(
            case.entry.n, agreed.round, WHAT[agreed.act], case.proposer, agreed.named, says
        )

    def questions(self) -> list[Asked]:
        """What waits for a person's answer here."""
        return [
            self.asked(case)
            for case in self.open()
            if self.fresh and case.asked and case.answer is None and self.live(case.agreed)
        ]

    def pending(self) -> list[tuple[Asked, tuple[int, ...]]]:
        """Proposals that are not decided, each with the seats whose answer is missing."""
        return [
            (self.asked(case), tuple(case.missing))
            for case in self.open()
            if self.is_current(case.entry)
        ]

    def _name(self, seat: int) -> str:
        return self._names.get(seat, f"seat {seat + 1}")
