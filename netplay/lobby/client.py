"""Joins a lobby to a broker's transport, which the tables of this program share."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Self, TypeAlias

from netplay.config import FolderUnusable
from netplay.crypto import Crypto
from netplay.known import Known, KnownUnusable
from netplay.lobby.lobby import Lobby
from netplay.lobby.ownbroker import MakeBroker, Own
from netplay.lobby.values import ChatRefused, LobbyEvent, Row, Send
from netplay.session.seating import SILENCE
from netplay.transport import LinkState, Transport, Will
from netplay.transport.trunk import Trunk
from netplay.transport.veil import Veil

Open: TypeAlias = Callable[[Will], Transport]
"""Makes a transport with this will, not entered yet."""


class LobbyClient:
    """One broker: its lobby and everything this program does there. Use with ``async with``.

    Entering raises the transport's errors (BrokerUnreachable ...). It begins with Departures
    hidden; ``show`` when they are on the screen. ``told`` hears every event. ``known``: whom the
    person has met, muted and blocked; new ones are added. ``own``: makes the broker that this
    program runs for tables of others on a local network (`netplay.lobby.ownbroker`); None: none.
    """

    def __init__(
        self,
        crypto: Crypto,
        name: str,
        connect: Open,
        *,
        bot: str | None = None,
        seen: bool = True,
        told: Callable[[LobbyEvent], None] = lambda event: None,
        known: Known | None = None,
        own: MakeBroker | None = None,
    ) -> None:
        self.crypto = crypto
        self._loop = asyncio.get_running_loop()
        # The jitter of two programs must differ even where a test seeds `random`.
        draw = random.SystemRandom().random
        self.lobby = Lobby(
            crypto,
            name,
            session=os.urandom(8),
            now=self._loop.time(),
            draw=draw,
            bot=bot,
            seen=seen,
        )
        self.told = told
        self._known = known
        self._own = Own(own)
        self._heeded: tuple[int, int, int] | None = None
        self._linked_at = self._loop.time()
        self.heed()
        self.transport = self.veil = Veil(connect(Will(self.lobby.will)))
        self._trunk = Trunk(self.transport)
        self._branch = self._trunk.branch()
        self._stack = AsyncExitStack()
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard: frozenset[str] = frozenset()
        self._timer: asyncio.TimerHandle | None = None
        self._open = False
        self._listening = False
        self._connections = 0
        self._ended: asyncio.Future[None] = self._loop.create_future()

    @property
    def name(self) -> str:
        """Our name as others see it."""
        return self.lobby.name

    @property
    def link(self) -> LinkState:
        """State of the link at this moment."""
        return self.transport.link

    def heed(self) -> None:
        """Take over whom the person has muted or blocked by now, here or in another window."""
        if self._known is None or (stamp := self._known.stamp()) == self._heeded:
            return
        self._heeded = stamp
        with contextlib.suppress(KnownUnusable):  # `caboose known` says what is wrong with the list
            people = self._known.people()
            self.lobby.heed(
                frozenset(person.player for person in people if person.muted),
                frozenset(person.player for person in people if person.blocked),
            )

    def met(self, who: Iterable[tuple[str, str]]) -> None:
        """These (player id, name) have sat down with us; never raises."""
        if self._known is not None:
            others = [(player, name) for player, name in who if player != self.lobby.player]
            # A list that cannot be written is no reason to leave the table.
            with contextlib.suppress(KnownUnusable, FolderUnusable):
                self._known.meet(others, time.time())

    def let_dissolve(self, who: Iterable[tuple[str, str]]) -> None:
        """Nothing was heard from these (player id, name) at a start that dissolved; never raises.

        It is not held against them where our own link was down meanwhile.
        """
        if self._known is None or self.link is not LinkState.UP:
            return
        if self._loop.time() < self._linked_at + SILENCE:
            return
        with contextlib.suppress(KnownUnusable, FolderUnusable):
            self._known.dissolved(who, time.time())

    def branch(self) -> Transport:
        """A transport of its own for a table, over the same connection; not entered yet."""
        return self._trunk.branch()

    def own_broker(self) -> tuple[str, ...]:
        """The addresses of a broker of ours for a table of others here; ``serve`` starts it."""
        return self._own.addresses(self.veil.address)

    @property
    def owned(self) -> tuple[str, ...]:
        """The addresses of our own broker, if there is one by now."""
        return self._own.addresses(None)

    def serve(self, before: Sequence[str] = ()) -> None:
        """Run what ``own_broker`` promised. ``before``: where a roster says that ours was."""
        self._own.serve(before)

    def cover(self, table: bytes, key: bytes) -> None:
        """Keep everything about this table, its advert too, between those who have its key."""
        self.veil.cover(table, key)
        self.lobby.follow(table, self._loop.time())
        self.flush()

    def rows(self) -> tuple[Row, ...]:
        """The lobby's rows now."""
        self.lobby.tick(self._loop.time())
        return self.lobby.rows()

    def show(self) -> None:
        """Departures is on the screen."""
        self.lobby.show(self._loop.time())
        self.flush()

    def hide(self) -> None:
        """It is no more."""
        self.lobby.hide(self._loop.time())
        self.flush()

    def say(self, text: str, table: bytes | None = None) -> None:
        """A line of chat; raises ChatRefused."""
        if self.link is not LinkState.UP:
            raise ChatRefused("the link to the broker is lost; nobody would read this now")
        self.lobby.say(text, self._loop.time(), table)
        self.flush()

    def flush(self) -> None:
        """Carry out what the lobby wants done; call it after every call of ``lobby`` of your own."""
        while actions := self.lobby.actions():
            for action in actions:
                if isinstance(action, Send):
                    self._branch.publish_nowait(
                        action.topic, action.payload, retain=action.retain, qos=action.qos
                    )
                else:
                    self.told(action)
        if not self._open:
            return
        if not self._listening and self.lobby.hears != self._heard:
            self._listening = True
            self._start(self._listen(), "listen")
        if self._timer is not None:
            self._timer.cancel()
        due = self.lobby.wake_at()
        self._timer = None
        if due is not None:
            self._timer = self._loop.call_at(max(due, self._loop.time() + 0.01), self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.heed()
        self._look_at_link()
        self.lobby.tick(self._loop.time())
        self.flush()

    async def _listen(self) -> None:
        """Bring the subscriptions up to what the lobby wants to hear; one of these runs at a time."""
        self._listening = True
        try:
            while (wanted := self.lobby.hears) != self._heard:
                old, self._heard = self._heard, wanted
                if new := sorted(wanted - old):
                    await self._branch.subscribe(*new)
                if gone := sorted(old - wanted):
                    await self._branch.unsubscribe(*gone)
        finally:
            self._listening = False

    async def _read(self) -> None:
        async for message in self._branch.messages():
            self.lobby.receive(
                message.topic, message.payload, self._loop.time(), retained=message.retained
            )
            self.flush()

    async def _watch_link(self) -> None:
        state = self.transport.link
        while True:
            state = await self.transport.link_changed(state)
            self._look_at_link()
            self.flush()

    def _look_at_link(self) -> None:
        """Compare counts, not states: a link that was mended at once looks as if nothing had been."""
        if self.transport.connections != self._connections:
            self._connections = self.transport.connections
            self._linked_at = self._loop.time()
            self.lobby.linked(self._loop.time())
        if self.transport.link is not LinkState.UP:
            self.lobby.lost(self._loop.time())

    def _start(self, work: Coroutine[None, None, None], name: str) -> None:
        task = self._loop.create_task(work, name=f"caboose-lobby-{name}")
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _over(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not self._ended.done():
            self._ended.set_exception(error)

    async def wait(self) -> None:
        """Never returns by itself; raises what ended the lobby (a subscription refused, say)."""
        await asyncio.shield(self._ended)

    async def __aenter__(self) -> Self:
        try:
            await self._stack.enter_async_context(self.transport)
            await self._stack.enter_async_context(self._trunk)
            await self._stack.enter_async_context(self._branch)
            await self._listen()
        except BaseException:
            await self._stack.aclose()
            raise
        self._open = True
        self._connections = self.transport.connections
        self.lobby.linked(self._loop.time())
        self._start(self._read(), "read")
        self._start(self._watch_link(), "link")
        self.flush()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._open = False
        if self._timer is not None:
            self._timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.lobby.leave(self._loop.time())
        self.flush()
        await self._stack.aclose()
        await self._own.close()
        if self._ended.done() and not self._ended.cancelled():
            fault = self._ended.exception()
            if fault is not None and error is None:
                raise fault
        self._ended.cancel()
