"""One reader's lobby: a state machine, without any I/O, of who is there and what is offered."""

from __future__ import annotations

from netplay.crypto import player_id
from netplay.lobby.company import Seen
from netplay.lobby.finding import find
from netplay.lobby.hearing import LOOK, Hearing
from netplay.lobby.presence import HIDDEN_AFTER
from netplay.lobby.ranking import order, row_of
from netplay.lobby.values import (
    ChatRefused,
    Listed,
    LobbyAction,
    Person,
    Row,
    Send,
    Stage,
    Visibility,
)
from netplay.lobby.wire import (
    AD,
    CHAT,
    HERE,
    NOWHERE,
    Card,
    Line,
    Signed,
    seal_up,
    topic_of,
)
from netplay.wire import Roster


class Lobby(Hearing):
    """Call ``receive``, ``tick``, ``say`` ..., then ``actions()`` and carry those out in order.

    ``now``: seconds on any monotonic clock. ``session``: 8 random bytes, new with every run of the
    program. ``draw``: chance from 0 to 1, for heartbeats. ``seen``: False for a reader that nobody is
    to see. It begins hidden: ``show`` when Departures is on the screen.
    `netplay.lobby.client.LobbyClient` does all of this for a transport.
    """

    # What to hear

    @property
    def name(self) -> str:
        """Our name as others see it."""
        return self._own.name

    @property
    def will(self) -> str:
        """The topic that the link's will empties: our presence."""
        return self._own.here_topic

    @property
    def hears(self) -> frozenset[str]:
        """Topic filters to subscribe to; they change with ``show``, ``sit``, ``room`` and the like."""
        out = {topic_of(self.player, HERE), topic_of(self.player, AD)}
        if self._shown:
            out |= {topic_of("+", HERE), topic_of("+", AD), topic_of("+", CHAT)}
        out |= {topic_of(creator, AD, table) for table, creator in self._creators().items()}
        out |= {topic_of("+", CHAT, table) for table in self._rooms}
        out |= {topic_of("+", AD, table) for table in self._followed}
        for table, players in self._company.tables.items():
            out |= {topic_of(player, AD, table) for player in players}
            out |= {topic_of(player, HERE) for player in players}
        return frozenset(out)

    def _creators(self) -> dict[bytes, str]:
        return {table: player_id(roster.creator) for table, (roster, _) in self._wanted.items()}

    def show(self, now: float) -> None:
        """Departures is on the screen: listen to everyone, from now on."""
        self._now = max(now, self._now)
        if not self._shown:
            self._shown = self._listed = True

    def hide(self, now: float) -> None:
        """It is no more: listen to, and remember, our own tables only."""
        self._now = max(now, self._now)
        self._shown = False
        ours = self._own.tables | frozenset(self._wanted) | frozenset(self._company.tables)
        self._adverts.keep(ours | self._followed)
        self._lives.forget(frozenset((self.player,)) | self._company.players)
        self._listed = True

    def follow(self, table: bytes, now: float) -> None:
        """Hear all adverts of one table, whether or not the list is on the screen."""
        self._now = max(now, self._now)
        self._followed.add(table)

    def lost(self, now: float) -> None:
        """The link is gone."""
        self._now = max(now, self._now)
        if self._lost is None:
            self._lost = self._now

    def linked(self, now: float) -> None:
        """The link came up, first or again: everything of ours is said again, all others are doubted."""
        self._now = max(now, self._now)
        if self._linked:
            lost = self._now if self._lost is None else self._lost
            self._lives.listen_anew(lost, self._now)
        self._linked, self._lost, self._listed = True, None, True
        for advert in self._own.all_again(self._now):
            self._keep_own(advert)

    # Time

    def tick(self, now: float) -> None:
        """Let time pass: heartbeats go out, the silent turn grey and vanish, ghosts of ours are erased."""
        self._now = max(now, self._now)
        if self._linked and self._lost is None:
            for advert in self._own.tick(self._now):
                self._keep_own(advert)
        if self._now < self._look:
            return
        self._look = self._now + LOOK
        seen = self._lives.shown(self._now)
        if seen != self._seen:
            self._seen, self._listed = seen, True
        self._erase_own_ghosts()

    def _erase_own_ghosts(self) -> None:
        """What earlier runs of ours left in the broker's memory; only we may delete it."""
        if not self._linked or self._lost is not None:
            return
        for table, advert in self._adverts.of_player(self.player):
            life = self._lives.get(advert.run)
            ours = advert.ad.session == self.session
            if not ours and (life is None or life.hidden_since(self._now) >= HIDDEN_AFTER):
                self._adverts.drop(table, self.player)
                self._own.erase(table)
        for session, life in self._lives.runs_of(self.player):
            kept = life.here is not None and life.gone is None
            if kept and life.hidden_since(self._now) >= HIDDEN_AFTER:
                self._lives.left((self.player, session), self._now)
                self._own.erase_run(session)

    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        own = self._own.wake_at() if self._linked and self._lost is None else None
        return self._look if own is None else min(own, self._look)

    # Out

    def actions(self) -> list[LobbyAction]:
        """What to publish and what happened since the last call."""
        out: list[LobbyAction] = [*self._own.take(), *self._events]
        self._events = []
        if self._listed:
            self._listed = False
            out.append(Listed())
        return out

    def rows(self) -> tuple[Row, ...]:
        """The tables, in the order of the list: you are expected, open seats, live, finished.

        Unlisted ones only where we sit there; private ones come in only where we have the key.
        """
        return tuple(
            row
            for row in self._all_rows()
            if row.visibility is not Visibility.UNLISTED or row.mine is not None
        )

    def _all_rows(self) -> list[Row]:
        self._with_us()
        tables = self._adverts.tables()
        if len(self._made) > 2 * len(tables) + 64:
            self._made = {table: self._made[table] for table in tables if table in self._made}
        found = [self._row(table) for table in tables]
        shown = [row for row in found if row is not None and not self._hides(row)]
        return sorted(shown, key=order)

    def _hides(self, row: Row) -> bool:
        return row.mine is None and player_id(row.ticket.creator) in self._blocked

    def _row(self, table: bytes) -> Row | None:
        """Made anew only where an advert, or how fresh one is, has changed: a list may be long."""
        stand = tuple(
            (advert.player, advert.ad, self._lives.freshness(advert.run, self._now))
            for advert in self._adverts.of_table(table)
        )
        made = self._made.get(table)
        if made is None or made[0] != stand:
            scheme = self._crypto.scheme
            row = row_of(table, self._adverts, self._lives, self.player, scheme, self._now)
            made = self._made[table] = (stand, row)
        return made[1]

    def people(self) -> tuple[Person, ...]:
        """Who else is there, the surest first; bots are marked. We are not in it."""
        hidden = self._blocked | {self.player}
        return tuple(p for p in self._lives.people(self._now) if p.player not in hidden)

    def find(self, text: str) -> Row:
        """The table of that name or code, unlisted ones by their whole code only; raises NoTable."""
        return find(self._all_rows(), text)

    # Our tables

    def open(self, roster: Roster, card: Card, now: float) -> None:
        """Advertise a table of ours as its creator; again with each new roster."""
        self._now = max(now, self._now)
        self._keep_own(self._own.open(roster, card, self._now))

    def sit(self, roster: Roster, now: float) -> None:
        """Advertise a table at which we have a seat, as soon as its creator's advert shows this roster."""
        self._now = max(now, self._now)
        known = self._own.roster_of(roster.table)
        if known is not None and known.hash() == roster.hash():
            return
        self._wanted[roster.table] = (roster, roster.hash())
        self._sit_if_known(roster.table)

    def stage(self, table: bytes, stage: Stage, entries: int, turn: int | None, now: float) -> None:
        """How far a table of ours is; no fault where we do not advertise it (yet)."""
        self._now = max(now, self._now)
        advert = self._own.stage(table, stage, entries, turn, self._now)
        if advert is not None:
            self._keep_own(advert)

    def withdraw(self, table: bytes, now: float) -> None:
        """Take our advert of a table back: we left it, or it is over and put away."""
        self._now = max(now, self._now)
        self._own.withdraw(table)
        self._wanted.pop(table, None)
        if self._adverts.drop(table, self.player):
            self._listed = True

    def company(self, table: bytes, players: frozenset[str], now: float) -> None:
        """Hear whether these, at a table of ours, are there; none: no more. See ``seen``."""
        self._now = max(now, self._now)
        self._company.keep(table, players)

    def accompanied(self, table: bytes) -> frozenset[str]:
        """Those of that table whom we hear of."""
        return self._company.tables.get(table, frozenset())

    def seen(self, table: bytes, player: str) -> Seen:
        """What is known of one of a table's company, as long as our own link is up."""
        return self._company.seen(table, player, self._lives, self._adverts, self._now)

    # Chat

    def room(self, table: bytes, now: float, writers: frozenset[str] | None = None) -> None:
        """Hear a table's chat; ``writers``: player ids that may write there, None for anyone."""
        self._now = max(now, self._now)
        self._rooms[table] = writers

    def card(self, table: bytes) -> tuple[Card, Signed] | None:
        """What the table's creator says of it, as far as we have heard, and the same as it was signed."""
        found = self._adverts.of_table(table)
        if not found:
            return None
        last = max(found, key=lambda ad: (ad.roster.number, ad.by_creator))
        return last.card, last.ad.card

    def leave_room(self, table: bytes, now: float) -> None:
        """Hear it no more."""
        self._now = max(now, self._now)
        self._rooms.pop(table, None)

    def say(self, text: str, now: float, table: bytes | None = None) -> None:
        """A line for the lobby, or for a table; raises ChatRefused, which says why."""
        self._now = max(now, self._now)
        writers = self._rooms.get(table) if table is not None else None
        if writers is not None and self.player not in writers:
            raise ChatRefused("only those who sit at this table write in its chat")
        count, cleaned = self._chat.compose(text, self._now)
        line = Line(self._crypto.key, self.session, count, self.name, cleaned)
        payload = seal_up(self._crypto, CHAT, table or NOWHERE, line.wire())
        self._events.append(Send(topic_of(self.player, CHAT, table or b""), payload, retain=False))
        self._tell_line(line, table, own=True)

    def mute(self, player: str, on: bool = True) -> None:
        """Hear no more, or again, what this player writes; nobody is told."""
        (self._muted.add if on else self._muted.discard)(player)

    def block(self, player: str, on: bool = True) -> None:
        """Show nothing more of this player, or again: neither lines, nor tables, nor the player."""
        (self._blocked.add if on else self._blocked.discard)(player)
        self._listed = True

    def heed(self, muted: frozenset[str], blocked: frozenset[str]) -> None:
        """From now on these are muted and blocked, and nobody else is."""
        if self._muted != muted or self._blocked != blocked:
            self._muted, self._blocked = set(muted), set(blocked)
            self._listed = True

    def blocks(self, player: str) -> bool:
        """Whether this player is blocked."""
        return player in self._blocked

    def part(self, now: float) -> None:
        """Our terminal was closed: say so before everything is taken back."""
        self._now = max(now, self._now)
        self._own.part()

    def leave(self, now: float) -> None:
        """Take everything back that the broker remembers of us."""
        self._now = max(now, self._now)
        self._own.leave()
