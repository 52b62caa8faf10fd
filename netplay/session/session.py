"""One peer's table: the state machine that seats, deals, plays and checks, without any I/O."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from core.kernel.canonical import Malformed
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from core.version import VERSION
from netplay.crypto import Crypto, player_id
from netplay.session.actions import AT, WATCH, Action, Save
from netplay.session.copies import Reading
from netplay.session.desk import Desk
from netplay.session.keeping import Kept, Sitting, read_saves
from netplay.session.outcome import Wrong
from netplay.session.parts import DealerFactory, Me, Ticket, open_dealer
from netplay.session.play import AHEAD, Play
from netplay.session.ranges import Ranges
from netplay.session.seating import Seating
from netplay.session.view import View
from netplay.table import Event, Finished, Halted, Played, Shown, Turned
from netplay.wire import Entry, Item, Log, Roster, Seat, Statement, Tag, read_body, read_packet

LATE: Final = 0.25
"""Seconds that whoever comes late waits for the broker's copy of the log before asking the seats."""
READ: Final = 10.0
"""Seconds in which that copy is read: afterwards the table itself is followed."""


class Session(View):
    """One table seen by one peer. Satisfies ``netplay.table.Table``.

    Call ``receive``, ``tick`` or ``submit``, then ``actions()`` and carry those out in order.
    ``now`` is seconds on any monotonic clock. Made by ``create``, ``join`` or ``watch``.
    """

    def __init__(
        self,
        game: Game[Any],
        ticket: Ticket,
        me: Me,
        *,
        nonce: bytes,
        now: float,
        sits: bool,
        want: int | None = None,
        auto_ready: bool = True,
        dealers: DealerFactory = open_dealer,
        deal: str = "open",
        recalled: bool = False,
    ) -> None:
        self.game = game
        self.ticket = ticket
        self._me = me
        self._own = player_id(me.crypto.key)
        self._dealers = dealers
        self._desk = Desk(me.crypto, ticket.table, now)
        self._seating = Seating(
            self._desk,
            game,
            ticket.creator,
            _seat_of(me, 0) if sits else None,
            nonce,
            deal,
            want,
            auto_ready,
        )
        self._play: Play | None = None
        self._ranges = Ranges(self._desk, AT if sits else WATCH, None)
        self._early: list[Entry] = []
        self._reading = Reading()
        self._log_until = now + READ
        self._seating.recalling = recalled
        if sits:
            self._desk.save("table", self._sitting(nonce, want, auto_ready, deal), secret=True)

    def _sitting(self, nonce: bytes, want: int | None, auto_ready: bool, deal: str) -> bytes:
        me, game = self._me, self.game
        return Sitting(
            self.ticket.table,
            self.ticket.creator,
            me.crypto.key,
            me.device,
            me.name,
            me.bot,
            want,
            auto_ready,
            deal,
            me.crypto.scheme,
            game.name,
            game.version,
            game.rules_id(),
            VERSION,
            nonce,
        ).save()

    @classmethod
    def create(
        cls,
        game: Game[Any],
        options: Any,
        seats: int,
        me: Me,
        *,
        salt: bytes,
        nonce: bytes,
        now: float,
        invited: Sequence[Seat | Me | None] = (),
        auto_ready: bool = True,
        dealers: DealerFactory = open_dealer,
        deal: str = "open",
    ) -> Session:
        """Open a table and sit down at its seat 0.

        ``salt``: 16 random bytes of the table id; ``nonce``: 32 random bytes. ``invited``: who has
        the seats from 1 on beforehand (of a ``Me`` only key, name, bot and device are used; a
        ``Seat`` says its voice, too), None for a free one. Raises BadOptions for a number of
        seats the game is not for, ValueError for a key invited twice.
        """
        game.new(options, seats)
        placed: list[Seat | None] = [_seat_of(me, 0)]
        for place, guest in enumerate(invited[: seats - 1], start=1):
            placed.append(_seat_of(guest, place) if isinstance(guest, Me) else guest)
        placed += [None] * (seats - len(placed))
        keys = [seat.key for seat in placed if seat]
        if len(set(keys)) < len(keys):
            raise ValueError("one key cannot have two seats")
        roster = Roster(
            1,
            me.crypto.key,
            salt,
            me.crypto.scheme,
            VERSION,
            game.name,
            game.version,
            game.rules_id(),
            game.pack_options(options),
            deal,
            tuple(placed),
        )
        session = cls(
            game,
            Ticket(roster.table, me.crypto.key),
            me,
            nonce=nonce,
            now=now,
            sits=True,
            auto_ready=auto_ready,
            dealers=dealers,
            deal=deal,
        )
        session._seating.open(roster)
        return session

    @classmethod
    def join(
        cls,
        game: Game[Any],
        ticket: Ticket,
        me: Me,
        *,
        nonce: bytes,
        now: float,
        want: int | None = None,
        auto_ready: bool = True,
        dealers: DealerFactory = open_dealer,
        deal: str = "open",
    ) -> Session:
        """Ask for a seat (or take the one that the roster already gives this key).

        ``want``: the seat wished for, if it is free.
        """
        session = cls(
            game,
            ticket,
            me,
            nonce=nonce,
            now=now,
            sits=True,
            want=want,
            auto_ready=auto_ready,
            dealers=dealers,
            deal=deal,
        )
        session._seating.ask()
        return session

    @classmethod
    def watch(cls, game: Game[Any], ticket: Ticket, me: Me, *, now: float) -> Session:
        """Follow the table from outside. ``me`` signs the requests for entries, nothing else."""
        session = cls(game, ticket, me, nonce=b"", now=now, sits=False)
        session._ranges.want(LATE)
        return session

    @classmethod
    def restore(
        cls,
        game: Game[Any],
        saves: Sequence[Save],
        crypto: Crypto,
        *,
        now: float,
        dealers: DealerFactory = open_dealer,
    ) -> Session:
        """The seat that these records of a journal belong to, as it was, with the same secrets.

        It says again what was not answered, byte for byte, and asks for what it missed. Raises
        Malformed for records that no session of this game and key can have kept.
        """
        kept = read_saves(saves)
        sitting = kept.sitting
        if sitting.key != crypto.key or sitting.scheme != crypto.scheme:
            raise Malformed("it belongs to another player")
        if (sitting.game, sitting.rules) != (game.name, game.rules_id()):
            raise Malformed("it was begun with other rules")
        session = cls(
            game,
            Ticket(sitting.table, sitting.creator),
            Me(crypto, sitting.name, sitting.bot, sitting.device),
            nonce=sitting.nonce,
            now=now,
            sits=True,
            want=sitting.want,
            auto_ready=sitting.auto_ready,
            dealers=dealers,
            deal=sitting.deal,
            recalled=not sitting.nonce,
        )
        session._take_up(kept)
        return session

    def _take_up(self, kept: Kept) -> None:
        seating = self._seating
        seating.restore(kept)
        seating.recalling = not kept.back
        seating.closed = kept.closed is not None
        if seating.start is not None and not seating.closed:
            play = self._open_play(seating.start)
            play.silent = True  # nothing is written while the log is read
            try:
                play.restore(kept.entries)
            except Wrong as wrong:
                raise Malformed(wrong.says) from wrong
            self._deal_in(play, kept)
            if kept.stop is not None:
                play.stopping.restore(kept.stop)
            play.silent = False
        self._desk.clear()
        if not kept.back:
            self._recall()
        elif seating.roster is not None and seating.start is None and kept.sitting.auto_ready:
            seating.ready()
        self.again(self._desk.now)

    @classmethod
    def recall(
        cls,
        game: Game[Any],
        ticket: Ticket,
        me: Me,
        *,
        chance: bytes,
        now: float,
        dealers: DealerFactory = open_dealer,
    ) -> Session:
        """Take up a seat of a game under way with the identity alone, its journal being lost.

        Everything is asked of the other seats, our own nonce too; nothing is signed until all have
        answered, or those that have not are long silent. ``chance``: 8 random bytes, so that no
        answer to an earlier request fits. Only where the deal is open: other dealers' secrets
        are in the journal alone.
        """
        session = cls(
            game, ticket, me, nonce=b"", now=now, sits=True, dealers=dealers, recalled=True
        )
        session._desk.base = int.from_bytes(chance[:5], "big")
        session._recall()
        return session

    def _recall(self) -> None:
        if self._play is not None:
            self._play.recall()
        else:
            self._ranges = Ranges(self._desk, WATCH, None)
            self._ranges.want(LATE)

    def take_over(self, now: float) -> None:
        """Play this seat here, where it was played from elsewhere: the other seats are asked first."""
        self._desk.now = max(now, self._desk.now)
        if self._play is not None:
            self._play.recall()

    def again(self, now: float) -> None:
        """The link came up again: say what has not been answered, ask for what was missed."""
        self._desk.now = max(now, self._desk.now)
        self._log_until = self._desk.now + READ
        self._seating.again()
        if self._play is not None:
            self._play.again()
        self.tick(now)

    # In

    def receive(self, player: str, channel: str, payload: bytes, now: float) -> None:
        """Bytes from the topic of ``player``. Hostile until checked: never raises.

        Everything counts by its signatures, not by its topic; ``dropped`` counts what did not.
        """
        self._desk.now = max(now, self._desk.now)
        if player == self._own and self._seating.mine is not None:
            self._echo(payload)
            return
        try:
            items = read_packet(payload, self.ticket.table)
        except Malformed as err:
            self._desk.drop("foreign" if str(err) == "foreign table" else "malformed")
            return
        for item in items:
            try:
                self._take(item)
            except Malformed:
                self._desk.drop("malformed")
        self._go_on()

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
            return  # for the other windows of the same player only
        elif play is None:
            if tag is Tag.RANGE:
                seating.hint()
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
        else:
            play.stopping.on_report(value, item)

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
        elif self._asks_for_log and not self._seating.closed:
            self._ranges.tick([])
            if self._ranges.wake_at is None:
                self._ranges.want(5.0)

    def submit(self, move: Move) -> None:
        """Make a move; raises a RulesError, changing nothing, where it is not legal now."""
        if self._play is None:
            raise NotYourTurn("the game has not begun")
        self._play.submit(move)

    def leave(self, now: float) -> bool:
        """Leave before the start; ``Left`` tells when the creator knows, or ``Dissolved`` at once
        for the creator herself. False, and nothing done, once everyone is ready.
        """
        self._desk.now = max(now, self._desk.now)
        return self._seating.leave()

    def remove(self, seat: int, now: float) -> bool:
        """At the creator, before the start: free a guest's seat, and let that key sit here no more.

        False, and nothing done, where that is not possible.
        """
        self._desk.now = max(now, self._desk.now)
        return self._seating.remove(seat)

    def invite(self, guest: Me, now: float) -> bool:
        """At the creator, before the start: give the first free seat to a bot that runs here.

        It is one voice with us. False, and nothing done, where that is not possible.
        """
        self._desk.now = max(now, self._desk.now)
        return self._seating.invite(_seat_of(guest, 0))

    def ready(self, now: float) -> None:
        """Agree to the present roster and options (done by itself with ``auto_ready``)."""
        self._desk.now = max(now, self._desk.now)
        self._seating.ready()
        self._go_on()

    # Out

    def actions(self) -> list[Action]:
        """What to do and what happened since the last call, in order."""
        if self._play is not None:
            self._play.flush()
        return self._desk.take()

    def step(self, now: float) -> list[Event]:
        """``tick`` for a screen: only what ``netplay.table`` calls events, the rest stays queued."""
        self.tick(now)
        return self._desk.take_events(_EVENTS)

    def wake_at(self) -> float | None:
        """When ``tick`` has something to do again; None if only input can bring anything."""
        times = [self._seating.wake_at]
        if self._play is not None:
            times.append(self._play.wake_at)
        elif not self._seating.closed:
            times.append(self._ranges.wake_at)
        return min([at for at in times if at is not None], default=None)


def _seat_of(me: Me, voice: int) -> Seat:
    return Seat(me.crypto.key, me.device, me.name, me.bot, voice)


_EVENTS = (Played, Turned, Shown, Finished, Halted)
