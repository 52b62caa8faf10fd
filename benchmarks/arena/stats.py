"""The arithmetic of contests: intervals, the sequential test, and ratings from a round robin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, log10, sqrt
from typing import Final, NamedTuple

Z: Final = 1.959964


def wilson(won: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate (Wilson 1927)."""
    if not count:
        return 0.0, 1.0
    rate = won / count
    middle = rate + Z * Z / (2 * count)
    spread = Z * sqrt(max(0.0, rate * (1 - rate)) / count + Z * Z / (4 * count * count))
    whole = 1 + Z * Z / count
    return (middle - spread) / whole, (middle + spread) / whole


class Test(NamedTuple):
    """Wald's sequential probability ratio test of a win rate: ``low`` against ``high``.

    ``error``: how often it may accept the wrong one, on either side.
    """

    low: float
    high: float
    error: float = 0.05

    def verdict(self, shares: Sequence[float]) -> tuple[str, int]:
        """("reached", "not reached" or "undecided", games that it took).

        A shared win counts as its part of a won and a lost game.
        """
        bound = log((1 - self.error) / self.error)
        won, lost = log(self.high / self.low), log((1 - self.high) / (1 - self.low))
        total = 0.0
        for count, share in enumerate(shares, start=1):
            total += share * won + (1 - share) * lost
            if total >= bound:
                return "reached", count
            if total <= -bound:
                return "not reached", count
        return "undecided", len(shares)


def elo(
    scores: Mapping[tuple[str, str], tuple[float, int]], anchor: str
) -> dict[str, tuple[float, float]]:
    """Bradley-Terry ratings on the Elo scale by maximum likelihood: name to (rating, half interval).

    scores: (one, other) to (games won by the one, games). ``anchor`` has 0. Every pairing gets half
    a won and half a lost game more, without which an unbeaten bot's rating would be infinite. The
    interval is 95 %, from the curvature at the maximum with all others held fast: too narrow by a
    little.
    """
    names = sorted({name for pair in scores for name in pair})
    strength = dict.fromkeys(names, 1.0)
    games: dict[tuple[str, str], tuple[float, float]] = {}
    for (one, other), (won, count) in scores.items():
        for pair, share in (((one, other), won), ((other, one), count - won)):
            had = games.get(pair, (0.0, 0.0))
            games[pair] = (had[0] + share + 0.5, had[1] + count + 1)
    for _ in range(5_000):
        before = dict(strength)
        for name in names:
            won = sum(share for (one, _), (share, _n) in games.items() if one == name)
            weight = sum(
                count / (strength[name] + strength[other])
                for (one, other), (_s, count) in games.items()
                if one == name
            )
            strength[name] = won / weight
        mean = sum(log(value) for value in strength.values()) / len(names)
        strength = {name: value / 2.718281828459045**mean for name, value in strength.items()}
        if max(abs(log(strength[name] / before[name])) for name in names) < 1e-9:
            break
    base = strength[anchor]
    found: dict[str, tuple[float, float]] = {}
    for name in names:
        curve = sum(
            count * _slope(strength[name], strength[other])
            for (one, other), (_s, count) in games.items()
            if one == name
        )
        half = Z / sqrt(curve) * 400 / log(10) if curve else float("inf")
        found[name] = (400 * log10(strength[name] / base), half)
    return found


def _slope(one: float, other: float) -> float:
    rate = one / (one + other)
    return rate * (1 - rate)
