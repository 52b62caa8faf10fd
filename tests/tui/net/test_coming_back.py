"""Leaving a running game and coming back to it: the seat is kept, the table is the same."""

from __future__ import annotations

import asyncio

from netplay.brokers import broker_of
from netplay.lobby.invite import read_invite
from tests.tui.driving import rows
from tests.tui.net.parties import URL, party, until
from tests.tui.net.test_links import two_at_play
from tui.plan import Look, Place, Visit
from tui.screens.home import HomeScreen


async def test_a_seat_that_was_left_is_taken_up_again_from_departures() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        actor, other = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        before = actor.room.net.session
        await actor.press("q", "y")
        await until(lambda: isinstance(actor.app.screen, HomeScreen))
        assert "Your seat is kept" in actor.text
        await until(lambda: f"{actor.name} left" in rows(other.app)[0])
        await actor.press("down", "down")
        await until(lambda: "your turn" in actor.text)
        await actor.press("enter")
        await until(lambda: actor.plays)
        after = actor.room.net.session
        assert after is not before
        assert (after.n, after.secrets) == (before.n, before.secrets)
        await until(lambda: f"{actor.name} left" not in rows(other.app)[0])
        await actor.press("1", "enter")
        await until(lambda: other.room.net.session.n > before.n)


async def test_the_log_of_the_game_so_far_is_there_after_coming_back() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        for _ in range(2):
            actor = ana if ana.room.net.session.my_turn else ben
            await actor.press("1", "enter")
            await asyncio.sleep(0.1)
            await until(lambda: ana.room.net.session.my_turn or ben.room.net.session.my_turn)
        told = list(ben.table.board.log())
        assert told
        await ben.press("q", "y", "down", "down")
        await until(lambda: "you sit here" in ben.text or "your turn" in ben.text)
        await ben.press("enter")
        await until(lambda: ben.plays)
        await until(lambda: list(ben.table.board.log()) == told)


async def test_bots_of_the_creator_come_back_with_her() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", seats=2, table="table")
        await ana.press("b")
        await until(lambda: "press r" in ana.text)
        await ana.press("r")
        await until(lambda: ana.plays)
        await until(lambda: ana.room.net.session.my_turn)
        await ana.press("q", "y", "down", "down")
        await until(lambda: isinstance(ana.app.screen, HomeScreen) and "your turn" in ana.text)
        await ana.press("enter")
        await until(lambda: ana.plays)
        n = ana.room.net.session.n
        await ana.press("1", "enter")
        await until(lambda: ana.room.net.session.n > n + 1)


async def test_a_game_under_way_is_listed_though_nobody_advertises_it() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.press("q", "y")
        await ben.press("q", "y")
        await until(
            lambda: any("table" in row and "Continental" in row for row in rows(ana.app)[8:])
        )


async def test_nothing_is_kept_of_a_table_that_was_left_before_the_start() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        await ana.press("l")
        await until(lambda: isinstance(ana.app.screen, HomeScreen))
        await until(lambda: not list(guests.folder.glob("*/*.journal")))
        look = await guests.come("Cleo", Look())
        await until(lambda: "No table of others" in look.text)


async def test_a_seat_whose_journal_is_lost_is_taken_over_with_the_key_alone() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        before = ben.room.net.session
        await ben.press("q", "y")
        await until(lambda: isinstance(ben.app.screen, HomeScreen))
        await until(lambda: "Your seat is kept" in ben.text)
        await until(lambda: "Ben left" in rows(ana.app)[0])
        for journal in guests.folder.glob("2/*.journal"):
            journal.unlink()
        ben.app.net.ways.resuming.unfinished = []
        ben.app.net.ways.go(ben.app.net.station.listings()[0], watch=False)
        await until(lambda: "o plays your seat here" in " ".join(ben.text.split()))
        await ben.press("o")
        await until(lambda: ben.plays)
        await until(lambda: ben.room.net.session.secrets == before.secrets)


async def test_the_name_of_a_table_comes_back_with_a_seat_also_where_nobody_else_is_there() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="Gare de Lyon", seats_only_chat=True)
        ben = await guests.visit("Ben", table="Gare de Lyon")
        await until(lambda: "Ben" in ana.text)
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        for guest in (ana, ben):
            await guest.press("q", "y")
            await until(lambda: isinstance(guest.app.screen, HomeScreen))  # noqa: B023 # at once
        await until(lambda: "Gare de Lyon" in ben.text)
        await ben.press("down", "down", "enter")
        await until(lambda: ben.plays)
        assert ben.table.called == "Gare de Lyon"
        assert ben.room.seats_only_chat
        await ana.press("down", "down", "enter")
        await until(lambda: ana.plays)
        assert ana.table.called == "Gare de Lyon"
        cleo = await guests.come("Cleo", Look())
        await until(lambda: "Gare de Lyon" in cleo.text)


async def test_who_comes_back_sees_what_was_done_meanwhile_marked_as_new() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        actor, other = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        told = list(other.table.board.log())
        await other.press("q", "y")
        await until(lambda: isinstance(other.app.screen, HomeScreen))
        while actor.room.net.session.my_turn:
            net = actor.room.net
            net.submit(net.game.moves(net.state, net.secrets)[0])
            await asyncio.sleep(0.05)
        await other.press("down", "down")
        await until(lambda: "you sit here" in other.text or "your turn" in other.text)
        await other.press("enter")
        await until(lambda: other.plays)
        await until(lambda: "since you looked away:" in other.table.board.log())
        log = list(other.table.board.log())
        assert log[: len(told)] == told
        assert log[len(told)] == "since you looked away:"


async def test_a_private_table_takes_a_seat_back_without_its_invite() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="Secret", visibility=2)
        await until(lambda: "caboose:" in ana.text)
        invite = read_invite(ana.room.how[-1][0])
        place = Place(broker_of([URL]))
        ben = await guests.come("Ben", Visit(invite.ticket.table.hex(), (place,), key=invite.key))
        await until(lambda: "Ben" in ana.text)
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        before = ben.room.net.session
        await ben.press("q", "y")
        await until(lambda: isinstance(ben.app.screen, HomeScreen))
        await until(lambda: "Ben left" in rows(ana.app)[0])
        await until(lambda: "Secret" in ben.text)
        await ben.press("down", "down", "enter")
        await until(lambda: ben.plays)
        after = ben.room.net.session
        assert after is not before
        assert (after.n, after.secrets) == (before.n, before.secrets)
        await until(lambda: "Ben left" not in rows(ana.app)[0])
