"""The search itself: one simulation after the other, until the budget is spent or nothing can change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isqrt
from typing import Any, Final

from core.bots.search.chance import Chance, FastChance
from core.bots.search.insight import evaluation_of, weigher_of
from core.bots.search.playout import play_on, playout
from core.bots.search.tree import EXPLORE, EXPLORE_FAR, Edge, Key, Node
from core.bots.search.values import MOST_SIMULATIONS, Analysis, Budget, Clock, Judged, Stop
from core.bots.search.worlds import World, Worlds, carry_out
from core.kernel.game import Game
from core.kernel.move import Move

CHUNK: Final = 16
"""Simulations between two looks at the clock and at ``stop``."""
POOL: Final = 1024
"""Worlds that all moves are tried in alike; after so many visits a move meets the first ones again."""
EXPAND: Final = 40
"""Visits after which the tree goes on behind a move, with two seats. Until then the fast player goes on
at once: a few simulations would be spent on trying out what can be done next, and make a move look worse
than those that were not looked into. With more seats it goes on after one: that plays better, perhaps
because it is the next opponents who are then judged more closely, not the own next turn."""
# Where simulations are played on to the end of the game (``playout``):
CHUNK_FAR: Final = 2
EXPAND_FAR: Final = MOST_SIMULATIONS
"""No tree: what is tried out in it makes results noisier than they are, and they are noisy enough."""
_FEW: Final = 8
"""Visits below which a move's margin says nothing."""


