"""What noes and silence have taught a proposer since the newest entry: whom to leave out, when to ask."""

from __future__ import annotations

from netplay.session.agreeing import Act
from netplay.session.cases import Case
from netplay.session.desk import Desk
from netplay.session.replica import Replica
from netplay.wire import Gone


class Refusals:
    """At one seat, of its own proposals for the next entry."""

    def __init__(self, desk: Desk, replica: Replica, seat: int) -> None:
        self.silent: set[int] = set()
        """Voters that did not even say that they are there."""
        self.against: set[int] = set()
        """Seats that refused to go on after a pause."""
        self.not_before = 0.0
        """When our program may propose again unasked, by our clock."""
        self._tries = 0
        self._desk = desk
        self._replica = replica
        self._seat = seat

    def learn(self, case: Case, by: int) -> None:
        """A proposal of ours is off, by the no of seat ``by``."""
        policy, due = self._replica.policy, self._replica.due()
        self._tries += 1
        self.put_off(min(30.0, 2.0 * self._tries + 1.3 * self._seat))
        if by != self._seat and policy is not None and policy.gone is Gone.VOTE:
            self.put_off(policy.seconds)  # they chose to wait again
        for seat in case.voters:
            if seat != self._seat and seat not in case.here:
                self.silent.add(seat)
        if case.agreed.act is Act.GO_ON and by != self._seat:
            self.against.add(by)
        if due is not None and self._replica.paused is None:
            self.silent.discard(due.seat)

    def put_off(self, seconds: float) -> None:
        """Propose nothing unasked for so long."""
        self.not_before = self._desk.now + seconds

    def heard(self, seat: int) -> None:
        """A seat that had not answered is heard again."""
        self.silent.discard(seat)

    def forgive(self, seats: set[int]) -> None:
        """Ask these again."""
        self.silent -= seats
        self.against -= seats

    def clear(self) -> None:
        """The table went on: everybody is asked anew."""
        self.silent.clear()
        self.against.clear()
        self.not_before = 0.0
        self._tries = 0
