"""À toute vapeur! through the real app: whole games by keys or mouse, any key, home, the pages."""

from __future__ import annotations

import random

import pytest
from textual.pilot import Pilot

from tests.tui.driving import play_on, rows, shown, table, view
from tests.tui.vapeur.position import app_at
from tui.app import CabooseApp
from tui.screens.page import PageScreen
from tui.screens.rules import RulesScreen
from tui.screens.score import ScoreScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.solo import solo_table

GAME = "a-toute-vapeur"


def app_with_bots(
    seats: int, seed: str, bots: tuple[str, ...] = ("greedy", "random")
) -> CabooseApp:
    setup = SoloSetup(GAME, seats, bots, seed)
    return CabooseApp(setup, table_factory=lambda wanted: solo_table(wanted, pace=0.0))


async def hold_on(pilot: Pilot[int], rng: random.Random, presses: int = 1500) -> int:
    """Play slowly, end most turns at once, so that the hand grows; the largest hand seen."""
    most = 0
    for _ in range(presses):
        if not isinstance(pilot.app.screen, TableScreen):
            return most
        now = view(pilot.app)  # type: ignore[arg-type] # the app is ours
        most = max(most, sum(map(len, now.hand.values())))
        if now.draft.move is not None:
            await pilot.press("enter")
        elif "space" in now.live and rng.random() < 0.9:
            await pilot.press("space")
        else:
            await pilot.press(rng.choice(sorted(now.live - {"space"}) or ["space"]))
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(
    ("seats", "seed"), [(2, "1"), (3, "depot"), (4, "3"), (5, "fruit"), (6, "steam")]
)
async def test_a_whole_game_against_bots_is_played_with_the_keys_the_screen_shows(
    seats: int, seed: str
) -> None:
    app = app_with_bots(seats, seed)
    async with app.run_test(size=(80, 24)) as pilot:
        await play_on(pilot, random.Random(seed))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        text = shown(app)
        assert " win " in text or " wins " in text
        assert "Complete" in text
        assert "Certified" in text


async def test_a_whole_game_of_holding_cards_back_ends_too() -> None:
    app = app_with_bots(2, "hold", ("greedy",))
    async with app.run_test(size=(80, 24)) as pilot:
        most = await hold_on(pilot, random.Random(1))
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        assert most > 8


@pytest.mark.parametrize("seed", range(3))
async def test_no_key_in_any_order_breaks_the_app(seed: int) -> None:
    app = app_with_bots(2 + 2 * seed, f"{seed}")
    rng = random.Random(seed)
    keys = [*"123456789abcdefghiuvwxlr?", *["enter"] * 4, "space", "escape", "left", "f1", "tab"]
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(50):
            await pilot.press(*(rng.choice(keys) for _ in range(6)))
            assert {len(row) for row in rows(app)} == {80}


async def test_a_theft_is_made_by_mouse_alone() -> None:
    app = app_at("a: seat 2, red LG\nseat 1: rG rC insp\nseat 2: yG")
    async with app.run_test(size=(80, 24)) as pilot:
        await click(app, pilot, "a◉r lay GC")
        assert "Steal Ben's train a, putting down a gondola and a caboose?" in rows(app)[-2]
        await click(app, pilot, "steal a: inspection")
        await click(app, pilot, "confirms")
        assert table(app).table.state.owners == [0]
        assert "* Ana: red a stolen from Ben by inspection" in table(app).board.log()


async def test_a_card_is_laid_by_mouse_alone() -> None:
    app = app_at("seat 1: rL yG\nseat 2: yG")
    async with app.run_test(size=(80, 24)) as pilot:
        await click(app, pilot, "◉L")
        await click(app, pilot, "confirms")
        assert table(app).table.state.owners == [0]


async def click(app: CabooseApp, pilot: Pilot[int], text: str) -> None:
    """Click the first place where the terminal shows this text."""
    y, row = next((y, row) for y, row in enumerate(rows(app)) if text in row)
    await pilot.click(offset=(row.index(text), y))
    await pilot.pause()


async def test_home_offers_the_game_for_two_to_six() -> None:
    departed: list[SoloSetup] = []

    def make(setup: SoloSetup) -> object:
        departed.append(setup)
        return solo_table(setup, pace=1000.0)

    app = CabooseApp(table_factory=make)  # type: ignore[arg-type] # a table is what it is
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g")
        assert "À toute vapeur!" in rows(app)[3]
        for row in rows(app):
            assert len(row) == 80
        assert "quit" in rows(app)[-1]
        await pilot.press("5", "enter")
        await pilot.pause()
        assert table(app).table.state.seats == 6
    assert departed[0].game == GAME
    assert departed[0].seats == 6


async def test_home_keeps_to_the_seats_of_the_game_chosen() -> None:
    app = CabooseApp(SoloSetup(GAME, 6, ("greedy",), "1"), table_factory=solo_table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q", "y")
        await pilot.pause()
        assert "boarding" in rows(app)[11]
        await pilot.press("g")
        assert "Continental Express" in rows(app)[7]
        assert "boarding" in rows(app)[7]


@pytest.mark.parametrize(
    ("key", "says"),
    [("?", "mechanical inspection, quality control: steal"), ("r", "Part 3: lay and certify")],
)
async def test_the_pages_are_those_of_this_game(key: str, says: str) -> None:
    app = app_at("seat 1: rL yG\nseat 2: yG")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("question_mark" if key == "?" else key)
        await pilot.pause()
        assert isinstance(app.screen, PageScreen | RulesScreen)
        assert says in shown(app)


async def test_the_rules_at_home_are_those_of_the_game_chosen() -> None:
    app = CabooseApp(table_factory=solo_table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", "r")
        await pilot.pause()
        assert "two gondolas (G), a caboose" in shown(app)


@pytest.mark.parametrize(
    "names",
    [
        ("[bold]Ana[/]", "[/]", "[link=x]", "[@click=app.quit]q", "a\nb", "\x1b[2J"),
        ("A" * 10_000, "\x1b[31mred", "\u202eevil", "\u200b\u200b", "", "\u0301" * 9),
        ("日本語の名前です", "🚂🚂🚂", "é", "x" * 40, "ﷺ", "名" * 30),
    ],
)
async def test_hostile_names_are_shown_harmlessly_and_move_nothing(names: tuple[str, ...]) -> None:
    from rich.cells import cell_len

    from tests.tui.vapeur.test_panels import SIX

    app = app_at(SIX.replace("g: seat 1", "g: seat 3"), names=names)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("v", "l")
        await pilot.pause()
        await pilot.press("escape", "g")
        await pilot.pause()
        assert {cell_len(row) for row in rows(app)} == {80}
        assert "\x1b" not in shown(app)
