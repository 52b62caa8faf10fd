"""A table between machines as the screen sees it: one session, one node, and what they report."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Final, Protocol

from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.config import FolderUnusable
from netplay.crypto import player_id
from netplay.journal import JournalBusy
from netplay.known import Acquaintance
from netplay.lobby import Seen
from netplay.node import Node
from netplay.resume import keep_transcript
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
    Decided,
    Event,
    Halted,
    Overturned,
    Played,
    Player,
    Shown,
    Turned,
)
from netplay.transport import LinkState, Transport
from tui.foreign import plain, short
from tui.guest import kept_as
from tui.live import Status
from tui.net_agree import Agreeing
from tui.people import People
from tui.policy import left
from tui.pulse import Pulse
from tui.told import told
from tui.tongue import _, p_

_BEGUN: Final = frozenset((Phase.PLAYING, Phase.OVER, Phase.HALTED))

_STILL: Final = 120.0
"""Seconds without a move that are worth a word where the table has no due time of its own."""


class Carrier(Protocol):
    """Carries a session, alive between ``async with``: a node, or a table of the lobby."""

    @property
    def node(self) -> Node:
        """What joins session and transport, and counts what it does not use."""

    def flush(self) -> None:
        """Send what the session has to say."""

    async def wait(self) -> None:
        """Never returns by itself; raises what ended it."""

    async def __aenter__(self) -> Any: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


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
        self.gone = asyncio.Event()
        """Set when the viewer leaves."""
        self.people = People(None)
        """What the person knows of others."""
        self._key = key
        self._watching = watching
        self._evidence = evidence
        self._hour = hour
        self._carrier: Carrier | None = None
        self._events: list[Event] = list(history)
        self.past = history[-1] if history else None
        """The last that happened when we were at this table before, where we come back."""
        self._callers: list[Callable[[], None]] = []
        self._screen: Callable[[], None] = lambda: None
        self._link = LinkState.CONNECTING
        self._transport: Transport | None = None
        self._pulse = Pulse()
        self._lost: str | None = None
        self._mine: int | None = None
        self._kept = ""
        self._fault = ""
        self._returning: Returning | None = None
        self._company: dict[int, tuple[Seen, str]] = {}
        self._away: dict[int, str] = {}
        self.clock: Callable[[], float] = time.monotonic
        """Seconds, monotonic: for how long a seat has not moved."""
        self._still_since = time.monotonic()
        self._still = (0, "")
        self.journalled = False
        """Whether a journal keeps this seat, so that it can be taken up again."""
        self.runs_broker: Callable[[], bool] = lambda: False
        """Whether the table's one broker runs in this program, and ends with it."""
        self.paused_since = ""
        """When the pause began, as the wall clock showed it; empty where that is not known."""

    # Life -----------------------------------------------------------------------------------------

    async def run(self, carrier: Carrier, transport: Transport) -> None:
        """Play until ``leave``; faults of journal and broker stop the table, and are never raised.

        ``transport``: the link that is shown, entered already and for longer than this runs.
        """
        self._transport = transport
        watch = asyncio.create_task(self._watch_link(transport), name="caboose-table-link")
        try:
            async with carrier:
                self._carrier = carrier
                try:
                    self._tell()
                    await self._until_gone(carrier)
                finally:
                    self._carrier = None
        except Exception as error:
            self._failed(error)
            await self.gone.wait()
        finally:
            watch.cancel()
            await asyncio.gather(watch, return_exceptions=True)

    async def _until_gone(self, carrier: Carrier) -> None:
        gone = asyncio.create_task(self.gone.wait())
        over = asyncio.create_task(carrier.wait())
        try:
            await asyncio.wait((gone, over), return_when=asyncio.FIRST_COMPLETED)
            if over.done():
                over.result()
        finally:
            for task in (gone, over):
                task.cancel()
            await asyncio.gather(gone, over, return_exceptions=True)

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

    async def _watch_link(self, transport: Transport) -> None:
        state = transport.link
        while True:
            self._link = state
            if state is LinkState.UP:
                self._lost = None
                self._still_since = self.clock()  # what happened meanwhile is still to come
            elif self._lost is None and transport.connections:
                self._lost = self._hour()
            self._tell()
            state = await transport.link_changed(state)

    def leave(self) -> None:
        """Go away: the seat is given up if that is still possible, and ``run`` ends."""
        if self._carrier is not None and not self.gone.is_set():
            if self.session.phase is Phase.OVER and not self.session.own_stance.table:
                self.session.stand(asyncio.get_running_loop().time(), again=NO)
            self.session.leave(asyncio.get_running_loop().time())
            self._carrier.flush()
        self.gone.set()

    # What is reported -----------------------------------------------------------------------------

    def told(self, action: Action) -> None:
        """Hear what the session reports, in order."""
        if isinstance(action, EVENTS):
            self._happened(action)
        elif isinstance(action, Seated):
            self.ready = action.ready
            for seat in range(len(action.players)):
                self._stood(seat)  # others may sit there now
        elif isinstance(action, Refused | Dissolved):
            self.closed = plain(action.says, 300)
            self.yours = isinstance(action, Refused) and action.yours
        elif isinstance(action, Returning):
            self._returning = action
        elif isinstance(action, Back):
            self._returning = None
        elif isinstance(action, Stood):
            self._stood(action.seat)
        elif isinstance(action, Left):
            self.closed = _("you have left this table")
        elif isinstance(action, TurnedAway):
            self.turned_away.append(plain(f"{action.name}: {told(action.says)}", 200))
        elif not isinstance(action, Started | Arrived | Settled | Complete | Resigned | Looked):
            return
        self._tell()

    def _happened(self, event: Event) -> None:
        self._still_since = self.clock()
        if isinstance(event, Played):
            self._mine = event.n if event.seat == self.session.seat else None
        elif isinstance(event, Overturned):
            if self._mine is not None and self._mine >= event.n:
                self._mine = None  # what has its number now is somebody else's
        elif isinstance(event, Decided) and event.what == "pause":
            self.paused_since = self._hour()
        elif isinstance(event, Halted):
            self._keep_evidence()
        self._events.append(event)

    def _stood(self, seat: int) -> None:
        """Note when a seat's person went from the keys."""
        stances = self.session.stances
        if seat in stances and stances[seat].away:
            self._away.setdefault(seat, self._hour())
        else:
            self._away.pop(seat, None)

    def _keep_evidence(self) -> None:
        self._kept = self._evidence(self.session)

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
        if self._carrier is not None:
            self._carrier.flush()
        self._tell()

    def company(self, found: Mapping[int, Seen]) -> None:
        """What the lobby knows of the seats' links; when each became so is noted here."""
        for seat, seen in found.items():
            up = seen not in (Seen.LEFT, Seen.CLOSED, Seen.LOST)
            self.session.link(seat, up, asyncio.get_running_loop().time())
            if self._company.get(seat, (None, ""))[0] is not seen:
                self._company[seat] = (seen, self._hour())
                if seen is Seen.HERE:
                    self._still_since = self.clock()  # who has just come back is not slow
                self._tell()

    @property
    def seen(self) -> Mapping[int, Seen]:
        """What the lobby knows of the seats' links."""
        return {seat: seen for seat, (seen, _since) in self._company.items()}

    def idle(self, away: bool) -> None:
        """Whether our person is away from the keys; the others hear of a change, once."""
        session = self.session
        there = session.phase in (Phase.SEATING, Phase.PLAYING) and session.seat is not None
        if there and self._carrier is not None and session.own_stance.away != away:
            session.stand(asyncio.get_running_loop().time(), away=away)
            self.tick()

    def look_round(self, away: bool) -> None:
        """What only time changes: ``away`` as in ``idle``, and the minutes that a seat is still."""
        self.idle(away)
        minutes = int((self.clock() - self._still_since) // 60)
        clock = self._countdown()
        if (minutes, clock) != self._still:
            self._still = (minutes, clock)
            self._tell()

    def want_again(self, again: int) -> None:
        """Say whether another game is wanted here: ``netplay.session.stances`` YES, NO or UNSAID."""
        self.session.stand(asyncio.get_running_loop().time(), again=again)
        self.tick()

    def absent(self) -> str:
        """Who is not there, the seat that is to act before others: ``Ana left 14:05``."""
        for seat in sorted(self.session.given_up - {self.session.seat}):
            return _("{name} left for good", name=short(self.players[seat].name, 10))
        away = {Seen.LEFT, Seen.CLOSED, Seen.LOST, Seen.SILENT}
        missing = [seat for seat, (seen, _) in sorted(self._company.items()) if seen in away]
        turn = self.session.state.turn if self.session.state is not None else None
        missing.sort(key=lambda seat: seat != turn)
        if not missing:
            if turn is not None and turn not in self._away and (still := self._stays_still(turn)):
                return still
            return self._from_keys(turn)
        if missing[0] >= len(self.players):
            return ""
        seen, since = self._company[missing[0]]
        more = f" +{len(missing) - 1}" if len(missing) > 1 else ""
        return f"{short(self.players[missing[0]].name, 10)} {told(seen.value)} {since}{more}"

    def _stays_still(self, turn: int) -> str:
        """Of the seat to act: its link is up, and yet it lets the table's time pass."""
        session = self.session
        if session.phase is not Phase.PLAYING or turn == self.seat or turn in session.stood:
            return ""
        if self._company.get(turn, (None, ""))[0] is not Seen.HERE:
            return ""
        policy = session.policy
        passed = self.clock() - self._still_since
        if passed < (policy.seconds if policy is not None and policy.seconds else _STILL):
            return ""
        return _(
            "{name} is here, but has not moved for {minutes} m",
            name=short(self.players[turn].name, 10),
            minutes=int(passed // 60),
        )

    def _from_keys(self, turn: int | None) -> str:
        """Whose link is up, but who pressed no key for a while: ``Ana away 14:05``."""
        away = [seat for seat in self._away if seat != self.seat and seat < len(self.players)]
        away.sort(key=lambda seat: (seat != turn, seat))
        if not away:
            return ""
        name, more = short(self.players[away[0]].name, 10), len(away) - 1
        if more:
            return _("{name} away {time} +{more}", name=name, time=self._away[away[0]], more=more)
        return _("{name} away {time}", name=name, time=self._away[away[0]])

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

    @property
    def bots(self) -> Mapping[int, int]:
        """Seats of bots, and the seat of whoever's machine runs each (its own: nobody's here)."""
        roster = self.session.roster
        seats = roster.seats if roster is not None else ()
        return {
            place: seat.voice
            for place, seat in enumerate(seats)
            if seat is not None and seat.bot is not None
        }

    def remove(self, seat: int) -> bool:
        """At the creator: take a seat back from a guest; whether that was possible."""
        done = self.session.remove(seat, asyncio.get_running_loop().time())
        self.tick()
        return done

    @property
    def away(self) -> Mapping[int, str]:
        """Whose link is up, but who pressed no key for a while; since when."""
        return self._away

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
        """Who sits where. Names that two share have their key marks added: nobody passes for another."""
        found = [
            player._replace(note=self.note(seat))
            for seat, player in enumerate(self.session.players)
        ]
        names = [player.name.casefold() for player in found]
        return [
            player._replace(name=f"{player.name[:15]} {player.mark}")
            if player.name and names.count(player.name.casefold()) > 1
            else player
            for player in found
        ]

    def known(self, seat: int) -> Acquaintance | None:
        """What the person knows of whoever has that seat; None of bots and themselves."""
        roster = self.session.roster
        there = roster.seats[seat] if roster is not None and seat < len(roster.seats) else None
        if there is None or there.bot is not None or there.key == self._key:
            return None
        return self.people.of(player_id(there.key))

    def note(self, seat: int) -> str:
        """The person's note on whoever has that seat, harmless; empty where there is none."""
        known = self.known(seat)
        return plain(known.note) if known is not None else ""

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
        if self._fault or self._carrier is None:
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
        """Link first, then the fate of our own last move; unread chat before both."""
        found = self._status()
        if self.unread:
            text = (_("t: {count} new", count=self.unread) + f"  {found.text}").rstrip()
            found = found._replace(text=text)
        return found._replace(aside=self._pulse.says(self._round_trip()))

    def _round_trip(self) -> float | None:
        """Seconds to the broker and back; None offline, alone, or where it runs in this program."""
        session = self.session
        if self._transport is None or self._link is not LinkState.UP or self.runs_broker():
            return None
        roster = session.roster
        seats = [seat for seat in roster.seats if seat] if roster is not None else []
        mine = next((seat.voice for seat in seats if seat.key == self._key), None)
        if all(seat.voice == mine for seat in seats):
            return None
        return self._transport.round_trip

    def _status(self) -> Status:
        if self._fault or self.session.phase is Phase.HALTED:
            return Status(p_("table", "stopped"), True)
        standing = ""
        if self._mine is not None and self.session.phase is Phase.PLAYING:
            standing = self.session.standing(self._mine)
        if self._link is not LinkState.UP:
            if self._lost is None:
                return Status(_("connecting"), True)
            if standing == "pending":
                return Status(_("link lost {time}, move waits", time=self._lost), True)
            return Status(_("link lost {time}", time=self._lost), True)
        if self._returning is not None:
            elsewhere = self._returning.elsewhere
            return Status(
                _("your seat plays elsewhere; o takes over")
                if elsewhere
                else _("asking the others"),
                True,
            )
        if self.session.questions:
            return Status(_("p: answer a proposal"), True)
        if self.session.resigned:
            return Status(_("you left; p: play again"), True)
        if self.session.paused is not None and self.session.phase is Phase.PLAYING:
            if self.paused_since:
                return Status(_("paused since {time}", time=self.paused_since), True)
            return Status(_("paused"), True)
        if self.session.seat in self.session.stood:
            return Status(_("asking for your seat back"), True)
        if self.session.phase is Phase.PLAYING and self.session.urged:
            return Status(_("move now, or a bot may play for you"), True)
        if self.session.phase is not Phase.OVER and (absent := self.absent()):
            return Status(absent, True)
        clock = self._countdown()
        if standing:
            says = told(f"move {standing}")
            return Status(f"{says}, {clock}" if clock else says)
        return Status(clock or (_("watching") if self.session.seat is None else ""))

    def _countdown(self) -> str:
        """How long the seat to act still has, where something happens when that is over."""
        session = self.session
        if session.policy is None or session.phase is not Phase.PLAYING or self._carrier is None:
            return ""
        seconds = session.time_left(self.clock())
        return left(seconds, session.policy.seconds) if seconds is not None else ""

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
        if self._returning is not None and self._returning.elsewhere:
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
        return lines(self._carrier.node if self._carrier is not None else None, names)

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
        try:
            note = plain(self.session.note, 200)
            kept = kept_as(keep_transcript(self.session))
            note = "; ".join(told(part) for part in note.split("; "))
            return f"{note[:1].upper()}{note[1:]}. {kept}" if note else kept
        except FolderUnusable as error:
            return _("The game was not kept: {why}", why=error)
        except OSError as error:
            return _("The game was not kept: {why}", why=(error.strerror or str(error)).lower())

    def read(self) -> str:
        """Where the evidence is, if the table stopped."""
        return self._kept
