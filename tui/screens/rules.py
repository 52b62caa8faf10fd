"""The rules to read: contents, the section that matters now, and a search that marks what it finds."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len

from tui import keymap
from tui import marks as m
from tui.canvas import Canvas
from tui.keymap import Row
from tui.line import Line, frame
from tui.marks import Marks
from tui.rulebook import Book
from tui.rules_page import Page, write
from tui.screens.base import CabooseScreen, Wants
from tui.tongue import _, here, n_, p_
from tui.typed import Typed

_WIDE: Final = 100
"""From this width on the contents stand beside the text."""
_CONTENTS: Final = 37
_TEXT: Final = 96
"""No line of text is longer."""


class RulesScreen(CabooseScreen):
    """One game's rules; ``topic`` names the section to open at."""

    KEYS: tuple[Row, ...] = keymap.RULES_HELP

    def __init__(self, book: Book, marks: Marks, topic: str = "") -> None:
        super().__init__()
        self.book = book
        self._marks = marks
        self._topic: str | None = topic
        self._top = 0
        self._wanted = ""
        self._typed: Typed | None = None
        self._before = 0
        self._hit = 0
        self._choosing: int | None = None
        self._page: Page | None = None
        self._page_for: tuple[object, ...] = ()

    def canvases(self) -> tuple[str, ...]:
        """Text with its contents, and the keys."""
        return ("page", "foot")

    # What is shown ------------------------------------------------------------------------------

    def _written(self) -> Page:
        """The whole book for this width, language and search."""
        width = self.app.size.width
        beside = _CONTENTS if width >= _WIDE else 0
        wanted = self._typed.text if self._typed is not None else self._wanted
        key = (width, wanted, here().code)
        if self._page is None or key != self._page_for:
            old, was = self._page, self._page_for
            self._page = write(self.book, min(width - 5 - beside, _TEXT), self._marks, wanted)
            self._page_for = key
            if old is not None and (key[0], key[2]) != (was[0], was[2]):
                # Other lines: stay in the section that was read.
                at = max((n for n, one in enumerate(old.starts) if one <= self._top), default=0)
                self._top = self._page.starts[at]
                self._hit = min(self._hit, max(0, len(self._page.hits) - 1))
        if self._topic is not None:
            self._top = self._page.starts[self.book.find(self._topic)] if self._topic else 0
            self._topic = None
        return self._page

    @property
    def _room(self) -> int:
        return self.app.size.height - 4

    def _section(self, line: int) -> int:
        """The section that a line belongs to."""
        assert self._page is not None
        return max((n for n, at in enumerate(self._page.starts) if at <= line), default=0)

    def repaint(self) -> None:
        """The text from where it is scrolled to, or the contents."""
        width, height = self.app.size
        page = self._written()
        # As far as the last section at the top: what was chosen is always where one looks first.
        self._top = min(max(0, self._top), max(len(page.lines) - self._room, page.starts[-1]))
        wide = width >= _WIDE
        marked = set(page.hits)
        current = page.hits[self._hit] if self._hit < len(page.hits) else None
        body = []
        for n, line in enumerate(page.lines[self._top : self._top + self._room], self._top):
            sign = self._marks.here if n in marked else " "
            style = m.TITLE if n == current else m.FRESH
            body.append(Line(sign, style).add(" ").join(line))
        if self._choosing is not None and not wide:
            body = self._contents(self._choosing, width - 2)
        title = _("Rules: {game}", game=self.book.game)
        beside = _CONTENTS if wide else 0
        lines = frame(self._marks, title, body, width - beside, height - 2)
        if wide:
            at = self._section(self._top) if self._choosing is None else self._choosing
            side = frame(
                self._marks, _("Contents"), self._contents(at, beside - 2), beside, height - 2
            )
            lines = [left.join(right) for left, right in zip(side, lines, strict=True)]
        self.lay("page", lines, 0, 0, width, height - 2)
        self.lay("foot", [self._says(page), self._hints()], 0, height - 2, width, 2)

    def _contents(self, at: int, width: int) -> list[Line]:
        """A line a section, the chosen one marked; beneath it the rulings it holds."""
        lines: list[Line] = []
        for n, section in enumerate(self.book.sections):
            here = n == at
            line = Line(" ").add(self._marks.here if here else " ", m.TITLE).add(" ")
            choosing = here and self._choosing is not None
            style = m.STAGED if choosing else m.STRONG if here else m.TEXT
            lines.append(line.add(_(section.title), style))
            if section.rulings and (len(self.book.sections) * 2 <= self._room):
                numbers = _runs([one.number for one in section.rulings])
                lines.append(Line("   ").add(_("rulings {numbers}", numbers=numbers), m.DIM))
        return lines

    def _says(self, page: Page) -> Line:
        """What is searched and how much was found, or where one reads."""
        width = self.app.size.width
        if self._typed is not None or self._wanted:
            count = len(page.hits)
            if self._typed is not None:
                line = self._typed.line(f" {_('search:')} ", min(40, width // 2))
            else:
                line = Line(f" {_('search:')} ", m.HEADING).add(self._wanted, m.STRONG).add("   ")
            if count:
                says = n_(
                    "{n} of {count} line with it",
                    "{n} of {count} lines with it",
                    count,
                    n=self._hit + 1,
                )
                return line.add(says, m.TEXT)
            wanted = self._typed.text if self._typed is not None else self._wanted
            return line.add(_("not found"), m.WARN) if wanted else line
        shown = min(len(page.lines), self._top + self._room)
        says = _(
            "line {first} to {last} of {count}",
            first=self._top + 1,
            last=shown,
            count=len(page.lines),
        )
        return Line("   ").add(says, m.DIM)

    def _hints(self) -> Line:
        line = Line("   ")
        if self._typed is not None:
            found = [
                ("enter", _("enter"), _("keeps the search")),
                ("escape", _("escape"), _("ends it")),
            ]
        elif self._choosing is not None:
            found = [
                ("", _("up down"), _("choose")),
                ("enter", _("enter"), _("goes there")),
                ("escape", _("escape"), _("back")),
            ]
        else:
            found = [("/", "/", _("search"))]
            if self._wanted:
                found += [("n", "n", p_("hit", "next")), ("N", "N", p_("hit", "previous"))]
            found += [
                ("c", "c", _("contents")),
                ("", _("up down space"), _("scroll")),
                ("escape", _("escape"), _("closes")),
            ]
        if (
            sum(cell_len(shown + does) + 4 for _press, shown, does in found)
            > self.app.size.width - 3
        ):
            found = [hint for hint in found if hint[0]]  # scrolling is what one tries anyway
        for press, shown, does in found:
            line.add(f" {keymap.shown(shown)} ", m.KEY, press or None)
            line.add(f" {does}  ", m.TEXT, press or None)
        return line

    # Keys ---------------------------------------------------------------------------------------

    @property
    def typing(self) -> bool:
        """Whether plain keys are text now."""
        return self._typed is not None

    def typed(self, key: str, character: str | None) -> bool:
        """Letters of the search; and the capital that goes back, which keys by name do not know."""
        if self._typed is not None:
            if key in ("enter", keymap.BACK, "up", "down", keymap.INTERRUPT):
                return False
            self._typed.key(key, character)
            self._seek(self._before)
            return True
        capital = character is not None and character.isupper()
        if capital and self._wanted and keymap.name(key, character) == keymap.NEXT_HIT:
            self._step(-1)
            return True
        return False

    def pasted(self, text: str) -> None:
        """A pasted word to search for."""
        if self._typed is not None:
            self._typed.paste(text)
            self._seek(self._before)
            self.repaint()

    def press(self, key: str) -> None:
        """Scroll, search, choose a section, close."""
        if self._typed is not None:
            self._press_typing(key)
        elif self._choosing is not None:
            self._press_contents(key)
        elif key == keymap.SEARCH:
            self._typed, self._before = Typed("", 30), self._top
        elif key in (keymap.NEXT_HIT, "N", keymap.PREVIOUS_HIT) and self._wanted:
            self._step(1 if key == keymap.NEXT_HIT else -1)
        elif key == keymap.CONTENTS:
            self._choosing = self._section(self._top)
        elif key in ("left", "right", "tab", "shift+tab"):
            self._turn(1 if key in ("right", "tab") else -1)
        elif key == keymap.BACK and self._wanted:
            self._wanted = ""
        elif key == keymap.HELP:
            self.post_message(Wants(Wants.KEYS))
        elif key in (keymap.BACK, "enter", keymap.LEAVE, *keymap.RULES):
            self.dismiss("")
            return
        else:
            self._scroll(key)
        self.repaint()

    def _press_typing(self, key: str) -> None:
        assert self._typed is not None
        if key == keymap.BACK:
            self._wanted, self._top = "", self._before
        elif key == "enter":
            self._wanted = self._typed.text.strip()
        else:
            self._step(1 if key == "down" else -1)
            return
        self._typed = None

    def _press_contents(self, key: str) -> None:
        assert self._choosing is not None
        count = len(self.book.sections)
        if key in ("up", "k", "left", "shift+tab"):
            self._choosing = (self._choosing - 1) % count
        elif key in ("down", "j", "right", "tab"):
            self._choosing = (self._choosing + 1) % count
        elif key in keymap.CONFIRM:
            self._go(self._choosing)
            self._choosing = None
        elif key in (keymap.BACK, keymap.CONTENTS, keymap.LEAVE):
            self._choosing = None

    def _scroll(self, key: str) -> None:
        page = self._room - 2
        steps = {
            "up": -1, "k": -1, "down": 1, "j": 1, "pageup": -page, "pagedown": page, "space": page,
            "home": -1_000_000, "end": 1_000_000,
        }  # fmt: skip
        self._top += steps.get(key, 0)

    def _turn(self, step: int) -> None:
        """To the section after or before the one at the top."""
        page = self._written()
        at = self._section(self._top)
        if step < 0 and self._top > page.starts[at]:
            step = 0
        self._go(min(max(0, at + step), len(page.starts) - 1))

    def _go(self, section: int) -> None:
        self._top = self._written().starts[section]

    def _seek(self, start: int) -> None:
        """To the first hit from a line on."""
        hits = self._written().hits
        self._hit = next((n for n, line in enumerate(hits) if line >= start), 0)
        self._show_hit()

    def _step(self, step: int) -> None:
        hits = self._written().hits
        if hits:
            self._hit = (self._hit + step) % len(hits)
            self._show_hit()

    def _show_hit(self) -> None:
        """Scroll, if need be, so that the hit is seen with what stands above it."""
        hits = self._written().hits
        if not hits:
            return
        line = hits[self._hit]
        if not self._top <= line < self._top + self._room:
            self._top = line - self._room // 3

    def on_canvas_scrolled(self, message: Canvas.Scrolled) -> None:
        """The wheel."""
        self._top += message.lines
        self.repaint()


def _runs(numbers: list[int]) -> str:
    """``8-12, 15``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
