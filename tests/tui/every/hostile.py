"""What strangers write: names and chat made to do harm, and what a terminal makes of the screen."""

from __future__ import annotations

import unicodedata
from typing import Final

import pyte
from rich.console import Console

from tui.app import CabooseApp

HOSTILE: Final = {
    "brackets": "[[]]{0}{name}%s[/]\\",
    "markup": "[@click=app.bell][bold red]Ben[/][/]",
    "escapes": "Be\x1b[2J\x1b[31m\x1b]0;title\x07\x9b5mn\x1b[?1049l",
    "line breaks": "Be\r\nn\tx\x0b\x0cy\u2028z\x85w",
    "right to left": "\u202eneB\u2066\u202b x \u200f",
    "zero width": "B\u200b\u200d\u2060\ufeffe\u00adn\U000e0041",
    "stacked marks": "Z" + "\u0338\u0322\u031b\u0349" * 40 + "n",
    "wide": "\u672c" * 30,
    "emoji": "\U0001f469\u200d\U0001f469\u200d\U0001f467\U0001f1eb\U0001f1f7\u2764\ufe0f" * 5,
    "nothing": "\u3164\u2800\u115f",
    "long": "Ben" * 3334,
    "one long word of wide letters": "\uff37" * 5000,
    "frames": "\u2502\u2514\u2500\u2510\u2502",
}
"""By what is meant by them."""
PLAIN: Final = "Ben"
_EDGES: Final = "\u2502\u250c\u2510\u2514\u2518"


def terminal(app: CabooseApp) -> pyte.Screen:
    """A terminal that was sent every row of what the app shows."""
    width, height = app.size
    screen = pyte.Screen(width, height)
    stream = pyte.Stream(screen)
    console = Console(color_system="truecolor", force_terminal=True, width=width)
    screen.reset_mode(pyte.modes.DECAWM)
    for y, strip in enumerate(app.screen._compositor.render_strips()):
        stream.feed(f"\x1b[{y + 1};1H\x1b[0m{strip.render(console)}")
    return screen


def edges(screen: pyte.Screen) -> set[tuple[int, int]]:
    """Where the sides and corners of panels are."""
    return {
        (x, y)
        for y in range(screen.lines)
        for x in range(screen.columns)
        if screen.buffer[y][x].data in list(_EDGES)  # behind a wide letter is nothing
    }


def harmful(app: CabooseApp) -> list[str]:
    """Signs that have no place on a screen, and clicks that are no keys."""
    found = []
    for strip in app.screen._compositor.render_strips():
        for text, style, _control in strip:
            bad = {
                char
                for char in text
                if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Zl")
            }
            if bad:
                found.append(f"{bad} in {text!r}")
            odd = set(style.meta) - {"press", "@click"} if style is not None else set()
            if odd or (style is not None and "@click" in style.meta):
                found.append(f"{style.meta} behind {text!r}")
    return found
