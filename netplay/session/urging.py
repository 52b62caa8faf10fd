"""Telling whoever plays here that the others may be about to put a stand-in in their place."""

from __future__ import annotations

from netplay.session.absence import Absence
from netplay.session.agreeing import Act
from netplay.session.cases import Case
from netplay.session.docket import Docket
from netplay.table import Urged
from netplay.wire import Gone, Kind


class Urging:
    """At a person's seat; a program needs no urging."""

    def __init__(self, docket: Docket, absence: Absence) -> None:
        self._docket = docket
        self._absence = absence
        self._told = b""
        """The entry after which it was told that a stand-in for us is proposed."""

    def proposed(self, case: Case) -> None:
        """Another seat proposes; told once for each entry that is due."""
        docket, head = self._docket, self._docket.replica.head
        if not docket.bot and self._told != head and self._is_for_us(case):
            self._told = head
            docket.desk.tell(Urged(case.entry.n, case.proposer, self._owes))

    @property
    def urged(self) -> bool:
        """Whether our move is due for longer than the table waits for anyone, or a stand-in for us
        is proposed.
        """
        docket = self._docket
        if docket.bot or docket.seat in docket.replica.stood:
            return False
        policy = docket.replica.policy
        acts = policy is not None and policy.gone is not Gone.WAIT
        if acts and self._owes and self._absence.gone(docket.seat):
            return True
        return docket.fresh and any(self._is_for_us(case) for case in docket.open())

    def _is_for_us(self, case: Case) -> bool:
        agreed, docket = case.agreed, self._docket
        mine = agreed.act is Act.STAND_IN and docket.seat in agreed.named
        return mine and docket.is_current(case.entry)

    @property
    def _owes(self) -> bool:
        """Whether the person here is to move."""
        due, seat = self._docket.replica.due(), self._docket.seat
        return due is not None and due.kind is Kind.MOVE and due.seat == due.place == seat
