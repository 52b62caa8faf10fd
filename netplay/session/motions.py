"""What one seat proposes: the form of a proposal, and who need not be asked for which."""

from __future__ import annotations

from core.kernel.errors import NotYourTurn
from netplay.session.absence import Absence
from netplay.session.agreeing import Act, Agreed
from netplay.session.agreement import needed, undoable, went_back
from netplay.session.cases import HERE, pack_vote
from netplay.session.docket import Docket
from netplay.session.outcome import Wrong
from netplay.session.replica import Replica
from netplay.session.voting import Voting
from netplay.wire import NOBODY, Kind, Propose, Tag, entry_data, make_entry


class Motions:
    """Every proposal raises NotYourTurn, with a reason, where it cannot be."""

    def __init__(self, docket: Docket, voting: Voting, absence: Absence) -> None:
        self._docket = docket
        self._voting = voting
        self._absence = absence

    def end(self, claim: bool = False) -> None:
        """Propose to end the game here; whoever is gone is not asked."""
        self._without(Act.END, self._gone(), self._docket.refusals.silent, int(claim))

    def pause(self) -> None:
        """Propose to pause; whoever is gone is not asked."""
        self._without(Act.PAUSE, self._gone(), self._docket.refusals.silent)

    def go_on(self) -> None:
        """Propose to go on after a pause; whoever is away, silent or was against it is not asked."""
        away = {seat for seat in self._others() if self._absence.away(seat)}
        refusals = self._docket.refusals
        # No return is written in a pause: who came back meanwhile has a say in its end, and the seat.
        rest = refusals.silent | refusals.against
        self._without(Act.GO_ON, away, rest, 0, tuple(sorted(self.owners())))

    def undo(self) -> None:
        """Propose to take back our latest move and all that followed."""
        point = self.undo_point()
        if point is None:
            raise NotYourTurn("there is nothing that can be taken back: something was revealed")
        self.propose(Act.UNDO, (), point)

    def undo_point(self) -> int | None:
        """The entry whose state the latest move of ours would go back to; None if it cannot be."""
        replica = self._docket.replica
        for m in reversed(undoable(replica)):
            if replica.outcome(m + 1).seat == self._docket.seat:
                return m
        return None

    def owners(self) -> set[int]:
        """Seats that a stand-in plays, and whose owners are there and want them again."""
        docket = self._docket
        return set(self._absence.wanted) & set(docket.replica.stood) - docket.refusals.silent

    def _others(self) -> list[int]:
        """The other seats that no stand-in plays."""
        replica = self._docket.replica
        return [
            seat
            for seat in range(replica.seats)
            if seat != self._docket.seat and seat not in replica.stood
        ]

    def _gone(self) -> set[int]:
        return {seat for seat in self._others() if self._absence.gone(seat)}

    def _without(
        self,
        act: Act,
        gone: set[int],
        rest: set[int],
        arg: int = 0,
        back: tuple[int, ...] = (),
    ) -> None:
        """Propose without asking those who are gone, and, if that is enough, who did not agree before.

        If it is too few they are asked again: seats that refuse each other once could else never agree.
        """
        docket = self._docket
        rest = rest - set(docket.replica.stood) - {docket.seat} - gone
        try:
            self.propose(act, tuple(sorted(gone | rest)), arg, back)
        except NotYourTurn:
            if not rest:
                raise
            self.propose(act, tuple(sorted(gone)), arg, back)
            docket.refusals.forgive(rest)

    # Any proposal

    def propose(
        self,
        act: Act,
        named: tuple[int, ...] = (),
        arg: int = 0,
        back: tuple[int, ...] = (),
        over: bytes = b"",
    ) -> None:
        """Propose the next entry, and withdraw what we proposed before. ``over``: its ``proof``."""
        docket, replica = self._docket, self._docket.replica
        docket.look()
        if docket.binding.yielding is not None:
            raise NotYourTurn("what you agreed to is not decided yet")
        round_ = docket.next_round(docket.binding.bound_to(replica.n + 1, replica.head))
        agreed = Agreed(round_, act, named, arg, over, back)
        state_hash, voters = self._draft(replica, agreed)
        for case in docket.open():
            self._voting.withdraw(case)
        self._put(replica, agreed, state_hash, voters)

    def back(self) -> None:
        """After a stop: propose to go on from the newest entry that we know everyone to have."""
        docket = self._docket
        docket.look()
        if docket.stopped is None or docket.stopped <= went_back(docket.replica):
            raise NotYourTurn("the table stopped here a second time: there is no going back")
        n = docket.settled()
        base = docket.replica.until(max(n, 0))
        agreed = Agreed(docket.next_round(0), Act.BACK, (), docket.stopped)
        state_hash, voters = self._draft(base, agreed)
        if n < 0:
            raise NotYourTurn("this seat has no say in it")
        self._put(base, agreed, state_hash, voters)

    def _draft(self, base: Replica, agreed: Agreed) -> tuple[bytes, tuple[int, ...]]:
        """The hash of the state that an agreement would lead to, and whose signatures it needs."""
        try:
            outcome = base.advance(Kind.AGREED, NOBODY, agreed.wire())
        except Wrong as wrong:
            raise NotYourTurn(wrong.says) from wrong
        found = needed(base, agreed)
        if found is None or self._docket.seat not in found.voters:
            raise NotYourTurn("this seat has no say in it")
        return outcome.state_hash, found.voters

    def _put(
        self, base: Replica, agreed: Agreed, state_hash: bytes, voters: tuple[int, ...]
    ) -> None:
        """Propose it as the entry after ``base``: the journal first."""
        docket, desk = self._docket, self._docket.desk
        n, wire = base.n + 1, agreed.wire()
        data = entry_data(desk.table, n, Kind.AGREED, NOBODY, 0, base.head, wire, state_hash)
        item = desk.sign(Tag.PROPOSE, Propose(docket.seat, data))
        docket.make_room()
        case = docket.file(make_entry(data, ()), agreed, voters, docket.seat, item)
        docket.rounds = agreed.round
        desk.save("vote", pack_vote(case, HERE))
        desk.put(item)
        self._voting.finish(case)
