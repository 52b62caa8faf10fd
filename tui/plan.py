"""What the command line asks of the network before the first frame: light, for every start reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tui.setup import SoloSetup

if TYPE_CHECKING:
    from netplay.brokers import Broker
    from netplay.review import Review
    from netplay.transport import BrokerAddress
    from netplay.transport.security import Security


class Place(NamedTuple):
    """A broker, and what a connection to it shows and checks (passwords have been asked for)."""

    broker: Broker
    security: Security | None = None
    also: tuple[BrokerAddress, ...] = ()
    """More addresses of a broker that runs here, by which others come to it."""


class Host(NamedTuple):
    """Open a table. ``setup``: game, seats, options; ``bots``: strengths for the first free seats.

    ``place``: a broker, None for one of our own at ``port`` (0: a free one).
    """

    setup: SoloSetup
    bots: tuple[str, ...] = ()
    table: str = ""
    place: Place | None = None
    port: int = 0
    visibility: int = 0
    """A ``netplay.lobby.Visibility``."""
    absent: tuple[int, int] = (1, 120)
    """What happens to a seat that is gone: a ``netplay.wire.Gone``, and after how many seconds."""
    claim: bool = False
    """Whether those present may end the game as won by them."""
    seats_only_chat: bool = False
    """Whether spectators read the chat only."""


class Visit(NamedTuple):
    """Go to a table of others: ``table`` its name or code, empty for the only one there is.

    ``places``: brokers to look at, none for those saved and, with ``lan``, those of this network.
    """

    table: str = ""
    places: tuple[Place, ...] = ()
    lan: bool = True
    watch: bool = False
    key: bytes | None = None
    """Of a private table; ``table`` is its whole id then."""


class Resume(NamedTuple):
    """Take up a seat of a game under way: the first digits of its table's code, or the only one."""

    code: str = ""


class Again(NamedTuple):
    """Look at a kept game again, from entry ``at`` on."""

    review: Review
    at: int = 0


class Lesson(NamedTuple):
    """A first game with a conductor."""

    game: str


class Look(NamedTuple):
    """Departures: listen to what is known, if anything is."""
