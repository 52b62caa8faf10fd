"""Bots that sit at our tables and run here, each with a key, a branch of our link, and a journal."""

from __future__ import annotations

import asyncio
import os
from typing import Final

from netplay.botplayer import BotNode
from netplay.crypto_nacl import NaclCrypto
from netplay.journal import Journal
from netplay.lobby.client import LobbyClient
from netplay.session import Me, Session
from netplay.table import Faltered
from tui.room import Room
from tui.solo import NAMES
from tui.station.keeping import Keeping, put_by, unkept
from tui.station.post import Post
from tui.tongue import _

BOT: Final = "greedy"
"""The strength of a bot that nobody said anything else of."""


class Bots:
    """``pace``: seconds that one takes for a move."""

    def __init__(self, keeping: Keeping, pace: float) -> None:
        self._keeping = keeping
        self._pace = pace
        self._loop = asyncio.get_running_loop()
        self._tasks: dict[Room, set[asyncio.Task[None]]] = {}

    def seat(self, room: Room, post: Post, client: LobbyClient, level: str) -> str:
        """Seat a bot on the first free seat; why not, if that is not possible."""
        net = room.net
        session = net.session
        taken = {player.name for player in session.players}
        free = next((name for name in NAMES if name not in taken), "Caboose")
        seed = os.urandom(32)
        me = Me(NaclCrypto(seed), free, level)
        if not session.invite(me, self._loop.time()):
            full = session.roster is None or session.roster.full()
            return _("No seat is free.") if full else _("The seats are fixed by now.")
        net.tick()
        self.join(room, post, client, me, seed, level)
        return ""

    def join(
        self, room: Room, post: Post, client: LobbyClient, me: Me, seed: bytes, level: str
    ) -> None:
        """Let a bot that is invited sit down. ``seed``: the secret one of its key."""
        table, now = room.net.session, self._loop.time()
        session = Session.join(table.game, table.ticket, me, nonce=os.urandom(32), now=now)
        keeper = self._keeping.begin(post, seed=seed, cover=room.cover)
        self.start(room, client, session, me.crypto.key, level, keeper)

    def start(
        self,
        room: Room,
        client: LobbyClient,
        session: Session,
        key: bytes,
        level: str,
        keeper: Journal | None,
    ) -> None:
        """Let a bot play this seat until the room is left."""
        bot = BotNode(session, client.branch(), key, level, keeper or unkept, pace=self._pace)
        bot.player.faltered = lambda: _faltered(room, session)
        task = self._loop.create_task(self._run(room, bot, keeper), name="caboose-bot")
        self._tasks.setdefault(room, set()).add(task)

    async def _run(self, room: Room, bot: BotNode, keeper: Journal | None) -> None:
        try:
            async with bot:
                await room.net.gone.wait()
        finally:
            put_by(bot.player.session, keeper)

    async def leave(self, room: Room) -> None:
        """Wait until those of a room that was left have gone, too."""
        await asyncio.gather(*self._tasks.pop(room, set()), return_exceptions=True)


def _faltered(room: Room, session: Session) -> None:
    if session.seat is not None:
        room.net.told(Faltered(session.seat))
