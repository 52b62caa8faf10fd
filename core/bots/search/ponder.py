"""Thinking on the others' time: simulations of what comes, kept for the positions they come through.

Worlds are drawn from what the seat knows now, and the fast player makes the others' moves in them.
Where it is the seat's turn again the public position is looked at: simulations that meet in the same
one are those of a search there, in worlds that agree with what was played and laid open until then.
Should that position come, its search goes on from them; all others are thrown away. To keep more, moves
by their kind whatever was laid open, was tried and given up: ``docs/bots.md``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.bots.search.chance import Chance
from core.bots.search.insight import evaluation_of
from core.bots.search.playout import play_on, playout
from core.bots.search.tree import EXPLORE, EXPLORE_FAR, Edge, Key, Node
from core.bots.search.values import Stop
from core.bots.search.worlds import Worlds, carry_out
from core.kernel.game import Game
from core.kernel.move import Move

NONE: Final[Mapping[Key, tuple[int, int]]] = {}
"""Nothing was thought beforehand. Else: visits of each move, and its rewards in all."""
_CHUNK: Final = 2
"""Simulations between two looks at ``stop``."""
_POSITIONS: Final = 5_000
"""Positions that are kept at most."""
_ASTRAY: Final = 100
"""Moves of others after which the own turn is not waited for any more."""


class Ponder:
    """A position in which another seat than ``seat`` acts; ``state`` is not changed. Raises ValueError.

    ``wary``: see ``playout``; as the search that is to go on from it.
    """

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        seat: int,
        secrets: Mapping[int, int],
        chance: Chance,
        *,
        wary: bool = False,
    ) -> None:
        if state.turn is None or state.turn == seat or state.awaiting:
            raise ValueError("nobody else is to move in this position")
        self._game = game
        self._state = state
        self._seat = seat
        self._chance = chance
        self._insight = evaluation_of(game)
        beliefs = self._insight.beliefs(state, seat) if secrets else {}
        self._worlds = Worlds(game.prior(state, secrets), beliefs)
        # As whoever goes on from here will, who makes many.
        self._playout = playout(game, self._insight, many=True, wary=wary)
        self._explore = EXPLORE_FAR if self._playout.far else EXPLORE
        self._nodes: dict[bytes, Node] = {}
        self.simulations = 0

    def run(self, most: int, stop: Stop) -> None:
        """``most`` simulations, or until ``stop`` says so."""
        for done in range(most):
            if done % _CHUNK == 0 and stop():
                return
            self._simulate()

    def opinions(self) -> dict[bytes, dict[Key, tuple[int, int]]]:
        """For each position come through (``Game.encode``), what ``Search.begin_with`` takes there."""
        return {
            position: {key: (edge.visits, edge.total) for key, edge in node.edges.items()}
            for position, node in self._nodes.items()
        }

    def _simulate(self) -> None:
        game, seat, chance, quick = self._game, self._seat, self._chance, self._insight.quick
        self.simulations += 1
        world = self._worlds.draw(chance)
        state = game.copy(self._state)
        for _ in range(_ASTRAY):
            if state.over or state.turn == seat:
                break
            carry_out(game, state, state.turn, quick(state, state.turn, world), world, chance)
        if state.over or state.turn != seat:
            return
        position = game.encode(state)
        node = self._nodes.get(position)
        if node is None:
            if len(self._nodes) >= _POSITIONS:
                return
            node = self._nodes[position] = Node()
        moves = game.moves(state, world)
        edges = self._edges(node, state, moves, world)
        index = node.select(edges, self._explore) if len(edges) > 1 else 0
        carry_out(game, state, seat, moves[index], world, chance)
        turns = 0 if state.turn == seat else 1
        _, shares = play_on(game, self._insight, self._playout, state, turns, world, chance, seat)
        reward = shares[seat]
        edge = edges[index]
        node.visits += 1
        node.total += reward
        edge.visits += 1
        edge.total += reward

    def _edges(
        self, node: Node, state: Any, moves: Sequence[Move], world: Mapping[int, int]
    ) -> list[Edge]:
        insight, seat = self._insight, self._seat
        keys: list[Key] = [(seat, insight.alike(state, move)) for move in moves]
        return node.meet(keys, lambda: insight.worths(state, seat, world, moves), insight.spread)
