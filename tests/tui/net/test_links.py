"""Links that break and people who go: what the others at the table are shown."""

from __future__ import annotations

from typing import Any

from netplay.session import Phase
from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, party, until
from tui.plan import Look
from tui.screens.home import HomeScreen
from tui.screens.page import PageScreen


async def two_at_play(guests: Party) -> tuple[Guest, Guest]:
    """Ana opened the table; both sit before their contracts."""
    ana = await guests.host("Ana", table="table")
    ben = await guests.visit("Ben")
    await until(lambda: "Ben" in ana.text)
    await ana.press("r")
    await ben.press("r")
    await until(lambda: ana.plays and ben.plays)
    return ana, ben


async def test_an_own_move_is_pending_while_the_link_is_lost_and_settles_when_it_is_back() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        actor = ana if ana.room.net.session.my_turn else ben
        guests.hub.stop()
        await until(lambda: "link lost" in rows(actor.app)[0])
        await actor.press("1", "enter")
        await until(lambda: "move waits" in rows(actor.app)[0])
        guests.hub.start()
        await until(lambda: "move settled" in rows(actor.app)[0])
        assert "link lost" not in actor.text
        other = ben if actor is ana else ana
        assert other.room.net.session.n == actor.room.net.session.n


async def test_leaving_a_live_game_asks_and_the_other_sees_who_left() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.press("q")
        await until(lambda: "The others see that you left" in ana.text)
        await ana.press("escape")
        assert ana.plays
        await ana.press("q", "y")
        await until(lambda: isinstance(ana.app.screen, HomeScreen))
        await until(lambda: "Ana left" in rows(ben.app)[0])


async def test_a_broken_link_of_another_is_told_apart_from_leaving() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        hub = guests.hub
        for link in ana.links:  # as when the machine is unplugged: the will speaks, and no more
            link._will, will = None, link._will
            hub._leave(link)
            hub._route(will.topic, will.payload, will.retain)
        await until(lambda: "Ana link lost" in rows(ben.app)[0])


async def test_the_creator_who_leaves_before_the_start_closes_the_table_for_its_guests() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        await ana.press("l")
        await until(lambda: "closed this table" in ben.text)
        await ben.press("l")
        await until(lambda: isinstance(ben.app.screen, HomeScreen))


async def test_a_guest_who_leaves_before_the_start_frees_the_seat() -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        ben = await guests.visit("Ben")
        await until(lambda: "Ben" in ana.text)
        await ben.press("l")
        await until(lambda: "Ben" not in ana.text and "free" in ana.text)


async def test_a_stopped_table_is_explained_with_the_place_of_its_evidence() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        ana.room.net._evidence = lambda session: "The evidence is in /somewhere/evidence.json"
        play = ana.room.net.session._play
        from netplay.session import Code, Wrong

        play.stopping.halt(Wrong(Code.STATE, "the state differs"), play.replica.log[-1])
        ana.room.net.tick()
        await until(lambda: isinstance(ana.app.screen, PageScreen))
        await until(lambda: "(cards turned by Ana, seat 1): the state" in ana.text)
        assert "/somewhere/evidence.json" in ana.text
        await until(lambda: "stopped" in ben.text)


async def test_all_at_a_stopped_table_go_back_before_the_stop_by_keys() -> None:
    from netplay.session import Code, Wrong

    async with party() as guests:
        ana, ben = await two_at_play(guests)
        replica = ana.room.net.session._play.replica
        fine, faults = replica.advance, [Wrong(Code.STATE, "the state after it differs from ours")]

        def advance(*what: Any) -> Any:
            if faults and what[1] == 1:
                raise faults.pop()
            return fine(*what)

        replica.advance = advance
        first, second = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        await first.press("1", "enter")
        if first is ana:
            await until(lambda: second.room.net.session.my_turn)
            await second.press("1", "enter")
        await until(lambda: isinstance(ana.app.screen, PageScreen))
        assert "p at the table asks all to go back" in ana.text
        await until(lambda: isinstance(ben.app.screen, PageScreen))
        await ana.press("escape", "p", "t")
        await until(lambda: bool(ben.room.net.session.questions))
        await ben.press("escape", "p")
        await until(lambda: "Ana proposes: the game goes on from entry" in ben.text)
        await ben.press("y")
        await until(lambda: all(g.room.net.session.phase is Phase.PLAYING for g in (ana, ben)))


async def test_chat_goes_to_the_table_and_shows_as_new_until_it_is_read() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.press("t")
        await ana.press(*"Hi [b]Ben[/b]", "enter")
        await until(lambda: "t: 1 new, 2 min left" in rows(ben.app)[0])
        await ben.press("t")
        await until(lambda: "Hi [b]Ben[/b]" in ben.text)
        await ben.press("escape")
        await until(lambda: ben.plays and "new" not in rows(ben.app)[0])


async def test_what_was_said_of_another_s_turn_is_gone_when_it_is_one_s_own() -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        actor, other = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        await other.press("1")
        await until(lambda: "another player's turn" in other.text)
        await actor.press("1", "enter")
        await until(lambda: other.room.net.session.my_turn)
        await until(lambda: "another player's turn" not in other.text)


async def test_quitting_asks_while_others_are_linked_through_this_program() -> None:
    async with party() as guests:
        ana = await guests.come("Ana", Look())
        await until(lambda: "Tables of others" in ana.text)
        ana.app.net.station.brokers.posts[0].guests = lambda: 1
        await ana.press("q")
        await until(lambda: "they lose their link" in ana.text)
        await ana.press("escape", "q", "q")
        await until(lambda: ana.app.return_value == 0)
