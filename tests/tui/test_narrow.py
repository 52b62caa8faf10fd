"""What is sent is what changed; a terminal shows the same as if all of it had been sent."""

from __future__ import annotations

import pyte
import pytest
from textual._compositor import CompositorUpdate
from textual.strip import Strip

from tests.tui.driving import app_at_table, begin, rows
from tui.app import CabooseApp
from tui.canvas import changed_cells
from tui.line import Line


def strip(text: str) -> Strip:
    return Line(text).strip(40)


def spans(was: str, now: str) -> list[tuple[int, int]]:
    return [(r.x, r.width) for r in changed_cells(strip(was), strip(now), 0, 40)]


def test_one_letter_is_one_cell_and_far_ones_are_sent_apart() -> None:
    assert spans("2 min left", "1 min left") == [(0, 1)]
    assert spans("a" + " " * 30 + "b", "c" + " " * 30 + "d") == [(0, 1), (31, 1)]
    assert spans("a   b", "c   d") == [(0, 5)]


@pytest.mark.parametrize("wide", ["東京", "e\u0301", "\U0001f600"])
def test_letters_of_other_widths_are_sent_with_their_whole_row(wide: str) -> None:
    assert spans(f"{wide} a", f"{wide} b") == [(0, 40)]


async def test_a_terminal_that_gets_only_the_changes_shows_the_whole_screen() -> None:
    app = app_at_table(3)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = pyte.Screen(80, 24)
        stream = pyte.Stream(screen)
        whole = app.screen._compositor.render_full_update()
        stream.feed(whole.render_segments(app.console))
        told: list[str] = []
        hear(app, told)
        await begin(pilot)
        for key in ("1", "escape", "h", "4", "enter", "space", "enter", "h"):
            await pilot.press(key)
            await pilot.pause()
        for text in told:
            stream.feed(text)
        assert told
        assert screen.display == rows(app)


def hear(app: CabooseApp, told: list[str]) -> None:
    """Have everything that is drawn kept as the text that a terminal would get."""
    display = app._display

    def kept(screen: object, renderable: object) -> None:
        if isinstance(renderable, CompositorUpdate):
            told.append(renderable.render_segments(app.console))
        display(screen, renderable)  # type: ignore[arg-type] # handed on as it came

    app._display = kept  # type: ignore[method-assign] # the one place that everything drawn goes through
