"""Several tables at once in one program: one key to Departures and back, with everything as it was."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import rows
from tests.tui.net.parties import Guest, party, until
from tests.tui.net.test_links import two_at_play
from tui import person
from tui.screens.chat import ChatScreen
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person, "kept_name", lambda: "Ana")


def line_of(guest: Guest, name: str) -> str:
    return next((row for row in rows(guest.app) if name in row), "")


async def to_row(guest: Guest, name: str) -> None:
    """Put the cursor on that table's row."""
    home = guest.app.screen
    assert isinstance(home, HomeScreen)
    for _ in range(12):
        if home.chosen is not None and home.chosen.name == name:
            return
        await guest.press("down")
    raise AssertionError(f"no row {name}")


async def moved(guest: Guest) -> None:
    """Make the first move of whoever is on turn (a contract is kept)."""
    await guest.press("1", "enter")


async def test_departures_keeps_the_seat_and_enter_goes_back_to_what_was_staged() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        actor = ana if ana.room.net.session.my_turn else ben
        screen = actor.table
        await actor.press("1")
        staged: Any = screen.board
        draft = staged._draft
        await actor.press("z")
        assert isinstance(actor.app.screen, HomeScreen)
        assert len(actor.app.net.station.tables.rooms) == 1
        await until(lambda: "your turn" in line_of(actor, "table"))
        await to_row(actor, "table")
        assert "go back there" in actor.text
        await actor.press("enter")
        assert actor.app.screen is screen
        assert staged._draft == draft
        await actor.press("enter")
        await until(lambda: actor.room.net.session.n > 0 and not screen.board.view().draft.move)


@pytest.mark.parametrize("wanted", [True, False])
async def test_a_table_in_the_background_lives_on_rings_and_is_first_when_it_expects_you(
    monkeypatch: pytest.MonkeyPatch, wanted: bool
) -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        first, second = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        bells: list[int] = []
        monkeypatch.setattr(second.app, "bell", lambda: bells.append(1))
        preferences = second.app.preferences
        preferences.settings = preferences.settings._replace(bell=wanted)
        screen = second.table
        await second.press("z")
        assert "your turn" not in line_of(second, "table")
        n = second.room.net.session.n
        while first.room.net.session.my_turn:
            await moved(first)
        await until(lambda: second.room.net.session.n > n)
        await until(lambda: second.room.net.session.my_turn)
        await until(lambda: "your turn" in line_of(second, "table"))
        assert bells == [1] * wanted
        assert screen.board.log()
        await to_row(second, "table")
        await second.press("enter")
        assert second.app.screen is screen
        assert "since you looked away:" in screen.board.log()


async def test_another_table_is_opened_meanwhile_and_says_that_the_first_one_waits() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        first, second = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        screen = second.table
        await second.press("z", "enter")  # a game against bots
        await until(lambda: second.plays and second.app.screen is not screen)
        assert "a table waits" not in rows(second.app)[0]
        while first.room.net.session.my_turn:
            await moved(first)
        await until(lambda: "z: a table waits" in rows(second.app)[0])
        solo = second.table
        await second.press("z")
        await until(lambda: "your turn" in line_of(second, "table"))
        await to_row(second, "table")
        await second.press("enter")
        assert second.app.screen is screen
        await second.press("z")
        await to_row(second, "your game")
        await second.press("enter")
        assert second.app.screen is solo


async def test_a_second_networked_table_is_hosted_while_the_first_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.press("z")
        station = ana.app.net.station
        monkeypatch.setattr(type(station.brokers), "start", lambda self, port=0: self.posts[0])
        await ana.press("o")
        await until(lambda: "Open a table" in ana.text)
        await ana.press("enter")
        await until(lambda: ana.waits)
        assert len(station.tables.rooms) == 2
        await ana.press("z")
        await until(lambda: line_of(ana, "Ana's table"))
        await to_row(ana, "Ana's table")
        await ana.press("enter")
        assert ana.waits
        await ana.press("l")
        await until(lambda: len(station.tables.rooms) == 1)
        await to_row(ana, "table")
        await ana.press("enter")
        assert ana.plays


async def test_what_was_typed_in_the_chat_is_there_again() -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.press("t", *"hel")
        assert isinstance(ana.app.screen, ChatScreen)
        await ana.press("escape", "z")
        await to_row(ana, "table")
        await ana.press("enter", "t")
        assert "> hel" in ana.text


async def test_quitting_from_departures_asks_while_a_game_goes_on() -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.press("z", "q")
        assert isinstance(ana.app.screen, LeaveScreen)
        assert "A game of yours is going on" in ana.text
        await ana.press("escape")
        assert isinstance(ana.app.screen, HomeScreen)


async def test_a_game_that_ended_in_the_background_shows_its_sheet_when_one_comes_back() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.press("z")
        await ben.press("p", "e")
        await until(lambda: bool(ana.room.net.session.questions))
        await until(lambda: "your turn" in line_of(ana, "table"))
        await to_row(ana, "table")
        await ana.press("enter")
        await until(lambda: "Ben proposes" in ana.text)
        await ana.press("y")
        await until(lambda: "Agreed: the game ends here" in ana.text)
