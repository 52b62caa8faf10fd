"""A reference player, "lay what you can": the kind that the rules file's simulation counted."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from core.games.vapeur.legal import moves
from core.games.vapeur.moves import ADD, CERTIFY, COMPLETE, END, LAY, STEAL
from core.games.vapeur.state import State, missing
from core.kernel.move import Move

_RANK = {COMPLETE: 0, STEAL: 2, CERTIFY: 3, LAY: 4, ADD: 5, END: 6}
_STEAL = (1, 2, 7, 7)
"""By the number of cards the train lacks; 7 is worse than ending the turn."""


class Layer:
    """Steals whenever it can: completes first, then takes a complete train with a card, then one that
    lacks a single card; lesser trains only when nothing has happened for a round. Then it
    lays all it can and certifies. Among equals it chooses at random.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
        """The move it likes best."""
        ranked = [(self._rank(state, move), move) for move in moves(state, secrets)]
        best = min(rank for rank, _ in ranked)
        return self._rng.choice([move for rank, move in ranked if rank == best])

    def _rank(self, state: State, move: Move) -> int:
        if move.verb == STEAL and state.quiet <= state.seats:
            return _STEAL[len(missing(state, move.args[0]))]
        return _RANK[move.verb]
