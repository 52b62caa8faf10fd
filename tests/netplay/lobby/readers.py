"""Lobbies joined by a broker's memory under simulated time: what a test writes, others read."""

from __future__ import annotations

from typing import Any

from core.games.registry import game
from core.version import VERSION
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby import Lobby, LobbyEvent, Said, Send
from netplay.lobby.wire import Card
from netplay.transport.topics import matches
from netplay.wire import Roster, Seat

GAME = game("continental-express")


def key(number: int) -> NaclCrypto:
    return NaclCrypto(number.to_bytes(32, "little"))


class World:
    """A broker and its clients; time passes only in ``wait``."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.kept: dict[str, bytes] = {}
        self.peers: list[Peer] = []
        self.traffic: list[Send] = []

    def peer(self, number: int, name: str = "", *, show: bool = True, draw: float = 0.5) -> Peer:
        """A player whose program starts now, connected."""
        peer = Peer(self, number, name or f"player {number}", draw)
        if show:
            peer.lobby.show(self.now)
        peer.connect()
        return peer

    def route(self, sent: Send) -> None:
        """What the broker does with one message."""
        self.traffic.append(sent)
        if sent.retain:
            if sent.payload:
                self.kept[sent.topic] = sent.payload
            else:
                self.kept.pop(sent.topic, None)
        for peer in self.peers:
            if peer.up and any(matches(f, sent.topic) for f in peer.heard):
                peer.lobby.receive(sent.topic, sent.payload, self.now)

    def settle(self) -> None:
        """Let everyone say what there is to say."""
        for _ in range(20):
            said = [peer.carry() for peer in self.peers]  # all of them, each time
            if not any(said):
                return
        raise AssertionError("lobbies never fall silent")

    def wait(self, seconds: float, step: float = 1.0) -> None:
        """Let time pass."""
        end = self.now + seconds
        while self.now < end:
            self.now = min(end, self.now + step)
            for peer in self.peers:
                if peer.alive:
                    peer.lobby.tick(self.now)
            self.settle()


class Peer:
    def __init__(self, world: World, number: int, name: str, draw: float) -> None:
        self.world = world
        self.crypto = key(number)
        self.lobby = Lobby(
            self.crypto,
            name,
            session=len(world.peers).to_bytes(8, "big"),
            now=world.now,
            draw=lambda: draw,
        )
        self.up = self.alive = False
        self.heard: frozenset[str] = frozenset()
        self.events: list[LobbyEvent] = []
        world.peers.append(self)

    def connect(self) -> None:
        """The link comes up: the broker sends what it remembers, the lobby what it has to say."""
        self.up = self.alive = True
        self.heard = frozenset()
        self._listen()
        self.lobby.linked(self.world.now)
        self.world.settle()

    def cut(self) -> None:
        """The link breaks and the will speaks; the program does not know yet."""
        self.up = False
        self.world.route(Send(self.lobby.will, b"", retain=True))
        self.lobby.lost(self.world.now)

    def die(self) -> None:
        """The program is killed."""
        self.cut()
        self.alive = False

    def vanish(self) -> None:
        """The program is killed, and so is the broker's knowledge that it ever had a will."""
        self.up = self.alive = False

    def _listen(self) -> None:
        new = self.lobby.hears - self.heard
        self.heard = self.lobby.hears
        for topic, payload in list(self.world.kept.items()):
            if any(matches(f, topic) for f in new):
                self.lobby.receive(topic, payload, self.world.now, retained=True)

    def carry(self) -> bool:
        if not self.up:
            return False
        if self.lobby.hears != self.heard:
            self._listen()
        actions = self.lobby.actions()
        for action in actions:
            if isinstance(action, Send):
                self.world.route(action)
            else:
                self.events.append(action)
        return bool(actions)

    def open(self, name: str = "Gare de Lyon", seats: int = 3, **changes: Any) -> Roster:
        """Open a table with this peer at its seat 0."""
        card = changes.pop("card", Card(name, 0, 1_700_000_000, 0))
        table = roster(self.crypto, seats)._replace(**changes)
        self.lobby.open(table, card, self.world.now)
        self.world.settle()
        return table

    def said(self) -> list[Said]:
        return [event for event in self.events if isinstance(event, Said)]

    def names(self) -> list[str]:
        return [row.name for row in self.lobby.rows()]


def roster(creator: NaclCrypto, seats: int = 3, salt: bytes = bytes(16)) -> Roster:
    """A first roster of Continental Express."""
    placed: tuple[Seat | None, ...] = (Seat(creator.key, 1, "Ana", None, 0),)
    return Roster(
        1,
        creator.key,
        salt,
        "ed25519",
        VERSION,
        GAME.name,
        GAME.version,
        GAME.rules_id(),
        GAME.pack_options(GAME.options()),
        "open",
        placed + (None,) * (seats - 1),
    )


def seated(table: Roster, place: int, crypto: NaclCrypto, name: str = "Ben") -> Roster:
    """The next roster, with one more seat taken."""
    seats = list(table.seats)
    seats[place] = Seat(crypto.key, 1, name, None, place)
    return table._replace(number=table.number + 1, seats=tuple(seats))
