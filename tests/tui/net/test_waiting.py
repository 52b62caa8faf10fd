"""The waiting room and Departures: seats, bots, foreign names, the way to a table."""

from __future__ import annotations

import pytest

from netplay.brokers import broker_of
from netplay.lobby.invite import read_invite
from tests.tui.driving import rows
from tests.tui.net.parties import URL, party, until
from tui import person
from tui.plan import Look, Place, Visit
from tui.screens.home import HomeScreen
from tui.station.post import Post
from tui.station.sources import announced
from tui.station.words import ways


async def test_the_creator_fills_free_seats_with_bots_marked_as_run_here_and_plays() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", seats=3, table="table")
        await ana.press("b")
        await ana.press("b")
        await until(lambda: ana.text.count("greedy bot here") == 2)
        await until(lambda: ana.text.count("ready") >= 3)
        cleo = await guests.visit("Cleo", watch=True)
        await until(lambda: cleo.text.count("greedy bot at 1") == 2)
        await ana.press("r")
        await until(lambda: ana.plays and cleo.plays)


async def test_what_the_deal_and_a_stand_in_need_is_said_before_anyone_is_ready() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", game="a-toute-vapeur", table="table")
        await until(lambda: "Open deal" in ana.text)
        says = " ".join(ana.text.replace("│", " ").split())
        assert "a modified program at a seat could look at cards ahead" in says
        assert "Whoever a stand-in plays for plays with an open hand" in says


async def test_readiness_waits_for_the_last_seat() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", seats=2, table="table")
        await ana.press("r")
        assert "every seat must be taken" in " ".join(ana.text.split())


async def test_the_creator_takes_a_guest_s_seat_back() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        await ana.press("2")
        assert "x takes seat 2 back from Ben" in ana.text
        await ana.press("x")
        await until(lambda: "taken your seat back" in ben.text)
        assert "Ben" not in "\n".join(rows(ana.app)[:12])


def test_departures_of_this_network_is_named_only_where_that_shows_the_table() -> None:
    post = Post(broker_of(["mqtt://192.168.1.5:41003"], "LAN"), port=41003)
    typed = "caboose join mqtt://192.168.1.5:41003/94689243020b"
    assert [what for what, _says in ways(post, "94689243020b")] == [typed]
    post.announced = True
    assert [what for what, _says in ways(post, "94689243020b")] == ["caboose", typed]


async def test_nothing_is_announced_where_the_local_network_is_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CABOOSE_LAN", "off")
    async with announced("Ana", 41003) as is_told:
        assert not is_told


NASTY = "[red]Ben[/] \x1b[2J[@click=app.bell]x"


async def test_names_with_markup_and_escapes_are_shown_as_letters() -> None:
    async with party() as guests:
        ana = await guests.host(NASTY, table="table")
        ben = await guests.visit(NASTY)
        await until(lambda: ben.text.count("[red]Ben[/]") == 2)
        assert "\x1b" not in ben.text
        widths = {len(row) for row in rows(ana.app)}
        assert widths == {80}
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        assert "[red]Ben" in ana.text


async def test_a_table_shows_in_departures_and_enter_sits_down(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(person, "kept_name", lambda: "Ben")
    async with party() as guests:
        ana = await guests.host("Ana", table="Gare de Lyon")
        ben = await guests.come("Ben", Look())
        await until(lambda: "Gare de Lyon" in ben.text)
        assert "boarding" in ben.text
        await ben.press("down", "down")
        await until(lambda: "code" in ben.text)
        await ben.press("enter")
        await until(lambda: ben.waits)
        await until(lambda: "Ben" in ana.text)


async def test_the_chosen_table_says_what_happens_to_a_seat_that_is_gone() -> None:
    async with party() as guests:
        await guests.host("Ana", table="Gare de Lyon", absent=(2, 90))
        ben = await guests.come("Ben", Look())
        await until(lambda: "Gare de Lyon" in ben.text)
        assert "Who is gone" not in ben.text
        await ben.press("down", "down")
        await until(lambda: "Who is gone for 90 s: a stand-in plays" in ben.text)


async def test_a_private_table_is_in_no_list_and_is_joined_by_its_invite() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="Secret", visibility=2)
        await until(lambda: "caboose:" in ana.text)
        cleo = await guests.come("Cleo", Look())
        await until(lambda: "No table of others" in cleo.text)
        found = read_invite(ana.room.how[-1][0])
        place = Place(broker_of([URL]))
        table = found.ticket.table.hex()
        ben = await guests.come("Ben", Visit(table, (place,), key=found.key))
        await until(lambda: ben.waits)
        await until(lambda: "Ben" in ana.text)
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        assert not any(table in topic for topic in guests.hub._retained)
        assert "Secret" not in cleo.text


async def test_an_empty_departures_says_the_ways_out() -> None:
    async with party() as guests:
        ben = await guests.come("Ben", Look())
        await until(lambda: "No table of others is in sight" in ben.text)
        assert "caboose join" in ben.text


async def test_a_table_that_cannot_be_found_is_said_on_departures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.travel.ways._NAMED", 0.3)
    async with party() as guests:
        ben = await guests.come("Ben", Visit("Nowhere"))
        await until(lambda: "Nowhere" in ben.text and "Looking" not in ben.text)
        assert isinstance(ben.app.screen, HomeScreen)


async def test_opening_from_home_asks_for_a_name_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    async with party() as guests:
        ben = await guests.come("Ben", Look())
        await until(lambda: "Tables of others" in ben.text)
        await ben.press("o")
        await until(lambda: "Your name" in ben.text)
        await ben.press("ctrl+u", *"Bénédicte", "escape")
        assert isinstance(ben.app.screen, HomeScreen)
        assert person.kept_name() == ""
        await ben.press("o", "ctrl+u", *"Bea")
        assert "> Bea_" in ben.text


async def test_the_creator_chooses_how_strong_the_next_bot_is() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", seats=3, table="table")
        await ana.press("b", "s")
        await until(lambda: "easy" in rows(ana.app)[-1])
        await ana.press("b")
        await until(lambda: "greedy bot here" in ana.text and "easy bot here" in ana.text)
