"""The chat of Departures: read by all who look there, at a pace, each line once."""

from __future__ import annotations

from netplay.brokers import broker_of
from netplay.lobby import Said
from netplay.transport import LinkState
from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, ident, mend, part, party, until
from tui.plan import Look
from tui.screens.chat import ChatScreen
from tui.screens.home import HomeScreen
from tui.station.post import Post


async def looker(guests: Party, name: str) -> Guest:
    """Somebody with Departures on the screen, at a broker."""
    guest = await guests.come(name, Look())
    await until(lambda: " c  chat" in rows(guest.app)[-1])
    return guest


async def two(guests: Party) -> tuple[Guest, Guest]:
    """Two of them, who hear each other."""
    ana, ben = await looker(guests, "Ana"), await looker(guests, "Ben")
    await until(lambda: all(one.app.net.station.brokers.around() for one in (ana, ben)))
    return ana, ben


async def test_a_line_is_counted_on_departures_until_it_is_read() -> None:
    async with party() as guests:
        ana, ben = await two(guests)
        await ana.press("c", *"Anyone [b]here[/b]?", "enter")
        await until(lambda: " c  1 new" in rows(ben.app)[-1])
        await ben.press("c")
        assert isinstance(ben.app.screen, ChatScreen)
        await until(lambda: "Anyone [b]here[/b]?" in ben.text)
        await ben.press("escape")
        assert isinstance(ben.app.screen, HomeScreen)
        await until(lambda: " c  chat" in rows(ben.app)[-1])
        assert ana.text.count("Anyone [b]here[/b]?") == 1


async def test_who_writes_too_fast_is_told() -> None:
    async with party() as guests:
        ana = await looker(guests, "Ana")
        # At once: what is typed by keys comes at the pace of the machine.
        told = [ana.app.net.station.hall.say(f"line {number}") for number in range(6)]
        assert told[:5] == [""] * 5
        assert "not so fast" in told[5]


async def test_without_a_link_it_says_that_nobody_would_read_a_line() -> None:
    async with party() as guests:
        ana, _ben = await two(guests)
        part(guests, ana)
        await until(lambda: " c  chat" not in rows(ana.app)[-1])
        await ana.press("c")
        await until(lambda: "nobody would read this now" in ana.text)
        mend(guests, ana)
        await until(lambda: ana.links[0].link is LinkState.UP)
        await until(lambda: " c  chat" in rows(ana.app)[-1])


async def test_who_is_muted_is_not_read() -> None:
    async with party() as guests:
        ana, ben = await two(guests)
        await ana.press("c", *"First", "enter")
        await until(lambda: " c  1 new" in rows(ben.app)[-1])
        people = ben.app.net.station.people
        someone = next(one for one in ben.app.net.station.brokers.around() if one.name == "Ana")
        assert not people.change(someone, muted=True)
        await ben.press("c")
        await until(lambda: "Nothing has been said yet." in ben.text)


async def test_a_line_that_comes_by_two_brokers_shows_once_and_a_second_one_is_another() -> None:
    async with party() as guests:
        ana = await looker(guests, "Ana")
        hall = ana.app.net.station.hall
        one, two = Post(broker_of(["mqtt://a.test"])), Post(broker_of(["mqtt://b.test"]))
        for post in (one, two, one, two):
            hall.told(post, Said("Ben", "1234", ident(2), "Hello", None, False))
        assert [said.text for said in hall.chat] == ["Hello", "Hello"]
