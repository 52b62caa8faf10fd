"""Taking up a seat without its journal: ask every other seat, and sign nothing until all have answered.

What we wrote and do not know any more may be with any one of them. A seat that answers our request
for the entries from n+1 on says that it has none; once all have, for the same n, there is nothing of
ours that we could contradict.
"""

from __future__ import annotations

from typing import Final

from netplay.session.actions import WATCH, Back, Returning
from netplay.session.desk import Desk
from netplay.wire import Range, Reply, Tag, Take, entry_hash

GONE: Final = 60.0
"""Seconds without an answer after which a seat counts as gone, if another one has answered."""
_EVERY: Final = 1.0


class Return:
    """One seat's questions. ``done`` when it may sign again."""

    def __init__(self, desk: Desk, seat: int, seats: int) -> None:
        self.done = False
        self._desk = desk
        self._others = [other for other in range(seats) if other != seat]
        self._answered: set[int] = set()
        self._ever: set[int] = set()
        self._first = -1
        self._requests: set[bytes] = set()
        self._since = desk.now
        self._ask_at = desk.now

    def on_reply(self, reply: Reply) -> None:
        """A seat has answered (its signature was checked): it has nothing beyond what we have."""
        self._answered.add(reply.seat)
        self._ever.add(reply.seat)

    def is_ours(self, request: bytes) -> bool:
        """Whether this is a request of ours for what follows our newest entry."""
        return request in self._requests

    def tick(self, n: int, whole: bool) -> bool:
        """Ask again; whether this moment ends it. ``n``: our newest entry; ``whole``: nonces and all
        that was heard of are there.
        """
        desk = self._desk
        if n + 1 != self._first:
            self._first = n + 1
            self._answered.clear()
            self._requests.clear()
            self._ask_at = min(self._ask_at, desk.now)
        missing = [seat for seat in self._others if seat not in self._answered]
        patient = desk.now < self._since + GONE
        if whole and (not missing or (self._answered and not patient and self._alone(missing))):
            self.done = True
            desk.tell(Back())
            return True
        if desk.now >= self._ask_at:
            self._ask_at = desk.now + _EVERY
            desk.tell(Returning(tuple(missing)))
            desk.put(desk.sign(Tag.TAKE, Take(desk.crypto.key, n)), WATCH)
            request = desk.sign(Tag.RANGE, Range(desk.crypto.key, desk.sequence(), self._first))
            self._requests.add(entry_hash(request[1]))
            desk.put(request, WATCH)
        return False

    def _alone(self, missing: list[int]) -> bool:
        """Whether those missing have never answered: whoever did once is there, and is waited for."""
        return not any(seat in self._ever for seat in missing)

    @property
    def wake_at(self) -> float:
        """When ``tick`` has something to do."""
        return self._ask_at
