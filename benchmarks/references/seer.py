"""The upper reference: ``hard``'s own search, but it sees every face-down card.

What it wins against ``greedy`` bounds what guessing better could ever win for ``hard`` with the same
evaluation and budget: the rest of the way to 100 % is the luck of the deal and the search itself. It
knows where every card lies now; what a later shuffle makes of them it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.bots.search.chance import Chance, FastChance
from core.bots.search.search import Search
from core.bots.search.values import Budget, Clock
from core.bots.search.worlds import World
from core.kernel.game import Game
from core.kernel.move import Move


class _OneWorld:
    """Stands in for the sampled worlds: there is only the true one."""

    def __init__(self, cards: Sequence[int]) -> None:
        self._cards = cards

    def draw(self, chance: Chance) -> World:
        """The true world."""
        return dict(enumerate(self._cards))


class SeerBot:
    """Implements ``core.bots.base.Bot``; ``sees`` tells the card of every slot as they lie now."""

    def __init__(
        self,
        game: Game[Any],
        seed: int | bytes,
        budget: Budget,
        sees: Callable[[], Sequence[int]],
        clock: Clock | None = None,
    ) -> None:
        self._game = game
        self._budget = budget
        self._clock = clock
        self._sees = sees
        self._chance = FastChance(seed)

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """The best move found."""
        moves = self._game.moves(state, secrets)
        if len(moves) == 1:
            return moves[0]
        search = Search(self._game, state, seat, secrets, self._chance, many=self._budget.many)
        search._worlds = _OneWorld(self._sees())  # type: ignore[assignment] # all it takes to cheat
        search.run(self._budget, self._clock)
        return search.best()
