"""A bot at a networked seat: chooses and submits whenever its session says that it is its turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from types import TracebackType
from typing import Final, Self

from netplay.node import Node
from netplay.session import Action, Phase, Save, Session
from netplay.thinking.mind import mind_of
from netplay.transport import Transport

_AGAIN: Final = 0.03
"""Seconds until a bot that is still thinking is asked again."""


class BotPlayer:
    """Plays the seat of ``session`` with a bot of this strength; raises NoSuchBot.

    Tell it everything that the session tells (``hear``); it then looks, in a later turn of the event
    loop, whether it is to move. ``pace``: seconds from the position to its move, in which it thinks
    already; who thinks longer takes longer, and the event loop never waits. ``send`` carries out what
    the session then wants done (``Node.flush``). ``faltered`` hears when a quicker bot had to move.
    """

    def __init__(
        self, session: Session, strength: str, *, pace: float = 0.0, seed: bytes | None = None
    ) -> None:
        self.session = session
        self.send: Callable[[], None] = lambda: None
        self.faltered: Callable[[], None] = lambda: None
        self._mind = mind_of(strength, session.game, seed or os.urandom(32))
        self._warmed = False
        self._pace = pace
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def hear(self, action: Action | None = None) -> None:
        """Something happened at the table."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._pace, self._look)
            self._loop.call_soon(self._begin)

    def stop(self) -> None:
        """Play no more."""
        if self._timer is not None:
            self._timer.cancel()
        self._mind.forget()

    def _seat(self) -> int | None:
        """Ours, if it is to move now."""
        session = self.session
        return session.seat if session.my_turn and session.phase is Phase.PLAYING else None

    def _begin(self) -> None:
        session = self.session
        if not self._warmed and session.phase is Phase.PLAYING:
            self._warmed = True
            self._mind.warm()
        seat = self._seat()
        if seat is None:
            # Not wanted any more: the table went back, ended, or has a stand-in here.
            self._mind.forget()
        elif self._timer is not None:
            self._mind.begin(session.state, seat, session.secrets)

    def _look(self) -> None:
        self._timer = None
        session, seat = self.session, self._seat()
        if seat is None:
            return
        move = self._mind.move(session.state, seat, session.secrets)
        if move is None:
            self._timer = self._loop.call_later(_AGAIN, self._look)
            return
        if self._mind.replaced:
            self.faltered()
        session.submit(move)
        self.send()
        self.hear()


class BotNode:
    """A bot with a node of its own, beside a person or other bots in one program."""

    def __init__(
        self,
        session: Session,
        transport: Transport,
        key: bytes,
        strength: str,
        journal: Callable[[Save], None] = lambda save: None,
        *,
        pace: float = 0.0,
    ) -> None:
        self.player = BotPlayer(session, strength, pace=pace)
        self._transport = transport
        self.node = Node(session, transport, key, told=self.player.hear, journal=journal)
        self.player.send = self.node.flush

    async def __aenter__(self) -> Self:
        await self._transport.__aenter__()
        try:
            await self.node.__aenter__()
        except BaseException:
            await self._transport.__aexit__(None, None, None)
            raise
        self.player.hear()  # a seat that was taken up again may be the one that everyone waits for
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.player.stop()
        try:
            await self.node.__aexit__(kind, error, trace)
        finally:
            await self._transport.__aexit__(kind, error, trace)
