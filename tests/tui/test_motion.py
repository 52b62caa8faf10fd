"""What a move moved is shown for a moment where it went; what changed meanwhile, to who comes back."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from core.games.registry import NAMES
from core.games.registry import game as find_game
from netplay.replaying import ReplayTable
from netplay.review import Review
from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tests.tui.driving import app_at_table, begin, rows, slow, table, view
from tests.tui.local_table import LocalTable
from tui.app import CabooseApp
from tui.boards.registry import board
from tui.driver import TerminalDriver
from tui.marks import NEW, UNICODE
from tui.preferences import Preferences
from tui.settings import Settings
from tui.setup import SoloSetup


def app_with(
    settings: Settings, environment: dict[str, str] | None = None, **more: Any
) -> CabooseApp:
    """A table of an app that keeps settings, as the program does."""

    def make(setup: SoloSetup) -> LocalTable:
        return LocalTable(setup.seats, 7, **more)

    setup = SoloSetup(seats=2, seed="7")
    return CabooseApp(
        setup,
        table_factory=make,
        settings=settings,
        keep_settings=lambda settings: None,
        environment=environment or {},
    )


async def take(app: CabooseApp, pilot: Pilot[int], *, first: bool = True) -> int:
    """Take a wagon from the free place of a line; the place in the yard."""
    if first:
        await begin(pilot)
    slow(app)
    state = table(app).table.state
    place = next(n for n in (0, 3, 6) if state.yard[n] is not None and state.yard[n] < 6)
    await pilot.press(str(place + 1), "enter")
    return place


@pytest.mark.parametrize("seats", [2])
async def test_a_wagon_that_was_taken_shows_where_it_went_and_then_is_at_rest(seats: int) -> None:
    app = app_with(Settings(), names=("Ana", "Ben"))
    async with app.run_test(size=(80, 24)) as pilot:
        place = await take(app, pilot)
        moving = view(app).moving
        assert moving.left == place
        assert {seat for seat, _card in moving.came} == {0}
        yard = rows(app)[7 + place // 3]
        assert "Ana" in yard[:30]
        for _ in range(100):
            if not view(app).moving.came:
                break
            await pilot.pause(0.05)
        assert not view(app).moving.came
        assert "Ana" not in rows(app)[7 + place // 3][:30]


@pytest.mark.parametrize(
    ("settings", "environment"),
    [(Settings(motion=False), {}), (Settings(), {"SSH_CONNECTION": "10.0.0.1 1 10.0.0.2 22"})],
)
async def test_nothing_moves_where_it_is_not_wanted(
    settings: Settings, environment: dict[str, str]
) -> None:
    app = app_with(settings, environment)
    async with app.run_test(size=(80, 24)) as pilot:
        await take(app, pilot)
        assert not view(app).moving.came
        assert view(app).fresh.seats == {0}


async def test_nothing_moves_for_guests_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_with(Settings())
    async with app.run_test(size=(80, 24)):
        assert app.preferences.motion
        monkeypatch.setenv("CABOOSE_GUEST", "key")
        assert not app.preferences.motion


def test_a_terminal_that_takes_its_time_is_taken_for_a_slow_one() -> None:
    class Thread:
        def __init__(self) -> None:
            self.waiting = 0
            self._queue = self

        def qsize(self) -> int:
            return self.waiting

    driver: Any = TerminalDriver.__new__(TerminalDriver)
    driver._writer_thread = Thread()
    driver._measure()
    assert not driver.slow
    driver._writer_thread.waiting = 20  # a whole screen, say
    driver._measure()
    assert not driver.slow
    driver._waits_since -= 2.0
    driver._measure()
    assert driver.slow
    app: Any = type("App", (), {"_driver": driver})()
    assert not Preferences(app, Settings(), {}, lambda settings: None).motion


async def test_who_comes_back_to_a_table_sees_all_that_changed_since() -> None:
    app = app_at_table(3, pace=0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        board: Any = table(app).board
        board.look_away(True)
        seen = len(board.log())
        await pilot.press("4", "enter", "space")
        for _ in range(100):
            if table(app).table.state.turn == 0 and len(board.log()) > seen + 5:
                break
            await pilot.press("space")
            await pilot.pause(0.02)
        assert view(app).fresh.seats >= {0, 1, 2}
        assert "since you looked away:" in board.log()
        assert board.log().index("since you looked away:") == seen
        marked = [row for row in rows(app) if NEW in row]
        assert len(marked) >= 4
        board.look_back()
        free = next(n for n in (0, 3, 6) if (table(app).table.state.yard[n] or 9) < 6)
        slow(app)
        await pilot.press(str(free + 1), "enter")
        assert view(app).fresh.seats == {0}


async def test_a_page_over_the_table_hides_no_change_and_is_no_absence() -> None:
    app = app_at_table(3, pace=0.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        board: Any = table(app).board
        slow(app)
        await pilot.press("4", "enter", "space", "?")
        local: Any = app.screen_stack[0]
        local.table._pace, local.table._due = 0.0, None
        for _ in range(100):
            local._pump()
            if local.table.state.turn == 0:
                break
            await pilot.pause(0.02)
        await pilot.press("escape")
        await pilot.pause()
        assert view(app).fresh.seats >= {1, 2}
        assert "since you looked away:" not in board.log()


@pytest.mark.parametrize("game", NAMES)
def test_every_games_board_moves_something_comes_to_rest_and_keeps_what_changed(game: str) -> None:
    rules = find_game(game)
    review = Review(encode(keep(game, 3, "local").records))
    replay = ReplayTable(review)
    made: Any = board(replay, UNICODE)
    moved = 0
    made.look_away(True)
    for n in range(1, len(review.frames)):
        replay.go(n)
        for event in replay.told(n):
            made.happened(event)
            if made.moves(event):
                moved += 1
                made.paint(80, 24)
                made.paint(140, 45)
                while made.rest():
                    made.paint(80, 24)
            assert not made.view().moving or made.view().moving == type(made.view().moving)()
    assert moved > len(review.frames) // 10
    assert made.log().count("since you looked away:") == 1
    fresh = made.view().fresh
    everything = getattr(fresh, "seats", ()) or getattr(fresh, "trains", ())
    assert len(everything) >= 3
    assert rules.name == game
