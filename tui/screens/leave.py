"""Asks before a live game is left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui import keymap
from tui import marks as m
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import BoxScreen
from tui.tongue import N_, _, n_

STAY: Final = "stay"
HOME: Final = "home"
QUIT: Final = "quit"
_HIGH: Final = 9
"""Lines of the box, if the words need no more."""
SOLO: Final = (
    N_("The game is not over. It can be looked at later; only a finished game can be played on."),
)
"""What leaving a game against bots means."""
SERVING: Final = (
    N_("Others are linked through the broker in this program; if you quit, they lose their link."),
)
"""What quitting means to those who are still there."""


def aside(count: int) -> tuple[str, ...]:
    """What quitting means for games in the background."""
    first = n_("A game of yours is going on.", "{count} games of yours are going on.", count)
    return (first, _("Seats at networked tables are kept."))


class LeaveScreen(BoxScreen):
    """Dismissed with STAY, HOME or QUIT; the table stays visible behind."""

    KEYS_WHEN_SMALL = frozenset(("y", "h", keymap.LEAVE, keymap.BACK, "n"))

    def __init__(
        self,
        marks: Marks,
        says: Sequence[str] = SOLO,
        title: str = N_("Leave this game?"),
        *,
        quits: bool = False,
        branch: bool = False,
    ) -> None:
        super().__init__()
        self._marks = marks
        self._says = says
        self._title = _(title)
        self._quits = quits
        """Whether it is only asked whether to quit."""
        self._branch = branch
        """Whether a replay is come back to."""

    @property
    def _leads(self) -> str:
        return _("leave, back to the replay") if self._branch else _("leave, to Departures")

    @property
    def KEYS(self) -> Sequence[keymap.Row]:  # noqa: N802 - what every screen calls its keys
        """The answers."""
        return (
            *([] if self._quits else [keymap.Row("y", self._leads)]),
            keymap.Row("q", _("leave and quit Caboose")),
            keymap.Row("escape", _("stay")),
        )

    def small_says(self) -> str:
        """The question in a line."""
        return _("Leave this game? y: leave. q: leave and quit. escape: stay.")

    def repaint(self) -> None:
        """A box in the middle."""
        width, height = self.app.size
        body = [
            Line(),
            *[Line(f"  {text}", m.TEXT) for says in self._says for text in wrap(_(says), 48)],
            Line(),
        ]
        ways = [("y", self._leads), ("q", _("leave and quit Caboose"))]
        for key, does in ways[self._quits :]:
            line = Line("  ").add(f" {key} ", m.KEY, key)
            body.append(line.add(f" {does}", m.TEXT, key))
        line = Line("  ").add(f" {_('escape')} ", m.KEY, keymap.BACK)
        body.append(line.add(f" {_('stay')}", m.TEXT, keymap.BACK))
        # In some languages the words take more lines, and no answer may be cut off.
        high = max(_HIGH, len(body) + 2)
        lines = frame(self._marks, self._title, body, 54, high, style=m.TITLE)
        self.lay("page", lines, (width - 54) // 2, (height - high) // 2, 54, high)

    def press(self, key: str) -> None:
        """One of three answers; other keys do nothing."""
        if key in ("y", "h"):
            self.dismiss(HOME)
        elif key == keymap.LEAVE:
            self.dismiss(QUIT)
        elif key in (keymap.BACK, "n"):
            self.dismiss(STAY)
