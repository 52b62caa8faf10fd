"""One broker that is listened to, and what of this program is there."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from netplay.brokers import Broker
from netplay.lobby import NoTable, Unfound
from netplay.lobby.client import LobbyClient
from netplay.transport import BrokerAddress, LinkState
from netplay.transport.security import Security
from tui.room import Room


@dataclass(slots=True, eq=False)
class Post:
    """One broker. ``port`` is not None where it is our own, started here."""

    broker: Broker
    port: int | None = None
    security: Security | None = None
    found: bool = False
    """Whether it was found on this network by itself."""
    announced: bool = False
    """Whether it is our own and others on this network are told of it."""
    client: LobbyClient | None = None
    says: str = ""
    """Why it cannot be reached, a sentence."""
    guests: Callable[[], int] = lambda: 0
    """How many others are linked through it, where it is our own."""
    spared: bool = False
    """Whether all whom we met there have brokers of their own, so that ours may end."""
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it is known whether it can be reached."""
    rooms: dict[Room, asyncio.Task[None]] = field(default_factory=dict)
    """The tables of this program there, each with what plays it."""

    @property
    def address(self) -> BrokerAddress:
        """What others type to come there."""
        return self.broker.addresses[0]

    @property
    def up(self) -> bool:
        """Whether its lobby is heard now."""
        return self.client is not None and self.client.transport.link is LinkState.UP

    @property
    def lobby(self) -> LobbyClient:
        """Its lobby; raises NoTable where that cannot be reached."""
        if self.client is None:
            raise NoTable(Unfound.NONE, self.says or "that broker cannot be reached now")
        return self.client
