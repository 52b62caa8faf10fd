"""Who at a networked table is not there: link lost, away from the keys, or silent though here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from netplay.lobby import Seen
from netplay.session import Phase, Session
from netplay.table import Player
from tui.foreign import short
from tui.told import told
from tui.tongue import _

_GONE: Final = frozenset((Seen.LEFT, Seen.CLOSED, Seen.LOST))
_MISSING: Final = _GONE | {Seen.SILENT}
_STILL: Final = 120.0
"""Seconds without a move that are worth a word where the table has no due time of its own."""


class Company:
    """``players`` are named as the screen shows them, ``clock`` gives seconds, ``hour`` the wall's."""

    def __init__(
        self,
        session: Session,
        players: Callable[[], Sequence[Player]],
        clock: Callable[[], float],
        hour: Callable[[], str],
    ) -> None:
        self.away: dict[int, str] = {}
        """Whose link is up, but who pressed no key for a while; since when."""
        self._session = session
        self._players = players
        self._clock = clock
        self._hour = hour
        self._links: dict[int, tuple[Seen, str]] = {}
        self._still_since = clock()

    @property
    def seen(self) -> Mapping[int, Seen]:
        """What the lobby knows of the seats' links."""
        return {seat: seen for seat, (seen, _since) in self._links.items()}

    @property
    def still(self) -> float:
        """Seconds since anything happened at the table that the seat to act had to wait for."""
        return self._clock() - self._still_since

    def moved(self) -> None:
        """Something happened, or is only now to be heard of."""
        self._still_since = self._clock()

    def stood(self, seat: int) -> None:
        """Note when a seat's person went from the keys."""
        stances = self._session.stances
        if seat in stances and stances[seat].away:
            self.away.setdefault(seat, self._hour())
        else:
            self.away.pop(seat, None)

    def hear(self, found: Mapping[int, Seen]) -> bool:
        """What the lobby knows of the seats' links; when each became so is noted. Whether it is new."""
        news = False
        for seat, seen in found.items():
            self._session.link(seat, seen not in _GONE, asyncio.get_running_loop().time())
            if self._links.get(seat, (None, ""))[0] is not seen:
                news = True
                self._links[seat] = (seen, self._hour())
                if seen is Seen.HERE:
                    self.moved()  # who has just come back is not slow
        return news

    # In words ---------------------------------------------------------------------------------------

    def absent(self) -> str:
        """Who is not there, the seat that is to act before others: ``Ana left 14:05``."""
        session, players = self._session, self._players()
        for seat in sorted(session.given_up - {session.seat}):
            return _("{name} left for good", name=short(players[seat].name, 10))
        missing = [seat for seat, (seen, _) in sorted(self._links.items()) if seen in _MISSING]
        turn = session.state.turn if session.state is not None else None
        missing.sort(key=lambda seat: seat != turn)
        if not missing:
            if turn is not None and turn not in self.away and (still := self._stays_still(turn)):
                return still
            return self._from_keys(turn)
        if missing[0] >= len(players):
            return ""
        seen, since = self._links[missing[0]]
        more = f" +{len(missing) - 1}" if len(missing) > 1 else ""
        return f"{short(players[missing[0]].name, 10)} {told(seen.value)} {since}{more}"

    def _stays_still(self, turn: int) -> str:
        """Of the seat to act: its link is up, and yet it lets the table's time pass."""
        session = self._session
        if session.phase is not Phase.PLAYING or turn == session.seat or turn in session.stood:
            return ""
        if self._links.get(turn, (None, ""))[0] is not Seen.HERE:
            return ""
        policy, passed = session.policy, self.still
        if passed < (policy.seconds if policy is not None and policy.seconds else _STILL):
            return ""
        return _(
            "{name} is here, but has not moved for {minutes} m",
            name=short(self._players()[turn].name, 10),
            minutes=int(passed // 60),
        )

    def _from_keys(self, turn: int | None) -> str:
        """Whose link is up, but who pressed no key for a while: ``Ana away 14:05``."""
        players = self._players()
        away = [seat for seat in self.away if seat != self._session.seat and seat < len(players)]
        away.sort(key=lambda seat: (seat != turn, seat))
        if not away:
            return ""
        name, more = short(players[away[0]].name, 10), len(away) - 1
        if more:
            return _("{name} away {time} +{more}", name=name, time=self.away[away[0]], more=more)
        return _("{name} away {time}", name=name, time=self.away[away[0]])
