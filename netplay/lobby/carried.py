"""A table at a broker while it lasts: its session carried, its advert and its chat room kept up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from functools import partial
from types import TracebackType
from typing import Self, TypeAlias

from core.kernel.move import Move
from netplay.botplayer import BotPlayer
from netplay.crypto import player_id
from netplay.lobby.client import LobbyClient
from netplay.lobby.values import Stage
from netplay.lobby.wire import Card, keep_card
from netplay.node import Node
from netplay.session import Action, Dissolved, Phase, Save, Session, Started
from netplay.table import Faltered
from netplay.wire import Roster

Told: TypeAlias = Callable[[Action], None]
Journal: TypeAlias = Callable[[Save], None]

_STAGES = {
    Phase.SEATING: Stage.BOARDING,
    Phase.STARTING: Stage.BOARDING,
    Phase.PLAYING: Stage.RUNNING,
    Phase.OVER: Stage.FINISHED,
    Phase.HALTED: Stage.STOPPED,
}


class CarriedTable:
    """A session at a broker, alive between ``async with``. ``session`` is the screen's ``Table``.

    ``told`` hears every event and status of the session, in order; ``journal`` is handed what must
    be on disk before anything that rests on it is published. The client must be open already, and
    be left after the table. Leaving takes the advert back. ``card``: what the journal of a seat that
    was left knows of the table.
    """

    def __init__(
        self,
        client: LobbyClient,
        session: Session,
        told: Told,
        journal: Journal,
        strength: str | None = None,
        pace: float = 0.0,
        card: Card | None = None,
    ) -> None:
        self.client = client
        self.session = session
        self._told = told
        self._journal = journal
        self._loop = asyncio.get_running_loop()
        self._stack = AsyncExitStack()
        self._node: Node | None = None
        self._looking = False
        self._seats_only_chat = card is not None and bool(card.chat)
        self._card = card
        self._carded = card is not None
        self._opened: Roster | None = None
        self._bot = BotPlayer(session, strength, pace=pace) if strength is not None else None
        if self._bot is not None:
            self._bot.faltered = partial(self._faltered, session)

    @property
    def table(self) -> bytes:
        """The table id."""
        return self.session.ticket.table

    @property
    def node(self) -> Node:
        """What joins session and transport; only inside ``async with``."""
        assert self._node is not None, "the table is not open"
        return self._node

    @property
    def seats_only_chat(self) -> bool:
        """Whether only those who sit here write in the chat: its creator's choice, once it is heard."""
        found = self.client.lobby.card(self.table)
        if found is not None:
            self._seats_only_chat = bool(found[0].chat)
        return self._seats_only_chat

    def submit(self, move: Move) -> None:
        """Make a move and send it; raises a RulesError, changing nothing, where it is not legal."""
        self.session.submit(move)
        self.flush()

    def ready(self) -> None:
        """Agree to the roster as it is (done by itself with ``auto_ready``)."""
        self.session.ready(self._loop.time())
        self.flush()

    def say(self, text: str) -> None:
        """A line of chat at this table; raises ChatRefused."""
        self.client.say(text, self.table)

    def flush(self) -> None:
        """Send what the session has to say; call it after every call of ``session`` of your own."""
        self.node.flush()

    async def wait(self) -> None:
        """Never returns by itself; raises what ended the table's link or journal."""
        await self.node.wait()

    def _faltered(self, session: Session) -> None:
        if session.seat is not None:
            self._told(Faltered(session.seat))

    def _hear(self, action: Action) -> None:
        self._told(action)
        if self._bot is not None:
            self._bot.hear(action)
        if isinstance(action, Started) and self.session.roster is not None:
            seats = [seat for seat in self.session.roster.seats if seat and seat.bot is None]
            self.client.met([(player_id(seat.key), seat.name) for seat in seats])
        if isinstance(action, Dissolved) and action.silent:
            self.client.let_dissolve([(player_id(key), name) for key, name in action.silent])
        if not self._looking:  # after the whole batch, once
            self._looking = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        """Bring the advert up to how the table is now."""
        self._looking = False
        session, lobby, now = self.session, self.client.lobby, self._loop.time()
        if self._node is None:
            return
        stage = _STAGES.get(session.phase)
        if stage is None:
            lobby.withdraw(self.table, now)
        elif session.seat is not None:
            self._advertise(now)
            turn = session.state.turn if session.state is not None else None
            lobby.stage(self.table, stage, session.n + 1, turn, now)
        self._keep_card()
        self._open_room(now)
        self.client.flush()

    def _advertise(self, now: float) -> None:
        roster, card = self.session.roster, self._card
        if roster is None:
            return
        if card is None or roster.creator != self.client.crypto.key:
            self.client.lobby.sit(roster, now)
        elif roster != self._opened:
            self._opened = roster  # we have come back to a table of ours: only we can sign for it
            self.client.lobby.open(roster, card, now)

    def _keep_card(self) -> None:
        """Have in the journal what the table is called: who comes back may find nobody to ask."""
        found = self.client.lobby.card(self.table)
        if self._carded or found is None or self.session.seat is None:
            return
        self._carded = True
        self._journal(Save("card", keep_card(found[1])))

    def _open_room(self, now: float) -> None:
        roster, writers = self.session.roster, None
        if self.seats_only_chat:
            seats = roster.seats if roster is not None else ()
            writers = frozenset(player_id(seat.key) for seat in seats if seat)
        self.client.lobby.room(self.table, now, writers)

    def _serve(self) -> None:
        """Run a broker of ours, where this table is to have one of each seat's."""
        session = self.session
        roster, seat = session.roster, session.seat
        had = roster.brokers[seat] if roster and roster.brokers and seat is not None else ()
        self.client.serve(had)

    async def __aenter__(self) -> Self:
        self._serve()
        try:
            transport = await self._stack.enter_async_context(self.client.branch())
            node = Node(
                self.session,
                transport,
                self.client.crypto.key,
                told=self._hear,
                journal=self._journal,
            )
            self._node = node
            if self._bot is not None:
                self._bot.send = node.flush
            await self._stack.enter_async_context(node)
        except BaseException:
            self._node = None
            await self._stack.aclose()
            raise
        self._look()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bot is not None:
            self._bot.stop()
        now = self._loop.time()
        self.client.lobby.withdraw(self.table, now)
        self.client.lobby.leave_room(self.table, now)
        self.client.flush()
        self._node = None
        await self._stack.__aexit__(kind, error, trace)
