"""A table between machines as the screen sees it: one session, one node, and what they report."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.crypto import player_id
from netplay.journal import JournalBusy
from netplay.lobby import Seen
from netplay.session import (
    Action,
    Arrived,
    Back,
    Complete,
    Dissolved,
    Left,
    Looked,
    Phase,
    Refused,
    Resigned,
    Returning,
    Seated,
    Session,
    Settled,
    Started,
    Stood,
    TurnedAway,
)
from netplay.session.stances import NO
from netplay.table import (
    EVENTS,
    Event,
    Halted,
    Played,
    Player,
    Shown,
    Turned,
)
from netplay.transport import Transport
from tui.foreign import plain
from tui.keep import keep_session
from tui.live import Status
from tui.net_agree import Agreeing
from tui.net_company import Company
from tui.net_line import TopLine
from tui.net_ride import Carrier, Ride
from tui.net_seats import Seats
from tui.told import told
from tui.tongue import _

_BEGUN: Final = frozenset((Phase.PLAYING, Phase.OVER, Phase.HALTED))


def _clock() -> str:
    """The hour as the person's wall clock shows it: only ever displayed."""
    return time.strftime("%H:%M")


class NetTable:
    """Implements ``netplay.table.Table`` and ``tui.live.Live`` for a session in this event loop.

    Whoever carries the session is handed ``told`` as the listener of its actions; ``run`` is the
    table's life. ``key``: our public key. ``history``: what happened before a seat was taken
    up again. ``evidence``: keeps what is known of a stopped table, and says where.
    """

    def __init__(
        self,
        session: Session,
        key: bytes,
        *,
        watching: bool = False,
        history: Sequence[Event] = (),
        evidence: Callable[[Session], str] = lambda session: "",
        hour: Callable[[], str] = _clock,
    ) -> None:
        self.session = session
        self.ready: frozenset[int] = frozenset()
        """Seats that have agreed to the present roster."""
        self.closed = ""
        """Why nothing will come of this table any more; a sentence, cleaned."""
        self.yours = False
        """Whether the table is closed to us because our own key has a seat there already."""
        self.turned_away: list[str] = []
        """At the creator: who could not be seated, and why."""
        self.unread = 0
        """Lines of chat that the viewer has not seen."""
        self.ride = Ride()
        """What carries the session."""
        self.gone = self.ride.gone
        """Set when the viewer leaves."""
        self.seats = Seats(session, key)
        """Who sits where."""
        self._key = key
        self._watching = watching
        self._evidence = evidence
        self._events: list[Event] = list(history)
        self.past = history[-1] if history else None
        """The last that happened when we were at this table before, where we come back."""
        self._callers: list[Callable[[], None]] = []
        self._screen: Callable[[], None] = lambda: None
        self._kept = ""
        self._fault = ""
        self.clock: Callable[[], float] = time.monotonic
        """Seconds, monotonic: for how long a seat has not moved."""
        self._timed = (0, "")
        self.journalled = False
        """Whether a journal keeps this seat, so that it can be taken up again."""
        self.runs_broker: Callable[[], bool] = lambda: False
        """Whether the table's one broker runs in this program, and ends with it."""
        self.company = Company(session, lambda: self.players, self._now, hour)
        """Who is not there."""
        self.line = TopLine(session, key, self.company, self._now, hour)
        """How the table stands, in a few words."""

    def _now(self) -> float:
        return self.clock()  # the app's, once there is a screen

    # Life -----------------------------------------------------------------------------------------

    async def run(self, carrier: Carrier, transport: Transport) -> None:
        """Play until ``leave``; faults of journal and broker stop the table, and are never raised.

        ``transport``: the link that is shown, entered already and for longer than this runs.
        """
        work = self.line.watch(transport, self._tell)
        watch = asyncio.create_task(work, name="caboose-table-link")
        try:
            await self.ride.last(carrier, self._tell)
        except Exception as error:
            self._failed(error)
            await self.gone.wait()
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)

    def _failed(self, error: Exception) -> None:
        if isinstance(error, JournalBusy):
            self.closed = _("your seat here plays in another window of yours")
            self.yours = True
            self._tell()
            return
        if isinstance(error, OSError):
            why = (error.strerror or str(error)).lower()
            says = f"this machine cannot keep the game any more ({why}); nothing more is sent"
        else:
            says = f"the table is cut off: {error}"
        self._fault = plain(says, 300)
        self.closed = self.closed or self._fault
        self._events.append(Halted(self._fault))
        self._tell()

    def leave(self) -> None:
        """Go away: the seat is given up if that is still possible, and ``run`` ends."""
        if self.ride.carried and not self.gone.is_set():
            if self.session.phase is Phase.OVER and not self.session.own_stance.table:
                self.session.stand(asyncio.get_running_loop().time(), again=NO)
            self.session.leave(asyncio.get_running_loop().time())
            self.ride.flush()
        self.gone.set()

    # What is reported -----------------------------------------------------------------------------

    def told(self, action: Action) -> None:
        """Hear what the session reports, in order."""
        if isinstance(action, EVENTS):
            self._happened(action)
        elif isinstance(action, Seated):
            self.ready = action.ready
            for seat in range(len(action.players)):
                self.company.stood(seat)  # others may sit there now
        elif isinstance(action, Refused | Dissolved):
            self.closed = plain(action.says, 300)
            self.yours = isinstance(action, Refused) and action.yours
        elif isinstance(action, Returning | Back):
            self.line.told(action)
        elif isinstance(action, Stood):
            self.company.stood(action.seat)
        elif isinstance(action, Left):
            self.closed = _("you have left this table")
        elif isinstance(action, TurnedAway):
            self.turned_away.append(plain(f"{action.name}: {told(action.says)}", 200))
        elif not isinstance(action, Started | Arrived | Settled | Complete | Resigned | Looked):
            return
        self._tell()

    def _happened(self, event: Event) -> None:
        self.line.happened(event)
        if isinstance(event, Halted):
            self._kept = self._evidence(self.session)
        self._events.append(event)

    def listen(self, call: Callable[[], None]) -> None:
        """The screen's callback; a later one takes its place."""
        self._screen = call
        self._tell()

    def also(self, call: Callable[[], None]) -> None:
        """Another listener (bots, the lobby), for as long as the table lives."""
        self._callers.append(call)

    def poke(self) -> None:
        """Something beside the game has changed: let the screen look."""
        self._tell()

    def _tell(self) -> None:
        self._screen()
        for call in self._callers:
            call()

    def tick(self) -> None:
        """Carry out what was done to the session directly."""
        self.ride.flush()
        self._tell()

    def hear_links(self, found: Mapping[int, Seen]) -> None:
        """What the lobby knows of the seats' links."""
        if self.company.hear(found):
            self._tell()

    def idle(self, away: bool) -> None:
        """Whether our person is away from the keys; the others hear of a change, once."""
        session = self.session
        there = session.phase in (Phase.SEATING, Phase.PLAYING) and session.seat is not None
        if there and self.ride.carried and session.own_stance.away != away:
            session.stand(asyncio.get_running_loop().time(), away=away)
            self.tick()

    def look_round(self, away: bool) -> None:
        """What only time changes: ``away`` as in ``idle``, and the minutes that a seat is still."""
        self.idle(away)
        now = (int(self.company.still // 60), self._countdown())
        if now != self._timed:
            self._timed = now
            self._tell()

    def _countdown(self) -> str:
        return self.line.countdown() if self.ride.carried else ""

    def want_again(self, again: int) -> None:
        """Say whether another game is wanted here: ``netplay.session.stances`` YES, NO or UNSAID."""
        self.session.stand(asyncio.get_running_loop().time(), again=again)
        self.tick()

    # Sitting down ---------------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether there is a table to show: cards are dealt, and not all of it is still to come."""
        return self.session.phase in _BEGUN and self.session.state is not None

    @property
    def watching(self) -> bool:
        """Whether no seat is wanted here."""
        return self._watching

    @property
    def creator(self) -> bool:
        """Whether this peer opened the table."""
        return self._key == self.session.ticket.creator

    def remove(self, seat: int) -> bool:
        """At the creator: take a seat back from a guest; whether that was possible."""
        done = self.session.remove(seat, asyncio.get_running_loop().time())
        self.tick()
        return done

    def say_ready(self) -> None:
        """Agree to the roster as it is now."""
        self.session.ready(asyncio.get_running_loop().time())
        self.tick()

    def forget_setup(self) -> None:
        """Drop what was told of the set-up: the screen that opens now sees it in the state."""
        first = next((n for n, event in enumerate(self._events) if isinstance(event, Played)), None)
        kept = self._events if first is None else self._events[first:]
        self._events = [e for e in kept if first is not None or not isinstance(e, Turned | Shown)]

    # netplay.table.Table --------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The rules in force."""
        return self.session.game

    @property
    def players(self) -> Sequence[Player]:
        """See ``Seats``."""
        return self.seats.players

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a watcher."""
        return self.session.seat

    @property
    def state(self) -> Any:
        """The public state now."""
        return self.session.state

    @property
    def secrets(self) -> Mapping[int, int]:
        """What only this seat knows."""
        return self.session.secrets

    def submit(self, move: Move) -> None:
        """Make a move; raises a RulesError, also where the table is cut off."""
        if self._fault or not self.ride.carried:
            raise NotYourTurn("the table is cut off")
        self.session.submit(move)
        self.tick()

    def step(self, now: float) -> list[Event]:
        """What happened since the last step; the node lets time pass by itself."""
        events, self._events = self._events, []
        return events

    def wake_at(self) -> float | None:
        """Never: ``listen`` wakes."""
        return None

    def close(self) -> None:
        """See ``leave``."""
        self.leave()

    def save(self) -> bytes:
        """The transcript so far."""
        return self.session.save()

    # tui.live.Live --------------------------------------------------------------------------------

    def status(self) -> Status:
        """See ``TopLine``."""
        fault = bool(self._fault)
        return self.line.says(self._countdown(), self.unread, fault, self.runs_broker())

    @property
    def over(self) -> bool:
        """See ``tui.live.Live``."""
        return self.session.phase is Phase.OVER

    @property
    def expected(self) -> bool:
        """See ``tui.live.Live``."""
        session = self.session
        if self.closed or session.seat is None or self.gone.is_set():
            return False
        if session.phase is Phase.SEATING:
            roster = session.roster
            return roster is not None and roster.full() and session.seat not in self.ready
        return session.phase is Phase.PLAYING and (session.my_turn or bool(session.questions))

    def agreeing(self) -> Agreeing | None:
        """What can be agreed on at this table; None where nothing can, or we only watch."""
        if self.session.policy is None or self.session.seat is None:
            return None
        return Agreeing(self.session, asyncio.get_running_loop().time, self.tick)

    def take_over(self) -> None:
        """Play this seat here, where another window or machine of ours has it."""
        if self.line.returning is not None and self.line.returning.elsewhere:
            self.session.take_over(asyncio.get_running_loop().time())
            self.tick()

    def counters(self) -> Sequence[str]:
        """What was heard and not used, by whose topic and why."""
        from tui.counters import lines

        roster = self.session.roster
        names = {
            player_id(seat.key): player.name
            for seat, player in zip(roster.seats if roster else (), self.players, strict=False)
            if seat is not None
        }
        return lines(self.ride.node, names)

    def leaving(self) -> tuple[str, ...]:
        """What the others will see of our going."""
        if self.session.seat is None:
            return (_("You only watch: nobody is kept waiting."),)
        if self.runs_broker():
            return (
                _("Your seat is kept, and the others wait for you."),
                _("If you quit, they lose their link: it runs here."),
            )
        return (_("Your seat is kept. The others see that you left, and wait for you."),)

    def kept(self) -> str | None:
        """What is kept of a game on leaving it, in a line; None where its transcript is to be."""
        if not self.journalled:
            return None
        if not self.session.complete:
            return _(
                "Your seat is kept: choose it on Departures, or type caboose resume, to go on."
            )
        return keep_session(self.session)

    def read(self) -> str:
        """Where the evidence is, if the table stopped."""
        return self._kept
