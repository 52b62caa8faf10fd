"""How this terminal is drawn on: which palette, which signs, from the settings and what it can show."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from tui import palette, tongue
from tui.keymap import remap
from tui.settings import AUTO, Settings

if TYPE_CHECKING:
    from textual.app import App

COLOURLESS: Final = ("", "dumb", "unknown", "vt100", "vt102", "vt220")
"""Kinds of terminal without colours."""
POOR: Final = (*COLOURLESS, "linux", "ansi")
"""Kinds of terminal whose fonts may lack signs."""

DOUBLING: Final = ("ja", "ko", "zh")
"""Languages whose terminals may give the signs of frames two cells."""


def no_colour(environment: Mapping[str, str]) -> bool:
    """Whether the person asked all programs for no colour (no-color.org: any value but none)."""
    return bool(environment.get("NO_COLOR"))


def utf8(environment: Mapping[str, str]) -> bool:
    """Whether what is written is read as UTF-8; Python writes it even where LC_ALL=C says otherwise."""
    if _locale(environment) in ("C", "POSIX"):
        return False
    # While the app runs, `sys.stdout` is the toolkit's, which has no encoding.
    out = sys.__stdout__ or sys.stdout
    return (getattr(out, "encoding", None) or "").lower().replace("-", "") == "utf8"


def _locale(environment: Mapping[str, str]) -> str:
    """What the environment says of characters."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    return next((environment[name] for name in names if environment.get(name)), "")


def ascii_only(settings: Settings, environment: Mapping[str, str]) -> bool:
    """Whether the ASCII signs serve: as set, as CABOOSE_SYMBOLS says, or where others cannot show."""
    named = environment.get("CABOOSE_SYMBOLS", "").strip().lower()
    for wish in (named, settings.symbols):
        if wish in ("ascii", "unicode", "mono"):
            return wish == "ascii"
    if _locale(environment).partition(".")[0].partition("_")[0].lower() in DOUBLING:
        return True  # a table whose frames are twice as wide is of no use to anyone
    return not utf8(environment) or environment.get("TERM", "") in POOR


def palette_for(
    settings: Settings, environment: Mapping[str, str], app: App[int]
) -> palette.Palette:
    """The palette of a theme on a terminal; without colours where there are none, or none are wanted."""
    theme = settings.theme
    symbols = environment.get("CABOOSE_SYMBOLS", "").strip().lower() or settings.symbols
    if no_colour(environment) or "mono" in (theme, symbols):
        return palette.mono()
    if environment.get("TERM", "") in COLOURLESS:
        return palette.mono()
    if theme == AUTO:
        return palette.sixteen() if app.console.color_system == "standard" else palette.DARK
    if theme == "contrast":
        return palette.contrast()
    if app.console.color_system == "standard":
        return palette.sixteen()  # Caboose's own shades would all fall on the same few colours
    if theme == "light":
        return palette.light()
    found = app.available_themes.get(theme)
    if found is not None:
        return palette.of_textual(theme, found.to_color_system().generate())
    return palette.DARK


def apply(settings: Settings, environment: Mapping[str, str], app: App[int]) -> None:
    """Language, keys, colours and signs, at once."""
    tongue.use(settings.language or tongue.from_locale(environment))
    remap(settings.keys)
    made = palette_for(settings, environment, app)
    palette.use(made, signs=ascii_only(settings, environment), fold=not utf8(environment))
    app.ansi_color = True if made.ansi else None
    if app.is_running:
        app.refresh_css()
