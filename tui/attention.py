"""Tells a person who looks elsewhere that it is their turn: bell, window title, desktop notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tui.foreign import plain
from tui.settings import Settings

_SPEAKS: Final = ("xterm", "tmux", "screen", "rxvt", "foot", "alacritty", "kitty", "wezterm", "st")
"""Kinds of terminal (by their beginning) that take a title; others might print it."""


class Attention:
    """``write``: to the terminal, as it is. ``term``: its kind."""

    def __init__(self, write: Callable[[str], None], term: str) -> None:
        self._write = write
        self._able = term.startswith(_SPEAKS)
        self._titled = ""

    def title(self, text: str, settings: Settings) -> None:
        """Name the window, once for each text; the one it had comes back with ``close``."""
        if not self._able or not settings.title or text == self._titled:
            return
        if not self._titled:
            self._write("\x1b[22;2t")
        self._titled = text
        self._write(f"\x1b]2;{plain(text, 60)}\x07")

    def call(self, text: str, settings: Settings) -> None:
        """It is the person's turn."""
        if settings.bell:
            self._write("\x07")
        if settings.notice and self._able:
            says = plain(text, 80).replace(";", ",")
            self._write(f"\x1b]9;{says}\x07\x1b]777;notify;Caboose;{says}\x07")

    def close(self) -> None:
        """Give the window its title back."""
        if self._titled:
            self._write("\x1b[23;2t")
            self._titled = ""
