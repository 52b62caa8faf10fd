"""Bots without a screen after a game: they come along to another one, or go as soon as nobody wants one."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest

from core.bots.registry import bot
from core.games.registry import game as find_game
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby.carried import CarriedTable
from netplay.lobby.client import LobbyClient
from netplay.lobby.encore import Encore, encore
from netplay.lobby.host import HostedTable, JoinedTable
from netplay.rematch import wishes
from netplay.session import Phase
from netplay.session.stances import NO, YES
from tests.netplay.buses import Bus
from tests.netplay.lobby.test_tables_over_brokers import client, until

GAME = find_game("continental-express")


async def over(table: CarriedTable, check: Callable[[], bool]) -> None:
    """Play a person's seat by chance until ``check``."""
    session = table.session
    mind = bot("random", session.game, os.urandom(8))
    async with asyncio.timeout(90):
        while not check():
            if session.my_turn and session.phase is Phase.PLAYING and session.seat is not None:
                table.submit(mind.choose(session.state, session.seat, session.secrets))
            await asyncio.sleep(0.002)


def stand(table: CarriedTable, again: int, next_: bytes = b"") -> None:
    table.session.stand(asyncio.get_running_loop().time(), again=again, table=next_)
    table.flush()


async def open_next(ana: LobbyClient, table: CarriedTable) -> HostedTable:
    """What a person's program does once everyone has said yes."""
    await until(lambda: wishes(table.session, {}).settled)
    following = HostedTable(ana, GAME, GAME.options(), 2, "again")
    stand(table, YES, following.table)
    return following


async def come_along(ben: LobbyClient, to: Encore) -> JoinedTable:
    return JoinedTable(ben, (to.ticket, GAME), want=to.want, strength="random")


@pytest.mark.parametrize("agreed", [False, True], ids=["played out", "ended by agreement"])
async def test_a_bot_says_yes_when_a_person_does_and_plays_the_next_game(
    bus: Bus, agreed: bool
) -> None:
    async with (
        client(bus, "Ana") as ana,
        LobbyClient(NaclCrypto(os.urandom(32)), "Bertha", bus.transport, bot="random") as ben,
    ):
        ben.show()
        async with HostedTable(ana, GAME, GAME.options(), 2, "Lyon") as first:
            await until(lambda: bool(ben.rows()))
            async with JoinedTable(ben, ben.rows()[0], strength="random") as second:
                await over(first, lambda: first.session.phase is Phase.PLAYING)
                if agreed:
                    first.session.propose_end(asyncio.get_running_loop().time())
                    first.flush()
                await over(first, lambda: first.session.phase is Phase.OVER)
                await until(lambda: second.session.phase is Phase.OVER)
                staying = asyncio.create_task(encore(second, 60.0))
                stand(first, YES)
                following = await open_next(ana, first)
                async with following:
                    to = await staying
                    assert to == Encore(following.session.ticket, 1)
                    async with await come_along(ben, to) as again:
                        await over(following, lambda: following.session.phase is Phase.OVER)
                        await until(lambda: again.session.complete)
                        assert again.session.seat == 1


async def test_a_bot_goes_when_the_people_want_no_other_game_and_at_once_where_none_are(
    bus: Bus,
) -> None:
    async with client(bus, "Ana") as ana, client(bus, "Bertha") as ben:
        ben.show()
        async with HostedTable(ana, GAME, GAME.options(), 2, "Lyon") as first:
            await until(lambda: bool(ben.rows()))
            async with JoinedTable(ben, ben.rows()[0], strength="random") as second:
                await over(first, lambda: first.session.phase is Phase.OVER)
                await until(lambda: second.session.phase is Phase.OVER)
                staying = asyncio.create_task(encore(second, 600.0))
                await asyncio.sleep(0.5)
                assert not staying.done()
                stand(first, NO)
                assert await staying is None
                assert second.session.own_stance.again == NO
        await until(lambda: not ben.rows())
        async with HostedTable(ana, GAME, GAME.options(), 2, "bots", strength="random") as first:
            await until(lambda: bool(ben.rows()))
            async with JoinedTable(ben, ben.rows()[0], strength="random") as second:
                await until(lambda: second.session.phase is Phase.OVER)
                assert await encore(second, 600.0) is None


async def test_a_bot_goes_after_its_time_when_nobody_says_anything(bus: Bus) -> None:
    async with client(bus, "Ana") as ana, client(bus, "Bertha") as ben:
        ben.show()
        async with HostedTable(ana, GAME, GAME.options(), 2, "Lyon") as first:
            await until(lambda: bool(ben.rows()))
            async with JoinedTable(ben, ben.rows()[0], strength="random") as second:
                await over(first, lambda: first.session.phase is Phase.OVER)
                await until(lambda: second.session.phase is Phase.OVER)
                assert await encore(second, 1.0) is None
