"""How the lobby hears: topics and bytes in, checked in every way, to presences, adverts and chat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from core.kernel.canonical import Malformed
from netplay.crypto import Crypto, mark, player_id
from netplay.lobby.adverts import Advert, Adverts
from netplay.lobby.chat import Chat
from netplay.lobby.company import Company
from netplay.lobby.gate import Gate
from netplay.lobby.own import Own
from netplay.lobby.presence import Presences
from netplay.lobby.values import (
    Freshness,
    LobbyAction,
    Row,
    Said,
)
from netplay.lobby.wire import (
    AD,
    CHAT,
    HERE,
    MAX_AD,
    MAX_CHAT,
    MAX_HERE,
    NOWHERE,
    TEXT_LIMIT,
    Line,
    Where,
    open_up,
    read_ad,
    read_ads_roster,
    read_card,
    read_here,
    read_line,
    read_topic,
    signing,
)
from netplay.text import NAME_LIMIT, clean
from netplay.wire import Roster, Tag, to_sign

LOOK: Final = 5.0
"""Seconds between two looks at who has fallen silent."""
_SMALL: Final = 16
"""Runs up to which a lobby is small: newcomers are greeted."""


class Hearing:
    """Everything a lobby knows, and the way in. ``Lobby`` goes on from it."""

    def __init__(
        self,
        crypto: Crypto,
        name: str,
        *,
        session: bytes,
        now: float,
        draw: Callable[[], float],
        bot: str | None = None,
        seen: bool = True,
    ) -> None:
        self.dropped: Counter[str] = Counter()
        """What came in and was not used, by reason."""
        self._crypto = crypto
        self._now = now
        self._own = Own(crypto, name, session, now, draw, bot, seen)
        self._lives = Presences()
        self._adverts = Adverts()
        self._company = Company()
        self._gate = Gate(now)
        self._chat = Chat(now)
        self._shown = False
        self._listed = False
        self._events: list[LobbyAction] = []
        self._wanted: dict[bytes, tuple[Roster, bytes]] = {}
        self._rooms: dict[bytes, frozenset[str] | None] = {}
        self._muted: set[str] = set()
        self._blocked: set[str] = set()
        self._followed: set[bytes] = set()
        self._made: dict[bytes, tuple[tuple[Any, ...], Row | None]] = {}
        self._lost: float | None = None
        self._linked = False
        self._look = now + LOOK
        self._seen: dict[tuple[str, bytes], Freshness] = {}

    @property
    def player(self) -> str:
        """Our player id."""
        return self._own.player

    @property
    def session(self) -> bytes:
        """This run of the program."""
        return self._own.session

    def receive(self, topic: str, payload: bytes, now: float, *, retained: bool = False) -> None:
        """Bytes from a topic. Hostile until checked: never raises; ``dropped`` counts what was not used."""
        self._now = max(now, self._now)
        where = read_topic(topic)
        if where is None:
            self.dropped["topic"] += 1
            return
        if where.player == self.player and self._echo(where, payload):
            return
        if not self._gate.enters(where.player, self._now):
            self.dropped["flood"] += 1
            return
        try:
            if where.kind == HERE:
                self._on_here(where, payload, retained)
            elif where.kind == AD:
                self._on_ad(where, payload, retained)
            else:
                self._on_chat(where, payload)
        except Malformed:
            self.dropped["malformed"] += 1

    def _echo(self, where: Where, payload: bytes) -> bool:
        """Our own words come back; whether there is nothing more to do with them.

        What others emptied of ours (a late will of ours, a stranger at an open broker) is said again.
        """
        if where.kind == HERE and where.of == self.session:
            if not payload and not self._own.left:
                self._own.present(self._now)
            return True
        if where.kind == AD and where.of in self._own.tables:
            if not payload and not self._own.left:
                self._own.ad_again(where.of, self._now)
            return True
        return False

    def _on_here(self, where: Where, payload: bytes, retained: bool) -> None:
        run = (where.player, where.of)
        life = self._lives.get(run)
        if not payload:
            if self._lives.left(run, self._now):
                self._listed = True
            return
        packet = open_up(payload, MAX_HERE)
        here = read_here(packet.body, where)
        if life is not None and here.count <= life.count:
            if here.count < life.count or life.here is None or not retained:
                self.dropped["old"] += 1
            return
        if not self._verified(HERE, NOWHERE, here.key, packet.body, packet.signature, life is None):
            return
        new = life is None or life.here is None
        if not self._lives.heard(run, here, self._now, retained=retained):
            self.dropped["full"] += 1
            return
        self._listed = self._listed or new or run not in self._seen
        if new and not retained and len(self._lives) <= _SMALL:
            self._own.welcome(self._now)

    def _on_ad(self, where: Where, payload: bytes, retained: bool) -> None:
        table = where.of
        if not payload:
            if self._adverts.drop(table, where.player):
                self._listed = True
            return
        packet = open_up(payload, MAX_AD)
        ad = read_ad(packet.body, where)
        if not self._adverts.news(table, where.player, ad, self._lives, self._now):
            self.dropped["old"] += 1
            return
        roster, card = read_ads_roster(ad, table), read_card(ad.card.body)
        if not self._gate.checks(3, self._now):
            self.dropped["flood"] += 1
            return
        checks = (
            (ad.key, signing(AD, table, packet.body), packet.signature),
            (roster.creator, signing("card", table, ad.card.body), ad.card.signature),
            (roster.creator, to_sign(Tag.ROSTER, table, ad.roster.body), ad.roster.signature),
        )
        if not all(self._crypto.verify(*check) for check in checks):
            self.dropped["signature"] += 1
            return
        run = (where.player, ad.session)
        advert = Advert(where.player, ad, card, roster)
        life = self._lives.expect(run, self._now)
        if life is None or not self._adverts.put(table, advert, self._lives, self._now):
            self.dropped["full"] += 1
            return
        if not retained and life.gone is None:
            life.heard = self._now  # as good a sign of life as a heartbeat
        self._company.advertised(table, where.player)
        self._listed = True
        self._sit_if_known(table)

    def _on_chat(self, where: Where, payload: bytes) -> None:
        table = where.of or None
        if table is not None and table not in self._rooms:
            self.dropped["topic"] += 1
            return
        packet = open_up(payload, MAX_CHAT)
        line = read_line(packet.body, where)
        if where.player == self.player and line.session == self.session:
            return  # shown when it was written
        if not self._chat.fresh(where.player, line.session, line.count):
            self.dropped["old"] += 1
            return
        allowed = self._rooms.get(table) if table is not None else None
        if where.player in self._muted | self._blocked or (
            allowed is not None and where.player not in allowed
        ):
            self.dropped["muted"] += 1
            return
        scope = table or NOWHERE
        if not self._verified(CHAT, scope, line.key, packet.body, packet.signature, True):
            return
        if not self._chat.take(where.player, line.session, line.count, self._now):
            self.dropped["flood"] += 1
            return
        self._tell_line(line, table, own=where.player == self.player)

    def _tell_line(self, line: Line, table: bytes | None, *, own: bool) -> None:
        text = clean(line.text, TEXT_LIMIT)
        if text:
            name = clean(line.name, NAME_LIMIT, "nameless")
            said = Said(name, mark(line.key), player_id(line.key), text, table, own)
            self._events.append(said)

    def _verified(
        self, kind: str, scope: bytes, key: bytes, body: bytes, signature: bytes, stranger: bool
    ) -> bool:
        if stranger and not self._gate.checks(1, self._now):
            self.dropped["flood"] += 1
            return False
        if not self._crypto.verify(key, signing(kind, scope, body), signature):
            self.dropped["signature"] += 1
            return False
        return True

    def _sit_if_known(self, table: bytes) -> None:
        if table not in self._wanted:
            return
        hash_ = self._wanted[table][1]
        for advert in self._adverts.of_table(table):
            if advert.roster.hash() == hash_:
                del self._wanted[table]
                ad = advert.ad
                self._keep_own(
                    self._own.sit(advert.roster, advert.card, ad.card, ad.roster, self._now)
                )
                return

    def _with_us(self) -> Presences:
        """We are alive, whether or not we can hear ourselves."""
        if self._own.tables:
            life = self._lives.expect((self.player, self.session), self._now)
            if life is not None:
                life.heard, life.gone = self._now, None
        return self._lives

    def _keep_own(self, advert: Advert) -> None:
        self._with_us()
        self._adverts.drop(advert.roster.table, self.player)
        self._adverts.put(advert.roster.table, advert, self._lives, self._now)
        self._listed = True
