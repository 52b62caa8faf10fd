"""What this program says of itself: its presence with a heartbeat, and adverts of the tables it sits at."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from netplay.crypto import Crypto, player_id
from netplay.lobby.adverts import Advert
from netplay.lobby.values import Send, Stage
from netplay.lobby.wire import (
    AD,
    CUT_SHORT,
    HERE,
    NOWHERE,
    Ad,
    Card,
    Here,
    Signed,
    seal_up,
    short,
    sign_card,
    sign_roster,
    topic_of,
)
from netplay.text import NAME_LIMIT, clean
from netplay.wire import Roster

BEAT: Final = 45.0
"""Seconds between heartbeats, give or take a third."""
WELCOME: Final = 2.0
"""Seconds within which a newcomer in a small lobby gets a sign of life."""
_WELCOME_PAUSE: Final = 10.0
_PACE: Final = 30.0
"""Seconds between two adverts that differ only in how far the game is."""


@dataclass(slots=True)
class _Table:
    roster: Roster
    card: Card
    card_signed: Signed
    roster_signed: Signed
    stage: Stage = Stage.BOARDING
    entries: int = 0
    turn: int | None = None
    said: float | None = None
    due: float | None = None


class Own:
    """Publishes nothing by itself: ``take`` gives what is to go out."""

    def __init__(
        self,
        crypto: Crypto,
        name: str,
        session: bytes,
        now: float,
        draw: Callable[[], float],
        bot: str | None,
        seen: bool,
    ) -> None:
        self.player = player_id(crypto.key)
        self.session = session
        self.name = clean(name, NAME_LIMIT, "nameless")
        self._crypto = crypto
        self._bot = bot
        self._draw = draw
        self._count = 0
        self._number = 0
        self._beat: float | None = None
        self._welcomed = now - _WELCOME_PAUSE
        self._tables: dict[bytes, _Table] = {}
        self._out: list[Send] = []
        self.left = not seen

    @property
    def here_topic(self) -> str:
        """Where our presence is."""
        return topic_of(self.player, HERE, self.session)

    def take(self) -> list[Send]:
        """What to publish now, in order."""
        out, self._out = self._out, []
        return out

    # Presence

    def present(self, now: float) -> None:
        """Say that we are here, for the broker's memory, too."""
        self._say_here(now, qos=1)

    def _say_here(self, now: float, qos: int) -> None:
        if self.left:
            return
        self._count += 1
        here = Here(self._crypto.key, self.session, self._count, short(self.name), self._bot)
        payload = seal_up(self._crypto, HERE, NOWHERE, here.wire())
        self._out.append(Send(self.here_topic, payload, retain=True, qos=qos))
        self._beat = now + BEAT * (2 / 3 + self._draw() * 2 / 3)

    def part(self) -> None:
        """Say that our terminal was closed, to those who hear it now; ``leave`` is to follow."""
        if self.left:
            return
        self._count += 1
        name = short(self.name)
        here = Here(self._crypto.key, self.session, self._count, name, self._bot, CUT_SHORT)
        payload = seal_up(self._crypto, HERE, NOWHERE, here.wire())
        self._out.append(Send(self.here_topic, payload, retain=False, qos=1))

    def welcome(self, now: float) -> None:
        """A newcomer is there: do not let it wait for long, but do not shout either."""
        if self._beat is not None and now >= self._welcomed + _WELCOME_PAUSE:
            self._welcomed = now
            self._beat = min(self._beat, now + WELCOME * self._draw())

    # Adverts

    @property
    def tables(self) -> frozenset[bytes]:
        """The tables we advertise."""
        return frozenset(self._tables)

    def roster_of(self, table: bytes) -> Roster | None:
        """The roster we advertise there."""
        found = self._tables.get(table)
        return None if found is None else found.roster

    def open(self, roster: Roster, card: Card, now: float) -> Advert:
        """Advertise as the creator; again with each new roster."""
        proof, signed = (
            sign_card(self._crypto, roster.table, card),
            sign_roster(self._crypto, roster),
        )
        return self.sit(roster, card, proof, signed, now)

    def sit(
        self, roster: Roster, card: Card, card_signed: Signed, roster_signed: Signed, now: float
    ) -> Advert:
        """Advertise as a seat, with what the creator has signed."""
        known = self._tables.get(roster.table)
        fresh = _Table(roster, card, card_signed, roster_signed)
        if known is not None:
            fresh.stage, fresh.entries, fresh.turn = known.stage, known.entries, known.turn
        self._tables[roster.table] = fresh
        return self._say_ad(roster.table, fresh, now)

    def stage(
        self, table: bytes, stage: Stage, entries: int, turn: int | None, now: float
    ) -> Advert | None:
        """How far a table is: said at once where the stage changes, else at a pace."""
        found = self._tables.get(table)
        if found is None or (found.stage, found.entries, found.turn) == (stage, entries, turn):
            return None
        at_once = found.stage is not stage
        found.stage, found.entries, found.turn = stage, entries, turn
        if at_once or found.said is None or now >= found.said + _PACE:
            return self._say_ad(table, found, now)
        found.due = found.said + _PACE
        return None

    def withdraw(self, table: bytes) -> None:
        """Take an advert back."""
        if self._tables.pop(table, None) is not None:
            self.erase(table)

    def erase(self, table: bytes) -> None:
        """Have the broker forget an advert of ours."""
        self._out.append(Send(topic_of(self.player, AD, table), b"", retain=True))

    def erase_run(self, session: bytes) -> None:
        """Have the broker forget a run of ours that is long gone."""
        self._out.append(Send(topic_of(self.player, HERE, session), b"", retain=True))

    def _say_ad(self, table: bytes, found: _Table, now: float) -> Advert:
        self._number += 1
        found.said, found.due = now, None
        ad = Ad(
            self._crypto.key,
            self.session,
            self._number,
            int(found.stage),
            found.entries,
            found.turn,
            found.card_signed,
            found.roster_signed,
        )
        if not self.left:
            payload = seal_up(self._crypto, AD, table, ad.wire())
            self._out.append(Send(topic_of(self.player, AD, table), payload, retain=True))
        return Advert(self.player, ad, found.card, found.roster)

    # All of it

    def all_again(self, now: float) -> list[Advert]:
        """The broker may have forgotten us: presence first, then every advert."""
        self.present(now)
        return [self._say_ad(table, found, now) for table, found in self._tables.items()]

    def ad_again(self, table: bytes, now: float) -> None:
        """Somebody emptied our advert."""
        found = self._tables.get(table)
        if found is not None:
            self._say_ad(table, found, now)

    def leave(self) -> None:
        """Take everything back."""
        for table in list(self._tables):
            self.withdraw(table)
        if self.left:
            return
        self._out.append(Send(self.here_topic, b"", retain=True))
        self.left = True
        self._beat = None

    def tick(self, now: float) -> list[Advert]:
        """Heartbeats and adverts that are due."""
        if self._beat is not None and now >= self._beat:
            self._say_here(now, qos=0)
        return [
            self._say_ad(table, found, now)
            for table, found in self._tables.items()
            if found.due is not None and now >= found.due
        ]

    def wake_at(self) -> float | None:
        """When something is due."""
        times = [self._beat, *(found.due for found in self._tables.values())]
        return min([at for at in times if at is not None], default=None)
