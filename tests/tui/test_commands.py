"""The palette of commands: an entry for every key of every screen, and what it does when chosen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.tui.driving import app_at_table, begin, shown, view
from tests.tui.every.screens import STOPS, TEXT, Stop, at
from tui import keymap
from tui.app import CabooseApp
from tui.keymap import Row, keys_of
from tui.lookups import key_rows
from tui.screens.commands import CommandsScreen, commands
from tui.screens.settings import SettingsScreen
from tui.settings import Settings


def one_each() -> Iterator[Stop]:
    """A stop for each screen that takes keys as keys."""
    seen = set()
    for stop in STOPS:
        if (
            stop.focus != TEXT
            and stop.shows not in seen
            and stop.name != "a table to open, its name"
        ):
            seen.add(stop.shows)
            yield stop


@pytest.mark.parametrize("stop", one_each(), ids=str)
async def test_every_key_of_a_screen_has_an_entry(stop: Stop) -> None:
    async with at(stop) as pilot:
        app = pilot.app
        assert isinstance(app, CabooseApp)
        rows = key_rows(app)
        assert any(row.keys for row in rows), "a screen says what can be pressed"
        await pilot.press("colon")
        await pilot.pause()
        assert isinstance(app.screen, CommandsScreen)
        listed = {one.key for one in app.screen.all}
        assert {key for row in rows for key in keys_of(row.keys)} <= listed
        assert keymap.SETTINGS in listed


def test_a_row_names_its_keys_one_by_one() -> None:
    assert keys_of("1-3, x") == ("1", "2", "3", "x")
    assert keys_of("left, right, s") == ("left", "right", "s")
    assert keys_of("r, F1") == ("r", "f1")
    assert keys_of("v w") == ("v", "w")
    assert keys_of("arrows") == ("left", "right")
    assert keys_of("both") == (), "a combination of keys is told by the others"


def test_what_a_key_would_choose_now_stands_in_the_place_of_the_rule() -> None:
    rows = (Row("1-2", "take that card"), Row("1", "choose that player"))
    found = commands(rows, lambda key: "Take the Boxcar?" if key == "1" else "")
    assert [(one.key, one.does, one.now) for one in found] == [
        ("1", "Take the Boxcar", True),
        ("2", "take that card", False),
    ]


async def test_a_card_is_found_by_its_name_and_staged() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("colon")
        await pilot.pause()
        assert isinstance(app.screen, CommandsScreen)
        first = app.screen.all[0]
        assert first.now
        await pilot.press("enter")
        await pilot.pause()
        assert view(app).draft.move is not None
        assert first.does in shown(app), "it asks what the palette said"


async def test_settings_are_opened_by_the_palette_of_any_screen() -> None:
    app = CabooseApp(settings=Settings(language="en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", *"settings", "enter")
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)


async def test_the_palette_says_that_nothing_fits_what_was_typed() -> None:
    app = app_at_table()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("colon", "z", "z", "z")
        await pilot.pause()
        assert "Nothing that can be done is called that." in shown(app)
