"""Every screen in every look: nothing cut off, no border broken, one focus, readable without colour.

`CABOOSE_EVERY_LOOK=1` looks at the whole product; else at as few looks as bring all pairs together.
"""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import tui
from tests.tui.every.looking import losses, wrong
from tests.tui.every.looks import USUAL, looks, pairs, put_on, whole
from tests.tui.every.screens import STOPS, Stop, at
from tui.app import CabooseApp
from tui.screens.base import BoxScreen, CabooseScreen


def test_every_screen_is_in_the_table() -> None:
    folder = Path(tui.__file__).parent
    for path in folder.rglob("*.py"):
        if "Screen):" in path.read_text(encoding="utf-8"):
            name = ".".join(path.relative_to(folder.parent).with_suffix("").parts)
            importlib.import_module(name)
    every, kinds = set(), [CabooseScreen]
    while kinds:
        more = kinds.pop().__subclasses__()
        every |= {one for one in more if one.__module__.startswith("tui.")}
        kinds += more
    # What boxes have in common is shown by none of its own.
    assert every - {stop.shows for stop in STOPS} == {BoxScreen}


def test_the_pairs_are_fewer_and_lack_none() -> None:
    assert len(pairs()) < len(whole()) / 5
    for n in range(4):
        for other in range(n):
            seen = {(look[n], look[other]) for look in pairs()}
            assert seen == {(look[n], look[other]) for look in whole()}


@pytest.mark.parametrize("stop", STOPS, ids=str)
async def test_a_screen_holds_in_every_look(stop: Stop) -> None:
    faults: dict[str, str] = {}
    async with at(stop) as pilot:
        app = pilot.app
        assert isinstance(app, CabooseApp)
        with losses() as lost:
            for look in looks():
                await put_on(pilot, look)
                for fault in [*lost.take(), *wrong(app, look, stop.focus)]:
                    faults.setdefault(fault, str(look))
            await put_on(pilot, USUAL)
    told = [f"{look}: {fault}" for fault, look in faults.items()]
    assert not told, "\n".join(told)
