"""One seat's part in agreements: what is proposed, answered once, and brought on by time.

Why this is safe (docs/protocol.md, 10): a proposal needs the signature of every seat it does not
name, these are a majority of the machines, and a seat that has said yes lets no entry of a lower
rank hold in that place until the proposal is off, which takes the signed no of one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from netplay.session.absence import Absence
from netplay.session.cases import NO, PATIENCE, PERSONS, SILENT, YES, Case
from netplay.session.desk import Desk
from netplay.session.docket import Docket
from netplay.session.hearing import Hearing
from netplay.session.judging import Judging
from netplay.session.memory import Memory
from netplay.session.motions import Motions
from netplay.session.relief import Relief
from netplay.session.replica import Replica
from netplay.session.urging import Urging
from netplay.session.voting import Voting
from netplay.wire import Entry


class Council:
    """Proposals for the next entry, at a seat of a table that has a policy.

    ``take`` is handed each entry that is agreed on, ``stray`` called where a proposal rests on
    another log than ours, ``settled`` gives the newest entry that we know everyone to have,
    ``stopped`` the one at which the table stopped.
    """

    def __init__(
        self,
        desk: Desk,
        replica: Replica,
        seat: int,
        names: Mapping[int, str],
        absence: Absence,
        take: Callable[[Entry], None],
        stray: Callable[[], None],
        settled: Callable[[], int],
        stopped: Callable[[], int | None],
    ) -> None:
        self.docket = Docket(desk, replica, seat, names, settled, stopped)
        self.binding = self.docket.binding
        self.voting = Voting(self.docket, take)
        self.motions = Motions(self.docket, self.voting, absence)
        self.relief = Relief(self.docket, self.motions, absence)
        self.memory = Memory(self.docket)
        self.urging = Urging(self.docket, absence)
        self._judging = Judging(self.docket, self.voting, absence)
        self.hearing = Hearing(self.docket, self.voting, self._judging, self.urging, absence, stray)
        self._desk = desk
        self._seat = seat

    def barred(self, entry: Entry, ahead: Iterable[Entry]) -> bool:
        """Our yes keeps this next entry, of good signature, from holding; whether it need not any
        more, since some other voter has gone on from it.
        """
        self.binding.bar(entry, self._desk.now)
        for (n, round_), by in self.binding.released(ahead).items():
            self.binding.said[n, round_].off = True
            case = self.docket.cases.get(round_)
            if case is not None and case.entry.n == n:
                self.docket.close(case, by)
        return not self.binding.bound

    def withdraw(self, round_: int) -> None:
        """Take a proposal of ours back."""
        case = self.docket.cases.get(round_)
        if case is not None:
            self.voting.withdraw(case)

    def answer(self, round_: int, yes: bool) -> bool:
        """A person's answer; whether the proposal was still open."""
        docket = self.docket
        docket.look()
        case = docket.cases.get(round_)
        if case is None or case.off or case.answer is not None or self._seat not in case.voters:
            return False
        if yes and not docket.may_agree(case):
            return False
        self.voting.vote(case, YES if yes else NO)
        self.voting.finish(case)
        return True

    # Time

    def tick(self) -> None:
        """Answer, repeat, take back, and propose what the table's policy prescribes."""
        docket = self.docket
        docket.look()
        for case in list(docket.cases.values()):
            if not case.off and docket.cases.get(case.agreed.round) is case:
                self._tend(case)
        if docket.stopped is None:
            self.relief.by_policy()

    def _tend(self, case: Case) -> None:
        """What time brings to one proposal."""
        now, mine = self._desk.now, case.proposer == self._seat
        if not self.docket.live(case.agreed):
            return
        self._judging.consider(case)
        if mine and case.answer is None:
            silent = any(seat not in case.here for seat in case.voters if seat != self._seat)
            if now > case.since + (PATIENCE if silent else PERSONS + 5):
                self.voting.withdraw(case)
                return
        if case.answer:
            self.voting.finish(case)  # of two, our own word may be all it needs, kept over a crash
        if (mine or case.answer) and case.again.rang(now):
            self._desk.put(case.item)
            if case.answer:
                self.voting.say(case, YES)

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        times = self.relief.wakes
        for case in self.docket.open():
            times.append(case.again.at)
            times.append(case.since + PATIENCE + 0.01)
            if case.answer is None:
                times.append(case.since + SILENT + 0.01)
                times.append(case.since + PERSONS + 5.01)
        later = [at for at in times if self._desk.now < at < float("inf")]
        return min(later, default=None)
