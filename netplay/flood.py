"""How much of each sender a table looks at: what is more than that is dropped before it is decoded.

Whoever may write to a broker can write to the topics of a table. Decoding one message and checking a
signature costs a hundred times what counting it does; and a topic that anybody may write to can be left
alone for a while, which costs nothing at all.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from netplay.session import WATCH


class Pace(NamedTuple):
    """At most ``burst`` at once and ``rate`` a second."""

    burst: float
    rate: float


SEAT: Final = Pace(1_500, 300)
"""One seat's topic: a whole log sent again is some hundred packets."""
STRANGER: Final = Pace(40, 5)
"""What one spectator or guest says."""
STRANGERS: Final = Pace(200, 60)
"""All of them together, whatever names they give themselves."""
TOO_MUCH: Final = 500
"""Messages dropped within a second after which nobody but the seats is heard for a while."""
_PAUSE, _LONGEST, _CALM = 10.0, 160.0, 60.0
_SENDERS: Final = 256


class _Bucket:
    __slots__ = ("at", "left")

    def __init__(self, pace: Pace, now: float) -> None:
        self.left, self.at = pace.burst, now

    def take(self, pace: Pace, now: float) -> bool:
        self.left = min(pace.burst, self.left + (now - self.at) * pace.rate)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


class Flood:
    """One table's measure. ``by_sender``: what was not used, by its topic's player id and by reason."""

    def __init__(self) -> None:
        self.by_sender: dict[str, Counter[str]] = {}
        self.deaf_until = -_CALM
        self.deafs = 0
        """How often strangers were left unheard for a while."""
        self._buckets: dict[tuple[str, str], _Bucket] = {}
        self._all: _Bucket | None = None
        self._second = 0.0
        self._dropped = 0
        self._pause = _PAUSE

    def admits(self, player: str, channel: str, now: float) -> bool:
        """Whether this message may be decoded."""
        stranger = channel == WATCH
        if self._all is None:
            self._all = _Bucket(STRANGERS, now)
        bucket = self._buckets.get((player, channel))
        if bucket is None:
            while len(self._buckets) >= _SENDERS:
                self._buckets.pop(next(iter(self._buckets)))
            bucket = _Bucket(STRANGER if stranger else SEAT, now)
            self._buckets[player, channel] = bucket
        fits = bucket.take(STRANGER if stranger else SEAT, now)
        if fits and (not stranger or self._all.take(STRANGERS, now)):
            return True
        self.blame(player, "flood")
        if stranger:
            self._count(now)
        return False

    def _count(self, now: float) -> None:
        if now >= self._second + 1.0:
            self._second, self._dropped = now, 0
        self._dropped += 1
        if self._dropped > TOO_MUCH and now >= self.deaf_until:
            calm = now > self.deaf_until + _CALM
            self._pause = _PAUSE if calm else min(_LONGEST, 2 * self._pause)
            self.deaf_until = now + self._pause
            self.deafs += 1

    def deaf(self, now: float) -> bool:
        """Whether strangers are not listened to at present."""
        return now < self.deaf_until

    def blame(self, player: str, reason: str, count: int = 1) -> None:
        """Something of this sender's was not used."""
        counts = self.by_sender.get(player)
        if counts is None:
            if len(self.by_sender) >= _SENDERS:
                player = ""  # the rest together: a flood may come under any number of names
            counts = self.by_sender.setdefault(player, Counter())
        counts[reason] += count
