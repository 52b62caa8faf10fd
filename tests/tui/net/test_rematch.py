"""Another game with the same people: asked for on the sheet, begun when all who are there want it."""

from __future__ import annotations

from typing import Any

from netplay.session import Phase
from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, party, until
from tui.screens.home import HomeScreen
from tui.screens.score import ScoreScreen


async def to_the_end(*guests: Guest) -> None:
    """Play by the first legal move of whoever is on turn, until all see the sheet."""
    from core.bots.registry import bot

    sessions = [guest.room.net.session for guest in guests]
    bots = [bot("random", session.game, bytes([n])) for n, session in enumerate(sessions)]

    def step() -> bool:
        for guest, session, mind in zip(guests, sessions, bots, strict=True):
            if session.my_turn:
                guest.room.net.submit(mind.choose(session.state, session.seat, session.secrets))
        return all(session.complete for session in sessions)

    await until(step, 60)
    await until(lambda: all(isinstance(guest.app.screen, ScoreScreen) for guest in guests))


async def at_play(guests: Party, *names: str, seats: int = 0, **more: Any) -> list[Guest]:
    first = await guests.host(names[0], seats=seats or len(names), table="table", **more)
    people = [first, *[await guests.visit(name) for name in names[1:]]]
    for _ in range((seats or len(names)) - len(names)):
        await first.press("b")
    await until(lambda: all(p.name for p in first.room.net.session.players))
    for guest in people:
        await guest.press("r")
    await until(lambda: all(guest.plays for guest in people))
    return people


def names(guest: Guest) -> list[str]:
    return [player.name for player in guest.room.net.session.players]


def now_at(guest: Guest, old: Any) -> bool:
    return guest.plays and guest.table.link is not old


async def test_when_all_say_again_the_next_game_begins_with_everyone_one_seat_on() -> None:
    async with party() as guests:
        ana, ben, cleo = await at_play(guests, "Ana", "Ben", "Cleo")
        old = [guest.table.link for guest in (ana, ben, cleo)]
        options = ana.room.net.session.roster.options
        await to_the_end(ana, ben, cleo)
        await ana.press("n")
        await until(lambda: "Another game: wanted by Ana" in ben.text)
        assert "not yet: Ben, Cleo" in " ".join(cleo.text.split())
        await cleo.press("n")
        assert isinstance(ana.app.screen, ScoreScreen)
        await ben.press("n")
        await until(lambda: all(map(now_at, (ana, ben, cleo), old)), 30)
        await until(lambda: all(len(g.app.net.station.tables.rooms) == 1 for g in (ana, ben, cleo)))
        assert names(ana) == names(ben) == names(cleo) == ["Ben", "Cleo", "Ana"]
        assert ana.room.net.session.roster.options == options
        assert "table" in rows(ana.app)[0] or ana.table.called == "table"
        await to_the_end(ana, ben, cleo)


async def test_bots_come_along_by_themselves() -> None:
    async with party() as guests:
        (ana,) = await at_play(guests, "Ana", seats=3)
        old = ana.table.link
        await to_the_end(ana)
        await ana.press("n")
        await until(lambda: now_at(ana, old), 30)
        assert names(ana)[0] == "Ana"
        assert sum(p.bot is not None for p in ana.room.net.session.players) == 2


async def test_who_goes_home_is_missing_and_the_seat_is_open_to_others() -> None:
    async with party() as guests:
        ana, ben, cleo = await at_play(guests, "Ana", "Ben", "Cleo")
        await to_the_end(ana, ben, cleo)
        await cleo.press("h")
        assert isinstance(cleo.app.screen, HomeScreen)
        await ana.press("n")
        await ben.press("n")
        await until(lambda: ana.waits and ben.waits, 30)
        assert "Without Cleo: a free seat is for whoever comes" in ben.text
        await until(lambda: "Ana" in ben.text and "Ben" in ana.text)
        await until(lambda: any("boarding" in row for row in rows(cleo.app) if "table" in row))
        dev = await guests.visit("Dev")
        await until(lambda: "Dev" in ana.text)
        for guest in (ana, ben, dev):
            await guest.press("r")
        await until(lambda: ana.plays and ben.plays and dev.plays)


async def test_who_does_not_answer_is_left_out_by_whoever_opens_the_table() -> None:
    async with party() as guests:
        ana, ben, cleo = await at_play(guests, "Ana", "Ben", "Cleo")
        old = cleo.table.link
        await to_the_end(ana, ben, cleo)
        await ben.press("n")
        await until(lambda: "wanted by Ben" in ben.text)
        assert "start without the rest" in ben.text
        await ana.press("n")
        await until(lambda: "wanted by Ana, Ben" in ben.text)
        assert "start without the rest" not in ana.text
        await ben.press("o")
        await until(lambda: ana.waits and ben.waits, 30)
        assert isinstance(cleo.app.screen, ScoreScreen)
        await cleo.press("n")  # better late than never
        await until(lambda: ana.plays and ben.plays and now_at(cleo, old), 30)


async def test_a_wish_is_taken_back_by_the_same_key() -> None:
    async with party() as guests:
        ana, ben = await at_play(guests, "Ana", "Ben")
        await to_the_end(ana, ben)
        await ana.press("n")
        await until(lambda: "wanted by Ana" in ben.text)
        await ana.press("n")
        await until(lambda: "wanted by Ana" not in ben.text)
        await ben.press("n")
        assert isinstance(ben.app.screen, ScoreScreen)


async def test_a_private_table_is_followed_by_a_private_one() -> None:
    async with party() as guests:
        from netplay.brokers import broker_of
        from netplay.lobby.invite import read_invite
        from tests.tui.net.parties import URL
        from tui.plan import Place, Visit

        ana = await guests.host("Ana", table="Secret", visibility=2)
        found = read_invite(ana.room.how[-1][0])
        place = Place(broker_of([URL]))
        ben = await guests.come("Ben", Visit(found.ticket.table.hex(), (place,), key=found.key))
        await until(lambda: ben.waits)
        await until(lambda: "Ben" in ana.text)
        await ana.press("r")
        await ben.press("r")
        await until(lambda: ana.plays and ben.plays)
        old = [ana.table.link, ben.table.link]
        await to_the_end(ana, ben)
        await ana.press("n")
        await ben.press("n")
        await until(lambda: now_at(ana, old[0]) and now_at(ben, old[1]), 30)
        table = ana.room.net.session.ticket.table.hex()
        assert ana.room.net.session.phase is Phase.PLAYING
        assert not any(table in topic for topic in guests.hub._retained)


async def test_another_game_is_asked_for_after_one_that_ended_by_agreement() -> None:
    async with party() as guests:
        ana, ben = await at_play(guests, "Ana", "Ben")
        old = [guest.table.link for guest in (ana, ben)]
        await ana.press("p", "e", "escape")
        await until(lambda: "Ana proposes" in ben.text)
        await ben.press("y")
        for guest in (ana, ben):
            await until(lambda: isinstance(guest.app.screen, ScoreScreen))  # noqa: B023 # at once
            assert "Agreed: the game ends here" in guest.text
            assert "Your seat is kept" not in guest.text
        await ana.press("t")
        await until(lambda: ana.plays)
        await ana.press("n")
        await until(lambda: isinstance(ana.app.screen, ScoreScreen))
        await ana.press("n")
        await until(lambda: "wanted by Ana" in ben.text)
        await ben.press("n")
        await until(lambda: all(map(now_at, (ana, ben), old)), 30)
        assert names(ana) == names(ben) == ["Ben", "Ana"]
