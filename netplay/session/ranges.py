"""Range requests: asking for entries that are missing, and deciding which seat answers."""

from __future__ import annotations

from typing import Final

from netplay.session.desk import Desk, Once
from netplay.session.sparing import Sparing
from netplay.wire import Entry, Range, Reply, Statement, Tag, entry_hash

_EVERY: Final = 1.0
"""Seconds between two requests of one asker: what is sent, and what is answered."""
_NEXT: Final = 2.0
"""Seconds after which the next seat answers if the one before did not."""
_ASKERS: Final = 256
_OPEN: Final = 64
_MINE: Final = 16
_BYTES: Final = 56_000
_ENTRIES: Final = 200


class Ranges:
    """One peer's asking and answering. ``seat`` None: a watcher, who only asks."""

    def __init__(self, desk: Desk, channel: str, seat: int | None) -> None:
        self._desk = desk
        self._channel = channel
        self.seat = seat
        self.seats = 0
        self._asked_at = -_EVERY
        self._ask_at: float | None = None
        self.back: int | None = None
        """The entry from which on to ask once, where ours may not be the ones that hold."""
        self._last: dict[bytes, float] = {}
        self.sparing = Sparing(desk)
        self._mine: dict[bytes, int] = {}
        self._seen = Once()
        self._open: dict[bytes, tuple[float, int]] = {}

    # Asking

    def want(self, soon: float = 0.2) -> None:
        """Something is missing: ask a little later, if it has not come by then."""
        at = max(self._desk.now + soon, self._asked_at + _EVERY)
        if self._ask_at is None or at < self._ask_at:
            self._ask_at = at

    def satisfied(self) -> None:
        """Nothing is missing any more."""
        self._ask_at = None

    def asked(self, request: bytes) -> int | None:
        """The entry from which on we asked by this request; None if it is none of our latest."""
        return self._mine.get(request)

    # Answering

    def on_range(self, request: Range, item: Statement, newest: int) -> None:
        """Somebody asks. ``newest`` is our newest entry's number."""
        desk = self._desk
        if request.first > newest or self.seat is None or request.key == desk.crypto.key:
            return
        hash_ = entry_hash(item.body)
        if hash_ in self._seen:
            desk.drop("replayed")
            return
        at = self._last.get(request.key, -_EVERY)
        # A little less than the second that askers keep: the network may bring two closer together.
        if desk.now < at + 0.8 * _EVERY or len(self._open) >= _OPEN:
            desk.drop("rate")
            return
        if not desk.verify(request.key, Tag.RANGE, item.body, item.signature):
            return
        while len(self._last) >= _ASKERS and request.key not in self._last:
            self._last.pop(next(iter(self._last)))
        self._last[request.key] = desk.now
        self._seen.add(hash_)
        if not self.sparing.may(b"%b%d %d" % (request.key, request.first, newest), free=2):
            desk.drop("rate")  # it has these entries by now, or cannot use them
            return
        turn = (self.seat - hash_[0]) % self.seats
        self._open[hash_] = (desk.now + _NEXT * turn, request.first)

    def on_reply(self, reply: Reply) -> None:
        """Another seat has answered (its signature was checked)."""
        self._open.pop(reply.request, None)

    def is_open(self, request: bytes) -> bool:
        """Whether we have a request in mind that this reply would settle."""
        return request in self._open

    def tick(self, log: list[Entry]) -> None:
        """Ask and answer what is due."""
        desk = self._desk
        now = desk.now
        if self._ask_at is not None and now >= self._ask_at:
            self._ask_at = None
            self._asked_at = now
            first = len(log) if self.back is None else min(self.back, len(log))
            self.back = None
            request = Range(desk.crypto.key, desk.sequence(), first)
            item = desk.sign(Tag.RANGE, request)
            while len(self._mine) >= _MINE:
                self._mine.pop(next(iter(self._mine)))
            self._mine[entry_hash(item[1])] = first
            desk.put(item, self._channel)
        due = [hash_ for hash_, (at, _) in self._open.items() if now >= at]
        for hash_ in due:
            _, first = self._open.pop(hash_)
            self._answer(hash_, first, log)

    def _answer(self, hash_: bytes, first: int, log: list[Entry]) -> None:
        desk = self._desk
        assert self.seat is not None
        size = 0
        for entry in log[first : first + _ENTRIES]:
            size += len(entry.data) + 100
            if size > _BYTES:
                break
            desk.put(entry.item())
        desk.put(desk.sign(Tag.REPLY, Reply(self.seat, hash_)))

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        times = [at for at, _ in self._open.values()]
        if self._ask_at is not None:
            times.append(self._ask_at)
        return min(times, default=None)
