"""Looking at a finished networked game together, as the replay's screen asks for it and shows it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from netplay.crypto import mark
from netplay.replaying import Sight
from netplay.session.looking import EVERYONE, OPEN, Looking, Stage
from tui.foreign import short
from tui.tongue import _, n_

if TYPE_CHECKING:
    from netplay.session import Session
    from tui.net import NetTable
    from tui.room import Room

Way = tuple[Sight, int]
"""Whose eyes, as ``ReplayTable.way`` has it."""


class Row(NamedTuple):
    """One who is there, for a list. ``key`` is empty for ourselves."""

    name: str
    does: str
    key: bytes


class Together:
    """``chat``: opens the table's chat."""

    def __init__(self, net: NetTable, room: Room, chat: Callable[[], None]) -> None:
        self._net = net
        self._room = room
        self.chat = chat

    @property
    def _session(self) -> Session:
        return self._net.session

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # What we do -----------------------------------------------------------------------------------

    def come(self, entry: int, way: Way, call: Callable[[], None]) -> None:
        """Look on, too; ``call`` is called whenever something changes among those who do."""
        self._room.onlooker = call
        self.stand(entry, way)

    def stand(self, entry: int, way: Way, *, led: bool = False) -> None:
        """Let the others know where we are; ``led``: because whoever leads is."""
        self._session.look(self._now(), entry, _sight(way), led=led)
        self._net.tick()

    def go(self) -> None:
        """Look on no more."""
        self._room.onlooker = None
        self._session.look_away(self._now())
        self._net.tick()

    def toggle(self) -> None:
        """Follow whoever leads, or look by ourselves. Where nobody leads, and for who leads: nothing."""
        own, guide = self._session.looking, self._session.guide
        if own is not None and guide is not None and guide.key != own.key:
            self._session.follow(self._now(), own.stage is not Stage.FOLLOWS)
            self._net.tick()

    def lead(self) -> bool:
        """Take the lead; False where it is somebody else's to give."""
        done = self._session.lead(self._now())
        self._net.tick()
        return done

    def hand_over(self, key: bytes) -> bool:
        """Give the lead to somebody; False where it is not ours."""
        done = self._session.hand_over(key, self._now())
        self._net.tick()
        return done

    # How it stands --------------------------------------------------------------------------------

    @property
    def led_to(self) -> tuple[int, Way] | None:
        """Where whoever we follow is; None while we follow nobody."""
        own, guide = self._session.looking, self._session.guide
        if own is None or guide is None or guide.key == own.key or own.stage is not Stage.FOLLOWS:
            return None
        return guide.entry, _way(guide.sight)

    @property
    def leads(self) -> bool:
        """Whether we lead."""
        own, guide = self._session.looking, self._session.guide
        return own is not None and guide is not None and guide.key == own.key

    @property
    def can_lead(self) -> bool:
        """Whether the lead may be taken."""
        return self._session.can_lead

    @property
    def alone(self) -> bool:
        """Whether nobody else is there."""
        return not self._session.lookers

    def says(self) -> str:
        """Who leads and whether we follow, in a few words; empty while nobody else is there."""
        own, guide = self._session.looking, self._session.guide
        if own is None or self.alone:
            return ""
        if guide is None:
            return _("nobody leads")
        if guide.key == own.key:
            count = sum(one.stage is Stage.FOLLOWS for one in self._session.lookers)
            return n_("{count} follows you", "{count} follow you", count)
        name = short(self._name(guide), 10)
        if own.stage is Stage.FOLLOWS:
            return _("you follow {name}", name=name)
        return _("{name} leads; f follows", name=name)

    def rows(self) -> Sequence[Row]:
        """Everyone who is there, ourselves first."""
        own = self._session.looking
        if own is None:
            return ()
        mine = [Row(_("you"), self._does(own), b"")]
        return [
            *mine,
            *[Row(self._name(one), self._does(one), one.key) for one in self._session.lookers],
        ]

    def _name(self, one: Looking) -> str:
        players = self._net.players
        if one.seat is not None and one.seat < len(players):
            return players[one.seat].name
        return _("{name} {mark} (watching)", name=one.name, mark=mark(one.key))

    def _does(self, one: Looking) -> str:
        guide = self._session.guide
        if guide is not None and guide.key == one.key:
            return _("leads, at entry {number}", number=one.entry)
        if one.stage is Stage.FOLLOWS:
            return _("follows") if guide is not None else _("waits for somebody to lead")
        return _("alone, at entry {number}", number=one.entry)


def invitation(session: Session) -> str:
    """What the scoring sheet says of others who look at the game again; empty if nobody does."""
    guide = session.guide or next(iter(session.lookers), None)
    if guide is None or session.looking is not None:
        return ""
    return _("{name} looks at the game again: v joins, and follows.", name=short(guide.name, 24))


def _sight(way: Way) -> int:
    sight, seat = way
    return {Sight.PUBLIC: EVERYONE, Sight.OPEN: OPEN}.get(sight, seat)


def _way(sight: int) -> Way:
    if sight == OPEN:
        return Sight.OPEN, 0
    return (Sight.PUBLIC, 0) if sight == EVERYONE else (Sight.SEAT, sight)
