"""The network's side of this program, put together: its brokers, its tables, and the ways to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from netplay.crypto_nacl import NaclCrypto
from netplay.known import Known
from netplay.lobby import Said
from netplay.lobby.ownbroker import MakeBroker
from netplay.session import Session
from tui.people import People
from tui.person import Person
from tui.solo import PACE
from tui.station import finding
from tui.station.boarding import Boarding
from tui.station.bots import Bots
from tui.station.brokers import Announce, Brokers, Connect, mqtt
from tui.station.finding import Listing
from tui.station.hall import Hall
from tui.station.keeping import Begin, Keeping
from tui.station.post import Post
from tui.station.tables import Tables


class Station:
    """Brokers that are listened to, and the tables of this program there.

    ``changed`` is called whenever rows or links may have changed. ``journal`` begins the journal of a
    seat, None: none is kept. ``pace``: seconds a bot of ours takes for a move. ``known``: whom the
    person has met. ``own``: makes the broker that runs here for tables of others on this network,
    None: none does. Everything runs in the loop that calls.
    """

    def __init__(
        self,
        person: Person,
        *,
        connect: Connect = mqtt,
        announce: Announce | None = None,
        changed: Callable[[], None] = lambda: None,
        evidence: Callable[[Session], str] = lambda session: "",
        journal: Begin | None = None,
        pace: float = PACE,
        known: Known | None = None,
        own: MakeBroker | None = None,
    ) -> None:
        self.person = person
        self.people = People(known, self._heed)
        """Whom the person has met, with their notes."""
        crypto, keeping = NaclCrypto(person.seed), Keeping(journal)
        self.brokers = Brokers(
            crypto,
            person.name,
            connect=connect,
            announce=announce,
            known=known,
            own=own,
            told=self._told,
            changed=self._tell,
        )
        self.hall = Hall(lambda: self.brokers.posts, self.people)
        bots = Bots(keeping, pace)
        self.tables = Tables(crypto.key, self.people, bots, evidence)
        self.boarding = Boarding(crypto, self.tables, bots, keeping, self.listings)
        self._changed = changed
        self._news = asyncio.Event()

    def listings(self) -> list[Listing]:
        """All tables in sight, each once, where you are expected first."""
        return finding.listings(self.brokers.posts)

    async def find(self, text: str, seconds: float) -> Listing:
        """The table of that name or code, as soon as it is in sight; raises NoTable."""
        return await finding.find(self.brokers.posts, self._news, text, seconds)

    def _heed(self) -> None:
        self.brokers.heed()
        self._tell()

    def _told(self, post: Post, event: object) -> None:
        if not isinstance(event, Said):
            self._tell()
        elif event.table is None:
            self.hall.told(post, event)
            self._changed()
        else:
            self.tables.heard(post, event)

    def _tell(self) -> None:
        self._news.set()
        self.tables.look_round()
        self._changed()

    async def close(self) -> None:
        """Leave all tables, say good-bye to all brokers."""
        await self.tables.close()
        await self.brokers.close()
