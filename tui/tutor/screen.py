"""The table of a first game: the conductor speaks in the place of the log, which holds nothing new then."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any, Final

from core.games.registry import game
from netplay.config import FolderUnusable
from netplay.seedtext import derive
from netplay.solo import SoloTable
from netplay.table import Player
from tui import keymap
from tui import marks as m
from tui.boards.registry import board, course
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.table import TableScreen
from tui.solo import minds
from tui.tongue import _
from tui.tutor.lesson import Lesson, due
from tui.tutor.record import Record, catch_up, forget, load, save

RIVAL: Final = "Lantern"
STRENGTH: Final = "greedy"
PACE: Final = 1.2
LOG: Final = "log"
"""The panel of every board in whose place the conductor speaks."""


def tutorial_table(game_name: str, name: str, pace: float = PACE) -> SoloTable:
    """The game that is always the same until the player chooses otherwise."""
    rules, found = game(game_name), course(game_name)
    assert found is not None
    players = [Player(name), Player(RIVAL, STRENGTH)]
    return SoloTable(
        rules,
        players,
        [None, *minds(rules, [STRENGTH], found.seed)],
        seed=derive(found.seed, "solo"),
        options=rules.options(found.options),
        pace=pace,
    )


class TutorScreen(TableScreen):
    """A table of a game that has lessons, with a conductor. Everything else is as at any table."""

    KEYS = keymap.TUTOR_ROWS
    """Beside those of every table."""

    def __init__(
        self,
        game_name: str,
        name: str,
        marks: Marks,
        clock: Callable[[], float],
        pace: float = PACE,
    ) -> None:
        table, told, record = self._taken_up(game_name, name, pace)
        super().__init__(table, board(table, marks), marks, clock, kept="")
        self._record = record
        for event in told:
            self.board.happened(event)
        found = course(game_name)
        self._lessons = found.lessons if found is not None else ()
        self._lesson: Lesson | None = None
        self._ended = False
        self._silent = False

    @staticmethod
    def _taken_up(game_name: str, name: str, pace: float) -> tuple[SoloTable, list[Any], Record]:
        """Where it was left, or a new one."""
        rules = game(game_name).rules_id().hex()
        was = load(game_name)
        if was is not None and (was.game, was.rules) == (game_name, rules) and was.moves:
            table = tutorial_table(game_name, name, 0.0)
            told = catch_up(table, was.moves)
            if told is not None and not table.state.over:
                table.pace = pace
                return table, told, was
        return tutorial_table(game_name, name, pace), [], Record(game_name, rules)

    def _play(self, key: str) -> None:
        before = self.table.state.turn
        move = self.board.press(key)
        if move is not None:
            self._make(move)
        elif key == keymap.ONWARD and before is not None:
            self._go_on()
        self.repaint()

    def _make(self, move: Any) -> None:
        from core.kernel.errors import RulesError

        try:
            self.table.submit(move)
        except RulesError as error:
            self.board.refused(str(error))
            return
        self._lesson = None
        text = self.table.game.text(move)
        self._record = self._record._replace(moves=(*self._record.moves, text))
        self._keep()
        self._pump()

    def _go_on(self) -> None:
        self._lesson = None

    def _keep(self) -> None:
        # A full disk is no reason to break a first game off: it only begins anew then.
        with contextlib.suppress(OSError, FolderUnusable):
            if self.table.state.over:
                forget(self._record.game)
            else:
                save(self._record)

    def leaving(self) -> tuple[str, ...]:
        """It goes on where it was left."""
        return (_("The conductor waits: next time it goes on from here."),)

    def press(self, key: str) -> None:
        """The conductor's own keys first."""
        if key == keymap.CONDUCTOR and not self.board.takes(key):
            self._silent = not self._silent
            self.repaint()
            return
        super().press(key)

    def repaint(self) -> None:
        """The board, and what there is to be said now."""
        super().repaint()
        view = getattr(self.board, "view")()  # noqa: B009 - every board has one, though no screen needs it
        if self.table.state.over and not self._ended:
            # What was said of the last moves is past; the conductor's last word is not.
            self._ended, self._lesson = True, None
            self.kept = None  # played out it is a game like any other, to be looked at again
        if self._lesson is None:
            self._lesson = due(self._lessons, set(self._record.said), view)
            if self._lesson is not None:
                said = self._record.said | {self._lesson.name}
                self._record = self._record._replace(said=said)
        if self._lesson is None or self._silent:
            return
        width, height = self.app.size
        at, _lines = self.board.paint(width, height)[LOG]
        body = [Line(text, m.TEXT) for text in wrap(_(self._lesson.says), at.width - 2)]
        foot = Line().add(f" {keymap.ONWARD} ", m.KEY, keymap.ONWARD)
        foot.add(" " + _("go on"), m.TEXT, keymap.ONWARD)
        body = [*body, Line(), foot]
        page = frame(self._marks, _("Conductor"), body, at.width, at.height, style=m.TITLE)
        self.lay(LOG, page, at.x, at.y, at.width, at.height)
