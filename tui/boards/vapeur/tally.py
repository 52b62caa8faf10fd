"""What the points of a finished game were made of, for the history of games."""

from __future__ import annotations

from typing import Final

from core.games.vapeur.scoring import certified, score
from core.games.vapeur.state import State

NAMES: Final = ("complete trains", "certified among them")
HIDDEN: Final = 0


def parts(state: State, seat: int) -> tuple[int, ...]:
    """Trains by ``NAMES``: the second is a part of the first."""
    return (score(state)[seat], certified(state)[seat])


def held(state: State, seat: int) -> str:
    """Nothing is held to the end here."""
    return ""
