"""Stand-ins for whoever is gone: when one is proposed, unasked too, and for whom beside who is due."""

from __future__ import annotations

from typing import Final

from core.kernel.errors import NotYourTurn
from netplay.session.absence import Absence
from netplay.session.agreeing import Act, Agreed
from netplay.session.agreement import needed
from netplay.session.cases import PATIENCE, PERSONS
from netplay.session.docket import Docket
from netplay.session.motions import Motions
from netplay.wire import Entry, Gone, Kind

_APART: Final = 2.0
"""Seconds by which each seat waits longer than the one before it, so that one proposes for all."""
_LATER: Final = 5.0
"""Seconds after which our program tries again what could not be proposed."""


class Relief:
    """What a seat does so that the game goes on without those who went away."""

    def __init__(self, docket: Docket, motions: Motions, absence: Absence) -> None:
        self._docket = docket
        self._motions = motions
        self._absence = absence

    def by_policy(self) -> None:
        """Propose the stand-in that the policy wants, the lowest voter first.

        Where the table votes a bot puts the question, so that the persons are asked; a person's
        program does not, since who proposes agrees.
        """
        docket, binding, replica = self._docket, self._docket.binding, self._docket.replica
        due, now = replica.due(), docket.desk.now
        unheard = self._unheard()
        waits = docket.open()
        if binding.stuck is not None or unheard:
            waits = [case for case in waits if case.proposer == docket.seat]
        if not self._unasked or due is None or waits:
            return
        if due.kind is Kind.END or now < docket.refusals.not_before:
            return
        if due.seat == docket.seat and not unheard:
            return
        since = self._absence.gone_since(due.seat)
        if unheard:
            since = max(case.since for case in docket.open()) + PERSONS
        if binding.stuck is not None:
            since = binding.barred_at
        if since is None or now < since + _APART * docket.seat:
            return
        if docket.seat in replica.stood and not self._may_come_back_alone():
            return
        try:
            self.stand_in()
        except NotYourTurn:
            docket.refusals.put_off(_LATER)

    @property
    def _unasked(self) -> bool:
        """Whether our program proposes a stand-in unasked."""
        policy = self._docket.replica.policy
        gone = policy.gone if policy is not None else Gone.WAIT
        return gone is Gone.STAND_IN or (gone is Gone.VOTE and self._docket.bot)

    def _unheard(self) -> set[int]:
        """Whoever alone could complete what our yes binds us to, and is silent, its proposer first.

        Nobody may write the next entry then, and no entry comes that would set us free: only an
        agreement of a higher round without them does.
        """
        docket, binding = self._docket, self._docket.binding
        bound = [case for case in docket.open() if case.answer and docket.is_current(case.entry)]
        if binding.stuck is not None or binding.yielding is not None:
            return set()
        if any(docket.desk.now <= case.since + PERSONS for case in bound):
            return set()
        found = {seat for case in bound for seat in case.missing}
        silent = all(self._absence.quiet(seat) > PATIENCE for seat in found)
        return found - {docket.seat} if silent else set()

    def stand_in(self) -> None:
        """Propose a stand-in for whoever is due and gone, and for those that say nothing.

        Raises NotYourTurn, with a reason, where that cannot be.
        """
        docket, replica, absence = self._docket, self._docket.replica, self._absence
        if docket.binding.stuck is not None:
            self._unbind(docket.binding.stuck)
            return
        due = replica.due()
        left = {seat for seat in absence.resigned if seat not in replica.stood}
        unheard = self._unheard()
        named = (docket.refusals.silent | unheard) - set(replica.stood) | left
        # Who is bound as we are cannot write what is due: it is not gone for that.
        counts = due is not None and (not unheard or absence.quiet(due.seat) > PATIENCE)
        if due is not None and counts and absence.gone(due.seat):
            named.add(due.seat)
        named.discard(docket.seat)
        if not named:
            raise NotYourTurn("nobody is absent")
        back = self._motions.owners()
        if docket.seat in replica.stood:
            back.add(docket.seat)
        self._propose(named, back)

    def _unbind(self, barred: Entry) -> None:
        """Our yes keeps the game from going on, and whoever could still complete what it was to is
        gone: propose a stand-in for them, in place of the entry that we may not let hold.
        """
        docket = self._docket
        asked = {seat for case in docket.open() if case.answer for seat in case.missing}
        named = {seat for seat in asked if self._absence.quiet(seat) > PATIENCE}
        named -= {docket.seat, *docket.replica.stood}
        if not named or docket.desk.now < docket.binding.barred_at + PATIENCE:
            raise NotYourTurn("what you agreed to is not decided yet")
        # Without those who want their seats again it may be too few for ever: the deputy that
        # should log their return may be the very one that is gone.
        self._propose(named, self._motions.owners(), barred.hash)

    def _propose(self, named: set[int], back: set[int], over: bytes = b"") -> None:
        seats = (tuple(sorted(named)), tuple(sorted(back)))
        self._motions.propose(Act.STAND_IN, seats[0], self._docket.seat, seats[1], over)

    def _may_come_back_alone(self) -> bool:
        """Whether we play on without the other one of two, who went on without us and is gone."""
        replica, seat = self._docket.replica, self._docket.seat
        stand, due = replica.stood.get(seat), replica.due()
        if stand is None or not stand.alone or due is None:
            return False
        back = Agreed(0, Act.STAND_IN, (stand.deputy,), seat, b"", (seat,))
        found = needed(replica, back)
        return due.seat == stand.deputy and found is not None and found.voters == (seat,)

    @property
    def wakes(self) -> list[float]:
        """When ``by_policy`` may have something to do, as far as it is known."""
        docket = self._docket
        due, not_before = docket.replica.due(), docket.refusals.not_before
        if due is None or due.seat == docket.seat:
            return []
        at = self._absence.gone_at(due.seat)
        times = [at]
        if docket.binding.stuck is not None:
            times.append(max(docket.binding.barred_at + PATIENCE + 0.01, not_before))
        if self._unasked:
            times.append(max(at + _APART * docket.seat, not_before))
        return times
