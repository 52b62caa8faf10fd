"""Golden pictures of À toute vapeur!; looked at by eye before each is accepted.

`pytest tests/tui/vapeur/test_snapshots.py --snapshot-update` makes them anew.
"""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.vapeur.position import app_at
from tests.tui.vapeur.test_panels import CARDS, SIX
from tui.app import CabooseApp
from tui.marks import ASCII
from tui.solo import solo_table

MIXED = """
    a: seat 1, red LG
    b: seat 2, red LG
    c: seat 2, yellow LGGC
    d: seat 3, blue LGGC*
    e: seat 1, blue L
    f: seat 4, yellow LGGC*
    seat 1: rG rG rC yL bG bG insp qual cert cert
    seat 2: yG yC
    seat 3: qual
    seat 4: bC
"""
CROWD = """
    a: seat 6, red LGGC*
    b: seat 2, red LG
    c: seat 6, yellow LGGC
    d: seat 3, blue LGGC*
    e: seat 1, blue L
    f: seat 6, yellow LGGC*
    g: seat 6, blue LG
    h: seat 6, red LGGC
    i: seat 4, yellow L
    pile: rC
    seat 1: rG rC yG yG yC bG insp qual cert
    seat 2: yG yC
    seat 3: qual
    seat 4: bC bC
    seat 5: cert
    seat 6: insp insp qual
"""
LAST = """
    a: seat 1, red LGGC*
    b: seat 1, red LGGC
    c: seat 2, red LGGC
    d: seat 2, yellow LGGC*
    e: seat 3, yellow LGGC
    f: seat 1, yellow LGG
    g: seat 4, blue LGGC*
    h: seat 4, blue LGGC
    i: seat 6, blue LGGC
    seat 1: yC cert
    seat 2: qual
    seat 3:
    seat 4: insp insp
    seat 5:
    seat 6: cert
"""
HOARD = f"""
    a: seat 2, blue LGGC*
    pile: bG
    seat 1: {" ".join(CARDS)}
    seat 2: bL bC insp
"""

SCREENS: dict[str, tuple[Any, tuple[int, int], tuple[str, ...]]] = {
    "four_80x24": (lambda: app_at(MIXED), (80, 24), ()),
    "four_140x45": (lambda: app_at(MIXED, drawn=3), (140, 45), ("4", "enter")),
    "four_100x30_ascii": (lambda: app_at(MIXED, marks=ASCII), (100, 30), ("b",)),
    "six_80x24": (lambda: app_at(CROWD, drawn=2), (80, 24), ()),
    "six_80x24_ways": (lambda: app_at(CROWD), (80, 24), ("b", "right")),
    "six_100x30": (lambda: app_at(CROWD), (100, 30), ()),
    "six_140x45": (lambda: app_at(CROWD), (140, 45), ("v",)),
    "six_nine_trains_of_one_80x24": (lambda: app_at(SIX), (80, 24), ("space", "enter")),
    "two_large_hand_80x24": (lambda: app_at(HOARD), (80, 24), ()),
    "watching_80x24": (lambda: app_at(CROWD, seat=None), (80, 24), ()),
    "score_six_80x24": (lambda: app_at(LAST), (80, 24), ("6", "enter")),
    "score_six_140x45": (lambda: app_at(LAST), (140, 45), ("6", "enter")),
    "rules_80x24": (lambda: app_at(MIXED), (80, 24), ("r",)),
    "home_80x24": (lambda: CabooseApp(table_factory=solo_table), (80, 24), ("g", "5")),
}


@pytest.mark.parametrize("name", SCREENS)
def test_screen_looks_as_accepted(name: str, snap_compare: Any) -> None:
    make, size, keys = SCREENS[name]

    async def before(pilot: Pilot[int]) -> None:
        await pilot.pause()
        await pilot.press(*keys)
        await pilot.pause()

    assert snap_compare(make(), terminal_size=size, run_before=before)