class Search:
    """One position, thought about by the seat to act. ``many``, ``wary``: see ``playout``."""

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        seat: int,
        secrets: Mapping[int, int],
        chance: Chance,
        *,
        many: bool = False,
        wary: bool = False,
    ) -> None:
        moves = game.moves(state, secrets)
        if not moves or state.turn != seat:
            raise ValueError("there is no move to think about in this position")
        self.game = game
        self.state = state
        self.seat = seat
        self.moves: Sequence[Move] = moves
        self.simulations = 0
        self._secrets = secrets
        self._chance = chance
        self._insight = evaluation_of(game)
        # Without secrets of one's own one is a stand-in, who knows what everyone knows: facts.
        beliefs = self._insight.beliefs(state, seat) if secrets else {}
        self._worlds = Worlds(game.prior(state, secrets), beliefs)
        self._pool: list[World] = []
        seats = len(game.score(state))
        self._playout = playout(game, self._insight, many=many, wary=wary)
        far = self._playout.far
        self._expand = EXPAND_FAR if far else EXPAND if seats == 2 else 1
        self._explore = EXPLORE_FAR if far else EXPLORE
        self._chunk = CHUNK_FAR if far else CHUNK
        self._root = Node()
        self._edges = self._edges_of(self._root, state, seat, moves, secrets)
        self._margins = {id(edge): [0, 0] for edge in self._edges}
        self._sent = dict.fromkeys(self._margins, 0)
        self._given = dict.fromkeys(self._margins, 0)

    def run(
        self,
        budget: Budget,
        clock: Clock | None = None,
        stop: Stop | None = None,
        through: Move | None = None,
        early: bool = False,
    ) -> bool:
        """Simulate until the budget is spent; True if ``stop`` ended it.

        ``early``: also end once ``best`` cannot change any more, which moves count for and analyses do
        not. With a budget of seconds that is by the simulations so far a second, so nearly certain.

        ``through``: a legal move that every simulation is to begin with. That makes its margin known,
        but counts nothing for which move is the one to play.
        """
        budget.validate()
        if budget.seconds is not None and clock is None:
            raise ValueError("a budget of seconds needs a clock")
        began = clock() if clock else 0
        until = began + budget.seconds if clock and budget.seconds is not None else None
        most = budget.simulations
        first = None if through is None else self.moves.index(through)
        done = 0
        while most is None or done < most:
            if stop is not None and stop():
                return True
            now = clock() if clock else 0
            if until is not None and now >= until:
                break
            if early:
                left = [] if most is None else [most - done]
                if until is not None and done:
                    # A quarter more than the simulations a second until now promise.
                    left.append(int(5 * done * (until - now) // (4 * (now - began) or 1)))
                if self.decided(min(left, default=MOST_SIMULATIONS)):
                    break
            chunk = self._chunk if most is None else min(self._chunk, most - done)
            for _ in range(chunk):
                self._simulate(first)
            done += chunk
            if first is not None:
                self._sent[id(self._edges[first])] += chunk
        return False

    def begin_with(self, opinions: Mapping[Key, tuple[int, int]]) -> None:
        """Go on from simulations made of this position beforehand (``Ponder.opinions``).

        Margins they have none. Only before the first ``run``.
        """
        known = self._root.edges
        for key, (visits, total) in opinions.items():
            if key in known:
                edge = known[key]
                edge.visits += visits
                edge.total += total
                self._given[id(edge)] += visits
                self._root.visits += visits
                self._root.total += total
        for edge in known.values():
            edge.available += self._root.visits

    def decided(self, left: int) -> bool:
        """Whether no ``left`` simulations more can change ``best``."""
        # Moves between which there is nothing to choose share an edge.
        counts = {id(edge): edge.visits - self._sent[id(edge)] for edge in self._edges}
        if len(counts) == 1:
            return True
        second, first = sorted(counts.values())[-2:]
        return first - second > left

    def analysis(self, broken_off: bool = False) -> Analysis:
        """What was found so far, the move to play first."""
        reasons = {
            weighed.move: weighed.reasons
            for weighed in weigher_of(self.game).weigh(self.state, self.seat, self._secrets)
        }
        judged = [
            self._judged(move, edge, reasons.get(move, ()))
            for move, edge in zip(self.moves, self._edges, strict=True)
        ]
        return Analysis(tuple([judged[i] for i in self._order()]), self.simulations, broken_off)

    def best(self) -> Move:
        """The move to play."""
        return self.moves[max(range(len(self.moves)), key=self._rank)]

    def ranked(self) -> list[Move]:
        """The legal moves, the one to play first."""
        return [self.moves[i] for i in self._order()]

    def _order(self) -> list[int]:
        return sorted(range(len(self.moves)), key=self._rank, reverse=True)

    def _rank(self, index: int) -> tuple[int, int, int]:
        edge = self._edges[index]
        mean = edge.total // edge.visits if edge.visits else 0
        return edge.visits - self._sent[id(edge)], mean - edge.gap, -index

    def _judged(self, move: Move, edge: Edge, reasons: Any) -> Judged:
        visits = edge.visits - self._given[id(edge)]
        if visits < _FEW:
            return Judged(move, visits, None, None, reasons)
        total, squares = self._margins[id(edge)]
        spread = max(0, squares * visits - total * total)
        error = isqrt(spread // (visits * visits * (visits - 1)))
        return Judged(move, visits, total // visits, error, reasons)

    # One simulation --------------------------------------------------------------------------------

    def _edges_of(
        self,
        node: Node,
        state: Any,
        seat: int,
        moves: Sequence[Move],
        secrets: Mapping[int, int],
    ) -> list[Edge]:
        """The edges of the moves legal here, in their order."""
        insight = self._insight
        key = insight.alike if node is self._root else insight.key

        def worths() -> Sequence[int]:
            return [0] if len(moves) == 1 else insight.worths(state, seat, secrets, moves)

        keys = [(seat, key(state, move)) for move in moves]
        return node.meet(keys, worths, insight.spread)

    def _simulate(self, first: int | None = None) -> None:
        game, seat, how = self.game, self.seat, self._playout
        chance, insight = self._chance, self._insight
        node, moves, edges = self._root, self.moves, self._edges
        if first is None:
            first = node.select(edges, self._explore) if len(edges) > 1 else 0
        edge = edges[first]
        world = self._world(edge.visits - self._given[id(edge)])
        state = game.copy(self.state)
        path: list[tuple[Node, Edge, int]] = []
        expand = self._expand
        turn: Any = seat
        turns = 0
        index = first
        while True:
            edge = edges[index]
            path.append((node, edge, turn))
            leaf = edge.visits < expand
            carry_out(game, state, turn, moves[index], world, chance)
            if state.turn != turn:
                turn = state.turn
                turns += 1
            if leaf or state.over or turns == how.first:
                break
            child = edge.child
            if child is None:
                child = edge.child = Node()
            node = child
            moves = game.moves(state, world)
            edges = self._edges_of(node, state, turn, moves, world)
            index = node.select(edges) if len(edges) > 1 else 0
        leads, shares = play_on(game, insight, how, state, turns, world, chance, seat)
        for node, edge, mover in path:
            reward = shares[mover]
            node.visits += 1
            node.total += reward
            edge.visits += 1
            edge.total += reward
        sums = self._margins[id(path[0][1])]
        sums[0] += leads[seat]
        sums[1] += leads[seat] * leads[seat]
        self.simulations += 1

    def _world(self, visits: int) -> World:
        """A world for a move that was tried so often: all moves meet the same ones in the same order.

        What differs between moves is then less the luck of the draw (common random numbers).
        """
        pool, at = self._pool, visits % POOL
        if at == len(pool):
            pool.append(self._worlds.draw(self._chance))
        return pool[at].copy()


def analyse(
    game: Game[Any],
    state: Any,
    seat: int,
    secrets: Mapping[int, int],
    budget: Budget,
    *,
    seed: int | bytes = 0,
    clock: Clock | None = None,
    stop: Stop | None = None,
    also: Move | None = None,
    runners_up: int = 0,
) -> Analysis:
    """What there is to say of every legal move of ``seat``, whose turn it is.

    ``state`` and ``secrets`` are not changed. ``clock`` is needed for a budget of seconds; ``stop`` is
    asked every few milliseconds, and once it says so what was found until then is returned. The same
    seed and simulations give the same analysis.

    ``also``: a move to be judged however little the search thinks of it, such as the one that was
    played. ``runners_up``: so many moves after the best are judged as well. For a search leaves moves
    alone before it knows how much worse they are. A third of the budget is kept for these. Raises
    ValueError, one sentence, for a budget, a position or a move that there is nothing to be done with.
    """
    search = Search(game, state, seat, secrets, FastChance(seed), many=budget.many)
    if also is not None and also not in search.moves:
        raise ValueError("the move to be judged is not legal in this position")
    if also is None and not runners_up:
        return search.analysis(search.run(budget, clock, stop))
    budget.validate()
    most = budget.simulations
    kept = None if most is None else most // 3
    begun = Budget(
        None if budget.seconds is None else budget.seconds * 2 / 3,
        None if most is None or kept is None else most - kept,
    )
    broken_off = search.run(begun, clock, stop)
    others = search.ranked()[1:]
    closely = [move for move in others if move == also] + [
        m for m in others[:runners_up] if m != also
    ]
    through: list[Move | None] = [*closely] or [None]
    for number, move in enumerate(through):
        # What does not divide evenly goes to the first ones.
        share = None if kept is None else (kept + len(through) - 1 - number) // len(through)
        if broken_off or share == 0:
            break
        seconds = None if budget.seconds is None else budget.seconds / 3 / len(through)
        broken_off = search.run(Budget(seconds, share), clock, stop, move)
    return search.analysis(broken_off)
