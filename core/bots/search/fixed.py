"""The stand-in's search: the same move on every machine, from public facts and a seed alone.

It is the search of ``core.bots.search`` with nothing left to the machine: simulations are counted, not
timed, chance comes from the specified generator, and there is not a float in it. Whoever knows the
public state and the seed can work the move out again.
"""

from __future__ import annotations

from typing import Any, Final

from core.bots.search.chance import SpecifiedChance
from core.bots.search.search import Search
from core.bots.search.values import Budget
from core.kernel.game import Game
from core.kernel.move import Move

SIMULATIONS: Final = 200
LABEL: Final = "stand-in search"


def choose(
    game: Game[Any], state: Any, seat: int, seed: bytes, simulations: int = SIMULATIONS
) -> Move:
    """The stand-in's move for ``seat``, whose turn it is; ``state`` is not changed.

    ``seed``: 1 to 64 bytes that every peer has and nobody could choose, such as the hash of the log
    so far. Raises ValueError for a position without a move.
    """
    moves = game.moves(state, {})
    if len(moves) == 1:
        return moves[0]
    search = Search(game, state, seat, {}, SpecifiedChance(seed, LABEL))
    search.run(Budget(simulations=simulations))
    return search.best()
