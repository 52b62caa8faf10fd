"""Whether those at a table of ours are there, silent, cut off, or gone; by our own clock only."""

from __future__ import annotations

from enum import Enum

from netplay.lobby.adverts import Adverts
from netplay.lobby.presence import Presences
from netplay.lobby.values import Freshness
from netplay.lobby.wire import CUT_SHORT


class Seen(Enum):
    """What is known of a seat's player. ``value``: for a person, after the name."""

    UNKNOWN = ""
    HERE = "here"
    SILENT = "silent"  # no sign of life for 90 s
    LOST = "link lost"  # the broker says that the link broke
    LEFT = "left"  # took the advert of the table back before going
    CLOSED = "left (terminal closed)"  # the same, and nobody there chose to


class Company:
    """The players of our tables. ``had``: whose advert of a table was once seen."""

    def __init__(self) -> None:
        self.tables: dict[bytes, frozenset[str]] = {}
        self._had: set[tuple[bytes, str]] = set()

    def keep(self, table: bytes, players: frozenset[str]) -> None:
        """These sit at a table of ours; none: it is ours no more."""
        if players:
            self.tables[table] = players
        else:
            self.tables.pop(table, None)
        self._had = {(at, who) for at, who in self._had if who in self.tables.get(at, ())}

    def advertised(self, table: bytes, player: str) -> None:
        """A good advert of a seat came in."""
        if player in self.tables.get(table, ()):
            self._had.add((table, player))

    @property
    def players(self) -> frozenset[str]:
        """All of them."""
        return frozenset(player for players in self.tables.values() for player in players)

    def seen(
        self, table: bytes, player: str, lives: Presences, adverts: Adverts, now: float
    ) -> Seen:
        """What is known of one of them."""
        runs = [life for _, life in lives.runs_of(player)]
        if not runs:
            return Seen.UNKNOWN
        if (table, player) in self._had and adverts.get(table, player) is None:
            # The newest run is the one that went; older ones may have gone in another way.
            last = max(runs, key=lambda life: life.gone if life.gone is not None else now)
            cut = last.here is not None and last.here.parting == CUT_SHORT
            return Seen.CLOSED if cut else Seen.LEFT
        fresh = [found for life in runs if (found := life.freshness(now)) is not None]
        if fresh:
            return Seen.SILENT if min(fresh) is Freshness.GREY else Seen.HERE
        return Seen.LOST if any(life.gone is not None for life in runs) else Seen.SILENT
