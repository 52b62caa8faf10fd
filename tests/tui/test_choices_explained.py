"""Before a choice is made, the table says what it costs, lacks, brings, and what a character could do."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.continental.sheet import DIRECTOR, INVESTOR, PICKPOCKET, SWITCHMAN
from tests.tui.driving import app_at_table, begin, rows


def arrange_with(card: int, **more: Any) -> Any:
    """A table whose first free card is this character; ``more``: fields of the state."""

    def arrange(state: Any) -> None:
        state.yard[0] = card
        for name, values in more.items():
            getattr(state, name)[: len(values)] = values

    return arrange


@pytest.mark.parametrize(
    ("card", "more", "says"),
    [
        (DIRECTOR, {"supply": [1, 0, 2, 0, 0]}, "Now: blue, black."),
        (DIRECTOR, {"supply": [0, 0, 0, 0, 0]}, "Now: no company token is left."),
        (INVESTOR, {}, "Now: any of the 8 other cards in the yard."),
        (PICKPOCKET, {"tickets": [3, 2, 0]}, "Now: one of Ben 2."),
        (PICKPOCKET, {"tickets": [3, 0, 0]}, "Now: nobody else has a ticket."),
        (SWITCHMAN, {"wagons": [1, 0, 0, 0, 0, 0, 0, 2]}, "Now: with Ben."),
        (SWITCHMAN, {"wagons": [0] * 6 + [1]}, "Now: you have no wagon to give."),
        (SWITCHMAN, {"wagons": [1]}, "Now: nobody else has a wagon."),
    ],
)
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_character_about_to_be_taken_says_what_it_could_do_now(
    card: int, more: dict[str, Any], says: str, size: tuple[int, int]
) -> None:
    app = app_at_table(3, arrange=arrange_with(card, **more))
    async with app.run_test(size=size) as pilot:
        await begin(pilot)
        await pilot.press("1")
        await pilot.pause()
        lines = [row.rstrip("│ ").rsplit("│", 1)[-1].strip() for row in rows(app)]
        assert says in " ".join(line for line in lines if line)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_choice_of_a_token_says_what_it_brings_the_contract_that_it_covers(
    size: tuple[int, int],
) -> None:
    # Ana keeps the contract of 3 points for each two icons of one colour, and has a red one.
    arrange = arrange_with(DIRECTOR, tokens=[0, 0, 0, 1, 0])
    app = app_at_table(3, arrange=arrange)
    async with app.run_test(size=size) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter")
        covered = rows(app)
        assert "Director: which company's token do you take?" in covered[-2]
        assert not any("+3" in row for row in covered)
        await pilot.press("h")
        shown = rows(app)
        assert "Your contract: 3 points for each two icons of one colour." in shown[-2]
        assert any("+ for your contract" in row for row in shown)
        panel = [row.rstrip("│ ").rsplit("│", 1)[-1] for row in shown if "│" in row]
        assert [row.split()[2:5] for row in panel if "+3" in row] == [["red", "4", "+3"]]


async def test_a_card_that_cannot_be_paid_says_its_price_and_what_one_has() -> None:
    app = app_at_table(3)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("2")
        assert "That card costs 1 ticket, you have none." in rows(app)[-2]


async def test_objectives_say_what_is_lacking_and_what_they_bring_the_contract() -> None:
    app = app_at_table(3)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("h")
        objectives = rows(app)[2:5]
        assert all("lacks " in row for row in objectives)
        assert all("+" in row.split("│")[1][-5:] for row in objectives)
        assert any("now 0 points" in row for row in rows(app))
