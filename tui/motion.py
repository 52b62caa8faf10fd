"""What moves at a table, and what changed while nobody looked: for a moment, where it happened.

A screen owns one of these; what is drawn is the board's. Nothing here runs while nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, Protocol

from netplay.table import Event

if TYPE_CHECKING:
    from textual.timer import Timer

    from tui.boards.base import Board

STEP: Final = 0.25
"""Seconds between two pictures; a board shows two of them before it is at rest."""


class Owner(Protocol):
    """The screen: its board, a timer, and how it paints."""

    board: Board

    def set_timer(self, delay: float, callback: Callable[[], Any]) -> Timer:
        """Call once, later."""

    def repaint(self) -> None:
        """Paint anew."""


class Motion:
    """``wanted``: whether things may move, asked each time."""

    def __init__(self, owner: Owner, wanted: Callable[[], bool]) -> None:
        self._owner = owner
        self._wanted = wanted
        self._timer: Timer | None = None

    def happened(self, event: Event) -> None:
        """After the board heard of an event: let it show what that moved."""
        board = self._owner.board
        if self._wanted() and board.moves(event):
            self._begin(board)

    def _begin(self, board: Board) -> None:
        self.stop()
        self._timer = self._owner.set_timer(STEP, lambda: self._next(board))

    def _next(self, board: Board) -> None:
        self._timer = None
        if board.rest():
            self._begin(board)
        self._owner.repaint()

    def stop(self) -> None:
        """No picture is due any more."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
