"""Whole games by random keys, good and bad, while size, theme, signs and language change.

`CABOOSE_EVERY_KEYS=20000` presses that many a game; else as many as take a few seconds.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.every.looking import losses, wrong
from tests.tui.every.looks import USUAL, put_on, whole
from tests.tui.every.screens import ATV, CE, NOTHING, ROW, TEXT, _app, running
from tui.app import CabooseApp
from tui.screens.ask import AskScreen
from tui.screens.base import CabooseScreen
from tui.screens.chat import ChatScreen
from tui.screens.commands import CommandsScreen
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup

KEYS = int(os.environ.get("CABOOSE_EVERY_KEYS", "250"))
"""Keys pressed in each game."""
ANY = [
    *"123456789abcdefghijklmnopqrstuvwxyz?:,/#[]",
    "enter", "space", "escape", "left", "right", "up", "down", "tab", "home", "end", "pageup",
    "pagedown", "backspace", "f1", "f5", "shift+tab", "ctrl+a", "ctrl+u",
]  # fmt: skip
"""Keys that mean something somewhere, and some that mean nothing."""
FOCUS: dict[type[CabooseScreen], str] = {
    HomeScreen: ROW, SettingsScreen: ROW, CommandsScreen: TEXT, ChatScreen: TEXT, AskScreen: TEXT,
}  # fmt: skip


def legal(app: CabooseApp, rng: random.Random) -> str:
    """A key that the table shows as live; elsewhere one that leads back to it."""
    screen: Any = app.screen
    if isinstance(screen, TableScreen):
        board: Any = screen.board
        now = board.view()
        if screen.table.state.over:
            return "enter"
        if now.draft.move is not None:
            return "enter"
        return rng.choice(sorted(now.live - {"x"}) or ["space"])
    if isinstance(screen, HomeScreen):
        return "enter"
    return "escape"


def faults(app: CabooseApp, look: Any) -> list[str]:
    """What is wrong with whatever screen this is."""
    focus = FOCUS.get(type(app.screen), NOTHING)  # type: ignore[arg-type]  # all screens are ours
    return wrong(app, look, focus)


@pytest.mark.parametrize(
    ("game", "seats", "seed"), [(CE, 2, 1), (CE, 4, 2), (ATV, 3, 3), (ATV, 6, 4)]
)
async def test_no_keys_in_any_order_break_a_game_or_a_screen(
    game: str, seats: int, seed: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path / "config"))
    rng, every = random.Random(seed), whole()
    look = USUAL
    app = _app(SoloSetup(game, seats, seed=str(seed), name="Ana"))
    async with running(app) as pilot:
        with losses() as lost:
            for pressed in range(KEYS):
                if pressed % 25 == 24:
                    look = rng.choice(every)
                    await put_on(pilot, look)
                # One in five is any key, good or bad; leaving the program is not in the test.
                key = legal(app, rng) if rng.random() < 0.8 else rng.choice(ANY)
                if key == "q" and not isinstance(app.screen, TableScreen):
                    key = "escape"
                await pilot.press(key)
                app.screen_stack  # noqa: B018 - raises once the app has ended
                if isinstance(app.screen, LeaveScreen) and rng.random() < 0.5:
                    await pilot.press("n")
                if type(app.screen) is SettingsScreen:
                    await pilot.press("escape")  # it would change what is compared here
                assert app.is_running
                assert app._exception is None
                if pressed % 5 == 0:
                    await pilot.pause()
                    found = [*lost.take(), *faults(app, look)]
                    assert not found, (pressed, key, str(look), app.screen, found)


@pytest.mark.parametrize("opens", [":", "q", "?", "l", "r"])
async def test_a_page_or_box_stays_through_every_change_of_size_and_look(opens: str) -> None:
    app = _app(SoloSetup(CE, 3, seed="7", name="Ana"))
    async with running(app) as pilot:
        await pilot.press("1", "enter", opens)
        await pilot.pause()
        over = app.screen
        if isinstance(over, CommandsScreen):
            await pilot.press(*"log")
        for look in random.Random(1).sample(whole(), 12):
            await pilot.resize_terminal(60, 20)
            await pilot.pause()
            await put_on(pilot, look)
            assert app.screen is over
            assert not faults(app, look)
            if isinstance(over, CommandsScreen):
                assert over._typed.text == "log"
        if isinstance(over, CommandsScreen):
            await put_on(pilot, USUAL)
            assert "whole log" in _text(pilot)


async def test_what_is_staged_stays_through_every_change_of_size_and_look() -> None:
    app = _app(SoloSetup(CE, 3, seed="7", name="Ana"))
    async with running(app) as pilot:
        await pilot.press("1", "enter", "1")
        table: Any = app.screen
        staged = table.board.view().draft.move
        assert staged is not None
        for look in random.Random(2).sample(whole(), 12):
            await pilot.resize_terminal(60, 20)
            await pilot.press("2", "enter")  # what cannot be seen is not pressed by accident
            await put_on(pilot, look)
            assert table.board.view().draft.move == staged


def _text(pilot: Pilot[int]) -> str:
    from tests.tui.driving import shown

    assert isinstance(pilot.app, CabooseApp)
    return shown(pilot.app)
