"""The command palette: everything that can be done here, found by typing a part of its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from tui import keymap
from tui import marks as m
from tui.foreign import short
from tui.keymap import Row, keys_of
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import BoxScreen
from tui.tongue import _
from tui.typed import Typed

_WIDTH: Final = 74
_ROWS: Final = 12
_FEW: Final = 3


class Command(NamedTuple):
    """A key of a screen, and what it does there.

    now: whether it is a choice of this moment. many: whether it is one of a row of many alike.
    """

    key: str
    does: str
    now: bool
    many: bool


def commands(rows: Sequence[Row], offers: Callable[[str], str] | None = None) -> list[Command]:
    """One for every key that the rows name, each once; headings are left out.

    ``offers``: what a key would choose at this moment, in words.
    """
    found: dict[tuple[str, str], Command] = {}
    chosen: set[str] = set()
    for row in rows:
        keys = keys_of(row.keys)
        many = len(keys) > _FEW
        for key in keys:
            offered = offers(key) if offers is not None else ""
            if offered and key not in chosen:
                chosen.add(key)
                found[key, offered] = Command(key, offered.rstrip(" ?"), True, many)
            elif not offered:
                found.setdefault((key, row.does), Command(key, row.does, False, many))
    return list(found.values())


class CommandsScreen(BoxScreen):
    """Dismissed with the key of what was chosen, or with an empty text."""

    def __init__(
        self, marks: Marks, rows: Sequence[Row], offers: Callable[[str], str] | None = None
    ) -> None:
        super().__init__()
        self._marks = marks
        # What can be chosen at this moment comes first, what cannot and is one of many last.
        self.all = sorted(
            commands(rows, offers), key=lambda one: (not one.now, not one.now and one.many)
        )
        self._typed = Typed("", 30)
        self._at = 0

    def _found(self) -> list[Command]:
        words = self._typed.text.casefold().split()
        return [
            one
            for one in self.all
            if all(word in f"{one.key} {_(one.does)}".casefold() for word in words)
        ]

    def repaint(self) -> None:
        """A line to type in, and what fits it."""
        width, height = self.app.size
        found = self._found()
        self._at = min(self._at, max(0, len(found) - 1))
        first = max(0, self._at - _ROWS + 1)
        body = [self._typed.line(" > ", _WIDTH - 4), Line()]
        for n, one in enumerate(found[first : first + _ROWS], first):
            here = n == self._at
            line = Line(" ").add(self._marks.here if here else " ", m.TITLE)
            line.add(f"{keymap.shown(_(one.key))[:9]:<10}", m.STRONG if one.now else m.DIM)
            style = m.STAGED if here else m.STRONG if one.now else m.TEXT
            body.append(line.add(short(_(one.does), _WIDTH - 15), style, str(n)))
        if not found:
            body.append(Line("   " + _("Nothing that can be done is called that."), m.DIM))
        body += [Line()] * (_ROWS + 3 - len(body))
        whole = wrap(_(found[self._at].does), _WIDTH - 4)[:2] if found else []
        body += [Line(f" {text}", m.DIM) for text in [*whole, "", ""][:2]]
        keys = Line(" ").add(f" {_('up down')} ", m.KEY).add(f" {_('choose')}  ", m.TEXT)
        keys.add(f" {_('enter')} ", m.KEY, "enter").add(f" {_('does it')}  ", m.TEXT, "enter")
        keys.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('back')}", m.TEXT, keymap.BACK)
        body.append(keys)
        high = len(body) + 2
        lines = frame(self._marks, _("Commands"), body, _WIDTH, high, style=m.TITLE)
        self.lay("page", lines, (width - _WIDTH) // 2, (height - high) // 2, _WIDTH, high)

    def typed(self, key: str, character: str | None) -> bool:
        """All but choosing is text."""
        if key in ("enter", "up", "down", keymap.BACK, keymap.INTERRUPT):
            return False
        self._typed.key(key, character)
        return True

    def press(self, key: str) -> None:
        """Choose; a click on a line comes as its number."""
        found = self._found()
        if key == keymap.BACK:
            self.dismiss("")
        elif key == "enter":
            self.dismiss(found[self._at].key if found else "")
        elif key in ("up", "down") and found:
            self._at = (self._at + (1 if key == "down" else -1)) % len(found)
            self.repaint()
        elif key.isdecimal() and int(key) < len(found):
            self.dismiss(found[int(key)].key)
