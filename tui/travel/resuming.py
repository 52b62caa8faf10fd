"""Going back to a game under way: at the broker its journal names, or at ours, started again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from netplay.brokers import MOST_ADDRESSES, Broker, broker_of, known_at
from netplay.discovery import addresses_of
from netplay.resume import Unfinished
from netplay.transport import BrokerAddress, parse_address
from tui import guest
from tui.room import Room
from tui.station.at_need import AtNeed
from tui.station.brokers import lan_address
from tui.station.post import Post
from tui.tongue import _
from tui.travel.errands import Guide, sentence

Journals = Callable[[], list[Unfinished]]


class Resuming:
    """``arrive`` is handed the room of the game that is gone on with, ``changed`` is called when
    the games under way are known.
    """

    def __init__(
        self,
        at: AtNeed,
        guide: Guide,
        journals: Journals,
        arrive: Callable[[Room], None],
        changed: Callable[[], None],
    ) -> None:
        self.unfinished: list[Unfinished] = []
        """Games of ours that are under way, as they were found last."""
        self._at = at
        self._guide = guide
        self._journals = journals
        self._arrive = arrive
        self._changed = changed

    async def recall(self) -> None:
        """Look which games of ours are under way."""
        found = await asyncio.to_thread(self._journals)
        self.unfinished = [one for one in found if one.stage in ("seating", "playing", "over")]
        self._changed()

    def meant(self, code: str) -> list[Unfinished]:
        """Those whose table's code begins so, and that can be gone on with here."""
        return [
            one
            for one in self.unfinished
            if one.table.startswith(code.lower()) and not one.busy and one.stage != "over"
        ]

    async def seat_at(self, table: bytes) -> Unfinished | None:
        """Our seat in the running game at this table, if its journal is here and free."""
        for one in await asyncio.to_thread(self._journals):
            if one.table == table.hex() and one.stage == "playing" and not one.busy:
                return one
        return None

    async def take_up(self, one: Unfinished) -> bool:
        """Go on with a game of ours; False where somebody else has its journal."""
        if one.busy:  # perhaps this program alone, which was still leaving then
            await self._at.station.tables.parted(bytes.fromhex(one.table))
            await self.recall()
        for now in self.unfinished:
            if now.table == one.table and not now.busy:
                await self.resume(now)
                return True
        return False

    async def resume(self, one: Unfinished) -> None:
        """Sit down again where a journal says, at the broker that it names."""
        station = self._at.station
        table = bytes.fromhex(one.table)
        await station.tables.parted(table)
        for listing in station.listings():
            if listing.row.ticket.table == table:
                self._arrive(station.boarding.resume(listing.post, one))
                return
        brokers = guest.brokers(one.brokers)
        if not brokers:
            self._guide.say(_("Its journal names no broker."))
            return
        self._guide.say(_("Going back to your table ..."))
        post = station.brokers.attach(_broker_again(brokers))
        await post.tried.wait()
        # Only a port that the game itself names as a seat's broker was ever ours: whatever else runs
        # on this machine, and every encrypted one, is somebody's whose place is not to be taken.
        own = [] if guest.is_guest() else _own_addresses(post, one)
        if post.client is None and own:
            # The broker was ours and ended with us: it comes back where the others look for it.
            station.brokers.detach(post)
            post = station.brokers.start(own[0].port)
        await post.tried.wait()
        while post.client is None:
            if post not in station.brokers.posts:
                return  # it was turned away from meanwhile
            why = sentence(post.says)
            self._guide.say(_("{why} Trying again until somebody answers.", why=why))
            await asyncio.sleep(1.0)
        self._arrive(station.boarding.resume(post, one))


def _broker_again(addresses: Sequence[str]) -> Broker:
    """The broker of a journal, with the login it was reached by where that is known."""
    found = broker_of(addresses[:MOST_ADDRESSES])
    return known_at(found.addresses) or found


def _own_addresses(post: Post, one: Unfinished) -> list[BrokerAddress]:
    """The post's addresses at which a broker of ours ran for this game."""
    ports = {parse_address(text).port for text in one.ours}
    hosts = {"127.0.0.1", "localhost", lan_address(), *addresses_of("")}
    return [
        address
        for address in post.broker.addresses
        if not address.tls and address.port in ports and address.host in hosts
    ]
