"""The people here and those met before: key marks, notes, muting and blocking, on this machine only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from netplay.known import NOTE_LIMIT
from tui import keymap
from tui import marks as m
from tui.foreign import plain, short
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.people import People, Someone, let_dissolve
from tui.screens.base import CabooseScreen, Wants
from tui.tongue import N_, _
from tui.typed import Typed

_NAME: Final = 22
_MARK: Final = 6
_WHERE: Final = 18
_ABOUT: Final = N_(
    "Muted: you do not see what they write. Blocked: nor their tables, and they get no seat at a "
    "table you open. It holds on this machine; nobody is told."
)


class PeopleScreen(CabooseScreen):
    """``who`` lists them anew whenever the screen is painted, those nearest first."""

    KEYS = keymap.PEOPLE_HELP

    def __init__(self, marks: Marks, people: People, who: Callable[[], Sequence[Someone]]) -> None:
        super().__init__()
        self._marks = marks
        self._people = people
        self._who = who
        self._at = ""
        self._note: Typed | None = None
        self._says = ""

    @property
    def typing(self) -> bool:
        """Whether letters go into a note."""
        return self._note is not None

    def _chosen(self, listed: Sequence[Someone]) -> int:
        return next((n for n, one in enumerate(listed) if one.player == self._at), 0)

    def repaint(self) -> None:
        """A line a person; the chosen one's note, or the line to type one, below."""
        width, height = self.app.size
        listed = list(self._who())
        at = self._chosen(listed)
        foot = self._foot(listed, at, width)
        room = height - 4 - len(foot)
        first = min(max(0, at - room // 2), max(0, len(listed) - room))
        head = Line("    " + _("Name"), m.HEADING).to(4 + _NAME).add(_("Key"), m.HEADING)
        head.to(4 + _NAME + _MARK).add(_("Where"), m.HEADING)
        head.to(4 + _NAME + _MARK + _WHERE).add(_("Note"), m.HEADING)
        body = [head]
        for n, one in enumerate(listed[first : first + room], first):
            body.append(self._line(one, n == at, width - 4))
        if not listed:
            says = _("Nobody yet: whoever plays at a table with you will be here.")
            body.append(Line(f"    {says}", m.TEXT))
        body += [Line()] * (height - 3 - len(foot) - len(body)) + foot
        page = frame(self._marks, _("People"), body, width, height - 1)
        self.lay("page", [*page, self._keys().fit(width)], 0, 0, width, height)

    def _line(self, one: Someone, here: bool, width: int) -> Line:
        known = self._people.of(one.player)
        muted = known is not None and known.muted
        blocked = known is not None and known.blocked
        style = m.STAGED if here else m.DIM if muted or blocked else m.TEXT
        line = Line("  ").add(self._marks.here if here else " ", m.TITLE).add(" ")
        line.add(short(one.name, _NAME - 1), style).to(4 + _NAME)
        line.add(plain(one.mark, 4), m.DIM).to(4 + _NAME + _MARK)
        line.add(short(one.where, _WHERE - 1) if one.where else "", m.TEXT)
        line.to(4 + _NAME + _MARK + _WHERE)
        if muted or blocked:
            line.add((_("blocked") if blocked else _("muted")) + " ", m.WARN)
        note = self._people.note(one.player)
        return line.add(short(note, max(4, width - line.width)) if note else "", m.PERSON)

    def _foot(self, listed: Sequence[Someone], at: int, width: int) -> list[Line]:
        lines = [Line()]
        if self._note is not None:
            return [*lines, self._note.line(f"  {_('Note')} > ", width - 4)]
        if self._says:
            return [*lines, *[Line(f"  {text}", m.WARN) for text in wrap(self._says, width - 6)]]
        if listed:
            one = listed[at]
            known = self._people.of(one.player)
            parts = [f"{one.player}"]
            if known is not None and known.dissolved:
                parts.append(let_dissolve(known.dissolved))
            if known is not None and known.note:
                parts.append(self._people.note(one.player))
            lines += [Line(f"  {text}", m.TEXT) for text in wrap("; ".join(parts), width - 6)[:2]]
        return [*lines, *[Line(f"  {text}", m.DIM) for text in wrap(_(_ABOUT), width - 6)]]

    def _keys(self) -> Line:
        hints = [
            (keymap.MUTE, keymap.MUTE, _("mute, or hear again")),
            (keymap.BLOCK, keymap.BLOCK, _("block, or not")),
            (keymap.NOTE, keymap.NOTE, _("note")),
            (keymap.BACK, _("escape"), _("closes")),
        ]
        if self.typing:
            hints = [
                ("enter", _("enter"), _("keeps the note")),
                (keymap.BACK, _("escape"), _("back")),
            ]
        line = Line(" ")
        for key, shown, does in hints:
            line.add(f" {shown} ", m.KEY, key).add(f" {does}  ", m.TEXT, key)
        return line

    def typed(self, key: str, character: str | None) -> bool:
        """The note, while one is typed."""
        if self._note is None or key in ("enter", keymap.BACK, keymap.INTERRUPT):
            return False
        self._note.key(key, character)
        return True

    def pasted(self, text: str) -> None:
        """A paste goes into the note."""
        if self._note is not None:
            self._note.paste(text)
            self.repaint()

    def press(self, key: str) -> None:
        """Choose, mute, block, note, close."""
        listed = list(self._who())
        at = self._chosen(listed)
        self._says = ""
        if self._note is not None:
            if key == "enter" and listed:
                self._says = self._people.change(listed[at], note=self._note.text)
            self._note = None
        elif key in (keymap.BACK, keymap.LEAVE, keymap.PEOPLE):
            self.dismiss("")
            return
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif listed:
            self._do(key, listed, at)
        self.repaint()

    def _do(self, key: str, listed: Sequence[Someone], at: int) -> None:
        one = listed[at]
        known = self._people.of(one.player)
        if key in ("up", "down"):
            at = (at + (1 if key == "down" else -1)) % len(listed)
        elif key == keymap.MUTE:
            self._says = self._people.change(one, muted=not (known and known.muted))
        elif key == keymap.BLOCK:
            self._says = self._people.change(one, blocked=not (known and known.blocked))
        elif key == keymap.NOTE:
            self._note = Typed(self._people.note(one.player), NOTE_LIMIT)
        self._at = listed[at].player
