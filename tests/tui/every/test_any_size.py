"""Every screen on a terminal of any size: it draws, goes on, and is still there afterwards."""

from __future__ import annotations

import pytest

from tests.tui.every.looks import resize
from tests.tui.every.screens import STOPS, Stop, at
from tui.screens.base import CabooseScreen

SIZES = ((1, 1), (7, 40), (500, 200))
"""Windows are dragged through all; only the last is large enough for a table."""


@pytest.mark.parametrize("stop", STOPS, ids=str)
async def test_a_screen_outlasts_any_size(stop: Stop) -> None:
    async with at(stop) as pilot:
        shown = pilot.app.screen
        for size in SIZES:
            await resize(pilot, size)
            if isinstance(shown, CabooseScreen):
                shown.repaint()
        await resize(pilot, (80, 24))
        assert pilot.app.screen is shown
