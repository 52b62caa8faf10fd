"""One peer's table: the state machine that seats, deals, plays and checks, without any I/O."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from core.kernel.canonical import Malformed
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from core.version import VERSION
from netplay.crypto import Crypto
from netplay.session.actions import WATCH, Action, Save
from netplay.session.governing import Governing
from netplay.session.intake import LATE, seat_of
from netplay.session.keeping import Kept, Sitting, read_saves
from netplay.session.outcome import Wrong
from netplay.session.parts import DealerFactory, Me, Ticket, open_dealer
from netplay.session.ranges import Ranges
from netplay.table import EVENTS, Event
from netplay.wire import Policy, Roster, Seat


class Session(Governing):
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
        seat = seat_of(me, 0) if sits else None
        parts = (nonce, deal, want, auto_ready)
        super().__init__(game, ticket, me, seat, parts, dealers, now, recalled)
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
        policy: Policy | None = None,
        brokers: tuple[str, ...] = (),
    ) -> Session:
        """Open a table and sit down at its seat 0.

        ``salt``: 16 random bytes of the table id; ``nonce``: 32 random bytes. ``invited``: who has
        the seats from 1 on beforehand (of a ``Me`` only key, name, bot and device are used; a
        ``Seat`` says its voice, too), None for a free one. ``policy``: what happens when a seat is
        gone; with None nothing can be agreed on. ``brokers``: addresses of the broker that this
        program runs; guests then have theirs in the roster, too. Raises BadOptions for a number of
        seats the game is not for, ValueError for a key invited twice.
        """
        game.new(options, seats)
        placed: list[Seat | None] = [seat_of(me, 0)]
        for place, guest in enumerate(invited[: seats - 1], start=1):
            placed.append(seat_of(guest, place) if isinstance(guest, Me) else guest)
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
            policy.wire() if policy is not None else (),
            (brokers, *((),) * (seats - 1)) if brokers else (),
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
        brokers: tuple[str, ...] = (),
    ) -> Session:
        """Ask for a seat (or take the one that the roster already gives this key).

        ``want``: the seat wished for, if it is free. ``brokers``: addresses of a broker that this
        program runs.
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
        session._seating.brokers = brokers
        session._seating.ask()
        if session._asks_for_log:
            session._ranges.want(LATE)
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
                # A stopped table may have entries that only the program of then could take.
                if kept.stop is None:
                    raise Malformed(wrong.says) from wrong
            self._deal_in(play, kept)
            if kept.stop is not None:
                play.stopping.restore(kept.stop)
            play.restore_votes(kept.votes, kept.resigned)
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

    def unwelcome(self, blocked: Callable[[bytes], bool]) -> None:
        """At the creator: seat nobody whose key this holds of; asked whenever somebody asks for a seat."""
        self._seating.unwelcome(blocked)

    def remove(self, seat: int, now: float, *, ban: bool = True) -> bool:
        """At the creator, before the start: free a guest's seat.

        ``ban``: let that key sit here no more. False, and nothing done, where that is not possible.
        """
        self._desk.now = max(now, self._desk.now)
        return self._seating.remove(seat, ban=ban)

    def invite(self, guest: Me, now: float) -> bool:
        """At the creator, before the start: give the first free seat to a bot that runs here.

        It is one voice with us. False, and nothing done, where that is not possible.
        """
        self._desk.now = max(now, self._desk.now)
        return self._seating.invite(seat_of(guest, 0))

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
            if self._lookers is not None:
                times.append(self._lookers.wake_at)
        elif not self._seating.closed:
            times.append(self._ranges.wake_at)
        return min([at for at in times if at is not None], default=None)
