"""Every way a screen may look: size, theme, signs and language, and how a running app changes them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, Final, NamedTuple

from textual.pilot import Pilot

from tests.tui.net.parties import until
from tui.app import CabooseApp
from tui.settings import Settings

SIZES: Final = ((80, 24), (100, 30), (140, 45), (180, 55))
THEMES: Final = ("dark", "light", "contrast", "nord")
"""Ours, and one of Textual's own."""
SIGNS: Final = ("unicode", "ascii", "mono")
LANGUAGES: Final = ("en", "fr", "it")
ALL: Final = "CABOOSE_EVERY_LOOK"
"""Environment: any value has each screen looked at in the whole product, not in pairs of it."""
ABLE: Final = {"TERM": "xterm-256color", "LANG": "en_US.UTF-8"}
"""A terminal that can do all."""


class Look(NamedTuple):
    """One of them; in this order, for what comes first costs most to change."""

    size: tuple[int, int]
    language: str
    theme: str
    signs: str

    def __str__(self) -> str:
        width, height = self.size
        return f"{width}x{height} {self.language} {self.theme} {self.signs}"


USUAL: Final = Look((80, 24), "en", "dark", "unicode")


def whole() -> list[Look]:
    """The product."""
    return [Look(*one) for one in product(SIZES, LANGUAGES, THEMES, SIGNS)]


def pairs() -> list[Look]:
    """As few as are found greedily so that each two values of two kinds come together in one."""
    every = whole()
    open_ = {pair for look in every for pair in _pairs(look)}
    chosen = []
    while open_:
        best = max(every, key=lambda look: len(_pairs(look) & open_))
        open_ -= _pairs(best)
        chosen.append(best)
    return sorted(chosen, key=lambda look: (look != USUAL, SIZES.index(look.size), look.language))


def _pairs(look: Look) -> set[tuple[tuple[int, object], ...]]:
    return set(combinations(enumerate(look), 2))


def looks() -> Sequence[Look]:
    """Those to be looked at now."""
    return whole() if os.environ.get(ALL) else pairs()


async def resize(pilot: Pilot[int], size: tuple[int, int]) -> None:
    """Another terminal size, and every canvas in its place there."""
    if tuple(pilot.app.size) != size:
        await pilot.resize_terminal(*size)
    await until(lambda: _shows(pilot, size), 120)


def _shows(pilot: Pilot[int], size: tuple[int, int]) -> bool:
    screen: Any = pilot.app.screen
    if (screen._fitted, screen._compositor.size) != (size, size):
        return False
    placed = [
        (*canvas.region,) == canvas._place
        for canvas in screen._canvases.values()
        if canvas.display and canvas._place is not None
    ]
    return all(placed)


async def put_on(pilot: Pilot[int], look: Look) -> None:
    """Let a running app look so."""
    app = pilot.app
    assert isinstance(app, CabooseApp)
    app.preferences._environment = ABLE
    await resize(pilot, look.size)
    settings = Settings(language=look.language, theme=look.theme, symbols=look.signs, motion=False)
    if app.preferences.settings != settings:
        app.preferences.change(settings)
    await pilot.pause()
