"""Opening a table from Departures: what it is opened with, and what others are told of it."""

from __future__ import annotations

import pytest

from tests.tui.net.parties import Guest, Party, party, until
from tui import person
from tui.plan import Look
from tui.screens.chat import ChatScreen
from tui.screens.home import HomeScreen


async def at_home(guests: Party, monkeypatch: pytest.MonkeyPatch, name: str = "Ana") -> Guest:
    """Somebody at Departures whose new tables are at the party's hub."""
    monkeypatch.setattr(person, "kept_name", lambda: name)
    guest = await guests.come(name, Look())
    await until(lambda: "Tables of others" in guest.text)
    station = guest.app.net.station
    monkeypatch.setattr(type(station.brokers), "start", lambda self, port=0: self.posts[0])
    return guest


def said(guest: Guest) -> str:
    """What the screen says, its frame and line breaks left out."""
    return " ".join(guest.text.replace("│", " ").split())


async def test_a_table_is_opened_as_its_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    async with party() as guests:
        ana = await at_home(guests, monkeypatch)
        await ana.press("o")
        await until(lambda: "Open a table" in ana.text)
        assert "Ana’s table" in ana.text or "Ana's table" in ana.text
        await ana.press("ctrl+u", *"Lyon")
        await ana.press(*["down"] * 3, "right", "down", "right", "down", "right", "enter")
        await until(lambda: ana.waits)
        session = ana.room.net.session
        assert ana.room.name == "Lyon"
        assert session.policy is not None
        assert (session.policy.gone, session.policy.seconds, session.policy.claim) == (2, 300, True)


async def test_opening_is_given_up_by_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    async with party() as guests:
        ana = await at_home(guests, monkeypatch)
        await ana.press("o")
        await until(lambda: "Open a table" in ana.text)
        await ana.press("escape")
        assert isinstance(ana.app.screen, HomeScreen)
        assert not ana.app.net.station.tables.rooms


async def test_a_table_whose_chat_is_for_seats_says_so_before_and_to_those_who_only_watch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table", seats_only_chat=True)
        await until(lambda: "Only those who sit here write in the chat" in said(ana))
        monkeypatch.setattr(person, "kept_name", lambda: "Ben")
        ben = await guests.come("Ben", Look())
        await until(lambda: "table" in ben.text and "boarding" in ben.text)
        await ben.press("down", "down")
        await until(lambda: "Only those who sit here write in the chat" in said(ben))
        cleo = await guests.visit("Cleo", watch=True)
        await until(lambda: "Ana" in cleo.text)
        await cleo.press("t")
        await until(lambda: isinstance(cleo.app.screen, ChatScreen))
        assert "only those who sit here write" in cleo.text
        await cleo.press(*"hello", "enter")
        await until(lambda: "only those who sit at this table write" in cleo.text)
        await ana.press("t", *"welcome", "enter")
        await until(lambda: "welcome" in cleo.text)
        assert "hello" not in ana.text


async def test_a_table_is_opened_where_its_page_says(monkeypatch: pytest.MonkeyPatch) -> None:
    async with party() as guests:
        ana = await at_home(guests, monkeypatch)
        station = ana.app.net.station

        def no_broker_here(_brokers: object, port: int = 0) -> None:
            raise AssertionError("a broker of ours was started")

        monkeypatch.setattr(type(station.brokers), "start", no_broker_here)
        hub = station.brokers.posts[0]
        await ana.press("o")
        await until(lambda: "Open a table" in ana.text)
        assert "this network" in ana.text
        await ana.press("down", "right")
        assert hub.broker.name in ana.text
        await ana.press("enter")
        await until(lambda: ana.waits)
        assert ana.app.net.station.tables.post(ana.room) is hub


async def test_without_a_local_network_a_table_is_opened_at_a_saved_broker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with party() as guests:
        ana = await at_home(guests, monkeypatch)
        monkeypatch.setenv("CABOOSE_LAN", "off")
        hub = ana.app.net.station.brokers.posts[0]
        await ana.press("o")
        await until(lambda: hub.broker.name in ana.text and "Open a table" in ana.text)
        assert "this network" not in ana.text
