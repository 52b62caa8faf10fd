"""What a game knows about itself that makes a search better, each part with a stand-in.

A game's package may offer a module ``evaluation`` with an ``EVALUATION`` (see
``core.bots.weigh.Evaluation``), and ``greedy`` with a ``WEIGHER``. Without the first, playouts follow
the second to the end of the game; without both they are uniform.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from core.bots.weigh import Evaluation, Weighed, Weigher
from core.games.offered import offered
from core.kernel.game import Game
from core.kernel.move import Move


class Plain(Weigher):
    """Weighs every move alike: for a game without a judgement of its own."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def weigh(self, state: Any, seat: int, secrets: Mapping[int, int]) -> list[Weighed]:
        return [Weighed(move, ()) for move in self._game.moves(state, secrets)]


class ToTheEnd:
    """Plays games to their end by the game's weigher: for a game without an evaluation."""

    horizon: int | None = None
    later: tuple[int, ...] = ()
    spread: int = 400

    def __init__(self, game: Game[Any], weigher: Weigher) -> None:
        self._game = game
        self._weigher = weigher

    def quick(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        return self._weigher.best(state, seat, secrets)

    def shrewd(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        return self._weigher.best(state, seat, secrets)

    def worths(
        self, state: Any, seat: int, secrets: Mapping[int, int], moves: Sequence[Move]
    ) -> list[int]:
        worth = {one.move: one.worth for one in self._weigher.weigh(state, seat, secrets)}
        return [worth[move] for move in moves]

    def key(self, state: Any, move: Move) -> Hashable:
        return move

    def alike(self, state: Any, move: Move) -> Hashable:
        return move

    def scale(self, state: Any) -> int:
        return self.spread

    def beliefs(self, state: Any, viewer: int) -> Mapping[int, Mapping[int, int]]:
        return {}

    def expected(self, state: Any, secrets: Mapping[int, int]) -> tuple[int, ...]:
        return tuple([100 * points for points in self._game.score(state)])


def weigher_of(game: Game[Any]) -> Weigher:
    """The game's own judgement of moves, or one that knows nothing."""
    found: Weigher | None = offered(game, "greedy", "WEIGHER")
    return found if found is not None else Plain(game)


def evaluation_of(game: Game[Any]) -> Evaluation:
    """The game's own judgement of positions, or playing on to the end."""
    found: Evaluation | None = offered(game, "evaluation", "EVALUATION")
    return found if found is not None else ToTheEnd(game, weigher_of(game))


def promised(
    game: Game[Any], evaluation: Evaluation, state: Any, world: Mapping[int, int]
) -> tuple[tuple[int, ...], Sequence[int] | None]:
    """Hundredths of points by seat: those of a game that is over, with its winners, else the expected."""
    if state.over:
        return tuple([100 * score for score in game.score(state)]), game.winners(state)
    return evaluation.expected(state, world), None
