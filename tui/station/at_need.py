"""The station while there is one: made at the first need of it, and anew under another name."""

from __future__ import annotations

from collections.abc import Callable

from netplay.journal import Journal
from netplay.known import Known
from netplay.lobby.ownbroker import beside
from tui.guest import is_guest
from tui.net_evidence import keep_evidence
from tui.person import Person
from tui.station.finding import Listing
from tui.station.sources import announced, announced_at
from tui.station.station import Station

MakeStation = Callable[[Person, Callable[[], None]], Station]
"""Makes the station of a person; the callable is for it to call when rows may have changed."""


def usual(person: Person, changed: Callable[[], None]) -> Station:
    """That of somebody who plays: journals, evidence and acquaintances are kept on this machine."""
    return Station(
        person,
        changed=changed,
        evidence=keep_evidence,
        announce=announced,
        journal=lambda brokers, key, cover: Journal.begin(brokers, key=key, cover=cover),
        known=Known(),
        # A guest opens no port on somebody else's machine.
        own=None if is_guest() else beside(person.name, announced_at),
    )


class AtNeed:
    """``changed`` is called when rows may have changed."""

    def __init__(
        self, person: Callable[[], Person], make: MakeStation, changed: Callable[[], None]
    ) -> None:
        self.made: Station | None = None
        """None while nobody has needed it."""
        self._person = person
        self._make = make
        self._changed = changed

    @property
    def station(self) -> Station:
        """The station; raises IdentityUnusable and FolderUnusable where it cannot be made."""
        if self.made is None:
            self.made = self._make(self._person(), self._changed)
        return self.made

    def listings(self) -> list[Listing]:
        """The tables in sight."""
        return self.made.listings() if self.made is not None else []

    async def renew(self) -> None:
        """Leave the brokers and enter them anew: the person has another name."""
        old = self.made
        if old is None:
            return
        known = [post for post in old.brokers.posts if post.port is None]
        await old.close()
        self.made = None
        for post in known:
            self.station.brokers.attach(post.broker, security=post.security, found=post.found)

    async def close(self) -> None:
        """Leave everything in order."""
        if self.made is not None:
            await self.made.close()
