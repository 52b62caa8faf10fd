"""Bots play one whole game as peers, each with a connection and a session of its own, and compare notes.

It is a demonstration and a check: every seat and every spectator keeps the state by itself, and
at the end all must have the same hash. A seat moves when everyone has seen the position, as at a
table of people, so that latency is the network's and not the queue's.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Final

from core.kernel.move import Move
from netplay.crypto import player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.node import Node, topic
from netplay.seedtext import derive
from netplay.selfplay_plan import Connect, NotFinished, Outcome, Peer, Plan, Told, percentile
from netplay.session import AT, WATCH, Action, Me, Phase, Session, Ticket
from netplay.session.actions import Dissolved, Refused
from netplay.table import Halted, Played
from netplay.thinking.mind import Mind, mind_of
from netplay.transport import LinkState
from netplay.wire import table_id

NAMES: Final = ("Avignon", "Bergen", "Cadiz", "Dresden", "Evora", "Fribourg", "Genoa", "Harwich")
"""What the bots at the seats are called, in order."""

_PAUSE: Final = 0.001
"""Seconds between a bot's choice and its sending: what is still on its way arrives first."""


_AGAIN: Final = 0.02
"""Seconds until a bot that is still thinking is asked again."""


async def play(plan: Plan, connect: Connect, told: Told | None = None) -> Outcome:
    """Play the whole game; raises NotFinished and the transport's errors."""
    async with AsyncExitStack() as stack:
        table = _Table(plan, told)
        await table.sit(stack, connect)
        return await table.run()


