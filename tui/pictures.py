"""Exports the README's pictures from the running app: ``python -m tui.pictures docs/pictures``.

Seeds are fixed and bots take no time, so the same program always draws the same pictures.
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from textual.pilot import Pilot

from tui.app import CabooseApp
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.solo import solo_table

_SEED: Final = "caboose"


@dataclass(frozen=True, slots=True)
class Picture:
    """One file: which table (None: home), how many choices are made at least, and the last key.

    Where the last key chooses nothing yet, further choices are made until it does: which cards a
    seed deals changes with every version of the rules.
    """

    name: str
    size: tuple[int, int]
    setup: SoloSetup | None
    choices: int = 0
    key: str = ""


PICTURES: Final = (
    Picture("home", (80, 24), None),
    Picture("table", (100, 30), SoloSetup(seats=3, seed=_SEED, name="You"), 12, "4"),
    Picture("vapeur", (100, 30), SoloSetup("a-toute-vapeur", 4, seed=_SEED), 11, "5"),
    Picture("score", (80, 24), SoloSetup(seats=3, seed=_SEED, name="You"), 200),
)


async def draw(picture: Picture) -> str:
    """The picture as SVG."""
    app = CabooseApp(picture.setup, table_factory=lambda setup: solo_table(setup, pace=0.0))
    async with app.run_test(size=picture.size) as pilot:
        await pilot.pause()
        await _play(pilot, picture.choices, picture.key)
        if picture.key:
            await pilot.press(picture.key)
        await pilot.pause()
        svg = app.export_screenshot(title="Caboose")
    return _quiet(svg)


async def _play(pilot: Pilot[int], choices: int, key: str) -> None:
    """Make choices by chance among the keys the screen shows, objectives first."""
    rng = random.Random(_SEED)
    for made in count():
        screen = pilot.app.screen
        if not isinstance(screen, TableScreen):
            return
        board: Any = screen.board
        if made >= choices and (not key or key in board.view().live):
            return
        keys = sorted(board.view().live - {"x", "space"})
        rows = [key for key in keys if key in "abc"]
        await pilot.press(rng.choice(rows or keys or ["space"]))
        if board.view().draft.move is not None:
            await pilot.press("enter")


_CELL: Final = 12.2
"""Width of a cell in the picture's units."""
_TEXT: Final = re.compile(
    r'<text ([^>]*?)x="([\d.]+)"([^>]*?) textLength="([\d.]+)"([^>]*)>'
    r"((?:&#160;)*)([^<]*?)((?:&#160;)*)</text>"
)


def _quiet(svg: str) -> str:
    """Without the fonts that the picture would fetch from elsewhere, in the reader's own instead.

    Texts begin at their first letter: some programs that show SVG leave blanks at the edges out.
    """
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = _TEXT.sub(_placed, svg)
    return svg.replace("Fira Code", "DejaVu Sans Mono, Menlo, Consolas")


def _placed(found: re.Match[str]) -> str:
    head, x, middle, length, tail, before, text, after = found.groups()
    if not text:
        return ""
    blanks = len(before) // 6
    at = float(x) + _CELL * blanks
    wide = float(length) - _CELL * (blanks + len(after) // 6)
    return f'<text {head}x="{at:g}"{middle} textLength="{wide:g}"{tail}>{text}</text>'


def main(arguments: Sequence[str]) -> int:
    """Write all pictures into a folder; returns the exit code."""
    if len(arguments) != 1:
        print("usage: python -m tui.pictures FOLDER", file=sys.stderr)
        return 2
    folder = Path(arguments[0])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for picture in PICTURES:
            path = folder / f"{picture.name}.svg"
            path.write_text(asyncio.run(draw(picture)), encoding="utf-8")
            print(path)
    except OSError as error:
        print(f"caboose: no picture could be written: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
