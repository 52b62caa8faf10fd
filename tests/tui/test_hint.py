"""The hint key: what a bot would do, shown with its reason and never sent."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot

from netplay.thinking.thinker import Thinker
from tests.tui.driving import app_at_table, begin, rows, shown, table

NOTHING = Thinker(["/nowhere/python"], grace=0.1)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No process can be started: only the quick bot answers."""
    monkeypatch.setattr("netplay.thinking.thinker.shared", lambda: NOTHING)


@pytest.mark.usefixtures("alone")
async def test_it_shows_the_quick_bots_move_with_its_reason_and_sends_nothing() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        before = table(app).table.state.encode()
        await pilot.press("i")
        said = " ".join(" ".join(rows(app)[-2:]).split())
        assert said.startswith("Hint: Take the")
        assert "because it" in said
        assert table(app).table.state.encode() == before
        assert all(cell_len(row) <= 80 for row in rows(app))


@pytest.mark.usefixtures("alone")
async def test_a_contract_to_keep_is_not_said_to_serve_itself() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("i")
        said = " ".join(" ".join(rows(app)[-2:]).split())
        assert re.match("Hint: Keep contract [12], because it promises more points[.]", said)


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("key", ["escape", "i"])
async def test_escape_or_the_key_itself_takes_it_away(key: str) -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        before = shown(app)
        await pilot.press("i", key)
        assert shown(app) == before


@pytest.mark.usefixtures("alone")
async def test_the_next_key_takes_it_away_and_does_what_it_always_does() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("i", "1")
        assert "Hint" not in shown(app)
        assert "Take the" in rows(app)[-2]
        assert "enter" in rows(app)[-1]


async def test_whoever_watches_gets_none() -> None:
    app = app_at_table(2, seat=None, pace=60.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("i")
        assert "Hint" not in shown(app)


async def hinted(pilot: Pilot[Any], wanted: Callable[[str], bool]) -> str:
    """Ask for a hint; what is shown, as one line, when it is as wanted."""
    await begin(pilot)
    await pilot.press("i")
    async with asyncio.timeout(60):
        while not wanted(said := " ".join(shown(pilot.app).split())):
            await pilot.pause(0.05)
    assert "Hint: " in rows(pilot.app)[-2]
    return said


@pytest.mark.usefixtures("alone")
async def test_where_the_strong_bot_cannot_think_it_does_not_say_for_ever_that_it_does() -> None:
    async with app_at_table(2).run_test(size=(80, 24)) as pilot:
        await hinted(pilot, lambda said: "bot is thinking" not in said)


async def test_the_strong_bot_says_how_it_expects_the_game_to_end() -> None:
    async with app_at_table(2).run_test(size=(80, 24)) as pilot:
        assert "known to within" in await hinted(pilot, lambda said: "On average" in said)
