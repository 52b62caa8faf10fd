"""How a bot says why: every legal move with its worth, split into named reasons."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
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

    def best(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The first of ``weigh``. Simulations ask by the thousand: worth a faster way to it."""
        return self.weigh(state, seat, secrets)[0].move


class Evaluation(Protocol):
    """A game's own judgement of positions, for the searching bots (``core.bots.search``).

    A game's package may offer one as ``EVALUATION`` in its module ``evaluation``. Deterministic and
    integers only, for stand-ins search as well. Points are in hundredths. ``secrets`` may name cards
    that the seat does not know: only what belongs to the seat may be read.
    """

    horizon: int | None
    """Turns after which a simulation is judged where it stands; None plays to the end."""
    later: tuple[int, ...]
    """More such turns, rising, for searches of many simulations, which go on to the end; () for none."""
    spread: int
    """A move whose worth is this much below the best one's is thought to halve the chances."""

    def quick(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """A good legal move of ``seat``, whose turn it is, found fast: for playouts."""

    def shrewd(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The strongest player about as fast; ``quick`` again where there is none.

        Where ``later`` names turns it plays the seat that thinks, to the end of the game, and for a
        level that is wary all others.
        """

    def worths(
        self, state: Any, seat: int, secrets: Mapping[int, int], moves: Sequence[Move]
    ) -> list[int]:
        """What the game's judgement thinks of these legal moves, for the search to begin with."""

    def key(self, state: Any, move: Move) -> Hashable:
        """Moves with the same key are taken for the same in worlds that differ."""

    def alike(self, state: Any, move: Move) -> Hashable:
        """The same for moves between which there is nothing to choose in this very position."""

    def scale(self, state: Any) -> int:
        """How open the position is: who is this much ahead is e times as likely to win."""

    def beliefs(self, state: Any, viewer: int) -> Mapping[int, Mapping[int, int]]:
        """By face-down slot: how likely each card lies there, by what others did, in any measure.

        Only slots of which something can be said; a card that is not named is impossible there. What is
        certain belongs in ``Game.prior``.
        """

    def expected(self, state: Any, secrets: Mapping[int, int]) -> tuple[int, ...]:
        """The final points of each seat, as far as the position promises them."""


class GreedyBot:
    """Plays the move that weighs most."""

    def __init__(self, weigher: Weigher) -> None:
        self._weigher = weigher

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The best move; ``state`` is not changed."""
        return self._weigher.best(state, seat, secrets)
