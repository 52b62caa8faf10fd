"""What was said before a switch of language is said in the new one after it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from netplay.table import Halted, Overturned
from tests.tui.driving import app_at_table, begin, shown, slow, table
from tests.tui.every.looks import USUAL, put_on
from tests.tui.every.screens import STOPS, Stop, at
from tui.tongue import Tongue

BY_NAME = {stop.name: stop for stop in STOPS}


@pytest.mark.parametrize("code", ["it", "fr"])
async def test_the_note_of_what_a_player_just_did_is_in_the_language_of_now(code: str) -> None:
    async with at(BY_NAME["an objective is claimed"]) as pilot:
        app: Any = pilot.app
        await put_on(pilot, USUAL)
        slow(app)
        await pilot.press("enter")
        await pilot.pause()
        board: Any = table(app).board
        assert "claimed" in board.view().fresh.deed()
        assert "claimed" in shown(app)
        await put_on(pilot, USUAL._replace(language=code))
        assert "claimed" not in shown(app)
        assert Tongue(code).one("claimed") in shown(app)


LOST = "your move was withdrawn: the table went on without it"
STOPPED = "the game ends here, claimed by those present"


@pytest.mark.parametrize("says", [LOST, STOPPED], ids=["withdrawn", "stopped"])
async def test_what_the_prompt_says_is_in_the_language_of_now(says: str) -> None:
    app = app_at_table(2)
    async with app.run_test(size=(140, 45)) as pilot:
        await put_on(pilot, USUAL._replace(size=(140, 45)))
        await begin(pilot)
        one = table(app)
        state = one.table.state
        one.board.happened(Halted(says) if says == STOPPED else Overturned(1, state, 1))
        one.repaint()
        await pilot.pause()
        assert says[1:] in shown(app)
        await put_on(pilot, USUAL._replace(size=(140, 45), language="fr"))
        text = " ".join(shown(app).split())
        assert says[1:] not in text
        assert Tongue("fr").one(says)[1:30] in text


# The first stop at each screen: its foot is drawn by one piece of code, whatever stands above it.
FOOTS = list({stop.shows: stop for stop in reversed(STOPS)}.values())


@pytest.mark.parametrize("stop", FOOTS, ids=str)
async def test_the_foot_of_a_screen_names_keys_in_the_persons_language(stop: Stop) -> None:
    async with at(stop) as pilot:
        await put_on(pilot, USUAL._replace(language="fr"))
        app: Any = pilot.app
        foot = shown(app).rstrip().splitlines()[-1]
        assert not re.search(r"\b(escape|enter|space|up down|left right)\b", foot)


async def test_the_theme_of_the_settings_is_named_in_the_persons_language() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await put_on(pilot, USUAL._replace(language="fr"))
        await pilot.press(",", "down")
        for _ in range(3):
            await pilot.press("right")
            if "clair" in shown(app):
                break
        assert "clair" in shown(app)
        assert "light" not in shown(app)
