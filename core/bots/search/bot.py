"""A bot that searches: one seat's player, with a budget a move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.bots.search.chance import FastChance
from core.bots.search.ponder import NONE
from core.bots.search.search import Search
from core.bots.search.tree import Key
from core.bots.search.values import Analysis, Budget, Clock, Stop
from core.kernel.game import Game
from core.kernel.move import Move


class SearchBot:
    """Plays the move that its search prefers.

    ``budget``: for each move. ``clock``: needed if the budget has seconds. ``stop``: asked every few
    milliseconds; once it is true, the best move found until then is played. ``early``: a move that no
    other can overtake in what is left of the budget is played at once; the move is the same, but with
    one source of chance for all moves the next may not be. ``wary``: takes the others for shrewd
    players (``playout``). Raises ValueError for a budget that nobody can think with.
    """

    def __init__(
        self,
        game: Game[Any],
        seed: int | bytes,
        budget: Budget,
        clock: Clock | None = None,
        stop: Stop | None = None,
        *,
        early: bool = False,
        wary: bool = False,
    ) -> None:
        budget.validate()
        if budget.seconds is not None and clock is None:
            raise ValueError("a budget of seconds needs a clock")
        self._game = game
        self._budget = budget
        self._clock = clock
        self._stop = stop
        self._early = early
        self._wary = wary
        self._chance = FastChance(seed)

    def choose(
        self,
        state: Any,
        seat: int,
        secrets: Mapping[int, int],
        opinions: Mapping[Key, tuple[int, int]] = NONE,
    ) -> Move:
        """The best move found; ``state`` is not changed. A single legal move needs no thought.

        ``opinions``: what was found of this position on the others' time (``Ponder.opinions``).
        """
        moves = self._game.moves(state, secrets)
        if len(moves) == 1:
            return moves[0]
        search = self._search(state, seat, secrets)
        search.begin_with(opinions)
        search.run(self._budget, self._clock, self._stop, early=self._early)
        return search.best()

    def analyse(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Analysis:
        """As ``core.bots.search.analyse``, with this bot's budget."""
        search = self._search(state, seat, secrets)
        return search.analysis(search.run(self._budget, self._clock, self._stop))

    def _search(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Search:
        many = self._budget.many
        return Search(self._game, state, seat, secrets, self._chance, many=many, wary=self._wary)
