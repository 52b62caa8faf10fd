"""Random games of À toute vapeur! with any dealer, chosen by hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from core.games.vapeur.game import GAME
from tests.core.every_game import play
from tests.core.every_game.play import SEEDS

TABLES = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(st.just(seats), st.none() | st.integers(0, seats - 1), SEEDS)
)
"""(seats, dealer, seed), what ``Game`` takes"""


class Game(play.Game):
    """A whole game step by step."""

    def __init__(self, seats: int, dealer: int | None, seed: bytes) -> None:
        super().__init__(GAME, seats, {"dealer": dealer}, seed)
