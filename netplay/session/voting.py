"""One seat's word on proposals: given once, kept before it is said, and counted with the others'."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from netplay.session.cases import HERE, NO, YES, Case, pack_vote
from netplay.session.docket import Docket
from netplay.wire import Entry, Tag, Vote, make_entry

_AGAIN: Final = 0.5
"""Seconds between two times that we say the same to whoever asks again."""


class Voting:
    """``take`` is handed the entry that an agreement has become."""

    def __init__(self, docket: Docket, take: Callable[[Entry], None]) -> None:
        self._docket = docket
        self._desk = docket.desk
        self._take = take

    def vote(self, case: Case, answer: int) -> None:
        """Answer once and for all: the journal first."""
        entry, yes = case.entry, answer == YES
        self._docket.binding.note(entry, case.agreed, yes)
        case.answer = yes
        self._desk.save("vote", pack_vote(case, answer))
        if yes:
            case.votes[self._docket.seat] = self._desk.sign_entry(entry.hash)
        else:
            self._docket.close(case, self._docket.seat)
        self.say(case, answer)

    def say(self, case: Case, answer: int) -> None:
        """Send what was answered; HERE: nothing yet, but we have it before us."""
        seat, entry = self._docket.seat, case.entry
        signature = case.votes.get(seat, b"") if answer == YES else b""
        case.said_at = self._desk.now
        vote = Vote(seat, entry.n, case.agreed.round, entry.hash, answer, signature)
        self._desk.put(self._desk.sign(Tag.VOTE, vote))

    def say_again(self, case: Case) -> None:
        """The same to somebody who has not heard it, if that was not done just now."""
        if self._desk.now >= case.said_at + _AGAIN:
            answer = HERE if case.answer is None else YES if case.answer else NO
            self.say(case, answer)

    def withdraw(self, case: Case) -> None:
        """Take a proposal of ours back, unless we signed it: what we have signed may be an entry
        elsewhere by now, and stands at its rank.
        """
        if case.proposer == self._docket.seat and case.answer is None:
            self.vote(case, NO)

    def finish(self, case: Case) -> None:
        """With every other signature there, its proposer signs; with all, it is an entry."""
        docket, seat = self._docket, self._docket.seat
        if case.off:
            return
        missing, yielding = case.missing, docket.binding.yielding
        if not docket.live(case.agreed) or (
            yielding is not None and case.entry.n != yielding and docket.stopped is None
        ):
            return
        if missing == [seat] and case.proposer == seat:
            if not docket.may_agree(case):
                self.vote(case, NO)
                return
            self.vote(case, YES)
        elif missing:
            return
        if not docket.is_current(case.entry):
            return
        pairs = tuple([(voter, case.votes[voter]) for voter in case.voters])
        entry = make_entry(case.entry.data, pairs)
        self._desk.put(entry.item())
        self._take(entry)
