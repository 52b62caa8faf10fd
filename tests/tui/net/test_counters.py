"""What a table heard and did not use is on a page of its own, by whose topic it came under."""

from __future__ import annotations

from netplay.node import topic
from netplay.session import WATCH
from tests.tui.net.parties import party, until
from tests.tui.net.test_links import two_at_play
from tui.screens.page import PageScreen


async def test_nonsense_of_a_stranger_is_counted_where_a_player_can_see_it() -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.press("#")
        await until(lambda: isinstance(ana.app.screen, PageScreen))
        assert "There were none." in ana.text
        await ana.press("escape")
        table = ana.room.net.session.ticket.table
        async with guests.hub.transport() as stranger:
            for payload in (b"\x93", b"nonsense", b"more"):
                await stranger.publish(topic("ab" * 16, WATCH, table), payload)
            node = ana.room.net.ride.node
            await until(lambda: node.flood.by_sender)
        await ana.press("#")
        await until(lambda: "somebody abababab: not readable 3" in ana.text)
