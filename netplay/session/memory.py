"""What a seat said to proposals, beyond its program's life: out of its journal, or from the others."""

from __future__ import annotations

from typing import Any

from netplay.session.agreeing import Agreed, read_agreed
from netplay.session.agreement import needed
from netplay.session.cases import HERE, NO, YES, Case, pack_vote, read_vote
from netplay.session.desk import Timer
from netplay.session.docket import CASES, Docket
from netplay.wire import Entry, Propose, Statement, Tag, Vote, make_entry


class Memory:
    """Fills a docket again, and says what others may have forgotten."""

    def __init__(self, docket: Docket) -> None:
        self._docket = docket
        self._noted: dict[bytes, tuple[Entry, Agreed, int, tuple[Any, ...]]] = {}
        """Proposals that are said to us again, by their entries' hashes."""

    def restore(self, votes: list[bytes]) -> None:
        """What we said before our program was started anew; raises Malformed."""
        docket = self._docket
        replica, binding = docket.replica, docket.binding
        for data in votes:
            answer, entry, agreed, proposer, item = read_vote(data)
            if answer != HERE:
                binding.note(entry, agreed, answer == YES)
            elif proposer == docket.seat:
                docket.rounds = max(docket.rounds, agreed.round)
        docket.look()
        for data in votes:
            answer, entry, agreed, proposer, item = read_vote(data)
            if not docket.is_current(entry) or entry.previous != replica.log[entry.n - 1].hash:
                continue
            if answer == NO or (answer == HERE and (entry.n, agreed.round) in binding.said):
                continue
            found = needed(replica, agreed, entry.n - 1)
            if found is not None and docket.follows(entry):
                case = docket.file(entry, agreed, found.voters, proposer, item)
                case.again.at = docket.desk.now

    # Without the journal

    def said_by(self, seat: int) -> list[tuple[Any, ...]]:
        """What a seat said yes to, as it and the proposers signed it: it may have forgotten."""
        docket = self._docket
        since, found = docket.settled(), list[tuple[Any, ...]]()
        for case in [*docket.past, *docket.cases.values()]:
            if case.entry.n > since and seat in case.items:
                found += [case.item, case.items[seat]]
        return found

    def remind(self, value: Propose | Vote, item: Statement) -> None:
        """While we ask what we said before our journal was lost: others say it again to us."""
        docket = self._docket
        desk, keys = docket.desk, docket.replica.start.roster.keys()
        if value.seat >= len(keys):
            return
        if isinstance(value, Propose):
            entry = make_entry(value.data, ())
            known = len(self._noted) >= CASES or entry.hash in self._noted
            if not known and desk.verify(keys[value.seat], Tag.PROPOSE, item.body, item.signature):
                signed = (int(item.tag), item.body, item.signature)
                self._noted[entry.hash] = (entry, read_agreed(entry.body), value.seat, signed)
            return
        noted = self._noted.get(value.entry)
        if value.seat != docket.seat or noted is None or value.answer != YES:
            return
        entry, agreed, proposer, proposal = noted
        fits = (entry.n, agreed.round) == (value.n, value.round)
        if not fits or (entry.n, agreed.round) in docket.binding.said:
            return
        if desk.verify(keys[docket.seat], Tag.VOTE, item.body, item.signature):
            docket.binding.note(entry, agreed, True)
            now = desk.now
            case = Case(entry, agreed, (), proposer, proposal, now, Timer(now, 1.5, 6.0))
            desk.save("vote", pack_vote(case, YES))
