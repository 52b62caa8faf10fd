"""Proposals and votes of other seats as they come in: what of them counts, and what answers them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from netplay.session.absence import Absence
from netplay.session.agreeing import ROUNDS, Act, Agreed, read_agreed
from netplay.session.agreement import needed
from netplay.session.cases import HERE, NO, YES, Case
from netplay.session.desk import Timer
from netplay.session.docket import Docket
from netplay.session.judging import Judging
from netplay.session.urging import Urging
from netplay.session.voting import Voting
from netplay.wire import (
    NOBODY,
    Entry,
    Kind,
    Propose,
    Statement,
    Tag,
    Vote,
    entry_to_sign,
    make_entry,
)


class Hearing:
    """``stray`` is called where somebody's proposal rests on another log than ours."""

    def __init__(
        self,
        docket: Docket,
        voting: Voting,
        judging: Judging,
        urging: Urging,
        absence: Absence,
        stray: Callable[[], None],
    ) -> None:
        self._docket = docket
        self._voting = voting
        self._judging = judging
        self._urging = urging
        self._absence = absence
        self._stray = stray
        self._keys = docket.replica.start.roster.keys()

    def on_propose(self, value: Propose, item: Statement) -> None:
        """Another seat proposes."""
        desk = self._docket.desk
        if value.seat >= len(self._keys):
            desk.drop("author")
            return
        # One of our own comes back from who said yes to it: it may be for us to refuse now.
        if not desk.verify(self._keys[value.seat], Tag.PROPOSE, item.body, item.signature):
            return
        signed = (int(item.tag), item.body, item.signature)
        self._proposed(make_entry(value.data, ()), value.seat, signed)

    def _proposed(self, entry: Entry, proposer: int, item: tuple[Any, ...]) -> None:
        docket = self._docket
        replica, desk = docket.replica, docket.desk
        docket.look()
        agreed = read_agreed(entry.body)
        if (
            (entry.table, entry.branch, entry.kind) != (desk.table, 0, Kind.AGREED)
            or (entry.seat, entry.device) != (NOBODY, 0)
            or agreed.act is Act.RETURN
            or agreed.round % ROUNDS != proposer
            or agreed.round == 0
            or entry.n < 1
        ):
            desk.drop("proposal")
            return
        if entry.n > replica.n + 1 or entry.previous != replica.log[entry.n - 1].hash:
            self._stray()
            return
        found = needed(replica, agreed, entry.n - 1)
        voters = found.voters if found is not None else ()
        if not docket.live(agreed):
            desk.drop("proposal")
            return
        back = agreed.act is Act.BACK
        if entry.n <= replica.n and not back and not self._judging.may_yield(entry, agreed):
            self._overtaken(entry, agreed, voters, proposer, item)
            return
        case = docket.cases.get(agreed.round)
        if case is None:
            if not docket.make_room() or not docket.follows(entry):
                desk.drop("proposal")
                return
            case = docket.file(entry, agreed, voters, proposer, item)
            self._urging.proposed(case)
            self._absence.heard(proposer)  # once: whoever said yes says it again for the proposer
        elif case.entry.hash != entry.hash:
            desk.drop("proposal")
            return
        if not self._judging.consider(case):
            self._voting.say_again(case)

    def _overtaken(
        self,
        entry: Entry,
        agreed: Agreed,
        voters: tuple[int, ...],
        proposer: int,
        item: tuple[Any, ...],
    ) -> None:
        """We have that entry already: refuse, and attach it."""
        docket, now = self._docket, self._docket.desk.now
        said = docket.binding.said.get((entry.n, agreed.round))
        if said is not None and said.hash != entry.hash:
            return
        if docket.seat in voters:
            case = Case(entry, agreed, voters, proposer, item, now, Timer(now, 1.0, 6.0))
            if said is None:
                self._voting.vote(case, NO)
            elif not said.yes:
                self._voting.say(case, NO)
        docket.desk.put(docket.replica.log[entry.n].item())

    def on_vote(self, vote: Vote, item: Statement) -> None:
        """What a seat says to a proposal."""
        docket = self._docket
        desk = docket.desk
        if vote.seat >= len(self._keys) or vote.seat == docket.seat:
            return
        docket.look()
        case = docket.cases.get(vote.round)
        if case is None or case.entry.n != vote.n or case.entry.hash != vote.entry:
            self._late(vote, item)
            return
        if not desk.verify(self._keys[vote.seat], Tag.VOTE, item.body, item.signature):
            return
        self._absence.heard(vote.seat)
        case.here.add(vote.seat)
        docket.refusals.heard(vote.seat)
        if vote.answer == HERE or vote.seat not in case.voters or case.off:
            if case.answer is False and vote.answer == YES:
                self._voting.say_again(case)
            return
        if vote.answer == NO:
            if vote.seat not in case.votes:
                docket.close(case, vote.seat)
            return
        data = entry_to_sign(desk.table, case.entry.hash)
        if desk.crypto.verify(self._keys[vote.seat], data, vote.signature):
            case.votes[vote.seat] = vote.signature
            case.items[vote.seat] = (int(item.tag), item.body, item.signature)
            self._voting.finish(case)

    def _late(self, vote: Vote, item: Statement) -> None:
        """A yes to what we refused, and have an entry in place of: say so again."""
        docket = self._docket
        desk, log = docket.desk, docket.replica.log
        if not 0 < vote.n < len(log) or vote.answer == NO:
            return
        said = docket.binding.said.get((vote.n, vote.round))
        if said is None or said.hash != vote.entry or said.yes:
            return
        if desk.verify(self._keys[vote.seat], Tag.VOTE, item.body, item.signature):
            no = Vote(docket.seat, vote.n, vote.round, vote.entry, NO, b"")
            desk.put(desk.sign(Tag.VOTE, no))
            desk.put(log[vote.n].item())
