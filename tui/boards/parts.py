"""What the boards of all games draw alike: key caps, the header's right end, refusals, the log."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from tui import marks as m
from tui.line import Line, frame, wrap
from tui.live import QUIET, Status
from tui.marks import Marks


class Tone(Enum):
    """How a line of the log is shown."""

    PLAIN = "a move"
    EVENT = "an event or a turn of the game"


class Entry(NamedTuple):
    """One line of the log; ``seat`` is who did it."""

    text: str
    seat: int | None = None
    tone: Tone = Tone.PLAIN


def key(line: Line, press: str, live: bool, shown: str | None = None) -> Line:
    """A key cap: bright where the key does something now."""
    return line.add(shown or press, m.KEY if live else m.DIM, press)


def header(line: Line, width: int, status: Status = QUIET) -> Line:
    """The header with the keys that always work at its right end, as far as there is room.

    ``status`` stands before them and takes their room: a lost link matters more than a key.
    """
    says = Line()
    if status.text:
        says.add(status.text, m.WARN if status.warns else m.DIM).add("  ")
    right = Line()
    key(right, "?", True).add(" keys  ", m.DIM, "?")
    key(right, "r", True).add(" rules  ", m.DIM, "r")
    key(right, "q", True).add(" leave ", m.DIM, "q")
    gap = 2 if says.width else 0
    if line.width + gap + says.width + right.width > width:
        right = key(Line(), "?", True).add(" keys ", m.DIM, "?")
    if line.width + gap + says.width + right.width > width:
        right = Line()
    return (
        line.fit(min(line.width, width - gap - says.width - right.width))
        .to(width - says.width - right.width)
        .join(says)
        .join(right)
    )


def notice(halted: str | None, says: str | None) -> Line | None:
    """What comes before any prompt: that the table stopped, or why a key did nothing."""
    if halted is not None:
        return Line(" The table stopped: ", m.WARN).add(halted, m.TEXT)
    if says is not None:
        sentence = says[:1].upper() + says[1:]
        return Line(" ! ", m.WARN).add(sentence + ("" if sentence.endswith(".") else "."), m.WARN)
    return None


def hints(found: Sequence[tuple[str, str, str]]) -> Line:
    """(key a click presses, keys as shown, what they do) as the bottom line."""
    line = Line("   ")
    for press, shown, does in found:
        key(line, press, True, f" {shown} ").add(f" {does}  ", m.TEXT, press)
    return line


def log(
    entries: Sequence[Entry], viewer: int | None, marks: Marks, width: int, height: int
) -> list[Line]:
    """The end of the log in a frame, newest last."""
    lines: list[Line] = []
    for entry in reversed(entries):
        style = m.TITLE if entry.tone is Tone.EVENT else m.TEXT
        if entry.seat is not None and entry.seat == viewer:
            style = m.STRONG
        lines[:0] = [Line(text, style) for text in wrap(entry.text, width - 2, 1)]
        if len(lines) >= height - 2:
            break
    return frame(marks, "Log", lines[-(height - 2) :], width, height)


def both(names: Sequence[str]) -> str:
    """``Ana``, ``Ana and Ben``, ``Ana, Ben and Cleo``."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
