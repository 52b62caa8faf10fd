"""What a table at a human pace says: messages and bytes by peer and purpose, from whole real games.

Sessions, lobby and bots are the program's own over the in-process bus, and time jumps to whatever is due
next, so that a game of half an hour takes seconds and every heartbeat and advert of it is there.
"""

from __future__ import annotations

import asyncio
import selectors
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Final

from core.games.registry import game as find_game
from netplay.botplayer import BotPlayer
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby.carried import CarriedTable
from netplay.lobby.client import LobbyClient
from netplay.lobby.host import HostedTable, JoinedTable, WatchedTable
from netplay.seedtext import derive
from netplay.table import Played
from netplay.transport import MemoryHub, MemoryTransport, Will

PACE: Final = 7.0
"""Seconds a person takes for a move, about."""


class _Jumping(selectors.DefaultSelector):
    """Never waits: what the loop would sleep is added to its clock."""

    ahead = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is not None and timeout > 0:
            self.ahead += timeout
        return super().select(0)


class JumpLoop(asyncio.SelectorEventLoop):
    """An event loop whose time is only what was waited for."""

    def __init__(self) -> None:
        self._jumping = _Jumping()
        super().__init__(self._jumping)

    def time(self) -> float:
        return 1000.0 + self._jumping.ahead


@dataclass(slots=True)
class Count:
    """By purpose (`at`, `log`, `watch`, `here`, `ad`, `chat`): messages, and bytes as MQTT packets."""

    messages: Counter[str] = field(default_factory=Counter)
    bytes: Counter[str] = field(default_factory=Counter)

    def add(self, topic: str, payload: bytes) -> None:
        """One PUBLISH packet: header, topic, number, payload."""
        kind = topic.split("/")[3]
        length = 2 + len(topic) + 2 + len(payload)
        self.messages[kind] += 1
        self.bytes[kind] += 1 + (1 if length < 128 else 2 if length < 16_384 else 3) + length


class Counted:
    """A bus whose peers are counted."""

    def __init__(self) -> None:
        self.hub = MemoryHub()
        self.sent: list[Count] = []
        self.received: list[Count] = []

    def connect(self, will: Will) -> MemoryTransport:
        """A connection that is counted as the next one."""
        link = self.hub.transport(will)
        sent, received = Count(), Count()
        self.sent.append(sent)
        self.received.append(received)
        publish, put = link.publish_nowait, link._inbox.put

        def publish_counted(topic: str, payload: bytes, **how: Any) -> None:
            sent.add(topic, payload)
            publish(topic, payload, **how)

        def put_counted(message: Any) -> None:
            received.add(message.topic, message.payload)
            put(message)

        link.publish_nowait = publish_counted  # type: ignore[method-assign]  # a counter in its place
        link._inbox.put = put_counted  # type: ignore[method-assign]  # the same
        return link


@dataclass(frozen=True, slots=True)
class Traffic:
    """One game: counts by seat, by spectator, and of one person who looks at Departures."""

    seats: int
    spectators: int
    moves: int
    seconds: float
    sent: list[Count]
    received: list[Count]

    def a_move(self, what: list[Count], kinds: tuple[str, ...]) -> tuple[float, float]:
        """Messages and bytes of these purposes, a move and a peer of ``what``."""
        share = max(1, self.moves * len(what))
        return (
            sum(count.messages[kind] for count in what for kind in kinds) / share,
            sum(count.bytes[kind] for count in what for kind in kinds) / share,
        )

    def mean(self, kind: str) -> float:
        """Bytes of a message of this purpose."""
        sent = self.sent[: self.seats]
        return sum(c.bytes[kind] for c in sent) / max(1, sum(c.messages[kind] for c in sent))


def measure(seats: int, spectators: int, game: str = "continental-express") -> Traffic:
    """Play one game with everything that belongs to it; keys and bots are the same each time, not cards."""
    with asyncio.Runner(loop_factory=JumpLoop) as runner:
        return runner.run(_measure(seats, spectators, game))


async def _measure(seats: int, spectators: int, name: str) -> Traffic:
    bus, rules = Counted(), find_game(name)
    loop = asyncio.get_running_loop()
    moves = 0
    players: dict[int, BotPlayer] = {}

    def told(place: int) -> Any:
        def hear(action: object) -> None:
            nonlocal moves
            moves += place == 0 and isinstance(action, Played)
            if place in players:
                players[place].hear()

        return hear

    def person(number: int) -> LobbyClient:
        crypto = NaclCrypto(derive("traffic", "key", number))
        return LobbyClient(crypto, f"person {number}", bus.connect)

    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        everyone = [await enter(person(number)) for number in range(seats + spectators + 1)]
        everyone[-1].show()
        host = await enter(
            HostedTable(everyone[0], rules, rules.options(), seats, "Lyon", told=told(0))
        )
        tables: list[CarriedTable] = [host]
        while not everyone[-1].rows():  # noqa: ASYNC110 # waiting costs nothing here
            await asyncio.sleep(0.1)
        for place in range(1, seats):
            row = everyone[-1].rows()[0]
            tables.append(await enter(JoinedTable(everyone[place], row, told=told(place))))
            await asyncio.sleep(1.0)
        for client in everyone[seats:-1]:
            watched = WatchedTable(client, everyone[-1].rows()[0])
            tables.append(await enter(watched))
        for place in range(seats):
            session = tables[place].session
            seed = derive("traffic", "bot", place)
            players[place] = BotPlayer(session, "greedy", pace=PACE, seed=seed)
            players[place].send = tables[place].flush
            players[place].hear()
        began = loop.time()
        while not all(table.session.complete for table in tables):  # noqa: ASYNC110 # the same
            await asyncio.sleep(1.0)
        seconds = loop.time() - began
        for player in players.values():
            player.stop()
        assert len({table.session.state_hash for table in tables}) == 1
        # What was said until now; leaving says more.
        copies = [Count(Counter(c.messages), Counter(c.bytes)) for c in bus.sent + bus.received]
    half = len(bus.sent)
    return Traffic(seats, spectators, moves, seconds, copies[:half], copies[half:])
