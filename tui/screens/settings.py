"""Settings: language, look, signals; whatever is changed is in force and kept at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tui import keymap
from tui import marks as m
from tui.line import Line, frame, wrap
from tui.marks import Marks
from tui.screens.base import CabooseScreen
from tui.settings import SYMBOLS, THEMES, Settings
from tui.tongue import LANGUAGES, N_, _

_LABEL: Final = 24
_SWITCHES: Final = ("bell", "title", "notice", "motion", "ponder")
_ROWS: Final = (
    (
        "language",
        N_("Language"),
        N_("what the screen speaks; as the machine: what your system is set to"),
    ),
    ("theme", N_("Theme"), N_("colours; with NO_COLOR set there are none")),
    ("symbols", N_("Signs"), N_("ascii where your font lacks some; mono: no colours")),
    ("bell", N_("Bell"), N_("rings when it is your turn at a table of several people")),
    ("title", N_("Window title"), N_("says whose turn it is")),
    (
        "notice",
        N_("Notice"),
        N_("a note on your desktop when it is your turn, if your terminal can"),
    ),
    ("motion", N_("Motion"), N_("things appear one after the other; off over slow links")),
    ("ponder", N_("Pondering"), N_("strong bots think while you do, a few seconds a move")),
)

_OWN_THEMES: Final = (N_("dark"), N_("light"), N_("contrast"))
"""Themes that come with the program; those of a person keep the names they were given."""


def _with(settings: Settings, name: str, value: Any) -> Settings:
    changed: dict[str, Any] = {name: value}
    return settings._replace(**changed)


class SettingsScreen(CabooseScreen):
    """``change`` puts settings in force and keeps them; it says what went wrong, or nothing."""

    KEYS = keymap.SETTINGS_HELP

    def __init__(
        self,
        marks: Marks,
        settings: Settings,
        themes: Sequence[str],
        change: Callable[[Settings], str],
    ) -> None:
        super().__init__()
        self._marks = marks
        self._settings = settings
        self._themes = (*THEMES, *themes)
        self._change = change
        self._row = 0
        self._says = ""

    def _choices(self, name: str) -> tuple[object, ...]:
        if name == "language":
            return ("", *LANGUAGES)
        if name == "theme":
            return self._themes
        return SYMBOLS if name == "symbols" else (True, False)

    def _shown(self, name: str) -> str:
        value = getattr(self._settings, name)
        if name == "language":
            return LANGUAGES[value] if value else _("as the machine")
        if name in _SWITCHES:
            return _("on") if value else _("off")
        return _(value) if value in _OWN_THEMES else str(value)

    def repaint(self) -> None:
        """A row a setting; the chosen one is explained below."""
        width, height = self.app.size
        body = [Line()]
        for n, (name, label, _why) in enumerate(_ROWS):
            here = n == self._row
            line = Line("  ").add(self._marks.here if here else " ", m.TITLE).add(" ")
            line.add(_(label), m.STRONG if here else m.TEXT).to(_LABEL)
            line.add(f" {self._shown(name)} ", m.STAGED if here else m.TEXT)
            body += [line, Line()]
        why = _(_ROWS[self._row][2])
        body += [Line(f"    {text}", m.DIM) for text in wrap(why, width - 10)]
        body += [Line(f"    {text}", m.WARN) for text in wrap(self._says, width - 10) if text]
        page = frame(self._marks, _("Settings"), body, width, height - 1)
        keys = Line(" ").add(f" {_('up down')} ", m.KEY).add(f" {_('choose')}  ", m.TEXT)
        keys.add(f" {_('left right')} ", m.KEY, "right").add(f" {_('changes')}  ", m.TEXT, "right")
        keys.add(f" {_('escape')} ", m.KEY, keymap.BACK).add(f" {_('closes')}", m.TEXT, keymap.BACK)
        self.lay("page", [*page, keys.fit(width)], 0, 0, width, height)

    def press(self, key: str) -> None:
        """Choose, change, close."""
        if key in (keymap.BACK, keymap.LEAVE, keymap.SETTINGS):
            self.dismiss("")
            return
        if key in ("up", "down"):
            self._row = (self._row + (1 if key == "down" else -1)) % len(_ROWS)
        elif key in ("left", "right", *keymap.CONFIRM):
            name = _ROWS[self._row][0]
            choices = self._choices(name)
            now = getattr(self._settings, name)
            at = choices.index(now) if now in choices else 0
            value = choices[(at + (-1 if key == "left" else 1)) % len(choices)]
            self._settings = _with(self._settings, name, value)
            self._says = self._change(self._settings)
        self.repaint()
