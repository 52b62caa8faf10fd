"""Joins one session to one transport: topics, ticks, the journal, and nothing of the protocol itself."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self, TypeAlias

from netplay.crypto import player_id
from netplay.flood import Flood
from netplay.session import AT, LOG, WATCH, Action, Looked, Phase, Publish, Save, Seated, Session
from netplay.table import Event
from netplay.transport import Inbound, LinkState, SubscriptionRefused, Transport
from netplay.transport.opening import reach
from netplay.wire import MAX_PACKET

_TOPIC: Final = re.compile(
    r"caboose/1/([0-9a-f]{32})/(?:(at|watch)/([0-9a-f]{32})|(log)/([0-9a-f]{32})/[0-9]{1,3})",
    re.ASCII,
)
_ANYONE: Final = "+"
_TOPICS: Final = 512
_EVERYBODY: Final = frozenset({(_ANYONE, AT), (_ANYONE, WATCH)})

Ear: TypeAlias = Callable[[str, str, bytes, Sequence[str]], Sequence[tuple[str, str]]]
"""Is told of each message (player id, channel, payload, why the session dropped any of it) and says what
is to be counted as not used: by player id, and why."""


def topic(player: str, channel: str, table: bytes) -> str:
    """``caboose/1/<player>/<channel>/<table>``; the player ``+`` makes it a filter for anyone's.

    The parts of a copy of the log lie one level below: for that channel it is a filter for all.
    """
    more = "/+" if channel == LOG else ""
    return f"caboose/1/{player}/{channel}/{table.hex()}{more}"


class Node:
    """One peer at one table, alive between ``async with``; the transport is entered already.

    ``told`` hears every action but those that are carried out here, in order; ``journal`` is handed
    what must be on disk before anything that follows is published: where it has a method ``sync``
    (``netplay.journal.Journal``), that is called before each such packet. What any of them raises
    ends the node: ``wait`` and leaving raise it again. ``ear``: hear everybody below this table, also
    whom the session does not need, and have each message judged by it.
    """

    def __init__(
        self,
        session: Session,
        transport: Transport,
        key: bytes,
        *,
        told: Callable[[Action], None] = lambda action: None,
        journal: Callable[[Save], None] = lambda save: None,
        ear: Ear | None = None,
    ) -> None:
        self._ear = ear
        self.session = session
        self.transport = transport
        self.dropped: Counter[str] = Counter()
        """Messages that never reached the session, by reason."""
        self.flood = Flood()
        """What came from whom and was not used; more than a sender's measure is not even decoded."""
        self._player = player_id(key)
        self._table = session.ticket.table
        self._told = told
        self._journal = journal
        self._sync: Callable[[], None] | None = getattr(journal, "sync", None)
        self._unsynced = False
        self._heard: frozenset[tuple[str, str]] = frozenset()
        self._seats_changed = False
        self._reached: tuple[tuple[str, ...], ...] = ()
        self._retained: dict[str, str] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._ears: asyncio.TimerHandle | None = None
        self._known: dict[str, tuple[str, str]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop = asyncio.get_running_loop()
        self._ended: asyncio.Future[None] = self._loop.create_future()

    async def __aenter__(self) -> Self:
        self._reach()
        await self._listen()
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
        for timer in (self._timer, self._ears):
            if timer is not None:
                timer.cancel()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if not self._ended.done():
            try:
                self._write()
            except OSError as fault:
                self._fail(fault)
        for where, channel in self._retained.items():
            # Leave no ghost of a table in the broker's memory; the log of a game that goes on is none.
            if channel == LOG and self.session.phase in (Phase.STARTING, Phase.PLAYING):
                continue
            self.transport.publish_nowait(where, b"", retain=True)
        reach(self.transport, self, ())
        if self._ended.done() and not self._ended.cancelled():
            reason = self._ended.exception()
            if reason is not None and error is None:
                raise reason
        self._ended.cancel()

    async def wait(self) -> None:
        """Never returns by itself; raises what ended the node."""
        await asyncio.shield(self._ended)

    def flush(self) -> None:
        """Carry out what the session wants done; call it after every ``submit``.

        Nothing after a fault: what could not be kept must not be said in another way either.
        """
        if self._ended.done():
            return
        try:
            while actions := self.session.actions():
                for action in actions:
                    self._do(action)
        except Exception as error:
            self._fail(error)
            return
        if self._seats_changed:
            self._reach()
        if self._seats_changed and self._tasks and self._wanted() != self._heard:
            self._start(self._listen(), "listen")
        self._seats_changed = False
        # A stand-in's move is worked out in a thread: the loop would wait for it when it comes.
        work = self.session.foresee() if self._tasks else None
        if work is not None:
            self._start(_aside(work), "foresee")
        self._set_timer()

    def _reach(self) -> None:
        """Use the brokers of all seats, where the table has such; watchers only when theirs is gone."""
        roster = self.session.roster
        brokers = roster.brokers if roster is not None else ()
        if brokers != self._reached:
            self._reached = brokers
            reach(self.transport, self, brokers, spare=self.session.seat is None)

    def _write(self) -> None:
        """Have on disk what was handed to the journal."""
        if self._unsynced and self._sync is not None:
            self._sync()
            self._unsynced = False

    def _do(self, action: Action) -> None:
        if isinstance(action, Publish):
            self._write()
            where = topic(self._player, action.channel, self._table)
            if action.part is not None:
                where = f"{where[:-1]}{action.part}"
            if action.retain:
                self._retained[where] = action.channel
            self.transport.publish_nowait(where, action.payload, retain=action.retain)
        elif isinstance(action, Save):
            self._unsynced = True
            self._journal(action)
        else:
            # Whom to hear follows from who sits: not to be worked out again after every message.
            self._seats_changed |= isinstance(action, Seated | Looked)
            self._told(action)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = self.session.wake_at()
        self._timer = None
        if due is not None and not self._ended.done():
            # Never in a closed circle: a due time in the past still lets the sockets have their turn.
            self._timer = self._loop.call_at(max(due, self._loop.time() + 0.001), self._tick)

    def _tick(self) -> None:
        self._timer = None
        self.session.tick(self._loop.time())
        self._seats_changed = True
        self.flush()

    async def _read(self) -> None:
        async for message in self.transport.messages():
            if self._take(message):
                self.flush()

    def _take(self, message: Inbound) -> bool:
        where = self._known.get(message.topic)
        if where is None:
            found = _TOPIC.fullmatch(message.topic)
            if found is None or bytes.fromhex(found[3] or found[5]) != self._table:
                self.dropped["topic"] += 1
                return False
            where = found[1], found[2] or found[4]
            if len(self._known) < _TOPICS:
                self._known[message.topic] = where
        player, channel = where
        if not message.payload:
            return False  # a retained message taken back
        if player == self._player and channel != WATCH and (player, channel) not in self._heard:
            return False  # our own words; on `watch` another window of ours may ask for this seat
        if not {(player, channel), (_ANYONE, channel)} & self._heard:
            self.dropped["not listened to"] += 1
            return False
        now = self._loop.time()
        if not self.flood.admits(player, channel, now):
            self.dropped["flood"] += 1
            if channel == WATCH and self._ear is None and self.flood.deaf(now):
                self._close_ears()
            return False
        if len(message.payload) > MAX_PACKET:
            self.flood.blame(player, "oversized")
            return False
        before = self.session.drops
        self.session.receive(player, channel, message.payload, now, self._tell)
        why: Sequence[str] = ()
        if self.session.drops != before:
            why = self.session.lately(before)
        if self._ear is not None and player != self._player:
            for whose, reason in self._ear(player, channel, message.payload, why):
                self.flood.blame(whose, reason)
            return True
        for reason in why:
            self.flood.blame(player, reason)
        return True

    def unused(self) -> dict[str, Counter[str]]:
        """What came in below this table and was not used: by its topic's player id, and by reason."""
        found = {player: Counter(counts) for player, counts in self.flood.by_sender.items()}
        for where, count in self.transport.oversized.items():
            parts = _TOPIC.fullmatch(where)
            if parts is not None and bytes.fromhex(parts[3] or parts[5]) == self._table:
                found.setdefault(parts[1], Counter())["oversized"] += count
        return found

    def _close_ears(self) -> None:
        """Hear only seats for a while: then the broker does not even send what others say."""
        if self._ears is None:
            self._ears = self._loop.call_at(self.flood.deaf_until + 0.01, self._open_ears)
            self._start(self._listen(), "listen")

    def _open_ears(self) -> None:
        self._ears = None
        self._start(self._listen(), "listen")

    def _start(self, work: Coroutine[None, None, None], name: str) -> None:
        task = self._loop.create_task(work, name=f"caboose-node-{name}")
        self._tasks.add(task)
        task.add_done_callback(self._over)

    def _tell(self, event: Event) -> None:
        """An event in the middle of a packet: whatever goes wrong with it ends the node, not the packet."""
        try:
            self._told(event)
        except Exception as error:
            self._fail(error)

    def _wanted(self) -> frozenset[tuple[str, str]]:
        hears = self.session.hears
        if self._ear is not None:
            return hears | _EVERYBODY
        return hears - {(_ANYONE, WATCH)} if self._ears is not None else hears

    def _listen(self) -> Coroutine[None, None, None]:
        """Hear at once what the broker sends already, and have it send what is missing."""
        wanted = self._wanted()
        old, self._heard = self._heard, wanted
        new = [topic(*pair, self._table) for pair in sorted(wanted - old)]
        gone = [topic(*pair, self._table) for pair in sorted(old - wanted)]
        return self._subscribe(new, gone)

    async def _subscribe(self, new: list[str], gone: list[str]) -> None:
        if new:
            await self.transport.subscribe(*new)
        if gone:
            await self.transport.unsubscribe(*gone)

    async def _watch_link(self) -> None:
        """After a reconnect, say at once what is owed and ask for what was missed."""
        state = self.transport.link
        while True:
            state = await self.transport.link_changed(state)
            if state is LinkState.UP:
                self.session.again(self._loop.time())
                self._seats_changed = True
                self.flush()

    def _over(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        if not self._ended.done():
            self._ended.set_exception(error)


async def _aside(work: Callable[[], None]) -> None:
    # Whatever it raises is raised again where the move is needed, and is told as a fault there.
    with suppress(Exception):
        await asyncio.to_thread(work)


__all__ = ["AT", "WATCH", "Node", "SubscriptionRefused", "topic"]
