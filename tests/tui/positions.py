"""Positions the tests need, made from the first one in which a card is to be taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.games.continental.sheet import (
    DIRECTOR,
    FIRST_OBJECTIVE,
    INVESTOR,
    LETTERS,
    OBJECTIVES,
    PICKPOCKET,
    SWITCHMAN,
    TICKET,
)

__all__ = ["DIRECTOR", "INVESTOR", "PICKPOCKET", "SWITCHMAN", "TICKET", "position"]


def objective(wagons: str) -> int:
    """The card number of the objective that asks for these wagons."""
    return FIRST_OBJECTIVE + [found.wagons for found in OBJECTIVES].index(wagons)


def position(
    *,
    yard: dict[int, int] | None = None,
    trains: tuple[str, ...] = (),
    tickets: tuple[int, ...] = (),
    row: tuple[str, ...] = (),
) -> Callable[[Any], None]:
    """Put cards at places 0-8, wagons and tickets before seats, objectives into the row."""

    def arrange(state: Any) -> None:
        for place, card in (yard or {}).items():
            state.yard[place] = card
        for seat, train in enumerate(trains):
            for wagon, letter in enumerate(LETTERS):
                state.wagons[6 * seat + wagon] = train.count(letter)
        for seat, count in enumerate(tickets):
            state.tickets[seat] = count
        for n, wagons in enumerate(row):
            state.row[n] = objective(wagons)

    return arrange
