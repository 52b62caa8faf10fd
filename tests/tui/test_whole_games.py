"""Whole games through the real app, with nothing but keys, or the mouse."""

from __future__ import annotations

import random

import pytest

from tests.tui.driving import app_at_table, begin, click, play_on, rows, shown, table, view
from tui.app import CabooseApp
from tui.screens.chart import ChartScreen
from tui.screens.score import ScoreScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.solo import solo_table


@pytest.mark.parametrize(("seats", "seed"), [(2, "1"), (3, "depot"), (4, "3")])
async def test_a_whole_game_against_bots_is_played_with_the_keys_the_screen_shows(
    seats: int, seed: str
) -> None:
    setup = SoloSetup(seats=seats, seed=seed, bots=("greedy", "random"))
    app = CabooseApp(setup, table_factory=lambda wanted: solo_table(wanted, pace=0.0))
    async with app.run_test(size=(80, 24)) as pilot:
        await play_on(pilot, random.Random(seed))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        text = shown(app)
        assert " win " in text or " wins " in text or "share the win" in text
        assert "Contract" in text
        assert "Total" in text
        sheet = shown(app)
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, ChartScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert shown(app) == sheet
        await pilot.press("escape")
        await pilot.pause()
        # At the table, too, contracts lie open now: there is nothing left to cover.
        assert isinstance(app.screen, TableScreen)
        own = shown(app).partition("Your contract")[2]
        assert "points" in own
        assert "hidden:" not in own
        assert "hides it" not in own


@pytest.mark.parametrize(("seats", "seed"), [(2, 5), (3, 9), (4, 11)])
async def test_a_whole_game_fits_every_size_while_the_terminal_is_resized(
    seats: int, seed: int
) -> None:
    sizes = [(80, 24), (100, 30), (140, 45), (200, 60), (90, 50)]
    app = app_at_table(seats, seed)
    rng = random.Random(seed)
    async with app.run_test(size=(80, 24)) as pilot:
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            for _ in range(12):
                if isinstance(app.screen, TableScreen):
                    now = view(app)
                    keys = sorted(key for key in now.live if key != "x")
                    await pilot.press("enter" if now.draft.move else rng.choice(keys))
            assert {len(row) for row in rows(app)} == {size[0]}
        await play_on(pilot, rng)
        assert isinstance(app.screen, ScoreScreen)


@pytest.mark.parametrize("seed", range(3))
async def test_no_key_in_any_order_breaks_the_app(seed: int) -> None:
    app = app_at_table(2 + seed % 3, seed)
    rng = random.Random(seed)
    keys = [*"123456789abcdelxhr?", "enter", "enter", "space", "escape", "left", "f1", "tab"]
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(20):
            await pilot.press(*(rng.choice(keys) for _ in range(6)))
            assert {len(row) for row in rows(app)} == {80}
        for _ in range(3):
            await pilot.press("escape")
        assert table(app).board is not None


async def test_a_card_is_taken_by_clicking_it_and_then_the_confirmation() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await click(pilot, "4 [")
        assert view(app).draft.move.args == (1, 0)
        await click(pilot, "confirms")
        assert any("Ana" in line and "line 2" in line for line in table(app).board.log())


async def test_an_objective_is_claimed_by_mouse_alone() -> None:
    from tests.tui.positions import position

    app = app_at_table(2, arrange=position(yard={0: 0}, trains=("A",), row=("AA", "CCC", "BB")))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await click(pilot, "Boxcar")
        await click(pilot, "confirms")
        await click(pilot, "[A][A]")
        await click(pilot, "confirms")
        assert "Ana: claim a, 2 blue, for A A" in table(app).board.log()


async def test_the_scoring_sheet_leads_back_to_the_table_and_to_another_game() -> None:
    app = app_at_table(2, 4)
    async with app.run_test(size=(80, 24)) as pilot:
        await play_on(pilot, random.Random(4))
        await pilot.press("t")
        assert "The game is over" in shown(app)
        first = table(app)
        await pilot.press("enter")
        assert isinstance(app.screen, ScoreScreen)
        await pilot.press("n")
        await pilot.pause()
        assert table(app) is not first
        assert "Keep one of these contracts" in shown(app)


async def test_where_a_game_was_kept_is_told_whole_on_the_narrowest_terminal() -> None:
    path = "/home/ana/" + "folder/" * 9 + "games/continental-express-20260101-120000.caboose"
    app = app_at_table(2, 4, keep=lambda table: f"Kept as {path}")
    async with app.run_test(size=(80, 24)) as pilot:
        await play_on(pilot, random.Random(4))
        assert isinstance(app.screen, ScoreScreen)
        bottom = "".join(row.strip() for row in rows(app)[-2:]).replace(" ", "")
        assert path in bottom
        assert "again" in rows(app)[-3]
