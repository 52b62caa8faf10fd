"""Several people at one terminal: a table that turns to whoever is next, with a cover in between.

Everyone has a board of their own, with their own log and their own secrets; while the cover is up,
the table behind it is one that anybody may see.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from core.games.registry import game
from netplay.seedtext import derive
from netplay.shared import SharedTable
from netplay.table import Player
from tui.boards.registry import board
from tui.marks import Marks
from tui.screens.cover import CoverScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.solo import NAMES, PACE, minds


def shared_table(setup: SoloSetup, pace: float = PACE) -> SharedTable:
    """The people in the first seats, bots in the rest; raises what its parts raise."""
    rules = game(setup.game)
    seed = os.urandom(16).hex() if setup.seed is None else str(setup.seed)
    people = [setup.name, *setup.others]
    strengths = setup.strengths()
    players = [Player(name) for name in people]
    players += [Player(NAMES[n], strength) for n, strength in enumerate(strengths)]
    return SharedTable(
        rules,
        players,
        [*[None for name in people], *minds(rules, strengths, seed)],
        people=range(len(people)),
        seed=derive(seed, "solo"),
        options=rules.options(setup.options),
        pace=pace,
        now=time.monotonic(),
    )


class HotSeatScreen(TableScreen):
    """A table screen whose table and board are those of the person who looks at it."""

    def __init__(self, shared: SharedTable, marks: Marks, clock: Callable[[], float]) -> None:
        self._shared = shared
        seats = [seat for seat, player in enumerate(shared.players) if player.bot is None]
        self._views = {seat: shared.view(seat) for seat in (None, *seats)}
        self._boards = {seat: board(view, marks) for seat, view in self._views.items()}
        super().__init__(self._views[None], self._boards[None], marks, clock)

    @property
    def live(self) -> bool:
        """Whether leaving would lose something; covered or not."""
        return not (self._left or self._halted or self.table.state.over)

    def _pump(self) -> None:
        """As any table; then turn to whoever is next."""
        super()._pump()
        due = self._shared.due
        looks = self.is_attached and self.app.screen is self and not self._left
        if not looks or due is None or due == self.table.seat or self.too_small:
            return
        self._turn_to(None)
        name = self._shared.players[due].name
        self.app.push_screen(
            CoverScreen(self._marks, name, str(due + 1)), lambda _key: self._turn_to(due)
        )

    def _turn_to(self, seat: int | None) -> None:
        self.table, self.board = self._views[seat], self._boards[seat]
        super()._pump()
        self.repaint()
