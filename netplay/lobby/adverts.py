"""What seats advertise, kept by table and seat: bounded, newest number only, ghosts told by presence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from netplay.lobby.presence import Presences, Run
from netplay.lobby.values import Freshness, Stage
from netplay.lobby.wire import Ad, Card
from netplay.wire import MAX_SEATS, Roster

MOST_TABLES: Final = 1_000
MOST_OF_ONE: Final = 16
"""Adverts of one player."""


@dataclass(frozen=True, slots=True)
class Advert:
    """One seat's advert, all its signatures checked."""

    player: str
    ad: Ad
    card: Card
    roster: Roster

    @property
    def run(self) -> Run:
        """The run of the program that advertises: the advert lives as long as it does."""
        return (self.player, self.ad.session)

    @property
    def by_creator(self) -> bool:
        """Whether the table's creator says so."""
        return self.ad.key == self.roster.creator


class Adverts:
    """All adverts the reader has, by table id and player."""

    def __init__(self) -> None:
        self._tables: dict[bytes, dict[str, Advert]] = {}
        self._of: dict[str, int] = {}

    def __len__(self) -> int:
        return sum(map(len, self._tables.values()))

    def get(self, table: bytes, player: str) -> Advert | None:
        """That seat's advert."""
        return self._tables.get(table, {}).get(player)

    def of_table(self, table: bytes) -> list[Advert]:
        """All adverts of a table."""
        return list(self._tables.get(table, {}).values())

    def tables(self) -> list[bytes]:
        """Every table that anything is known of."""
        return list(self._tables)

    def of_player(self, player: str) -> list[tuple[bytes, Advert]]:
        """What one player advertises."""
        return [(table, ads[player]) for table, ads in self._tables.items() if player in ads]

    def news(self, table: bytes, player: str, ad: Ad, lives: Presences, now: float) -> bool:
        """Whether an advert could take the place of what is known (asked before it is verified)."""
        known = self.get(table, player)
        if known is None:
            return True
        if known.ad.session == ad.session:
            return ad.number > known.ad.number
        # Another run of the same player: it must be no less alive than the one we know.
        return _worth(lives.freshness((player, ad.session), now)) <= _worth(
            lives.freshness(known.run, now)
        )

    def put(self, table: bytes, advert: Advert, lives: Presences, now: float) -> bool:
        """Keep it; False where there is no room."""
        ads = self._tables.get(table)
        known = ads is not None and advert.player in ads
        if not known:
            if self._of.get(advert.player, 0) >= MOST_OF_ONE:
                return False
            if ads is not None and len(ads) >= MAX_SEATS and not self._thin(ads, lives, now):
                return False
            if ads is None and len(self._tables) >= MOST_TABLES and not self._clear(lives, now):
                return False
            self._of[advert.player] = self._of.get(advert.player, 0) + 1
        self._tables.setdefault(table, {})[advert.player] = advert
        return True

    def drop(self, table: bytes, player: str) -> bool:
        """Forget an advert; whether there was one."""
        ads = self._tables.get(table)
        if ads is None or ads.pop(player, None) is None:
            return False
        if not ads:
            del self._tables[table]
        self._of[player] -= 1
        if not self._of[player]:
            del self._of[player]
        return True

    def keep(self, tables: frozenset[bytes]) -> None:
        """Forget all other tables."""
        for table in [table for table in self._tables if table not in tables]:
            for player in list(self._tables[table]):
                self.drop(table, player)

    def freshness(self, table: bytes, lives: Presences, now: float) -> Freshness | None:
        """The freshest of a table's adverts; of a boarding one only its creator's counts.

        None: every seat that advertises it is hidden, so it is a ghost.
        """
        ads = self.of_table(table)
        boarding = [ad for ad in ads if ad.by_creator and ad.ad.stage == Stage.BOARDING]
        waiting = all(ad.ad.stage == Stage.BOARDING for ad in ads)
        found = [lives.freshness(ad.run, now) for ad in (boarding if waiting else ads)]
        return min([fresh for fresh in found if fresh is not None], default=None)

    def _thin(self, ads: dict[str, Advert], lives: Presences, now: float) -> bool:
        for player, advert in ads.items():
            if lives.freshness(advert.run, now) is None:
                self.drop(advert.roster.table, player)
                return True
        return False

    def _clear(self, lives: Presences, now: float) -> bool:
        """Forget ghosts, all of them at once: this is looked for seldom."""
        gone = [table for table in self._tables if self.freshness(table, lives, now) is None]
        for table in gone:
            for player in list(self._tables[table]):
                self.drop(table, player)
        return bool(gone)


def _worth(freshness: Freshness | None) -> int:
    return 9 if freshness is None else int(freshness)
