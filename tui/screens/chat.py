"""A chat, of a table or of the lobby: what was said, and a line to say something; escape goes back."""

from __future__ import annotations

from tui import keymap
from tui import marks as m
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.talk import Talk
from tui.told import told
from tui.tongue import _
from tui.typed import Typed


class ChatScreen(CabooseScreen):
    """Everything typed goes into the line; enter sends it."""

    def __init__(self, talk: Talk, marks: Marks) -> None:
        super().__init__()
        self._talk = talk
        self._marks = marks
        self._typed = Typed(talk.draft)
        self._says = ""

    def on_mount(self) -> None:
        """Whatever comes shows at once."""
        self._talk.watch(self._heard)

    def on_unmount(self) -> None:
        """Nobody reads any more; what was typed stays for the next time."""
        self._talk.draft = self._typed.text
        self._talk.watch(None)

    def _heard(self) -> None:
        if self.is_attached:
            self.call_later(self.repaint)

    def repaint(self) -> None:
        """The end of the chat, the line under it."""
        width, height = self.app.size
        lines = chat_lines(self._talk, width - 4)
        room = height - 5
        body = [Line(" ").join(line) for line in lines[-room:]]
        body = [*body, *[Line()] * (room - len(body)), self._note(), self._typed.line(" > ", width)]
        page = frame(self._marks, self._talk.title, body, width, height - 1)
        keys = (
            Line(" ")
            .add(f" {_('enter')} ", m.KEY, "enter")
            .add(f" {_('sends')}  ", m.TEXT, "enter")
        )
        keys.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('closes')}", m.TEXT, keymap.BACK)
        self.lay("page", [*page, keys], 0, 0, width, height)

    def _note(self) -> Line:
        says = told(self._says) or self._talk.note
        return Line(f" {says}", m.WARN) if says else Line()

    def typed(self, key: str, character: str | None) -> bool:
        """All but the two ways out is text."""
        if key in ("enter", keymap.BACK, keymap.INTERRUPT):
            return False
        self._says = ""
        self._typed.key(key, character)
        return True

    def pasted(self, text: str) -> None:
        """A paste goes into the line."""
        self._typed.paste(text)
        self.repaint()

    def press(self, key: str) -> None:
        """Send or close."""
        if key == keymap.BACK:
            self.dismiss(keymap.BACK)
        elif key == "enter" and self._typed.text.strip():
            self._says = self._talk.say(self._typed.text)
            if not self._says:
                self._typed.text = ""
            self.repaint()


def chat_lines(talk: Talk, width: int) -> list[Line]:
    """What was said, names before it, broken into lines of ``width`` cells."""
    lines: list[Line] = []
    for said in talk.shown():
        first, *more = wrap(f"{said.name} {said.mark}: {said.text}", width, 3)
        style = m.DIM if said.own else m.TEXT
        lines += [Line(first, style), *[Line(text, style) for text in more]]
    return lines or [Line(_("Nothing has been said yet."), m.DIM)]
