"""Every choice of Continental Express by mouse alone, at the smallest size."""

from __future__ import annotations

import pytest

from tests.tui.driving import app_at_table, begin, click, rows, shown, slow, table, view
from tests.tui.positions import DIRECTOR, INVESTOR, PICKPOCKET, SWITCHMAN, position
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen

SIZE = (80, 24)


async def test_a_contract_is_kept_by_clicking_it() -> None:
    app = app_at_table(2)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await click(pilot, "2  ")
        assert "Keep contract 2?" in rows(app)[-2]
        await click(pilot, "confirms")
        assert "Ana: contract kept" in table(app).board.log()


async def test_what_is_staged_is_taken_back_by_mouse() -> None:
    app = app_at_table(2)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "free ────")
        assert view(app).draft.move is None, "a heading is no button"
        await click(pilot, "4 [")
        assert view(app).draft.move is not None
        await click(pilot, "takes back")
        assert view(app).draft.move is None


async def test_a_card_too_dear_says_why_when_clicked() -> None:
    app = app_at_table(2, arrange=position(yard={2: 4}))
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "Mail car")
        assert "That card costs 2 tickets, you have none." in rows(app)[-2]


async def test_the_director_takes_the_token_that_is_clicked() -> None:
    app = app_at_table(2, arrange=position(yard={0: DIRECTOR}))
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "Director")
        await click(pilot, "confirms")
        await click(pilot, "black ")
        await click(pilot, "confirms")
        assert "Ana: a black company token" in table(app).board.log()


async def test_the_investor_takes_the_card_that_is_clicked() -> None:
    app = app_at_table(2, arrange=position(yard={0: INVESTOR, 5: 4}))
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "Investor")
        await click(pilot, "confirms")
        await click(pilot, "6 [E]")
        await click(pilot, "confirms")
        assert "Ana: Mail car from line 2, free" in table(app).board.log()


async def test_the_pickpocket_robs_the_player_who_is_clicked() -> None:
    app = app_at_table(3, arrange=position(yard={0: PICKPOCKET}, tickets=(0, 1, 2)))
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "Pickpocket")
        await click(pilot, "confirms")
        await click(pilot, "Cleo ")
        await click(pilot, "confirms")
        assert "Ana: 2 tickets of Cleo's" in table(app).board.log()


async def test_the_switchman_swaps_the_wagons_that_are_clicked() -> None:
    arrange = position(yard={0: SWITCHMAN}, trains=("AL", "BB", "DE"))
    app = app_at_table(3, arrange=arrange)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "Switchman")
        await click(pilot, "confirms")
        own = next(y for y, row in enumerate(rows(app)) if "which wagon do you give" in row) + 1
        await pilot.click(offset=(rows(app)[own].index("[L]") + 1, own))
        await click(pilot, "Cleo ")
        theirs = next(y for y, row in enumerate(rows(app)) if "Take from Cleo" in row) + 1
        await pilot.click(offset=(rows(app)[theirs].index("[E]", 42) + 1, theirs))
        assert "Give Cleo L for E?" in rows(app)[-2]
        await click(pilot, "confirms")
        assert "Ana: L Locomotive for Cleo's E Mail car" in table(app).board.log()


@pytest.mark.parametrize(
    ("character", "name"),
    [
        (DIRECTOR, "Director"),
        (INVESTOR, "Investor"),
        (PICKPOCKET, "Pickpocket"),
        (SWITCHMAN, "Switchman"),
    ],
)
async def test_every_character_is_done_without_by_mouse(character: int, name: str) -> None:
    arrange = position(yard={0: character}, trains=("A", "B"), tickets=(0, 1))
    app = app_at_table(2, arrange=arrange)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, name)
        await click(pilot, "confirms")
        await click(pilot, "do without")
        await click(pilot, "confirms")
        assert f"Ana: no use of the {name}" in table(app).board.log()


async def test_the_wagons_that_pay_are_chosen_by_mouse() -> None:
    arrange = position(yard={0: 2}, trains=("AABL",), row=("AA", "CCC", "BB"))
    app = app_at_table(2, arrange=arrange)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "Tank car")
        await click(pilot, "confirms")
        await click(pilot, "[A][A]")
        await click(pilot, " AL")
        assert "Claim a, paying A A?" in rows(app)[-2], "the blank before it is no button"
        await click(pilot, "AL ")
        assert "Claim a, paying A L?" in rows(app)[-2]
        await click(pilot, "confirms")
        assert "Ana: claim a, 2 blue, for A L" in table(app).board.log()


async def test_a_turn_is_ended_without_a_claim_by_mouse() -> None:
    arrange = position(yard={0: 2}, trains=("AA",), row=("AA", "CCC", "BB"))
    app = app_at_table(2, arrange=arrange)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        slow(app)
        await click(pilot, "Tank car")
        await click(pilot, "confirms")
        await click(pilot, "end turn")
        await click(pilot, "confirms")
        assert "Ana: no claim" in table(app).board.log()


async def test_the_contract_is_shown_by_mouse() -> None:
    app = app_at_table(2)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "h shows it")
        assert "now 0 points" in shown(app)
        await click(pilot, "h hides it")
        assert "now 0 points" not in shown(app)


async def test_the_table_is_left_by_mouse_and_asks() -> None:
    app = app_at_table(2)
    async with app.run_test(size=SIZE) as pilot:
        await begin(pilot)
        await click(pilot, "q leave")
        assert isinstance(app.screen, LeaveScreen)
        await click(pilot, "y  leave")
        assert isinstance(app.screen, HomeScreen)
