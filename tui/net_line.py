"""A networked table in a few words, for the top line: its link, and what became of our own last move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from netplay.session import Action, Back, Phase, Returning, Session
from netplay.table import Decided, Event, Overturned, Played
from netplay.transport import LinkState, Transport
from tui.live import Status
from tui.net_company import Company
from tui.policy import left
from tui.pulse import Pulse
from tui.told import told
from tui.tongue import _, p_

_SOON: Final = 60.0
"""Seconds before the end of a seat's time, at most, from which on its player is told what comes then."""


class TopLine:
    """Hears everything that a session reports; see ``NetTable``. ``hour``: as the wall clock shows it."""

    def __init__(
        self,
        session: Session,
        key: bytes,
        company: Company,
        clock: Callable[[], float],
        hour: Callable[[], str],
    ) -> None:
        self.returning: Returning | None = None
        """Whether our seat is being taken up again, or plays elsewhere."""
        self.paused_since = ""
        """When the pause began, as the wall clock showed it; empty where that is not known."""
        self._session = session
        self._key = key
        self._company = company
        self._clock = clock
        self._hour = hour
        self._transport: Transport | None = None
        self._link = LinkState.CONNECTING
        self._lost: str | None = None
        self._pulse = Pulse()
        self._mine: int | None = None

    # What is heard ----------------------------------------------------------------------------------

    async def watch(self, transport: Transport, changed: Callable[[], None]) -> None:
        """Follow a link; ``changed`` is called at each change."""
        self._transport, state = transport, transport.link
        while True:
            self._link = state
            if state is LinkState.UP:
                self._lost = None
                self._company.moved()  # what happened meanwhile is still to come
            elif self._lost is None and transport.connections:
                self._lost = self._hour()
            changed()
            state = await transport.link_changed(state)

    def happened(self, event: Event) -> None:
        """Something happened at the table."""
        self._company.moved()
        if isinstance(event, Played):
            self._mine = event.n if event.seat == self._session.seat else None
        elif isinstance(event, Overturned):
            if self._mine is not None and self._mine >= event.n:
                self._mine = None  # what has its number now is somebody else's
        elif isinstance(event, Decided) and event.what == "pause":
            self.paused_since = self._hour()

    def told(self, action: Action) -> None:
        """The session reports how it stands with our own seat."""
        if isinstance(action, Returning):
            self.returning = action
        elif isinstance(action, Back):
            self.returning = None

    # What is said -----------------------------------------------------------------------------------

    def says(self, countdown: str, unread: int, stopped: bool, here: bool) -> Status:
        """Link first, then the fate of our own last move; unread chat before both.

        ``here``: the broker runs in this program, so that the way there is no news.
        """
        found = self._status(countdown, stopped)
        if unread:
            news = _("t: {count} new", count=unread)
            found = found._replace(text=f"{news}, {found.text}" if found.text else news)
        return found._replace(aside=self._pulse.says(None if here else self._round_trip()))

    def countdown(self) -> str:
        """How long the seat to act still has, where something happens when that is over."""
        session = self._session
        if session.policy is None or session.phase is not Phase.PLAYING:
            return ""
        seconds = session.time_left(self._clock())
        return left(seconds, session.policy.seconds) if seconds is not None else ""

    def _soon(self, countdown: str) -> str:
        """To whoever is meant it is said in time what comes at the end of it."""
        policy, session = self._session.policy, self._session
        seconds = session.time_left(self._clock()) if countdown else None
        if seconds is None or policy is None or not session.my_turn:
            return ""
        near = 0 < seconds <= min(_SOON, policy.seconds / 3)
        return _("{time}: move, or a bot may play", time=countdown) if near else ""

    def _round_trip(self) -> float | None:
        """Seconds to the broker and back; None offline, and where nobody else is at the table."""
        if self._transport is None or self._link is not LinkState.UP:
            return None
        roster = self._session.roster
        seats = [seat for seat in roster.seats if seat] if roster is not None else []
        mine = next((seat.voice for seat in seats if seat.key == self._key), None)
        if all(seat.voice == mine for seat in seats):
            return None
        return self._transport.round_trip

    def _status(self, countdown: str, stopped: bool) -> Status:
        session = self._session
        playing = session.phase is Phase.PLAYING
        if stopped or session.phase is Phase.HALTED:
            return Status(p_("table", "stopped"), True)
        standing = ""
        if self._mine is not None and playing:
            standing = session.standing(self._mine)
        if (says := self._offline(standing) or self._ours() or self._soon(countdown)) or (
            session.phase is not Phase.OVER and (says := self._company.absent())
        ):
            return Status(says, True)
        if standing:
            says = told(f"move {standing}")
            return Status(f"{says}, {countdown}" if countdown else says)
        return Status(countdown or (_("watching") if session.seat is None else ""))

    def _offline(self, standing: str) -> str:
        """That the link is down, and whether a move of ours waits for it."""
        if self._link is LinkState.UP:
            return ""
        if self._lost is None:
            return _("connecting")
        if standing == "pending":
            return _("link lost {time}, move waits", time=self._lost)
        return _("link lost {time}", time=self._lost)

    def _ours(self) -> str:
        """What is asked of us, or keeps us from moving."""
        session = self._session
        playing = session.phase is Phase.PLAYING
        if self.returning is not None:
            elsewhere = self.returning.elsewhere
            return (
                _("your seat plays elsewhere; o takes over")
                if elsewhere
                else _("asking the others")
            )
        if session.questions:
            return _("p: answer a proposal")
        if session.resigned:
            return _("you left; p: play again")
        if session.paused is not None and playing:
            since = self.paused_since
            return _("paused since {time}", time=since) if since else _("paused")
        if session.seat in session.stood:
            return _("asking for your seat back")
        if playing and session.urged:
            return _("move now, or a bot may play for you")
        return ""
