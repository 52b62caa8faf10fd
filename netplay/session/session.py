"""One peer's table: the state machine that seats, deals, plays and checks, without any I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.kernel.canonical import Malformed
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from core.version import VERSION
from netplay.session.actions import AT, WATCH, Action
from netplay.session.desk import Desk
from netplay.session.parts import DealerFactory, Me, Ticket, open_dealer
from netplay.session.play import AHEAD, Play
from netplay.session.ranges import Ranges
from netplay.session.seating import Seating
from netplay.session.view import View
from netplay.table import EVENTS, Event
from netplay.wire import Entry, Item, Roster, Seat, Tag, read_body, read_items


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
    ) -> None:
        self.game = game
        self.ticket = ticket
        self._now = now
        self._me = me
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
        session._ranges.want(0.0)
        session._ranges.tick([])
        return session

    # In

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
            if self._seating.mine is None:
                self._ranges.want()

    def _go_on(self) -> None:
        """What follows from what came in: entry 0 begins the play, the seed begins the deal."""
        seating = self._seating
        if seating.start is None or seating.closed:
            return
        play = self._play
        if play is None:
            names = {place: player.name for place, player in enumerate(self.players)}
            seat = seating.seat
            play = Play(self._desk, self.game, seating.start, seat, names, self._ranges)
            self._play = play
            early, self._early = self._early, []
            for entry in sorted(early, key=lambda entry: entry.n):
                play.on_entry(entry)
            if seat is None:
                self._ranges.want()
        if play.hand is None and seating.nonces is not None and seating.seed is not None:
            if play.finding is None:
                values = seating.nonces.values
                nonces = tuple([values[place] for place in range(play.seats)])
                play.deal_in(seating.seed, nonces, self._dealers)
        elif play.hand is not None:
            play.go_on()
        if play.replica.n > 0:
            seating.begun()

    def tick(self, now: float) -> None:
        """Let time pass: repeat what was not acknowledged, ask for what is missing."""
        self._desk.now = max(now, self._desk.now)
        self._seating.tick()
        self._go_on()
        if self._play is not None:
            self._play.tick()
        elif self._seating.mine is None and not self._seating.closed:
            self._ranges.tick([])
            if self._ranges.wake_at is None:
                self._ranges.want(5.0)

    def submit(self, move: Move) -> None:
        """Make a move; raises a RulesError, changing nothing, where it is not legal now."""
        if self._play is None:
            raise NotYourTurn("the game has not begun")
        self._play.submit(move)

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
        return self._desk.take_events(EVENTS)

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
