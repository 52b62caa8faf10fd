"""One whole game in a storm that follows from a seed: losses, crashes, partitions, an empty broker.

``python -m tests.netplay.session.storm SEED`` plays one again and tells what happened.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from core.games.registry import NAMES
from core.games.registry import game as find_game
from netplay.session import Phase, Publish
from netplay.wire import Entry, Kind, Tag
from tests.netplay.session.quick import body, checked, decoded, quickly
from tests.netplay.session.simnet import Network, Peer, all_settled, crypto, table, watcher

LIMIT = 20_000.0
"""Seconds of the storm's own time in which a game must be over."""


class Broken(AssertionError):
    """What must never happen, with the command that repeats it."""


class Storm:
    """``seed`` decides the game, the seats and everything that goes wrong."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = rng = random.Random(f"storm {seed}")
        self.network = Network(
            seed,
            loss=rng.choice([0.0, 0.05, 0.2]),
            double=rng.choice([0.0, 0.1]),
            delay=rng.choice([(0.001, 0.001), (0.01, 0.6), (0.05, 3.0)]),
        )
        self.seats = rng.choice([2, 2, 3, 3, 4])
        self.game = find_game(NAMES[seed % len(NAMES)])
        self.crash_rate = rng.choice([0.0, 0.001, 0.004, 0.02])
        self.fires = rng.random() < 0.25
        """Whether disks are lost; then nobody is cut off for long, or nobody could be asked."""
        self.cryptos = checked if rng.random() < 0.3 else crypto
        """True signatures where the broker keeps copies of the log; checksums are quicker."""
        self.burnt = 0
        self.forgetful: set[int | None] = set()
        self.weather = 0.0
        self.cut: frozenset[int] = frozenset()
        self.calm_at = rng.uniform(30.0, 400.0)
        self.signed: dict[tuple[Any, ...], bytes] = {}
        self.settled: dict[int, bytes] = {}
        self.notes: list[str] = []
        self.peers: list[Peer] = self.network.peers

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            raise Broken(f"{what}; again: python -m tests.netplay.session.storm {self.seed}")

    # What happens

    def fate(self, peer: Peer) -> bool:
        if peer not in self.peers[: self.seats] or self.network.now > self.calm_at:
            return False
        return self.rng.random() < self.crash_rate

    def tamper(self, sender: Peer, to: Peer, sent: Publish) -> Publish | None:
        if self.network.now >= self.weather:
            self.change()
        sides = {self.peers.index(peer) in self.cut for peer in (sender, to) if peer in self.peers}
        return sent if len(sides) < 2 else None

    def change(self) -> None:
        """Every now and then: a partition, a broker that forgets all that is on its way, or fair."""
        rng, network = self.rng, self.network
        self.weather = network.now + rng.expovariate(1 / 15)
        self.cut = frozenset()
        if network.now > self.calm_at:
            network.loss = min(network.loss, 0.05)
            return
        kind = rng.random()
        if kind < 0.3 and self.fires:
            seats = self.peers[: self.seats]
            lost = rng.choice(seats)
            if not any(peer.dead or peer.session.returning for peer in seats) and all(
                peer.session.n > 0 for peer in seats
            ):
                network.burn(lost)
                self.forgetful.add(lost.session.seat)
                self.burnt += 1
        elif kind < 0.3:
            some = [n for n in range(len(self.peers)) if rng.random() < 0.5]
            self.cut = frozenset(some)
        elif kind < 0.45:
            network.forget()
        elif kind < 0.55:
            for peer in self.peers[: self.seats]:
                if not peer.dead and rng.random() < 0.6:  # a power cut takes several at once
                    network.kill(peer)
        elif kind < 0.6 and self.seats < len(self.peers) < self.seats + 5:
            ticket, number = self.peers[0].session.ticket, len(self.peers)
            late = watcher(ticket, number, self.seed, network.now, self.game, self.cryptos)
            network.add(late)

    # What must hold

    def watch_out(self, peer: Peer, sent: Publish) -> None:
        """No seat ever signs two different things where only one can be."""
        for item in decoded(sent.payload, peer.session.ticket.table)[0]:
            if isinstance(item, Entry):
                if item.kind is Kind.START or item.seat in self.forgetful:
                    continue  # what nobody has received a seat without journal may write anew
                place: tuple[Any, ...] = ("entry", item.n, item.seat)
                value = item.data
            elif item.tag is Tag.READY:
                ready = body(item)
                place, value = ("ready", ready.seat, ready.number), item.body
            elif item.tag is Tag.ROSTER:
                place, value = ("roster", body(item).number), item.body
            elif item.tag is Tag.SIGN:
                place, value = ("sign", body(item).seat, peer.session.roster.number), item.body
            else:
                continue
            self.check(self.signed.setdefault(place, value) == value, f"two different {place}")

    def after(self) -> None:
        """What settled stays what it is, at everyone."""
        for peer in self.peers:
            session = peer.session
            play = session._play
            if play is None or peer.dead:
                continue  # what a program knew that died before it wrote it down counts for nothing
            n = session.settled
            if n >= 0 and n not in self.settled and play.replica.log[n].kind is not Kind.END:
                self.settled[n] = play.replica.log[n].hash

    def misled(self, peer: Peer) -> bool:
        """A spectator may have seen what a seat wrote whose disk then burnt before any other seat
        had it. It stops by itself, and nobody with it.
        """
        session = peer.session
        return bool(self.forgetful) and session.seat is None and session.finding is not None

    def run(self) -> Storm:
        network = self.network
        network.tamper = self.tamper
        network.fate = self.fate
        network.on_publish = self.watch_out

        def done(peers: list[Peer]) -> bool:
            return all_settled([peer for peer in peers if not self.misled(peer)])()

        def over() -> bool:
            self.after()
            if any(peer.session.finding for peer in self.peers[: self.seats]):
                return True
            return not any(peer.dead for peer in self.peers) and done(self.peers)

        try:
            table(network, self.seats, self.seed, watchers=1, game=self.game, cryptos=self.cryptos)
            with quickly():
                ended = network.run(over, LIMIT)
        except Broken:
            raise
        except Exception as error:
            raise Broken(
                f"{type(error).__name__}: {error}; "
                f"again: python -m tests.netplay.session.storm {self.seed}"
            ) from error
        for peer in [peer for peer in self.peers if self.misled(peer)]:
            self.peers.remove(peer)
        found = [peer.session.finding.why for peer in self.peers if peer.session.finding]
        self.check(not found, f"the table stopped: {found}")
        closed = [peer for peer in self.peers[: self.seats] if peer.session.phase is Phase.CLOSED]
        if closed:
            self.check(not self.settled, "a table that had begun was given up")
            return self
        self.check(ended, f"the game did not end: {self.standing()}")
        self.check(len({p.session.state_hash for p in self.peers}) == 1, "the states differ")
        self.check(len({p.session.records() for p in self.peers}) == 1, "the logs differ")
        log = self.peers[0].session._play.replica.log
        for n, hash_ in self.settled.items():
            self.check(log[n].hash == hash_, f"settled entry {n} was lost")
        return self

    def standing(self) -> str:
        return ", ".join(
            f"{peer.session.phase.value} {peer.session.n}/{peer.session.settled}"
            + (" dead" if peer.dead else "")
            for peer in self.peers
        )


if __name__ == "__main__":
    storm = Storm(int(sys.argv[1])).run()
    crashes = sum(peer.crashes for peer in storm.peers)
    print(
        f"storm {storm.seed}: {storm.game.name}, {storm.seats} seats, {len(storm.peers)} peers, "
        f"{crashes} crashes, {storm.network.now:.0f} s; {storm.standing()}"
    )
