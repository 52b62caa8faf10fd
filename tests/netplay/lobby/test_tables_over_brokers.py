"""Lobby, tables and games over every kind of broker, with the real clock."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core.games.registry import game
from netplay.crypto_nacl import NaclCrypto
from netplay.known import Known
from netplay.lobby import ChatRefused, Freshness, Said, Stage
from netplay.lobby.client import LobbyClient
from netplay.lobby.host import HostedTable, JoinedTable, WatchedTable
from netplay.session import Phase
from tests.netplay.buses import Bus, DroppableTransport, MemoryBus

GAME = game("continental-express")


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not what():  # noqa: ASYNC110 # what is waited for has no one event
            await asyncio.sleep(0.01)


def client(bus: Bus, name: str, told: list[Said] | None = None) -> LobbyClient:
    def hear(event: object) -> None:
        if told is not None and isinstance(event, Said):
            told.append(event)

    return LobbyClient(NaclCrypto(os.urandom(32)), name, bus.transport, told=hear)


def hosted(ana: LobbyClient, seats: int, **more: object) -> HostedTable:
    return HostedTable(ana, GAME, GAME.options(), seats, "Lyon", strength="greedy", **more)  # type: ignore[arg-type]  # by name


async def test_a_table_is_found_joined_watched_and_played_to_its_end(bus: Bus) -> None:
    async with client(bus, "Ana") as ana, client(bus, "Ben") as ben, client(bus, "Cy") as cy:
        ben.show()
        cy.show()
        async with hosted(ana, 3, bots=("random",)) as host:
            await until(lambda: bool(ben.rows()))
            (row,) = ben.rows()
            assert (row.name, row.taken, row.free) == ("Lyon", 2, 1)
            assert row.seats[2] is not None
            assert row.seats[2].bot == "random"
            async with (
                WatchedTable(cy, row) as watch,
                JoinedTable(ben, row, strength="greedy") as b,
            ):
                sessions = (host.session, b.session, watch.session)
                await until(lambda: all(session.complete for session in sessions))
                assert len({(session.n, session.state_hash) for session in sessions}) == 1
                await until(lambda: [row.stage for row in cy.rows()] == [Stage.FINISHED])
                assert cy.rows()[0].freshness is Freshness.LIVE
                roster = host.session.roster
                assert roster is not None
                assert roster.seats[2] is not None
                assert roster.seats[2].voice == 0  # it runs on the creator's machine
        await until(lambda: not ben.rows() and not cy.rows())


async def test_the_table_stays_in_the_list_while_one_seat_is_there(bus: Bus) -> None:
    async with client(bus, "Ben") as ben, client(bus, "Cy") as cy:
        cy.show()
        ben.show()
        async with client(bus, "Ana") as ana:
            table = HostedTable(ana, GAME, GAME.options(), 2, "Lyon")
            async with table:
                await until(lambda: bool(ben.rows()))
                joined = JoinedTable(ben, ben.rows()[0])
                await joined.__aenter__()
                await until(lambda: [row.stage for row in cy.rows()] == [Stage.RUNNING])
                await until(lambda: len(cy.lobby._adverts) == 2)
        await until(lambda: len(cy.lobby._adverts) == 1)
        assert [row.name for row in cy.rows()] == ["Lyon"]
        await joined.__aexit__(None, None, None)
        await until(lambda: not cy.rows())


async def test_a_lost_link_is_seen_and_mended_without_a_ghost(bus: Bus) -> None:
    links: list[DroppableTransport] = []

    def connect(will: object) -> DroppableTransport:
        links.append(bus.transport(will))  # type: ignore[arg-type]  # it is a will
        return links[-1]

    ana = LobbyClient(NaclCrypto(os.urandom(32)), "Ana", connect)
    async with client(bus, "Cy") as cy:
        cy.show()
        async with ana, HostedTable(ana, GAME, GAME.options(), 2, "Lyon"):
            await until(lambda: bool(cy.rows()))
            links[0].drop_link()
            await until(lambda: links[0].connections == 2)
            await until(lambda: [row.freshness for row in cy.rows()] == [Freshness.LIVE])
        await until(lambda: not cy.rows() and not cy.lobby.people())


async def test_a_broker_that_comes_back_empty_is_told_everything_again(bus: Bus) -> None:
    async with client(bus, "Ana") as ana, client(bus, "Cy") as cy:
        cy.show()
        async with HostedTable(ana, GAME, GAME.options(), 2, "Lyon") as host:
            await until(lambda: bool(cy.rows()))
            await bus.stop()
            await asyncio.sleep(0.01)
            await bus.start()
            await until(lambda: ana.transport.connections == 2 == cy.transport.connections)
            async with client(bus, "Dee") as dee:
                dee.show()
                await until(lambda: [row.name for row in dee.rows()] == ["Lyon"])
            assert host.session.phase is Phase.SEATING


async def test_chat_reaches_those_at_the_table(bus: Bus) -> None:
    heard: list[Said] = []
    async with client(bus, "Ana", heard) as ana, client(bus, "Ben") as ben:
        ben.show()
        async with HostedTable(ana, GAME, GAME.options(), 3, "Lyon"):
            await until(lambda: bool(ben.rows()))
            async with WatchedTable(ben, ben.rows()[0]) as watch:
                await asyncio.sleep(0.05)
                watch.say("who begins?")
                await until(lambda: bool(heard))
    assert [(said.name, said.text, said.own) for said in heard] == [("Ben", "who begins?", False)]


async def test_a_line_written_while_the_link_is_lost_is_refused() -> None:
    bus = MemoryBus()
    async with client(bus, "Ana") as ana:
        await bus.stop()
        with pytest.raises(ChatRefused, match="the link to the broker is lost"):
            ana.say("anyone?")
        await bus.start()
        ana.say("anyone?")


async def test_who_sat_at_a_table_together_has_met_and_whom_one_mutes_is_not_heard(
    tmp_path: Path,
) -> None:
    bus, known = MemoryBus(), Known(tmp_path / "people.json")
    crypto = NaclCrypto(os.urandom(32))
    async with (
        LobbyClient(crypto, "Ana", bus.transport, known=known) as ana,
        client(bus, "Ben") as ben,
    ):
        ben.show()
        async with HostedTable(ana, GAME, GAME.options(), 3, "Lyon", bots=("random",)) as host:
            await until(lambda: bool(ben.rows()))
            async with JoinedTable(ben, ben.rows()[0]):
                await until(lambda: host.session.phase is Phase.PLAYING)
        assert [person.name for person in known.people()] == ["Ben"]  # no bot, and not oneself
        known.change("Ben", muted=True)
        heard: list[object] = []
        again = LobbyClient(crypto, "Ana", bus.transport, told=heard.append, known=known)
        async with again, client(bus, "Cy") as cy:
            again.show()
            await asyncio.sleep(0.02)
            ben.say("hello")
            cy.say("good evening")
            await until(lambda: any(isinstance(event, Said) for event in heard))
        assert [event.name for event in heard if isinstance(event, Said)] == ["Cy"]


async def test_who_let_a_start_dissolve_is_remembered_unless_our_own_link_was_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bus, known = MemoryBus(), Known(tmp_path / "people.json")
    crypto = NaclCrypto(os.urandom(32))
    async with LobbyClient(crypto, "Ana", bus.transport, known=known) as ana:
        ana.let_dissolve([("b" * 32, "Ben")])
        assert known.people() == ()  # our link is too young to tell
        monkeypatch.setattr("netplay.lobby.client.SILENCE", 0.0)
        ana.let_dissolve([("b" * 32, "Ben")])
        assert [(one.name, one.dissolved) for one in known.people()] == [("Ben", 1)]
        await bus.stop()
        ana.let_dissolve([("b" * 32, "Ben")])
        assert [one.dissolved for one in known.people()] == [1]
        await bus.start()
