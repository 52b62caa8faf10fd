"""How much of what others send is looked at, per player and in all, so that a flood costs little."""

from __future__ import annotations

from typing import Final

_PLAYER_RATE: Final = 2.0
_PLAYER_BURST: Final = 40.0
"""Messages of one player: two windows with a few tables stay far below."""
_STRANGER_RATE: Final = 200.0
_STRANGER_BURST: Final = 6_000.0
"""Signatures checked for players not known yet: some tenth of a millisecond each."""
_PLAYERS: Final = 4_096


class Bucket:
    """A token bucket that can say how long to wait. Times are seconds that never fall."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, amount: float, now: float) -> float:
        """Take ``amount`` and return 0.0, or take nothing and return the seconds to wait for it."""
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = max(now, self._at)
        if self._left >= amount:
            self._left -= amount
            return 0.0
        return (amount - self._left) / self._rate


class Buckets:
    """One bucket a player, for the ``most`` players who were heard of last."""

    def __init__(self, rate: float, burst: float, most: int = _PLAYERS) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: dict[str, Bucket] = {}

    def take(self, player: str, now: float) -> bool:
        """Whether this player may have one more."""
        bucket = self._buckets.pop(player, None)
        if bucket is None:
            bucket = Bucket(self._rate, self._burst, now)
            while len(self._buckets) >= self._most:
                self._buckets.pop(next(iter(self._buckets)))
        self._buckets[player] = bucket  # at the end: the longest silent is forgotten first
        return bucket.take(1.0, now) == 0.0


class Gate:
    """The reader's budget."""

    def __init__(self, now: float) -> None:
        self._players = Buckets(_PLAYER_RATE, _PLAYER_BURST)
        self._strangers = Bucket(_STRANGER_RATE, _STRANGER_BURST, now)

    def enters(self, player: str, now: float) -> bool:
        """Whether one more message of this topic's player is looked at."""
        return self._players.take(player, now)

    def checks(self, signatures: int, now: float) -> bool:
        """Whether a stranger's signatures are checked: those already known do not pay here."""
        return self._strangers.take(float(signatures), now) == 0.0
