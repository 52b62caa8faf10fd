"""Which board plays which game; a board is imported only when its table opens."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from netplay.table import Table
from tui.boards.base import Board
from tui.keymap import Row
from tui.marks import Marks

if TYPE_CHECKING:
    from tui.plain.telling import Teller
    from tui.rulebook import Book
    from tui.tutor.lesson import Course

_PACKAGES: Final = {
    "continental-express": "tui.boards.continental",
    "a-toute-vapeur": "tui.boards.vapeur",
}

NAMES: Final = tuple(_PACKAGES)
"""The games that can be shown: all there are, as a test holds."""


def board(table: Table, marks: Marks) -> Board:
    """The board of a table's game."""
    made: Board = import_module(_PACKAGES[table.game.name] + ".board").make(table, marks)
    return made


def teller(game: str) -> Teller:
    """A game in sentences, for the line mode."""
    found: Any = import_module(_PACKAGES[game] + ".plain")
    told: Teller = found
    return told


class About(NamedTuple):
    """What home and the help say of a game.

    trains: by number of seats, the name on the departure board and a line about it. greedy: what
    that bot does here. keys: the help at its table.
    """

    title: str
    trains: Mapping[int, tuple[str, str]]
    greedy: str
    keys: Sequence[Row]
    stand_in: str
    """What a stand-in needs that the table should know before it begins; empty if nothing."""


def about(game: str) -> About:
    """What is said of a game before it opens; loads neither its rules nor its board."""
    found = import_module(_PACKAGES[game] + ".about")
    return About(found.TITLE, found.TRAINS, found.GREEDY, found.KEYS, found.STAND_IN)


def rules(game: str) -> Book:
    """The rules of a game, in Caboose's own words."""
    book: Book = import_module(_PACKAGES[game] + ".rules_text").BOOK
    return book


class Sums(NamedTuple):
    """How a game's points are split for the history: ``names`` of the parts, in order.

    parts: (final state, seat) to points by part. held: (final state, seat) to what the seat had kept
    hidden, in words, empty if nothing. hidden: the part that this brought.
    """

    names: tuple[str, ...]
    parts: Callable[[Any, int], tuple[int, ...]]
    held: Callable[[Any, int], str]
    hidden: int


def tally(game: str) -> Sums:
    """The split of a game's points; loads its rules."""
    found = import_module(_PACKAGES[game] + ".tally")
    return Sums(found.NAMES, found.parts, found.held, found.HIDDEN)


def course(game: str) -> Course | None:
    """What a conductor explains in a first game; None where a game has no lessons."""
    package = _PACKAGES[game] + ".lessons"
    if find_spec(package) is None:
        return None
    found: Course = import_module(package).COURSE
    return found
