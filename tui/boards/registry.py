"""Which board plays which game; a board is imported only when its table opens."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from netplay.table import Table
from tui.boards.base import Board
from tui.marks import Marks

_PACKAGES: Final = {"continental-express": "tui.boards.continental"}

NAMES: Final = tuple(_PACKAGES)
"""The games that can be shown: one may be playable by bots before its board is built."""


def board(table: Table, marks: Marks) -> Board:
    """The board of a table's game."""
    made: Board = import_module(_PACKAGES[table.game.name] + ".board").make(table, marks)
    return made


def rules(game: str) -> str:
    """The rules in short of a game, in Caboose's own words; blank lines part paragraphs."""
    text: str = import_module(_PACKAGES[game] + ".rules_text").RULES
    return text
