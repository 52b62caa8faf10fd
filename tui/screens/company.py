"""Who looks at the game together: who leads, who follows; the lead is given and taken here."""

from __future__ import annotations

from collections.abc import Sequence

from tui import keymap
from tui import marks as m
from tui.foreign import short
from tui.line import Line, frame
from tui.marks import Marks
from tui.screens.base import BoxScreen
from tui.together import Together
from tui.tongue import _

_WIDTH = 62
_MOST = 9


class CompanyScreen(BoxScreen):
    """A box over the replay. Dismissed with an empty text."""

    def __init__(self, together: Together, marks: Marks) -> None:
        super().__init__()
        self._together = together
        self._marks = marks
        self._numbered: tuple[bytes, ...] = ()
        """Who had which number when it was last painted: who came since must not get the lead for it."""

    @property
    def KEYS(self) -> Sequence[keymap.Row]:  # noqa: N802 - what every screen calls its keys
        """What can be done about who leads."""
        return (
            keymap.Row(keymap.LEAD, _("take the lead")),
            keymap.Row(keymap.FOLLOW, _("follow whoever leads, or look by yourself")),
            keymap.Row("1-9", _("give the lead to the one with that number")),
            keymap.Row(keymap.CHAT, _("chat")),
            keymap.Row("escape", _("back")),
        )

    def look(self) -> None:
        """Somebody came, went, or took the lead."""
        if self.is_attached:
            self.repaint()

    def repaint(self) -> None:
        """One line for each, and what can be done."""
        width, height = self.app.size
        together = self._together
        body = [Line()]
        people = together.rows()[: _MOST + 1]
        self._numbered = tuple(row.key for row in people)
        for n, row in enumerate(people):
            line = Line("  ")
            if n and together.leads:
                line.add(f" {n} ", m.KEY, str(n)).add(" ", m.TEXT, str(n))
            else:
                line.add("    ")
            line.add(short(row.name, 26), m.STRONG if not n else m.TEXT).to(36)
            body.append(line.add(row.does, m.TEXT))
        more = len(together.rows()) - _MOST - 1
        if more > 0:
            body.append(Line("      " + _("and {count} more", count=more), m.DIM))
        body.append(Line())
        if together.leads and not together.alone:
            body += [Line("  " + _("A number gives the lead to that one."), m.DIM), Line()]
        keys = []
        if together.can_lead:
            keys.append((keymap.LEAD, keymap.LEAD, _("take the lead")))
        elif together.led_to is not None:
            keys.append((keymap.FOLLOW, keymap.FOLLOW, _("look by yourself")))
        elif not together.leads:
            keys.append((keymap.FOLLOW, keymap.FOLLOW, _("follow")))
        keys += [(keymap.CHAT, keymap.CHAT, _("chat")), (keymap.BACK, _("escape"), _("back"))]
        line = Line("  ")
        for key, shown, does in keys:
            line.add(f" {shown} ", m.KEY, key).add(f" {does}   ", m.TEXT, key)
        body.append(line)
        rows = min(len(body) + 2, height)
        lines = frame(self._marks, _("Looking together"), body, _WIDTH, rows, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - rows) // 2, _WIDTH, rows)

    def press(self, key: str) -> None:
        """Give or take the lead, follow or not, or go back."""
        together = self._together
        if key in (keymap.BACK, keymap.LEAVE, keymap.WHO, *keymap.CONFIRM):
            self.dismiss("")
        elif key == keymap.CHAT:
            self.dismiss("")
            together.chat()
        elif key == keymap.LEAD:
            together.lead()
        elif key == keymap.FOLLOW:
            together.toggle()
        elif key in keymap.DIGITS and int(key) < len(self._numbered):
            together.hand_over(self._numbered[int(key)])
        if self.is_current:
            self.repaint()
