"""Fewer bytes for the same picture: what the toolkit writes, without the colours it says twice.

Textual ends the style of every piece of text and begins the next one from nothing: some twenty bytes
for a single cell, most of them what the terminal has been told just before. A pen remembers what it
was told within one piece of output.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

TOKEN: Final = re.compile(
    r"\x1b\[([\d;:]*)m"  # style
    r"|(\x1b\[[\d;]*[A-DGH])"  # the cursor moves: of no interest to a style
    r"|(\x1b(?:"
    r"\[[<=>?]?[\d;:]*[ -/]*[@-~]"  # any other control sequence
    r"|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?"  # a title, a notice, a question and their ends
    r"|[ -/]*[0-~])?)"
    r"|([^\x1b]+)",
)
_OFF: Final = {
    22: (1, 2),
    23: (3,),
    24: (4, 21),
    25: (5, 6),
    27: (7,),
    28: (8,),
    29: (9,),
    54: (52,),
    55: (53,),
}
_OF: Final = {on: off for off, ons in _OFF.items() for on in ons}
_SHOWS_ON_BLANK: Final = frozenset((4, 7, 9, 21, 51, 52, 53))
"""Underlined, reversed, struck, framed, overlined: what a blank shows besides its background."""


class Style(NamedTuple):
    """``marks``: codes of bold, underlined and the like; a colour: its codes, "" the terminal's own."""

    marks: frozenset[int] = frozenset()
    colour: str = ""
    ground: str = ""


PLAIN: Final = Style()


@lru_cache(maxsize=2048)
def after(style: Style, codes: str) -> Style | None:
    """The style after ``ESC [ codes m``; None where a code is none that we know."""
    marks, colour, ground = set(style.marks), style.colour, style.ground
    left = codes.split(";")[::-1]
    while left:
        code = left.pop() or "0"
        if not code.isdigit():
            return None
        number = int(code)
        if number == 0:
            marks, colour, ground = set(), "", ""
        elif number in (38, 48):
            size = {"5": 2, "2": 4}.get(left[-1] if left else "", 0)
            if not size or len(left) < size:
                return None
            said = ";".join((code, *(left.pop() for _ in range(size))))
            colour, ground = (said, ground) if number == 38 else (colour, said)
        elif 30 <= number <= 37 or 90 <= number <= 97:
            colour = code
        elif 40 <= number <= 47 or 100 <= number <= 107:
            ground = code
        elif number == 39:
            colour = ""
        elif number == 49:
            ground = ""
        elif number in _OFF:
            marks.difference_update(_OFF[number])
        elif number in _OF:
            marks.add(number)
        else:
            return None
    return Style(frozenset(marks), colour, ground)


@lru_cache(maxsize=4096)
def turn(was: Style, now: Style) -> str:
    """The shortest sequence that takes a terminal from one style to the other."""
    if was == now:
        return ""
    fresh = [*map(str, sorted(now.marks)), *filter(None, (now.colour, now.ground))]
    whole = f"\x1b[{';'.join(('0', *fresh))}m" if fresh else "\x1b[m"
    gone = was.marks - now.marks
    off = sorted({_OF[mark] for mark in gone})
    # Switching bold off switches faint off too.
    on = (now.marks - was.marks) | {
        mark for code in off for mark in _OFF[code] if mark in now.marks
    }
    part = [*map(str, off), *map(str, sorted(on))]
    if was.colour != now.colour:
        part.append(now.colour or "39")
    if was.ground != now.ground:
        part.append(now.ground or "49")
    changed = f"\x1b[{';'.join(part)}m"
    return changed if len(changed) < len(whole) else whole


def seen(sign: str, style: Style) -> Style:
    """What of a style shows on a sign: a blank has no colour of its own."""
    if sign != " " or style.marks & _SHOWS_ON_BLANK:
        return style
    return Style(ground=style.ground)


def like(cell: tuple[str, Style], now: Style) -> Style:
    """The style to write a cell in: the one in force where it looks the same."""
    sign, style = cell
    if sign != " " or (style.marks | now.marks) & _SHOWS_ON_BLANK:
        return style
    return now._replace(ground=style.ground)


def thrifty(data: str) -> str:
    """The same output in fewer bytes.

    Each call stands alone: it takes the terminal's style to be plain at first, as Textual leaves it,
    and leaves the style that ``data`` leaves. Anything but text, styles and moves of the cursor passes
    unchanged, in the style it would have been met in.
    """
    said: list[str] = []
    shown: Style = PLAIN
    wanted: Style = PLAIN
    for found in TOKEN.finditer(data):
        codes, address, other, text = found.groups()
        if codes is not None:
            new = after(wanted, codes)
            if new is None:  # a style of another time: from here on as it was
                return "".join((*said, turn(shown, wanted), data[found.start() :]))
            wanted = new
        elif address is not None:
            said.append(address)
        elif text is not None:
            if shown != wanted and text.strip("\r\n"):
                now = wanted if text.strip(" ") else like((" ", wanted), shown)
                said.append(turn(shown, now))
                shown = now
            said.append(text)
        else:
            said += (turn(shown, wanted), other)
            shown = wanted
    said.append(turn(shown, wanted))
    return "".join(said)
