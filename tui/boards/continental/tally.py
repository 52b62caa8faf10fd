"""What the points of a finished game were made of, for the history of games."""

from __future__ import annotations

from typing import Final

from core.games.continental.scoring import score_sheet
from core.games.continental.state import State
from tui.boards.continental.words import contract_words

NAMES: Final = ("objectives", "contract", "tickets")
HIDDEN: Final = 1
"""The part that what was held brought."""


def parts(state: State, seat: int) -> tuple[int, ...]:
    """Points by ``NAMES``."""
    sheet = score_sheet(state, seat)
    return (
        sheet.objective_points,
        sheet.grouping.points if sheet.grouping else 0,
        sheet.tickets,
    )


def held(state: State, seat: int) -> str:
    """The contract in words."""
    card = score_sheet(state, seat).contract
    return contract_words(card) if card is not None else ""
