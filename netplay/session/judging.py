"""What one seat answers to the proposals of others: what forbids a yes, and whom to ask for one."""

from __future__ import annotations

from netplay.session.absence import Absence
from netplay.session.agreeing import Act, Agreed
from netplay.session.agreement import needed, went_back
from netplay.session.cases import NO, PERSONS, SILENT, YES, Case
from netplay.session.docket import Docket
from netplay.session.voting import Voting
from netplay.wire import Entry, Gone


class Judging:
    """Answers by itself where a program or the table's policy decides, and asks the person else."""

    def __init__(self, docket: Docket, voting: Voting, absence: Absence) -> None:
        self._docket = docket
        self._voting = voting
        self._absence = absence

    def consider(self, case: Case) -> bool:
        """Answer a proposal of another seat, if it can be answered now; whether something was said."""
        docket = self._docket
        if case.off or case.answer is not None or case.proposer == docket.seat:
            return False
        if docket.seat not in case.voters or not docket.live(case.agreed):
            return False
        if case.agreed.act is Act.BACK:
            known = case.entry.n <= docket.settled()
            if known or case.agreed.arg <= went_back(docket.replica):
                return self._refuse(case)
            return self._ask(case)
        yielding = docket.binding.yielding
        if yielding is not None and case.entry.n != yielding:
            return False
        back = case.entry.n <= docket.replica.n and not self.may_yield(case.entry, case.agreed)
        if back or not docket.may_agree(case):
            return self._refuse(case)
        # After a pause most decide: whoever does not want to go on is named, and need not be gone.
        most = case.agreed.act is Act.GO_ON
        if not most and not all(self._is_gone(case, seat) for seat in case.agreed.named):
            return docket.desk.now > case.since + PERSONS and self._refuse(case)
        policy = docket.replica.policy
        by_itself = case.agreed.act is Act.STAND_IN and (
            policy is not None and policy.gone is Gone.STAND_IN
        )
        return self._ask(case, by_itself or docket.seat in case.agreed.back)

    def may_yield(self, entry: Entry, agreed: Agreed) -> bool:
        """Whether this proposal is to take back entries of ours that nobody can have settled."""
        docket = self._docket
        said = docket.binding.said.get((entry.n, agreed.round))
        if said is not None and said.hash == entry.hash and said.holds:
            return docket.binding.yielding == entry.n
        found = needed(docket.replica, agreed, entry.n - 1)
        return (
            bool(agreed.proof)
            and found is not None
            and not found.alone
            and docket.binding.may_yield(entry, agreed.proof, docket.settled())
        )

    def _ask(self, case: Case, by_itself: bool = False) -> bool:
        """A bot agrees, a person is asked and has time to think; whether something was said."""
        docket = self._docket
        if docket.bot or by_itself:
            self._voting.vote(case, YES)
            self._voting.finish(case)
            return True
        if not case.asked:
            case.asked = True
            docket.desk.tell(docket.asked(case))
        return docket.desk.now > case.since + PERSONS and self._refuse(case)

    def _refuse(self, case: Case) -> bool:
        self._voting.vote(case, NO)
        return True

    def _is_gone(self, case: Case, seat: int) -> bool:
        """Whether, by our clock, a seat that is named is away; one that was not due but said
        nothing for a while since, too.
        """
        if self._absence.gone(seat):
            return True
        due = self._docket.replica.due()
        if due is not None and due.seat == seat:
            return False
        return seat not in case.here and self._docket.desk.now > case.since + SILENT
