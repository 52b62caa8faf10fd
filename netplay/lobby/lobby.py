"""One reader's lobby: a state machine without any I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from netplay.crypto import Crypto
from netplay.lobby.values import LobbyAction, Person, Row, Stage
from netplay.lobby.wire import Card
from netplay.wire import Roster


class Lobby:
    """Call ``receive``, ``tick``, ``say`` ..., then ``actions()`` and carry those out in order.

    ``now``: seconds on any monotonic clock. ``session``: 8 random bytes. ``draw``: chance from 0
    to 1 for the heartbeat. `netplay.lobby.client.LobbyClient` does all of this for a transport.
    """

    dropped: Counter[str]

    def __init__(
        self,
        crypto: Crypto,
        name: str,
        *,
        session: bytes,
        now: float,
        draw: Callable[[], float],
        bot: str | None = None,
    ) -> None:
        raise NotImplementedError

    @property
    def hears(self) -> frozenset[str]:
        """Topic filters to subscribe to."""
        raise NotImplementedError

    @property
    def will(self) -> str:
        """The topic that the link's will empties."""
        raise NotImplementedError

    def receive(self, topic: str, payload: bytes, now: float, *, retained: bool = False) -> None:
        """Bytes from a topic. Hostile until checked: never raises; ``dropped`` counts."""
        raise NotImplementedError

    def linked(self, now: float) -> None:
        """The link came up, first or again: say everything again."""
        raise NotImplementedError

    def show(self, now: float) -> None:
        """Departures is on the screen: listen to everyone."""
        raise NotImplementedError

    def hide(self, now: float) -> None:
        """It is no more: listen to our own tables only."""
        raise NotImplementedError

    def tick(self, now: float) -> None:
        """Let time pass."""
        raise NotImplementedError

    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        raise NotImplementedError

    def actions(self) -> list[LobbyAction]:
        """What to publish and what happened since the last call."""
        raise NotImplementedError

    def rows(self) -> tuple[Row, ...]:
        """The tables, you are expected first."""
        raise NotImplementedError

    def people(self) -> tuple[Person, ...]:
        """Who is there, ourselves first."""
        raise NotImplementedError

    def find(self, text: str) -> Row:
        """The table of that name or code; raises NoTable."""
        raise NotImplementedError

    def open(self, roster: Roster, card: Card, now: float) -> None:
        """Advertise a table of ours, as its creator."""
        raise NotImplementedError

    def sit(self, table: bytes, roster: Roster, now: float) -> None:
        """Advertise a table at which we have a seat, as soon as its creator's advert is known."""
        raise NotImplementedError

    def stage(self, table: bytes, stage: Stage, entries: int, turn: int | None, now: float) -> None:
        """How far a table of ours is."""
        raise NotImplementedError

    def withdraw(self, table: bytes, now: float) -> None:
        """Take our advert of a table back."""
        raise NotImplementedError

    def say(self, text: str, now: float, table: bytes | None = None) -> None:
        """A line for the lobby or a table; raises ChatRefused."""
        raise NotImplementedError

    def leave(self, now: float) -> None:
        """Take everything back that the broker remembers of us."""
        raise NotImplementedError
