"""Golden pictures of the main screens; looked at by eye before each is accepted.

`pytest tests/tui/test_snapshots.py --snapshot-update` makes them anew.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.driving import app_at_home, app_at_table, begin, play_on, view
from tests.tui.positions import DIRECTOR, SWITCHMAN, position
from tui.marks import ASCII
from tui.screens.table import TableScreen

Before = Callable[[Pilot[int]], Awaitable[None]]

CLAIM = position(yard={0: 2}, trains=("AABCDLL", "AB"), row=("ABCD", "AA", "CCC"), tickets=(1,))
SWAP = position(yard={0: SWITCHMAN}, trains=("AACL", "BB", "DE"))


def keys(*pressed: str) -> Before:
    """Keep a contract, then press these."""

    async def before(pilot: Pilot[int]) -> None:
        await begin(pilot)
        await pilot.press(*pressed)
        await pilot.pause()

    return before


def turns(count: int, *pressed: str) -> Before:
    """Make that many choices by chance, then press these."""

    async def before(pilot: Pilot[int]) -> None:
        rng = random.Random(count)
        for _ in range(count):
            assert isinstance(pilot.app.screen, TableScreen)
            now = view(pilot.app)  # type: ignore[arg-type] # the app is ours
            live = sorted(now.live - {"x", "space"})
            await pilot.press("enter" if now.draft.move is not None else rng.choice(live))
        await pilot.press(*pressed)
        await pilot.pause()

    return before


async def to_the_end(pilot: Pilot[int]) -> None:
    await play_on(pilot, random.Random(3))
    await pilot.pause()


SCREENS: dict[str, tuple[Any, tuple[int, int], Before | None]] = {
    "home_80x24": (app_at_home, (80, 24), None),
    "home_140x45": (app_at_home, (140, 45), None),
    "contract_choice_80x24": (lambda: app_at_table(3), (80, 24), None),
    "table_80x24_two": (lambda: app_at_table(2), (80, 24), turns(30)),
    "table_80x24_four": (lambda: app_at_table(4), (80, 24), turns(30, "1", "h")),
    "table_100x30": (lambda: app_at_table(3), (100, 30), turns(30, "4")),
    "table_140x45": (lambda: app_at_table(4), (140, 45), turns(30, "h")),
    "table_100x30_ascii": (lambda: app_at_table(3, marks=ASCII), (100, 30), turns(30, "4")),
    "claim_choice_80x24": (lambda: app_at_table(2, arrange=CLAIM), (80, 24), keys("1", "enter", "a")),
    "director_80x24": (
        lambda: app_at_table(4, arrange=position(yard={0: DIRECTOR})),
        (80, 24),
        keys("1", "enter", "3"),
    ),
    "switchman_80x24": (
        lambda: app_at_table(3, arrange=SWAP), (80, 24), keys("1", "enter", "l", "3", "e"),
    ),
    "refused_80x24": (lambda: app_at_table(2), (80, 24), keys("9")),
    "score_80x24_four": (lambda: app_at_table(4), (80, 24), to_the_end),
    "score_140x45": (lambda: app_at_table(3), (140, 45), to_the_end),
    "help_80x24": (lambda: app_at_table(2), (80, 24), keys("?")),
    "rules_80x24": (lambda: app_at_table(2), (80, 24), keys("r")),
    "leave_80x24": (lambda: app_at_table(2), (80, 24), keys("q")),
    "too_small": (lambda: app_at_table(2), (70, 20), None),
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_screen_looks_as_accepted(name: str, snap_compare: Any) -> None:
    make, size, before = SCREENS[name]
    assert snap_compare(make(), terminal_size=size, run_before=before)
