"""What comes in to a table: packets, the broker's copy of the log, time; and what follows from each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.kernel.canonical import Malformed
from core.kernel.game import Game
from netplay.crypto import player_id
from netplay.session.actions import AT, WATCH
from netplay.session.copies import Reading
from netplay.session.desk import Desk
from netplay.session.keeping import Kept
from netplay.session.looking import Lookers
from netplay.session.parts import DealerFactory, Me, Ticket
from netplay.session.play import AHEAD, Play
from netplay.session.ranges import Ranges
from netplay.session.reseating import Reseating
from netplay.session.view import View
from netplay.table import Event
from netplay.wire import (
    Entry,
    Item,
    Log,
    Look,
    Seat,
    Statement,
    Tag,
    read_body,
    read_items,
    read_packet,
)

LATE: Final = 0.25
"""Seconds that whoever comes late waits for the broker's copy of the log before asking the seats."""
READ: Final = 10.0
"""Seconds in which that copy is read: afterwards the table itself is followed."""


def seat_of(me: Me, voice: int) -> Seat:
    """Our seat as a roster has it."""
    return Seat(me.crypto.key, me.device, me.name, me.bot, voice)


class Intake(View):
    """``Session`` adds to it how a table is begun, and what its owner does there."""

    def __init__(
        self,
        game: Game[Any],
        ticket: Ticket,
        me: Me,
        seat: Seat | None,
        parts: tuple[bytes, str, int | None, bool],
        dealers: DealerFactory,
        now: float,
        recalled: bool,
    ) -> None:
        """``seat``: ours as we ask for it, None to watch. ``parts``: nonce, deal, wish, auto-ready."""
        nonce, deal, want, auto_ready = parts
        self.game = game
        self.ticket = ticket
        self._me = me
        self._own = player_id(me.crypto.key)
        self._dealers = dealers
        self._desk = Desk(me.crypto, ticket.table, now)
        self._seating = Reseating(
            self._desk,
            game,
            ticket.creator,
            seat,
            nonce,
            deal,
            want,
            auto_ready,
        )
        self._play: Play | None = None
        self._lookers: Lookers | None = None
        self._ranges = Ranges(self._desk, AT if seat is not None else WATCH, None)
        self._early: list[Entry] = []
        self._reading = Reading()
        self._log_until = now + READ
        self._seating.recalling = recalled

    def receive(
        self,
        player: str,
        channel: str,
        payload: bytes,
        now: float,
        told: Callable[[Event], None] | None = None,
    ) -> None:
        """Bytes from the topic of ``player``. Hostile until checked: never raises.

        Everything counts by its signatures, not by its topic; ``dropped`` counts what did not.
        ``told`` hears each event at once, before the rest of the packet is looked at (a move is
        seen while the answer's signature is still to be checked), and must neither raise nor call
        the session; without it events come with ``actions``.
        """
        self._desk.now = max(now, self._desk.now)
        if player == self._own and self._seating.mine is not None:
            self._echo(payload)
            return
        self._desk.ear = told
        try:
            self._take_all(payload)
            self._go_on()
        finally:
            self._desk.ear = None

    def _take_all(self, payload: bytes) -> None:
        try:
            for item in read_items(payload, self.ticket.table):
                try:
                    self._take(item)
                except Malformed:
                    self._desk.drop("malformed")
        except Malformed as err:
            self._desk.drop("foreign" if str(err) == "foreign table" else "malformed")

    def _echo(self, payload: bytes) -> None:
        """Something on a topic of ours: what we said ourselves, or another window of ours did."""
        if self._play is None or self._desk.asked(payload):
            return
        try:
            items = read_packet(payload, self.ticket.table)
            for item in items:
                if not isinstance(item, Entry) and item.tag is Tag.TAKE:
                    self._play.on_take(read_body(item), item)
        except Malformed:
            self._desk.drop("malformed")

    def _take(self, item: Item) -> None:
        if isinstance(item, Entry):
            self._take_entry(item)
            return
        seating, play, tag = self._seating, self._play, item.tag
        value = read_body(item)
        if tag is Tag.ROSTER:
            seating.on_roster(value, item)
        elif tag is Tag.SIT:
            seating.on_sit(value, item)
        elif tag is Tag.REFUSE:
            seating.on_refuse(value, item)
        elif tag is Tag.READY:
            seating.on_ready(value, item)
        elif tag is Tag.SIGN:
            seating.on_sign(value, item)
        elif tag is Tag.NONCE:
            seating.on_nonce(value, item)
        elif tag is Tag.WANT:
            seating.on_want(value, item)
        elif tag is Tag.LEAVE:
            seating.on_leave(value, item)
        elif tag is Tag.LOG:
            self._take_log(value, item)
        elif tag is Tag.TAKE:
            if play is not None:
                play.on_taken(value, item)
        elif play is None:
            if tag is Tag.RANGE:
                seating.hint()
            elif tag is Tag.STANCE:
                seating.idling.on_stance(value, item)
        elif tag is Tag.ACK:
            play.on_ack(value, item)
        elif tag is Tag.RANGE:
            play.on_range(value, item)
        elif tag is Tag.REPLY:
            play.on_reply(value, item)
        elif tag is Tag.DEAL:
            play.on_deal(value, item)
        elif tag is Tag.HEARD:
            play.on_heard(value, item)
        elif tag in (Tag.PROPOSE, Tag.VOTE, Tag.AGAIN, Tag.RESIGN):
            play.on_agreement(value, item)
        elif tag is Tag.STANCE:
            play.stances.on_stance(value, item)
        elif tag is Tag.LOOK:
            self._take_look(value, item)
        else:
            play.stopping.on_report(value, item)

    def _take_look(self, value: Look, item: Statement) -> None:
        """Somebody looks at the game again: only once all of it is open."""
        if self._lookers is None or not self.complete:
            self._desk.drop("early")
        elif not self.returning:
            self._lookers.on_look(value, item, self.n)

    def _take_log(self, part: Log, item: Statement) -> None:
        """A part of some seat's copy: whoever comes late takes all its entries, and checks each."""
        roster = self._seating.roster
        keys = {self.ticket.creator} | set(roster.keys() if roster is not None else ())
        if not self._reads_log or part.key not in keys:
            self._desk.drop("copy")
        elif self._desk.verify(part.key, Tag.LOG, item.body, item.signature):
            for entry in self._reading.take(part, self.n):
                self._take_entry(entry)
            if not self.complete:
                self._ranges.want(0.0)  # what came after the copy was made

    def _take_entry(self, entry: Entry) -> None:
        if entry.table != self.ticket.table:
            self._desk.drop("foreign")
        elif self._play is not None:
            self._play.on_entry(entry)
        elif entry.n == 0:
            if self._seating.on_start(entry):
                self._go_on()
        elif len(self._early) < AHEAD and entry.n <= AHEAD:
            # It ran ahead of the last signature of entry 0; checked when that has come.
            self._early.append(entry)
        else:
            self._desk.drop("far")
            if self._asks_for_log:
                self._ranges.want()

    def _go_on(self) -> None:
        """What follows from what came in: entry 0 begins the play, the seed begins the deal."""
        seating = self._seating
        if seating.start is None or seating.closed:
            return
        play = self._play
        if play is None:
            play = self._open_play(seating.start)
            if seating.recalling:
                play.recall()
            early, self._early = self._early, []
            for entry in sorted(early, key=lambda entry: entry.n):
                play.on_entry(entry)
            if play.seat is None:
                self._ranges.want()
        if play.hand is None and seating.nonces is not None and seating.seed is not None:
            if play.finding is None:
                self._deal_in(play)
        elif play.hand is not None:
            play.go_on()
        if play.replica.n > 0:
            seating.begun()

    def _open_play(self, start: Entry) -> Play:
        names = {place: player.name for place, player in enumerate(self.players)}
        seat = self._seating.seat
        self._play = Play(self._desk, self.game, start, seat, names, self._ranges)
        idling = self._seating.idling
        self._play.stances.begin(idling.standings(), idling.counts())
        self._lookers = Lookers(
            self._desk, self._play.keys, list(names.values()), seat, self._me.name
        )
        return self._play

    def _deal_in(self, play: Play, kept: Kept | None = None) -> None:
        seating = self._seating
        if seating.nonces is None or seating.seed is None:
            return
        values = seating.nonces.values
        nonces = tuple([values[place] for place in range(play.seats)])
        play.deal_in(seating.seed, nonces, self._dealers, kept)

    def tick(self, now: float) -> None:
        """Let time pass: repeat what was not acknowledged, ask for what is missing."""
        self._desk.now = max(now, self._desk.now)
        self._seating.tick()
        self._go_on()
        if self._play is not None:
            self._play.tick()
            if self._lookers is not None:
                self._lookers.tick()
        elif self._asks_for_log and not self._seating.closed:
            self._ranges.tick([])
            if self._ranges.wake_at is None:
                self._ranges.want(5.0)

    def again(self, now: float) -> None:
        """The link came up again: say what has not been answered, ask for what was missed."""
        self._desk.now = max(now, self._desk.now)
        self._log_until = self._desk.now + READ
        self._seating.again()
        if self._play is not None:
            self._play.again()
        if self._lookers is not None:
            self._lookers.again()
        self.tick(now)
