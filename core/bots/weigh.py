"""How a bot says why: every legal move with its worth, split into named reasons."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from core.kernel.move import Move


class Weighed(NamedTuple):
    """A move and what speaks for it (above 0) or against it, in hundredths of a point.

    Reasons are members of the game's own enumeration, whose values are words for people. Only
    those that weigh anything are listed. What is compared is the whole, counted from the position
    before the move, so that a move can be the best of its kind and below 0.
    """

    move: Move
    reasons: tuple[tuple[StrEnum, int], ...]

    @property
    def worth(self) -> int:
        """The sum of all reasons."""
        return sum([weight for _, weight in self.reasons])

    @property
    def main(self) -> StrEnum | None:
        """The reason that speaks most for the move, None if nothing does."""
        best = max(self.reasons, key=lambda pair: pair[1], default=None)
        return best[0] if best is not None and best[1] > 0 else None


class Weigher(Protocol):
    """A game's own judgement. A game's package offers one as ``WEIGHER`` in its module ``greedy``.

    Deterministic, integers only, and content with public facts: with empty secrets it judges
    for whoever stands in for a player who left.
    """

    def weigh(self, state: Any, seat: int, secrets: Mapping[int, int]) -> list[Weighed]:
        """Every legal move of ``seat``, whose turn it is, the best first; ties by move order."""


class GreedyBot:
    """Plays the move that weighs most."""

    def __init__(self, weigher: Weigher) -> None:
        self._weigher = weigher

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The best move; ``state`` is not changed."""
        return self._weigher.weigh(state, seat, secrets)[0].move
