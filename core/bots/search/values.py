"""What goes into a search and what comes out of it: budgets, judged moves, analyses."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from core.kernel.move import Move

Clock: TypeAlias = Callable[[], float]
"""Seconds from any fixed moment, never going back. The core has none of its own."""

Stop: TypeAlias = Callable[[], bool]
"""Asked between chunks of simulations, so that thinking can be broken off."""

MOST_SECONDS: Final = 3600.0
MOST_SIMULATIONS: Final = 10_000_000


MANY_SIMULATIONS: Final = 300
MANY_SECONDS: Final = 0.75
"""From these on bias weighs more than luck: see ``playout``."""


class Budget(NamedTuple):
    """How long to think at most. Whatever comes first ends it; a limit that is None does not.

    seconds: by the clock that comes with it. simulations: games looked into, the same everywhere.
    """

    seconds: float | None = None
    simulations: int | None = None

    @property
    def many(self) -> bool:
        """Whether it is for so many simulations that each can take longer."""
        seconds, simulations = self
        enough = seconds is None or seconds >= MANY_SECONDS
        return enough and (simulations is None or simulations >= MANY_SIMULATIONS)

    def validate(self) -> None:
        """Raise ValueError, one sentence, for a budget that nobody can think with."""
        if self.seconds is None and self.simulations is None:
            raise ValueError("a budget has seconds or simulations")
        # `not 0 < x` also catches what is not a number.
        if self.seconds is not None and not 0 < self.seconds <= MOST_SECONDS:
            raise ValueError(f"a bot thinks more than 0 and at most {MOST_SECONDS:.0f} seconds")
        if self.simulations is not None and not 0 < self.simulations <= MOST_SIMULATIONS:
            raise ValueError(f"a bot makes from 1 to {MOST_SIMULATIONS} simulations")


class Judged(NamedTuple):
    """A legal move as the search sees it.

    visits: simulations that went through it. margin: what the mover is then expected to end with,
    its own points less the best opponent's, in hundredths of a point. error: the standard error of
    that, so that 95 of 100 true margins lie within twice it; None where too few simulations went
    through the move to tell. reasons: what the game's own judgement says for and against the move, in
    hundredths of a point, () where the game offers none.
    """

    move: Move
    visits: int
    margin: int | None
    error: int | None
    reasons: tuple[tuple[StrEnum, int], ...] = ()


class Analysis(NamedTuple):
    """What a search found of one position, seen by one seat.

    moves: every legal move, the one the search would play first, then the others by how much the
    search thought of them. simulations: how many were made. broken_off: whether ``stop`` ended it.
    """

    moves: tuple[Judged, ...]
    simulations: int
    broken_off: bool = False

    @property
    def best(self) -> Judged:
        """The move the search would play."""
        return self.moves[0]

    def of(self, move: Move) -> Judged | None:
        """What was found of one move, None if it is not legal here."""
        return next((judged for judged in self.moves if judged.move == move), None)
