"""A finished game looked at together: one leads, others follow, anyone breaks free."""

from __future__ import annotations

from netplay.replaying import Sight
from netplay.session.looking import OPEN
from netplay.wire import MAX_TERM, Look, Tag
from tests.netplay.session.forging import nacl, statement
from tests.tui.net.parties import Guest, Party, party, until
from tests.tui.net.test_rematch import at_play, to_the_end
from tui.screens.chat import ChatScreen
from tui.screens.company import CompanyScreen
from tui.screens.replay import ReplayScreen
from tui.screens.score import ScoreScreen


def replay(guest: Guest) -> ReplayScreen:
    assert isinstance(guest.app.screen, ReplayScreen), guest.app.screen
    return guest.app.screen


def at(guest: Guest) -> tuple[int, tuple[Sight, int]]:
    return replay(guest).replay.at, replay(guest).replay.way


def together(*guests: Guest) -> bool:
    return len({at(guest) for guest in guests}) == 1


async def finished(guests: Party) -> tuple[Guest, Guest, Guest]:
    """Two players and a watcher, each with the scoring sheet before them."""
    ana, ben = await at_play(guests, "Ana", "Ben")
    wat = await guests.visit("Wat", watch=True)
    await until(lambda: wat.plays)
    await to_the_end(ana, ben)
    await until(lambda: isinstance(wat.app.screen, ScoreScreen))
    return ana, ben, wat


async def looking(guests: Party) -> tuple[Guest, Guest, Guest]:
    """The same with the replay open, Ana leading."""
    ana, ben, wat = await finished(guests)
    await ana.press("v")
    await until(lambda: "Ana looks at the game again: v joins" in ben.text)
    await until(lambda: "Ana looks at the game again: v joins" in wat.text)
    await until(lambda: ana.room.net.session.guide is not None)
    await ben.press("v")
    await wat.press("v")
    await until(lambda: "2 follow you" in ana.text)
    await until(lambda: "you follow Ana" in ben.text and "you follow Ana" in wat.text)
    return ana, ben, wat


async def test_players_and_watchers_go_where_the_leader_goes() -> None:
    async with party() as guests:
        ana, ben, wat = await looking(guests)
        await ana.press("home", "right", "right", "down")
        await until(lambda: at(ana)[0] > 0 and together(ana, ben, wat))
        await ana.press("v", "v", "g", "4", "0", "enter")
        await until(lambda: at(ana) == (40, (Sight.SEAT, 1)) and together(ana, ben, wat))
        assert replay(wat).board.log() == replay(ana).board.log()


async def test_who_steps_by_itself_is_free_and_follows_again_by_a_key() -> None:
    async with party() as guests:
        ana, ben, wat = await looking(guests)
        await ana.press("g", "3", "0", "enter")
        await until(lambda: together(ana, ben, wat))
        await ben.press("left")
        await until(lambda: "Ana leads; f follows" in ben.text)
        free = at(ben)
        await ana.press("right")
        await until(lambda: together(ana, wat))
        assert at(ben) == free
        await ben.press("f")
        await until(lambda: together(ana, ben, wat))


async def test_the_lead_is_given_by_a_number_and_named_to_all() -> None:
    async with party() as guests:
        ana, ben, wat = await looking(guests)
        await ana.press("w")
        assert isinstance(ana.app.screen, CompanyScreen)
        # Who is listed first depends on whose word came first.
        await until(lambda: "Ben" in ana.text and "Wat" in ana.text)
        (row,) = [row for row in ana.text.split("\n") if "Wat " in row and "follows" in row]
        await ana.press(row[: row.index("Wat")].split()[-1], "escape")
        await until(lambda: "2 follow you" in wat.text)
        await until(lambda: "you follow Wat" in ana.text and "you follow Wat" in ben.text)
        await wat.press("home")
        await until(lambda: at(ana)[0] == 0 and together(ana, ben, wat))


async def test_the_lead_is_taken_when_its_owner_has_gone() -> None:
    async with party() as guests:
        ana, ben, wat = await looking(guests)
        await wat.press("w", "o", "escape")
        assert "you follow Ana" in wat.text
        await ana.press("escape")
        await until(lambda: "nobody leads" in wat.text and "nobody leads" in ben.text)
        await wat.press("w", "o", "escape")
        await until(lambda: "you follow Wat" in ben.text)
        await wat.press("home")
        await until(lambda: together(ben, wat))


async def test_they_chat_and_what_is_said_is_found_under_the_replay() -> None:
    async with party() as guests:
        ana, ben, _wat = await looking(guests)
        await ana.press("t")
        assert isinstance(ana.app.screen, ChatScreen)
        await ana.press(*"look", "enter", "escape")
        await ben.press("t")
        await until(lambda: "look" in ben.text)


async def test_a_stranger_who_says_that_it_leads_moves_nobody() -> None:
    async with party() as guests:
        ana, ben, wat = await looking(guests)
        await ana.press("g", "3", "0", "enter")
        await until(lambda: together(ana, ben, wat))
        mallory = nacl("mallory")
        table = ana.room.net.session.ticket.table
        for guest in (ana, ben, wat):
            for n in range(20):
                word = Look(mallory.key, 5 + n, "[b]Mal\x1b", 3, MAX_TERM, n, OPEN, b"", 1)
                node = guest.room.net.session
                node._take_look(word, read(statement(mallory, table, Tag.LOOK, word)))
        await until(lambda: "you follow Ana" in wat.text)
        assert together(ana, ben, wat)
        await ana.press("w")
        assert "Mal" in ana.text
        assert "\x1b" not in ana.text


def read(item: tuple[int, bytes, bytes]) -> object:
    from netplay.wire import Statement

    return Statement(Tag(item[0]), item[1], item[2])


async def test_over_a_real_broker_two_apps_look_at_one_game() -> None:
    from netplay.broker.embedded import EmbeddedBroker

    async with EmbeddedBroker("127.0.0.1", 0) as broker, party() as guests:
        guests.url = str(broker.address)
        ana, ben = await at_play(guests, "Ana", "Ben")
        await to_the_end(ana, ben)
        await ana.press("v")
        await until(lambda: "v joins, and follows" in ben.text)
        await ben.press("v")
        await until(lambda: "you follow Ana" in ben.text and "1 follows you" in ana.text)
        await ana.press("home", "right", "v", "down")
        await until(lambda: at(ana)[0] > 0 and together(ana, ben))
        await ana.press("w", "1", "escape")
        await until(lambda: "1 follows you" in ben.text)
        await ben.press("end")
        await until(lambda: together(ana, ben) and replay(ana).replay.state.over)
