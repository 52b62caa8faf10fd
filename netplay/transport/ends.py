"""What transports answer alike about their link, by whether it is their own or another transport's.

Base classes, although code is shared by composition elsewhere: these are the properties of the
`Transport` interface itself, which can be handed on in no other way than one by one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping

from netplay.transport.base import Inbound, LinkState, Transport
from netplay.transport.inbox import Inbox, LinkWatch


class OwnLink:
    """A transport with a link and an inbox of its own: `_watch` and `_inbox`."""

    def __init__(self) -> None:
        self._watch = LinkWatch()
        self._inbox = Inbox()

    @property
    def link(self) -> LinkState:
        """See `Transport.link`."""
        return self._watch.state

    @property
    def connections(self) -> int:
        """See `Transport.connections`."""
        return self._watch.connections

    @property
    def oversized(self) -> Mapping[str, int]:
        """See `Transport.oversized`."""
        return self._inbox.oversized

    async def link_changed(self, seen: LinkState) -> LinkState:
        """See `Transport.link_changed`."""
        return await self._watch.changed(seen)

    def messages(self) -> AsyncIterator[Inbound]:
        """See `Transport.messages`."""
        return self._inbox


class OtherLink:
    """A transport over another one, `under`, whose link it has."""

    def __init__(self, under: Transport) -> None:
        self.under = under

    @property
    def link(self) -> LinkState:
        """See `Transport.link`."""
        return self.under.link

    @property
    def connections(self) -> int:
        """See `Transport.connections`."""
        return self.under.connections

    @property
    def round_trip(self) -> float | None:
        """See `Transport.round_trip`."""
        return self.under.round_trip

    async def link_changed(self, seen: LinkState) -> LinkState:
        """See `Transport.link_changed`."""
        return await self.under.link_changed(seen)
