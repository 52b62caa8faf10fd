"""A bot at a networked seat: chooses and submits whenever its session says that it is its turn."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from types import TracebackType
from typing import Self

from core.bots.registry import bot
from netplay.node import Node
from netplay.session import Action, Phase, Save, Session
from netplay.transport import Transport


class BotPlayer:
    """Plays the seat of ``session`` with a bot of this strength; raises NoSuchBot.

    Tell it everything that the session tells (``hear``); it then looks, in a later turn of the event
    loop, whether it is to move. ``pace``: seconds from the position to its move. ``send`` carries
    out what the session then wants done (``Node.flush``).
    """

    def __init__(
        self, session: Session, strength: str, *, pace: float = 0.0, seed: bytes | None = None
    ) -> None:
        self.session = session
        self.send: Callable[[], None] = lambda: None
        self._bot = bot(strength, session.game, seed or os.urandom(32))
        self._pace = pace
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def hear(self, action: Action | None = None) -> None:
        """Something happened at the table."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._pace, self._look)

    def stop(self) -> None:
        """Play no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        self._timer = None
        session, seat = self.session, self.session.seat
        if seat is None or not session.my_turn or session.phase is not Phase.PLAYING:
            return
        session.submit(self._bot.choose(session.state, seat, session.secrets))
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
