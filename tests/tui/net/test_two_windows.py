"""Two windows of one player: the second watches or takes the seat over, and the two never fight."""

from __future__ import annotations

from netplay.session import Phase
from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, party, until
from tests.tui.net.test_links import two_at_play
from tui.plan import Visit

BEN = 2
"""Ben is the second who comes."""


def sentences(guest: Guest) -> str:
    """What stands there, without lines and frames."""
    return " ".join(guest.text.replace("│", " ").split())


async def second_window(guests: Party) -> tuple[Guest, Guest, Guest]:
    """Ana, Ben at play, and Ben's second window, which has asked for the same table."""
    ana, ben = await two_at_play(guests)
    again = await guests.come("Ben", Visit("table"), again=BEN)
    await until(lambda: again.waits and again.room.net.closed)
    return ana, ben, again


async def test_the_second_is_told_and_offered_both_ways() -> None:
    async with party() as guests:
        ana, ben, again = await second_window(guests)
        says = sentences(again)
        assert "Your seat here plays in another window of yours" in says
        assert "w watches it here, o plays your seat here, l goes back" in says
        assert "w watch" in says
        assert not ben.room.net.session.returning
        actor = ana if ana.room.net.session.my_turn else ben
        n = actor.room.net.session.n
        await actor.press("1", "enter")
        await until(lambda: ana.room.net.session.n > n and ben.room.net.session.n > n)


async def test_w_watches_and_the_first_plays_on() -> None:
    async with party() as guests:
        ana, ben, again = await second_window(guests)
        await again.press("w")
        await until(lambda: again.plays)
        assert again.room.net.session.seat is None
        for _ in range(2):
            actor = ana if ana.room.net.session.my_turn else ben
            n = actor.room.net.session.n
            await actor.press("1", "enter")
            people = (ana, ben, again)
            await until(lambda n=n, people=people: all(p.room.net.session.n > n for p in people))
            await until(lambda: ana.room.net.session.my_turn or ben.room.net.session.my_turn)
        assert not ben.room.net.session.returning


async def test_o_takes_over_and_the_first_says_where_the_seat_plays_now() -> None:
    async with party() as guests:
        ana, ben, again = await second_window(guests)
        secrets = dict(ben.room.net.session.secrets)
        await again.press("o")
        await until(lambda: again.plays and not again.room.net.session.returning)
        assert dict(again.room.net.session.secrets) == secrets
        await until(lambda: "your seat plays elsewhere; o takes over" in rows(ben.app)[0])
        if ana.room.net.session.my_turn:
            await ana.press("1", "enter")
        await until(lambda: again.room.net.session.my_turn)
        n = again.room.net.session.n
        await again.press("1", "enter")
        await until(lambda: ana.room.net.session.n > n)
        assert ana.room.net.session.phase is Phase.PLAYING
        await ben.press("o")
        await until(lambda: again.room.net.session.returning)
        await until(lambda: not ben.room.net.session.returning)
        await until(lambda: "your seat plays elsewhere" in rows(again.app)[0])
