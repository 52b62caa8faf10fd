"""Random games of Continental Express with any house options, chosen by hypothesis."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from core.games.continental.game import GAME
from core.games.continental.moves import CLAIM
from tests.core.every_game import play
from tests.core.every_game.play import SEEDS


def options(seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """Any house options for that many seats."""
    return st.fixed_dictionaries(
        {},
        optional={
            "bonus_ticket": st.booleans(),
            "first_player": st.none() | st.integers(0, seats - 1),
            "effects_mandatory": st.booleans(),
        },
    )


TABLES = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.just(seats), options(seats), SEEDS, st.sampled_from([False, False, True])
    )
)
"""(seats, options, seed, hoarding), what ``Game`` takes"""


class Game(play.Game):
    """A whole game step by step.

    Hoarding players hardly ever validate, so that all piles run out before the end.
    """

    def __init__(
        self, seats: int, values: dict[str, Any], seed: bytes, hoarding: bool = False
    ) -> None:
        super().__init__(GAME, seats, values, seed, lambda verb: hoarding and verb == CLAIM)
