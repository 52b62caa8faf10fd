"""Asks the person what the table cannot decide by itself: a proposal of another, or one of their own."""

from __future__ import annotations

from collections.abc import Sequence

from tui import keymap
from tui import marks as m
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.net_agree import Agreeing
from tui.screens.base import BoxScreen
from tui.tongue import _

_WIDTH = 58


class AgreeScreen(BoxScreen):
    """A box over the table; closed by escape, or when something was chosen."""

    KEYS_WHEN_SMALL = frozenset(("y", "n", keymap.BACK, keymap.LEAVE))

    def __init__(self, marks: Marks, agreeing: Agreeing) -> None:
        super().__init__()
        self._marks = marks
        self._agreeing = agreeing
        self._said = ""

    @property
    def KEYS(self) -> Sequence[keymap.Row]:  # noqa: N802 - what every screen calls its keys
        """What can be answered or proposed now."""
        return (
            *(keymap.Row(choice.key, choice.does) for choice in self._agreeing.choices()),
            keymap.Row("escape", _("back to the table")),
        )

    def small_says(self) -> str:
        """The question in a line."""
        question = self._agreeing.question
        return (
            _("{question} y: yes. n: no. escape: later.", question=question)
            if question
            else _("escape: back")
        )

    def repaint(self) -> None:
        """The question, how it stands, and the keys."""
        width, height = self.app.size
        agreeing = self._agreeing
        texts = [text for text in (agreeing.question, self._said, *agreeing.says()) if text]
        body = [Line()]
        for text in texts:
            body += [Line(f"  {part}", m.TEXT) for part in wrap(text, _WIDTH - 6)]
        body.append(Line())
        for choice in agreeing.choices():
            line = Line("  ").add(f" {choice.key} ", m.KEY, choice.key)
            body.append(line.add(f" {choice.does}", m.TEXT, choice.key))
        line = Line("  ").add(f" {_('escape')} ", m.KEY, keymap.BACK)
        body.append(line.add(" " + _("back to the table"), m.TEXT, keymap.BACK))
        rows = min(len(body) + 2, height)
        lines = frame(self._marks, _("Agree"), body, _WIDTH, rows, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - rows) // 2, _WIDTH, rows)

    def press(self, key: str) -> None:
        """A choice, or back."""
        if key in (keymap.BACK, keymap.LEAVE, *keymap.CONFIRM):
            self.dismiss("")
            return
        answering = bool(self._agreeing.question)
        said = self._agreeing.choose(key)
        if not said:
            self._said = ""
            self.repaint()
        elif answering and key in "yn":
            self.dismiss("")
        else:
            self._said = said
            self.repaint()
