"""Drives the real app with keys, as a person would: what the tests of screens share."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from textual.pilot import Pilot
from textual.screen import Screen

from tests.tui.local_table import LocalTable
from tui.app import CabooseApp
from tui.marks import UNICODE, Marks
from tui.screens.base import CabooseScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup

NAMES = ("Ana", "Ben", "Cleo", "Dev")


def app_at_table(
    seats: int = 3,
    seed: int = 7,
    *,
    arrange: Callable[[Any], None] | None = None,
    names: tuple[str, ...] = NAMES,
    marks: Marks = UNICODE,
    seat: int | None = 0,
    pace: float = 0.0,
    options: dict[str, Any] | None = None,
    keep: Callable[[Any], str] | None = None,
) -> CabooseApp:
    """The app with its table open at once."""

    def make(setup: SoloSetup) -> LocalTable:
        return LocalTable(
            setup.seats, seed, names=names, seat=seat, arrange=arrange, pace=pace, options=options
        )

    setup = SoloSetup(seats=seats, seed=str(seed))
    return CabooseApp(setup, table_factory=make, marks=marks, keep=keep)


def app_at_home(seed: int = 7, kept: list[object] | None = None) -> CabooseApp:
    """The app at Departures."""

    def make(setup: SoloSetup) -> LocalTable:
        return LocalTable(setup.seats, seed, names=NAMES)

    def keep(table: object) -> str:
        if kept is not None:
            kept.append(table)
        return "Kept as game"

    return CabooseApp(table_factory=make, keep=keep)


def table(app: CabooseApp) -> TableScreen:
    """The table screen, which must be the one on top."""
    assert isinstance(app.screen, TableScreen), app.screen
    return app.screen


def shown(app: CabooseApp) -> str:
    """What the terminal shows, as text."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def rows(app: CabooseApp) -> list[str]:
    """What the terminal shows, line by line."""
    return shown(app).split("\n")


def drawn(screen: Screen[Any], name: str = "page") -> list[str]:
    """The rows of one canvas, also where they are not on the terminal yet, or no longer."""
    assert isinstance(screen, CabooseScreen)
    return [strip.text for strip in screen._canvases[name]._strips]


def view(app: CabooseApp) -> Any:
    """What the board drew last."""
    board: Any = table(app).board
    return board.view()


def slow(app: CabooseApp) -> None:
    """From now on bots take so long that a test never sees them move."""
    local: Any = table(app).table
    local._pace = 1000.0


async def play_on(pilot: Pilot[int], rng: random.Random, presses: int = 2000) -> int:
    """Press keys that the screen shows as live until the scoring sheet; how many it took."""
    app = pilot.app
    assert isinstance(app, CabooseApp)
    for pressed in range(presses):
        if not isinstance(app.screen, TableScreen):
            return pressed
        now = view(app)
        if now.draft.move is not None:
            await pilot.press("enter")
        else:
            keys = sorted(key for key in now.live if key not in ("x", "space"))
            await pilot.press(rng.choice(keys) if keys else "space")
    raise AssertionError("the game did not end")


async def begin(pilot: Pilot[int]) -> None:
    """Keep the first contract, so that the first card is to be taken."""
    await pilot.press("1", "enter")
    await pilot.pause()


async def click(pilot: Pilot[int], text: str) -> None:
    """Click the first place where the terminal shows this text."""
    app = pilot.app
    assert isinstance(app, CabooseApp)
    for y, row in enumerate(rows(app)):
        if text in row:
            await pilot.click(offset=(row.index(text), y))
            await pilot.pause()
            return
    raise AssertionError(f"{text!r} is not on the screen")
