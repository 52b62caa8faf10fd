"""The tree of a search: what came of each move so far, and which to look at next. Integers only.

Information-set Monte Carlo tree search, with one tree for the seat that thinks (Cowling, Powley and
Whitehouse, *Information Set Monte Carlo Tree Search*, 2012: SO-ISMCTS). Every simulation goes down in
a world of its own, so a node meets other legal moves every time: a move competes only where it is
legal, and the confidence bound counts how often it was (``available``) instead of how often its
parent was visited. Every seat maximises its own reward (max^n).

A move nobody tried yet is taken for what the game's own judgement says of it against the best move
beside it: that many visits (``PRIOR_VISITS``) are thought to have been made already.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import isqrt
from typing import Final, TypeAlias

from core.bots.search.rewards import WHOLE

PRIOR_VISITS: Final = 6
EXPLORE: Final = 1500
"""Weight of the confidence bound, in rewards."""
EXPLORE_FAR: Final = 6000
"""The same at the position itself where simulations go on to the end: games differ by half a win, and
good moves by hundredths of it."""

_LOG_SCALE: Final = 1 << 16

Key: TypeAlias = tuple[int, Hashable]
"""Who moves, and what: nodes are shared by worlds in which different seats may be next."""


def _logarithms(count: int) -> list[int]:
    """Harmonic numbers: a logarithm to within a constant, without a float."""
    values = [0, 0]
    while len(values) < count:
        values.append(values[-1] + _LOG_SCALE // (len(values) - 1))
    return values


_LOG: Final = _logarithms(1 << 12)


def log(n: int) -> int:
    """About the natural logarithm of n, in units of 2**-16; exact in its table, else by its size."""
    if n < len(_LOG):
        return _LOG[n]
    shift = n.bit_length() - 12
    return _LOG[n >> shift] + shift * 45426  # ln 2


class Edge:
    """One move at one node."""

    __slots__ = ("available", "child", "gap", "total", "visits")

    def __init__(self, gap: int) -> None:
        self.gap = gap
        """Reward by which the game's judgement puts it below the best move beside it."""
        self.available = 0
        self.visits = 0
        self.total = 0
        """Rewards of the seat that makes the move."""
        self.child: Node | None = None


class Node:
    """A point of the game as the searching seat can tell it from others."""

    __slots__ = ("edges", "total", "visits")

    def __init__(self) -> None:
        self.edges: dict[Key, Edge] = {}
        self.visits = 0
        self.total = 0
        """Rewards of whoever moved here."""

    def meet(
        self, keys: Sequence[Key], worths: Callable[[], Sequence[int]], spread: int
    ) -> list[Edge]:
        """The edges of the moves legal here, in their order; new ones with what is thought of them.

        ``worths``: what the game's judgement says of the moves, asked only where one is new;
        ``spread``: how far apart two moves are that are about even.
        """
        known = self.edges
        found = [known.get(key) for key in keys]
        if None in found:
            thought = worths()
            best = max(thought)
            for key, worth in zip(keys, thought, strict=True):
                if key not in known:
                    gap = best - worth
                    known[key] = Edge(WHOLE // 2 * gap // (gap + spread))
        return [known[key] for key in keys]

    def select(self, edges: Sequence[Edge], explore: int = EXPLORE) -> int:
        """The index of the move to look at next, of those legal in this world."""
        base = self.total // self.visits if self.visits else WHOLE // 2
        best = -1
        best_score = -(1 << 62)
        for index, edge in enumerate(edges):
            edge.available += 1
            visits = edge.visits
            count = visits + PRIOR_VISITS
            score = (edge.total + PRIOR_VISITS * (base - edge.gap)) // count
            score += explore * isqrt(log(edge.available) // (visits + 1)) >> 8
            if score > best_score:
                best, best_score = index, score
        return best
