"""The list of people: muting and blocking hold at once, on this machine only, and can be undone."""

from __future__ import annotations

import pytest

from netplay.known import Known
from tests.tui.driving import rows
from tests.tui.net.parties import Guest, ident, party, until
from tui import person
from tui.plan import Look
from tui.screens.people import PeopleScreen


async def choose(guest: Guest, name: str) -> None:
    """Open the list and go to somebody's line."""
    await guest.press("f")
    await until(lambda: isinstance(guest.app.screen, PeopleScreen) and name in guest.text)
    for _step in range(8):
        if any("▸" in row and name in row for row in rows(guest.app)):
            return
        await guest.press("down")
    raise AssertionError(guest.text)


async def test_whoever_is_muted_is_not_read_from_that_key_on_and_again_after_it() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", seats=3, table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        await ben.press("t", *"one", "enter", "escape")
        await until(lambda: "Ben" in ana.text and ": one" in ana.text)
        await choose(ana, "Ben")
        await ana.press("m")
        await until(lambda: "muted" in ana.text)
        await ana.press("escape")
        await until(lambda: ": one" not in ana.text)
        await ben.press("t", *"two", "enter", "escape")
        await until(lambda: ": two" in ben.text)
        cleo = await guests.visit("Cleo")
        await cleo.press("t", *"three", "enter", "escape")
        await until(lambda: ": three" in ana.text)
        assert ": two" not in ana.text
        await choose(ana, "Ben")
        await ana.press("m", "escape")
        await until(lambda: ": one" in ana.text)
        await ben.press("t", *"four", "enter", "escape")
        await until(lambda: ": four" in ana.text)


async def test_whoever_is_blocked_loses_the_seat_and_gets_none_until_the_block_is_off() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        await choose(ana, "Ben")
        await ana.press("b", "escape")
        await until(lambda: "taken your seat back" in ben.text)
        assert ana.room.net.session.players[1].name == ""
        await ben.press("l")
        await until(lambda: not ben.app.net.station.tables.rooms)
        ben.app.net.ways.go(ben.app.net.station.listings()[0], watch=False)
        await until(lambda: "does not want you" in ben.text)
        await until(lambda: "you have blocked them" in " ".join(ana.text.split()))
        await choose(ana, "Ben")
        await ana.press("b", "escape")
        await ben.press("l")
        await until(lambda: not ben.app.net.station.tables.rooms)
        ben.app.net.ways.go(ben.app.net.station.listings()[0], watch=False)
        await until(lambda: ana.room.net.session.players[1].name == "Ben")


async def test_a_block_in_another_window_hides_the_tables_here_without_a_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(person, "kept_name", lambda: "Ben")
    monkeypatch.setattr("netplay.lobby.hearing.LOOK", 0.2)
    monkeypatch.setattr("netplay.lobby.lobby.LOOK", 0.2)
    async with party() as guests:
        await guests.host("Ana", table="Gare de Lyon")
        ben = await guests.come("Ben", Look())
        await until(lambda: "Gare de Lyon" in ben.text)
        other = Known(ben.app.net.station.people._known._path)
        other.say(ident(1), "Ana", 0.0, blocked=True)
        await until(lambda: "Gare de Lyon" not in ben.text)
        other.change(ident(1), blocked=False)
        await until(lambda: "Gare de Lyon" in ben.text)


async def test_a_note_is_written_in_the_list_and_a_name_shows_no_markup() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        await guests.visit("[red]Ben[/]")
        await until(lambda: "Ben" in ana.text)
        await choose(ana, "[red]Ben[/]")
        await ana.press("e", *"[b]club[/]", "enter")
        await until(lambda: "[b]club[/]" in ana.text)
        assert ana.app.net.station.people.note(ident(2)) == "[b]club[/]"
        assert {len(row) for row in rows(ana.app)} == {80}


async def test_notes_stand_beside_names_in_departures_the_waiting_room_and_at_the_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(person, "kept_name", lambda: "Ben")
    async with party() as guests:
        ana = await guests.host("Ana", table="Gare de Lyon")
        ben = await guests.come("Ben", Look(), size=(140, 45))
        known = ben.app.net.station.people._known
        known.say(ident(1), "Ana", 0.0, note="from the club")
        await until(lambda: "Gare de Lyon" in ben.text)
        await ben.press("down", "down")
        await until(lambda: "(from the club)" in ben.text)
        await ben.press("enter")
        await until(lambda: ben.waits and "from the club" in ben.text)
        await until(lambda: "Ben" in ana.text)
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        await until(lambda: "from the club" in ben.text)
        assert "from the club" not in ana.text


async def test_the_creator_is_told_of_a_guest_who_let_a_start_dissolve() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        known = ana.app.net.station.people._known
        known.dissolved([(ident(2), "Ben")], 0.0)
        ben = await guests.visit("Ben")
        await until(lambda: "Ben let 1 start come to nothing." in ana.text)
        assert "come to nothing" not in ben.text
