"""What the end of a simulation is worth to each seat: how likely it is to win. Integers only.

A position that is judged before the end promises points, and points are uncertain: seats win in proportion
to e to the power of their points over a ``scale``, the game's own measure of how much is still open
(a multinomial logit; with two seats, the logistic curve of the margin). Winning is all that counts. Only a
sixteenth is left to the points once a game is over, so that a player who cannot win any more, or not
lose, still prefers the better result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.bots.decay import decay

WHOLE: Final = 10_000
"""The reward of a certain win."""


def margins(points: Sequence[int]) -> list[int]:
    """Each seat's points less its best opponent's."""
    first = max(points)
    second = first if points.count(first) > 1 else max(p for p in points if p != first)
    return [own - (first if own != first else second) for own in points]


def rewards(points: Sequence[int], scale: int, winners: Sequence[int] | None) -> list[int]:
    """By seat, up to ``WHOLE``; ``winners`` are those of a game that is over, else None."""
    first = max(points)
    weights = [decay(first - own, scale) for own in points]
    total = sum(weights)
    found = [WHOLE * weight // total for weight in weights]
    if winners is None:
        return found
    share = 15 * WHOLE // len(winners)
    return [(reward + (share if seat in winners else 0)) // 16 for seat, reward in enumerate(found)]
