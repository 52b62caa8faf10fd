"""Tables of this program at a broker: opened here, joined, or watched."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Self, TypeAlias

from core.games.registry import game as game_of
from core.kernel.game import Game
from netplay.botplayer import BotNode
from netplay.crypto import player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby.carried import CarriedTable, Journal, Told
from netplay.lobby.client import LobbyClient
from netplay.lobby.invite import Invite
from netplay.lobby.values import Row, Visibility
from netplay.lobby.wire import TABLE_NAME, Card
from netplay.session import Me, Session, Ticket
from netplay.text import clean
from netplay.transport import BrokerAddress
from netplay.transport.veil import KEY
from netplay.wire import Policy, Seat

Where: TypeAlias = Row | Invite | tuple[Ticket, Game[Any]]
"""A row of the lobby, an invite, or a ticket and the game it is for."""

_POLICY = Policy()
"""Who is absent for two minutes while its entry is due may be stood in for, if the others agree."""


class HostedTable(CarriedTable):
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


class JoinedTable(CarriedTable):
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


class WatchedTable(CarriedTable):
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
