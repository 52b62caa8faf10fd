"""Tables of this program at a broker: opened here, joined, or watched, and advertised while they last."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from types import TracebackType
from typing import Any, Self, TypeAlias

from core.games.registry import game as game_of
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.botplayer import BotNode, BotPlayer
from netplay.crypto import player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby.client import LobbyClient
from netplay.lobby.invite import Invite
from netplay.lobby.values import Row, Stage, Visibility
from netplay.lobby.wire import TABLE_NAME, Card, keep_card
from netplay.node import Node
from netplay.session import Action, Dissolved, Me, Phase, Save, Session, Started, Ticket
from netplay.table import Faltered
from netplay.text import clean
from netplay.transport import BrokerAddress
from netplay.transport.veil import KEY
from netplay.wire import Policy, Roster, Seat

Told: TypeAlias = Callable[[Action], None]
Journal: TypeAlias = Callable[[Save], None]
Where: TypeAlias = Row | Invite | tuple[Ticket, Game[Any]]
"""A row of the lobby, an invite, or a ticket and the game it is for."""

_POLICY = Policy()
"""Who is absent for two minutes while its entry is due may be stood in for, if the others agree."""

_STAGES = {
    Phase.SEATING: Stage.BOARDING,
    Phase.STARTING: Stage.BOARDING,
    Phase.PLAYING: Stage.RUNNING,
    Phase.OVER: Stage.FINISHED,
    Phase.HALTED: Stage.STOPPED,
}


class NetTable:
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


class HostedTable(NetTable):
    """A table opened here: we have seat 0; ``bots`` (strengths) have the last seats and run here.

    ``strength``: the bot that plays our own seat, None for a person. ``brokers``: addresses of the
    client's broker, where this program runs it; guests then add theirs. ``pace``: seconds from a
    position to a bot's move. ``seats_only_chat``: spectators only read the chat.
    ``invited``: who has the seats from 1 on beforehand. ``key``: of a private
    table, for one that others know already. ``until_full``: in nobody's list before every seat is
    taken. Raises BadOptions, NoSuchBot.
    """

    def __init__(
        self,
        client: LobbyClient,
        game: Game[Any],
        options: Any,
        seats: int,
        name: str,
        *,
        bots: Sequence[str] = (),
        visibility: Visibility = Visibility.PUBLIC,
        seats_only_chat: bool = False,
        auto_ready: bool = True,
        strength: str | None = None,
        policy: Policy | None = _POLICY,
        brokers: Sequence[str] = (),
        pace: float = 0.0,
        told: Told = lambda action: None,
        journal: Journal = lambda save: None,
        invited: Sequence[Seat | Me | None] = (),
        key: bytes | None = None,
        until_full: bool = False,
    ) -> None:
        now = asyncio.get_running_loop().time()
        if len(bots) >= seats:
            raise ValueError("seat 0 is the creator's")
        self.card = Card(name, int(visibility), int(time.time()), int(seats_only_chat))
        machine = [Me(NaclCrypto(os.urandom(32)), f"{level} bot", level) for level in bots]
        first = seats - len(machine)
        # They run on our machine and so are one voice with us.
        placed: list[Seat | Me | None] = list(invited[: first - 1])
        placed += [None] * (first - 1 - len(placed))
        placed += [Seat(me.crypto.key, me.device, me.name, me.bot, 0) for me in machine]
        session = Session.create(
            game,
            options,
            seats,
            Me(client.crypto, client.name, strength),
            salt=os.urandom(16),
            nonce=os.urandom(32),
            now=now,
            invited=placed,
            auto_ready=auto_ready,
            policy=policy,
            brokers=tuple(brokers),
        )
        session.unwelcome(lambda key: client.lobby.blocks(player_id(key)))
        super().__init__(client, session, told, journal, strength, pace)
        self._seats_only_chat = seats_only_chat
        self._until_full = until_full
        self.key = (key or os.urandom(KEY)) if visibility is Visibility.PRIVATE else None
        """Of a private table: whoever has it may come."""
        if self.key is not None:
            client.cover(self.table, self.key)
        self._machine = [
            BotNode(
                Session.join(game, session.ticket, me, nonce=os.urandom(32), now=now),
                client.branch(),
                me.crypto.key,
                level,
                pace=pace,
            )
            for me, level in zip(machine, bots, strict=True)
        ]
        for node in self._machine:
            node.player.faltered = partial(self._faltered, node.player.session)

    def _advertise(self, now: float) -> None:
        roster = self.session.roster
        if roster is None or roster == self._advertised:
            return
        self._advertised = roster
        card = self.card
        if self._until_full and not roster.full():
            card = replace(card, visibility=max(card.visibility, int(Visibility.UNLISTED)))
        self.client.lobby.open(roster, card, now)

    _advertised: object = None

    def invite(self, addresses: Sequence[BrokerAddress]) -> Invite:
        """What to send to those who are to come; ``addresses`` are those of the broker, for them."""
        name = clean(self.card.name, TABLE_NAME, "nameless")
        game = self.session.game.name
        return Invite(self.session.ticket, game, name, tuple(addresses), self.key)

    def _serve(self) -> None:
        """The client's broker is ours already, or an operator's."""

    async def __aenter__(self) -> Self:
        try:
            for bot in self._machine:
                await self._stack.enter_async_context(bot)
        except BaseException:
            await self._stack.aclose()
            raise
        return await super().__aenter__()


class JoinedTable(NetTable):
    """A seat at a table of others. Whether there is one for us is told by ``Seated`` or ``Refused``.

    ``strength``: the bot that will play here, None for a person, ``pace`` seconds a move. Raises
    NoSuchGame for a row whose game this program does not have; look at the row's ``refusal`` first.
    """

    def __init__(
        self,
        client: LobbyClient,
        where: Where,
        *,
        want: int | None = None,
        auto_ready: bool = True,
        strength: str | None = None,
        pace: float = 0.0,
        told: Told = lambda action: None,
        journal: Journal = lambda save: None,
    ) -> None:
        ticket, game = _ticket(client, where)
        # An invite does not say whether the table has brokers of the seats: its creator decides.
        nearby = isinstance(where, Invite) or (isinstance(where, Row) and bool(where.brokers))
        session = Session.join(
            game,
            ticket,
            Me(client.crypto, client.name, strength),
            nonce=os.urandom(32),
            now=asyncio.get_running_loop().time(),
            want=want,
            auto_ready=auto_ready,
            brokers=client.own_broker() if nearby else (),
        )
        super().__init__(client, session, told, journal, strength, pace)
        self._seats_only_chat = isinstance(where, Row) and where.seats_only_chat


class WatchedTable(NetTable):
    """A table seen from beside it: everything public, as it happens, and checked."""

    def __init__(
        self,
        client: LobbyClient,
        where: Where,
        *,
        told: Told = lambda action: None,
    ) -> None:
        ticket, game = _ticket(client, where)
        now = asyncio.get_running_loop().time()
        session = Session.watch(game, ticket, Me(client.crypto, client.name), now=now)
        super().__init__(client, session, told, lambda save: None)
        self._seats_only_chat = isinstance(where, Row) and where.seats_only_chat


def _ticket(client: LobbyClient, where: Where) -> tuple[Ticket, Game[Any]]:
    if isinstance(where, tuple):
        return where
    if isinstance(where, Invite) and where.key is not None:
        client.cover(where.ticket.table, where.key)
    return where.ticket, game_of(where.game)