class _Table:
    def __init__(self, plan: Plan, told: Told | None) -> None:
        self._plan = plan
        self._told = told
        self._loop = asyncio.get_running_loop()
        self._names: list[str] = []
        self._nodes: list[Node] = []
        seats = range(len(plan.bots))
        self._bots: list[Mind] = [
            mind_of(plan.bots[seat], plan.game, self._bytes("bot", seat)) for seat in seats
        ]
        self._sent: dict[int, float] = {}
        self._latencies: list[float] = []
        self._looking = False
        self._choosing = False
        self._seated = False
        self._done: asyncio.Future[None] = self._loop.create_future()
        self._progress = self._loop.time()

    def _bytes(self, label: str, number: int = 0) -> bytes:
        seed = self._plan.seed
        return os.urandom(32) if seed is None else derive(seed, label, number)

    async def sit(self, stack: AsyncExitStack, connect: Connect) -> None:
        """Connect every peer, then let all sit down.

        Everyone listens to everyone before the first word is said, because who will sit is known
        here; otherwise the start would wait for repetitions.
        """
        plan = self._plan
        us = [
            Me(NaclCrypto(self._bytes("key", seat)), NAMES[seat % len(NAMES)], plan.bots[seat])
            for seat in range(len(plan.bots))
        ]
        watchers = [
            Me(NaclCrypto(self._bytes("watcher", number)), f"spectator {number + 1}")
            for number in range(plan.spectators)
        ]
        table = table_id(us[0].crypto.key, salt := self._bytes("table")[:16])
        ticket = Ticket(table, us[0].crypto.key)
        heard = [topic(player_id(me.crypto.key), AT, table) for me in us]
        transports = []
        for me in (*us, *watchers):
            transports.append(await stack.enter_async_context(connect()))
            asks = [topic("+", WATCH, table)] if me in us else []
            await transports[-1].subscribe(*heard, *asks)
        sessions = self._sessions(us, watchers, ticket, salt)
        for me, session, transport in zip((*us, *watchers), sessions, transports, strict=True):
            told = self._hears(len(self._nodes), session)
            self._nodes.append(Node(session, transport, me.crypto.key, told=told))
            self._names.append(me.name)
        for node in reversed(self._nodes):
            await stack.enter_async_context(node)

    def _sessions(
        self, us: Sequence[Me], watchers: Sequence[Me], ticket: Ticket, salt: bytes
    ) -> list[Session]:
        game, now = self._plan.game, self._loop.time()
        options = game.options(self._plan.options)
        creator, *guests = us
        nonces = [self._bytes("nonce", seat) for seat in range(len(us))]
        first = Session.create(
            game,
            options,
            len(us),
            creator,
            salt=salt,
            nonce=nonces[0],
            now=now,
            invited=guests,
        )
        others = [
            Session.join(game, ticket, me, nonce=nonces[seat], now=now, want=seat)
            for seat, me in enumerate(guests, start=1)
        ]
        watching = [Session.watch(game, ticket, me, now=now) for me in watchers]
        return [first, *others, *watching]

    def _hears(self, number: int, session: Session) -> Callable[[Action], None]:
        def hear(action: Action) -> None:
            self._progress = self._loop.time()
            if isinstance(action, Played):
                self._saw(number, session, action)
            elif isinstance(action, Halted | Dissolved | Refused):
                self._give_up(f"{self._names[number]}: {action.says}")
            self._look_soon()

        return hear

    def _saw(self, number: int, session: Session, played: Played) -> None:
        at = time.perf_counter()
        if session.seat != played.seat and played.n in self._sent:
            self._latencies.append(at - self._sent[played.n])
        if number == 0 and self._told is not None:
            self._told.moved(played.n, played.seat, played.move)

    def _look_soon(self) -> None:
        if not self._looking:
            self._looking = True
            self._loop.call_soon(self._look)

    def _look(self) -> None:
        """If everyone is at the same entry, let the seat whose turn it is make its move."""
        self._looking = False
        if self._done.done() or self._choosing:
            return
        sessions = [node.session for node in self._nodes]
        if all(session.phase is Phase.OVER for session in sessions):
            self._done.set_result(None)
            return
        n = max(session.n for session in sessions)
        if any(
            session.n < n or (session.seat is not None and session.settled < n)
            for session in sessions
        ):
            return
        for node in self._nodes:
            if node.session.my_turn:
                self._choose(node)
                return

    def _choose(self, node: Node) -> None:
        """Let the bot think, and the network fall silent, before the move is sent."""
        session = node.session
        seat = session.seat
        assert seat is not None
        if self._told is not None and not self._seated:
            self._seated = True
            self._told.seated([(p.name, p.bot or "") for p in session.players])
        try:
            move = self._bots[seat].move(session.state, seat, session.secrets)
        except Exception as error:
            self._done.set_exception(error)
            return
        self._choosing = True
        if move is None:
            self._loop.call_later(_AGAIN, self._choose_again, node)
            return
        self._loop.call_later(_PAUSE, self._move, node, move)

    def _choose_again(self, node: Node) -> None:
        """The bot was still thinking."""
        self._choosing = False
        if not self._done.done():
            self._progress = self._loop.time()
            self._choose(node)

    def _move(self, node: Node, move: Move) -> None:
        self._choosing = False
        if self._done.done():
            return
        try:
            number = node.session.n + 1
            node.session.submit(move)
        except Exception as error:
            self._done.set_exception(error)
            return
        self._sent[number] = time.perf_counter()
        node.flush()

    def _give_up(self, says: str) -> None:
        if not self._done.done():
            self._done.set_exception(NotFinished(says))

    async def run(self) -> Outcome:
        """Wait for the end, or for nothing to happen any more."""
        started = time.perf_counter()
        faults = [self._loop.create_task(node.wait()) for node in self._nodes]
        try:
            self._look_soon()
            while not self._done.done():
                await asyncio.wait(
                    [self._done, *faults], timeout=0.25, return_when=asyncio.FIRST_COMPLETED
                )
                for fault in faults:
                    if fault.done():
                        fault.result()
                if self._loop.time() - self._progress > self._plan.patience:
                    self._give_up(self._stalled())
                self._look_soon()
            self._done.result()
        except NotFinished as error:
            first = self._nodes[0].session
            error.transcript = first.save() if first.n >= 0 else b""
            raise
        finally:
            for fault in faults:
                fault.cancel()
            await asyncio.gather(*faults, return_exceptions=True)
        return self._outcome(time.perf_counter() - started)

    def _stalled(self) -> str:
        cut = [
            name
            for name, node in zip(self._names, self._nodes, strict=True)
            if node.transport.link is not LinkState.UP
        ]
        at = self._nodes[0].session.n
        waited = f"after entry {at} nothing happened for {self._plan.patience:g} seconds"
        if cut:
            who = "everyone" if len(cut) == len(self._names) else ", ".join(cut[:4])
            more = f" and {len(cut) - 4} more" if 4 < len(cut) < len(self._names) else ""
            return f"{waited}: the broker is gone (cut off: {who}{more}); start it and try again"
        behind = [
            f"{name} at entry {node.session.n}, settled {node.session.settled}"
            for name, node in zip(self._names, self._nodes, strict=True)
        ]
        return f"{waited}, though all links are up ({'; '.join(behind)})"

    def _outcome(self, seconds: float) -> Outcome:
        first = self._nodes[0].session
        game = self._plan.game
        ended = sorted(
            zip(self._names, (node.session for node in self._nodes), strict=True),
            key=lambda pair: len(self._plan.bots) if pair[1].seat is None else pair[1].seat,
        )
        return Outcome(
            entries=first.n + 1,
            scores=tuple(game.score(first.state)),
            winners=tuple(game.winners(first.state)),
            peers=tuple(Peer(name, peer.n, peer.state_hash) for name, peer in ended),
            seconds=seconds,
            latencies=tuple(self._latencies),
            state=first.state,
            transcript=first.save(),
        )


__all__ = [
    "NAMES",
    "Connect",
    "NotFinished",
    "Outcome",
    "Peer",
    "Plan",
    "Told",
    "percentile",
    "play",
]
