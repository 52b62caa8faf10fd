"""A network in which a seed decides what is lost, doubled, late and out of order; time is a number."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from core.bots.random_bot import RandomBot
from core.games.registry import game as find_game
from netplay import journal
from netplay.crypto import Crypto
from netplay.crypto_local import LocalCrypto
from netplay.session import Me, Phase, Publish, Save, Session, Ticket, open_dealer
from netplay.wire import Policy

GAME = find_game("continental-express")


def secret(what: str, seed: int = 0) -> bytes:
    """32 bytes that follow from a name."""
    return blake2b(f"{what}/{seed}".encode(), digest_size=32).digest()


@dataclass(eq=False)
class Peer:
    """A session, who plays it, and everything it ever said or was told."""

    session: Session
    bot: Any = None
    outbox: list[Publish] = field(default_factory=list)
    heard: list[bytes] = field(default_factory=list)
    events: list[Any] = field(default_factory=list)
    saves: list[Save] = field(default_factory=list)
    thinks_until: float | None = None
    muted: bool = False
    disk: bytes = journal.MAGIC
    """The journal as it would be found after a loss of power: what was synced, and a bit more."""
    unsynced: bytes = b""
    records: int = 0
    dead: bool = False
    wakes: float = 0.0
    due: float | None = None
    """When its session wants to be woken, as it said when it last did something."""
    told: frozenset[tuple[str, str]] = frozenset()
    """What it heard when the broker last looked."""
    crashes: int = 0
    burnt: bool = False
    begin: Callable[[float], Session] | None = None
    """Starts its program for the first time, at a time."""

    @property
    def id(self) -> str:
        return self.session._own

    def of(self, kind: type) -> list[Any]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


class Network:
    """``loss`` and ``double`` are chances of each packet on each way; ``delay`` seconds, low to high.
    ``think``: seconds a player takes for a move.
    """

    def __init__(
        self,
        seed: int = 0,
        loss: float = 0.0,
        double: float = 0.0,
        delay: tuple[float, float] = (0.001, 0.001),
        think: tuple[float, float] = (0.0, 0.2),
    ) -> None:
        self.rng = random.Random(seed)
        self.loss = loss
        self.double = double
        self.delay = delay
        self.think = think
        self.now = 0.0
        self.peers: list[Peer] = []
        self.tamper: Callable[[Peer, Peer, Publish], Publish | None] | None = None
        self.fate: Callable[[Peer], bool] = lambda peer: False
        """Asked before every action of a peer: whether it dies now."""
        self.at_return: Callable[[Peer], None] = lambda peer: None
        self.on_publish: Callable[[Peer, Publish], None] = lambda peer, packet: None
        self.retained: dict[tuple[str, str, int], bytes] = {}
        self._mail: list[tuple[float, int, Peer, str, str, bytes]] = []
        self._count = 0

    def recall(self, peer: Peer) -> None:
        """The broker hands out what it has kept on the topics that a peer hears now."""
        hears = peer.session.hears
        for (player, channel, _), payload in list(self.retained.items()):
            if (player, channel) in hears - peer.told and not peer.dead:
                self.send(peer, player, channel, payload, self.rng.uniform(*self.delay))
        peer.told = hears

    def add(self, session: Session, bot: Any = None, begin: Any = None) -> Peer:
        peer = Peer(session, bot, begin=begin)
        self.peers.append(peer)
        self.pump(peer)
        return peer

    def send(self, to: Peer, player: str, channel: str, payload: bytes, after: float = 0.0) -> None:
        self._count += 1
        heapq.heappush(self._mail, (self.now + after, self._count, to, player, channel, payload))

    def spread(self, sender: Peer, packet: Publish) -> None:
        for to in self.peers:
            if to is sender or to.dead:
                continue
            hears = to.told  # what it subscribed to when it last did something
            if (sender.id, packet.channel) not in hears and ("+", packet.channel) not in hears:
                continue
            copy = packet if self.tamper is None else self.tamper(sender, to, packet)
            if copy is None:
                continue
            copies = 0 if self.rng.random() < self.loss else 1
            copies += self.rng.random() < self.double
            for _ in range(copies):
                after = self.rng.uniform(*self.delay)
                self.send(to, sender.id, copy.channel, copy.payload, after)

    def pump(self, peer: Peer) -> None:
        saved = True
        for action in peer.session.actions():
            if self.fate(peer):
                self.kill(peer)
                return
            if isinstance(action, Save):
                peer.saves.append(action)
                peer.unsynced += journal.frame(peer.records, action)
                peer.records += 1
                assert saved, "a journal write after a packet"
            elif isinstance(action, Publish):
                saved = False
                peer.disk, peer.unsynced = peer.disk + peer.unsynced, b""
                if action.retain:
                    assert action.part is not None
                    self.retained[peer.id, action.channel, action.part] = action.payload
                peer.outbox.append(action)
                self.on_publish(peer, action)
                if not peer.muted:
                    self.spread(peer, action)
            else:
                peer.events.append(action)
        if peer.session.hears != peer.told:
            self.recall(peer)
        peer.due = peer.session.wake_at()
        if peer.bot is not None and peer.session.my_turn and peer.thinks_until is None:
            peer.thinks_until = self.now + self.rng.uniform(*self.think)

    def forget(self) -> None:
        """The broker is started anew: what was on its way is gone, and every link comes up again."""
        self._mail.clear()
        self.retained.clear()
        for peer in list(self.peers):
            if not peer.dead:
                peer.session.again(self.now)
                self.pump(peer)

    def kill(self, peer: Peer) -> None:
        """It dies between two actions; of what was not synced any part may be on the disk."""
        cut = self.rng.randint(0, len(peer.unsynced))
        peer.disk, peer.unsynced = peer.disk + peer.unsynced[:cut], b""
        peer.dead = True
        peer.crashes += 1
        peer.thinks_until = None
        peer.wakes = self.now + self.rng.uniform(0.1, 20.0)

    def burn(self, peer: Peer) -> None:
        """It dies, and its disk with it; all it will have is its key. Its last words have time to
        arrive before it is back: what is still on its way then nobody can ask for.
        """
        self.kill(peer)
        peer.disk, peer.records, peer.burnt = journal.MAGIC, 0, True
        peer.wakes = self.now + self.rng.uniform(2.0, 20.0) + 2 * self.delay[1]

    def restore(self, peer: Peer) -> None:
        """It comes back with its disk and its key, and nothing else."""
        old = peer.session
        saves, end = journal.read(peer.disk)
        peer.disk, peer.records = peer.disk[:end], len(saves)
        if peer.burnt and unopened(saves, old):
            peer.disk, peer.records = journal.MAGIC, 0
            chance = self.rng.randbytes(8)
            peer.session = Session.recall(
                old.game, old.ticket, old._me, chance=chance, now=self.now, dealers=old._dealers
            )
        elif peer.begin is not None and unopened(saves, old):
            peer.disk, peer.records = journal.MAGIC, 0
            peer.session = peer.begin(self.now)
        else:
            peer.session = Session.restore(
                old.game, saves, old._me.crypto, now=self.now, dealers=old._dealers
            )
        peer.dead, peer.told = False, frozenset()
        self.at_return(peer)
        self.pump(peer)

    def _act(self, peer: Peer) -> None:
        peer.thinks_until = None
        session = peer.session
        if session.my_turn:
            assert session.seat is not None
            session.submit(peer.bot.choose(session.state, session.seat, session.secrets))
            self.pump(peer)

    def run(self, done: Callable[[], bool], limit: float = 3_000.0) -> bool:
        """Let things happen until ``done()`` or ``limit`` seconds from now; whether it was done."""
        end = self.now + limit
        for peer in self.peers:
            peer.due = peer.session.wake_at()
        while not done():
            times = [self._mail[0][0]] if self._mail else []
            for peer in self.peers:
                if peer.dead:
                    times.append(peer.wakes)
                    continue
                if peer.due is not None:
                    times.append(peer.due)
                if peer.thinks_until is not None:
                    times.append(peer.thinks_until)
            if not times or min(times) > end:
                return done()
            self.now = max(self.now, min(times))
            while self._mail and self._mail[0][0] <= self.now:
                _, _, to, player, channel, payload = heapq.heappop(self._mail)
                if to.dead:
                    continue
                to.heard.append(payload)
                to.session.receive(player, channel, payload, self.now)
                self.pump(to)
            for peer in self.peers:
                if peer.dead:
                    if peer.wakes <= self.now:
                        self.restore(peer)
                    continue
                if peer.thinks_until is not None and peer.thinks_until <= self.now:
                    self._act(peer)
                    if peer.dead:
                        continue
                if peer.due is not None and peer.due <= self.now:
                    peer.session.tick(self.now)
                    self.pump(peer)
        return True


def unopened(saves: Sequence[Save], session: Session) -> bool:
    """Whether a program died before it had said anything."""
    kinds = {save.kind for save in saves}
    return "table" not in kinds or (session._seating.is_creator and "roster" not in kinds)


def bots(seed: int, count: int, game: Any = GAME) -> list[RandomBot]:
    return [RandomBot(game, random.Random(1000 * seed + place)) for place in range(count)]


def crypto(place: int | str, seed: int = 0) -> LocalCrypto:
    return LocalCrypto(secret(f"key {place}", seed))


def table(
    network: Network,
    seats: int,
    seed: int = 0,
    *,
    watchers: int = 0,
    game: Any = GAME,
    games: Sequence[Any] | None = None,
    cryptos: Callable[[int | str, int], Crypto] = crypto,
    dealers: Any = None,
    deal: str = "open",
    invited: bool = True,
    players: Sequence[Any] | None = None,
    policy: Policy | None = None,
) -> list[Peer]:
    """Seats, then watchers, of one table, on the network; not yet seated."""
    games = games or [game] * seats
    cast = players if players is not None else bots(seed, seats, game)
    mine = [Me(cryptos(place, seed), f"Player {place}", "random") for place in range(seats)]
    made = dealers or [open_dealer] * seats

    def create(now: float) -> Session:
        return Session.create(
            games[0],
            games[0].options(),
            seats,
            mine[0],
            salt=secret("salt", seed)[:16],
            nonce=secret("nonce 0", seed),
            now=now,
            invited=mine[1:] if invited else (),
            dealers=made[0],
            deal=deal,
            policy=policy,
        )

    first = create(network.now)

    def join(place: int) -> Callable[[float], Session]:
        return lambda now: Session.join(
            games[place],
            first.ticket,
            mine[place],
            nonce=secret(f"nonce {place}", seed),
            now=now,
            dealers=made[place],
            deal=deal,
        )

    peers = [network.add(first, cast[0], create)]
    for place in range(1, seats):
        begin = join(place)
        peers.append(network.add(begin(network.now), cast[place], begin))
    peers += [
        network.add(watcher(first.ticket, number, seed, network.now, game, cryptos))
        for number in range(watchers)
    ]
    return peers


def watcher(
    ticket: Ticket,
    number: int = 0,
    seed: int = 0,
    now: float = 0.0,
    game: Any = GAME,
    cryptos: Callable[[int | str, int], Crypto] = crypto,
) -> Session:
    return Session.watch(game, ticket, Me(cryptos(f"watcher {number}", seed), "Watcher"), now=now)


def all_complete(peers: Sequence[Peer]) -> Callable[[], bool]:
    return lambda: all(peer.session.complete for peer in peers)


def all_settled(peers: Sequence[Peer]) -> Callable[[], bool]:
    """Everyone has the whole game, and every seat knows it of every seat."""
    return lambda: all(
        peer.session.complete
        and (peer.session.seat is None or peer.session.settled == peer.session.n)
        for peer in peers
    )


def all_playing(peers: Sequence[Peer]) -> Callable[[], bool]:
    return lambda: all(peer.session.phase is Phase.PLAYING for peer in peers)
