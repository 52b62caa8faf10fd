"""Sitting down taken up from the journal: nothing that was decided is decided again."""

from __future__ import annotations

from core.kernel.canonical import Malformed
from netplay.session.keeping import Kept
from netplay.session.replica import check_roster, read_start, signed_by_all
from netplay.session.seating import Seating
from netplay.wire import Entry, Ready, Roster


class Reseating(Seating):
    """A ``Seating`` that can begin in its middle."""

    def restore(self, kept: Kept) -> None:
        """Be where our journal says we were; raises Malformed. What follows is said by ``tick``.

        Nothing is decided again: a ready, a signature or a nonce that is kept is the same bytes
        when it is said once more, and there is no other of its kind.
        """
        start = kept.start
        roster = read_start(start, self.game).roster if start is not None else kept.roster
        if roster is not None:
            check_roster(roster, self.game)
            if roster.creator != self.creator or roster.table != self.desk.table:
                raise Malformed("a roster of another table")
            self._place(roster)
        elif self.is_creator:
            raise Malformed("the table was never opened")
        if start is not None:
            self._restore_start(start, kept)
        elif roster is not None and self.seat is not None:
            if kept.ready == roster.number and roster.full() and not self.recalling:
                self._readies[self.seat], _ = self._agree(roster, self.seat)
            if kept.draft is not None:
                self._restore_draft(kept.draft, roster, self.seat)
        self._timer.at = self.desk.now

    def _restore_draft(self, draft: Entry, roster: Roster, seat: int) -> None:
        about = read_start(draft, self.game)
        if about.roster != roster:
            raise Malformed("a start with another roster")
        for place, commitment in enumerate(about.commitments):
            self._readies[place] = Ready(place, roster.number, roster.ready_hash(), commitment)
        self._sign_start(draft, seat)
        self._since = self.desk.now

    def _restore_start(self, start: Entry, kept: Kept) -> None:
        roster = self.roster
        if roster is None or self.seat is None or not signed_by_all(start, roster, self._crypto):
            raise Malformed("a start that not everyone has signed")
        self.start = start
        nonces = self._collect(start, self.seat)
        for seat, nonce in kept.nonces.items():
            nonces.put(seat, nonce)
        nonces.derive()
        if self.seed is None and not self.recalling:
            # A nonce went with what was not yet synced, and its seat may never be back to say it
            # again: a start still, which dissolves by itself unless entries show that it went on.
            self._since = self.desk.now
