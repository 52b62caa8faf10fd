"""The reference of the strong bots: flat Monte Carlo with greedy playouts, as crude as it can be.

Every legal move gets the same number of games. In each a world that fits what the seat knows is
drawn, the move is made, and all seats play on by the greedy bot to the end. The move whose games
were won most often, and then by the largest margin, is played.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from core.bots.base import Bot
from core.bots.search.chance import FastChance
from core.bots.search.values import Budget, Clock
from core.bots.search.worlds import Worlds, carry_out
from core.bots.weigh import GreedyBot
from core.kernel.game import Game
from core.kernel.move import Move


class FlatBot:
    """Implements ``core.bots.base.Bot``. ``clock`` is needed for a budget of seconds."""

    def __init__(
        self, game: Game[Any], seed: int | bytes, budget: Budget, clock: Clock | None = None
    ) -> None:
        package = type(game).__module__.rpartition(".")[0]
        self._game = game
        self._greedy = GreedyBot(import_module(package + ".greedy").WEIGHER)
        self._chance = FastChance(seed)
        self._budget = budget
        self._clock = clock

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The move with the best mean result."""
        moves = self._game.moves(state, secrets)
        if len(moves) == 1:
            return moves[0]
        worlds = Worlds(self._game.prior(state, secrets))
        until = None
        if self._clock is not None and self._budget.seconds is not None:
            until = self._clock() + self._budget.seconds
        most = self._budget.simulations
        sums = [[0.0, 0] for _ in moves]
        done = 0
        while most is None or done < most:
            world = worlds.draw(self._chance)
            for at, move in enumerate(moves):
                won, margin = played_out(
                    self._game, self._greedy, state, seat, move, dict(world), self._chance
                )
                sums[at][0] += won
                sums[at][1] += margin
                done += 1
                if until is not None and self._clock is not None and self._clock() >= until:
                    return moves[_best(sums)]
        return moves[_best(sums)]


def played_out(
    game: Game[Any],
    bot: Bot,
    state: Any,
    seat: int,
    move: Move,
    world: dict[int, int],
    chance: FastChance,
) -> tuple[float, int]:
    """``seat``'s share of the win and its margin where ``bot`` plays on at all seats after a move."""
    now = game.copy(state)
    carry_out(game, now, seat, move, world, chance)
    while not now.over:
        turn = now.turn
        carry_out(game, now, turn, bot.choose(now, turn, world), world, chance)
    points, winners = game.score(now), game.winners(now)
    best = max(score for place, score in enumerate(points) if place != seat)
    return (1 / len(winners) if seat in winners else 0.0), points[seat] - best


def _best(sums: list[list[float]]) -> int:
    # Within a round of moves the last ones may have one game less: that does not matter.
    return max(range(len(sums)), key=lambda at: (sums[at][0], sums[at][1], -at))
