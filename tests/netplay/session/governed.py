"""A storm over a table that has a policy: seats go for good, resign, return, and are stood in for.

``python -m tests.netplay.session.governed SEED`` plays one again and tells what happened.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from core.games.registry import NAMES
from core.games.registry import game as find_game
from core.kernel.errors import NotYourTurn
from netplay.session import Phase, Publish
from netplay.session.agreeing import Act, read_agreed
from netplay.session.outcome import Code
from netplay.wire import Entry, Gone, Kind, Policy, Tag
from tests.netplay.session.quick import body, decoded, quickly
from tests.netplay.session.simnet import Network, Peer, table, watcher

LIMIT = 60_000.0
AGAIN = "python -m tests.netplay.session.governed"


class Broken(AssertionError):
    """What must never happen, with the command that repeats it."""


class Governed:
    """``seed`` decides the game, the seats, the policy and everything that goes wrong."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.rng = rng = random.Random(f"governed {seed}")
        self.network = Network(
            seed,
            loss=rng.choice([0.0, 0.05, 0.2]),
            double=rng.choice([0.0, 0.1]),
            delay=rng.choice([(0.001, 0.001), (0.01, 0.6), (0.05, 3.0)]),
        )
        self.seats = rng.choice([2, 3, 3, 4, 4])
        self.game = find_game(NAMES[seed % len(NAMES)])
        self.policy = Policy(
            rng.choice([Gone.STAND_IN, Gone.STAND_IN, Gone.VOTE]), rng.choice([5, 10, 25])
        )
        self.crash_rate = rng.choice([0.0, 0.001, 0.004])
        self.weather = 0.0
        self.cut: frozenset[int] = frozenset()
        self.calm_at = rng.uniform(60.0, 500.0)
        self.lost_at = rng.uniform(20.0, 200.0) if rng.random() < 0.3 else None
        self.lost: Peer | None = None
        self.fires = random.Random(f"fires {seed}").random() < 0.25
        """Whether disks are lost, and seats taken up again with the identity alone: then nobody goes
        for good, who alone might know what was on them.
        """
        if self.fires:
            self.lost_at = None
        self.whims = random.Random(f"pauses {seed}")
        self.pauses = self.whims.random() < 0.4
        """Whether the players pause and go on, and some answer proposals as persons do, also with no."""
        self.takes_back = random.Random(f"undo {seed}") if self.pauses and seed % 5 == 4 else None
        """Where there is one: whether somebody who can take a move back asks for it."""
        if self.takes_back is not None:
            self.network.think = (0.0, 4.0)  # as persons, else the next move is there before a yes
        self.tried: dict[int | None, int] = {}
        """By seat the newest entry after which it thought of taking its move back."""
        self.next_whim = 0.0
        self.forgetful: set[int | None] = set()
        self.signed: dict[tuple[Any, ...], bytes] = {}
        self.settled: dict[int, bytes] = {}
        self.looked: dict[int, int] = {}
        self.counts = dict.fromkeys(
            (
                "stand-in",
                "return",
                "undo",
                "refused",
                "overturned",
                "burnt",
                "over",
                "pause",
                "go on",
            ),
            0,
        )
        self.peers: list[Peer] = self.network.peers

    def check(self, holds: bool, what: str) -> None:
        if not holds:
            raise Broken(f"{what}; again: {AGAIN} {self.seed}")

    # What happens

    def fate(self, peer: Peer) -> bool:
        if peer not in self.peers[: self.seats] or self.network.now > self.calm_at:
            return False
        return self.rng.random() < self.crash_rate

    def tamper(self, sender: Peer, to: Peer, sent: Publish) -> Publish | None:
        if self.network.now >= self.weather:
            self.change()
        if self.pauses and self.network.now >= self.next_whim:
            self.next_whim = self.network.now + self.whims.expovariate(1 / 4)
            self.consent()
        if self.takes_back is not None:
            self.take_back(sender)
        sides = {self.peers.index(peer) in self.cut for peer in (sender, to) if peer in self.peers}
        return sent if len(sides) < 2 else None

    def change(self) -> None:
        rng, network = self.rng, self.network
        self.weather = network.now + rng.expovariate(1 / 25)
        self.cut = frozenset()
        begun = all(peer.session.n > 0 for peer in self.peers[: self.seats])
        if self.lost_at is not None and network.now > self.lost_at and begun and not self.lost:
            # One machine is gone for good: the rest must come to an end without it, if it may.
            self.lost = rng.choice(self.peers[: self.seats])
            if not self.lost.dead:
                network.kill(self.lost)
            self.lost.wakes = float("inf")
        if network.now > self.calm_at:
            network.loss = min(network.loss, 0.05)
            for peer in self.peers[: self.seats]:
                if not peer.dead and peer.session.resigned:
                    peer.session.back(network.now)
                    network.pump(peer)
            return
        kind = rng.random()
        here = [peer for peer in self.peers[: self.seats] if not peer.dead]
        if kind < 0.35:
            self.cut = frozenset(n for n in range(len(self.peers)) if rng.random() < 0.5)
            if self.seats == 4 and kind < 0.12:  # two against two
                self.cut = frozenset({0, 1 + int(kind * 25)} | {n for n in self.cut if n >= 4})
        elif kind < 0.45:
            network.forget()
        elif kind < 0.65 and here and begun:
            peer = rng.choice(here)
            if peer is not self.lost:
                network.kill(peer)
                peer.wakes = network.now + rng.uniform(5.0, 90.0)
        elif kind < 0.75 and here and begun:
            self.whim(rng.choice(here))
        elif kind < 0.8 and self.seats < len(self.peers) < self.seats + 4:
            ticket, number = self.peers[0].session.ticket, len(self.peers)
            network.add(watcher(ticket, number, self.seed, network.now, self.game))
        elif kind >= 0.8 and self.fires and begun:
            self.burn()

    def burn(self) -> None:
        """A disk is lost with its journal, while every other seat is there to be asked."""
        seats = self.peers[: self.seats]
        if not any(peer.dead or peer.session.returning for peer in seats):
            peer = self.rng.choice(seats)
            self.network.burn(peer)
            self.forgetful.add(peer.session.seat)
            self.counts["burnt"] += 1

    def whim(self, peer: Peer) -> None:
        """Somebody leaves, comes back, or wants something that the others must agree to."""
        session, now, kind = peer.session, self.network.now, self.rng.random()
        try:
            if session.resigned:
                session.back(now)
            elif kind < 0.3:
                session.resign(now)
            elif kind < 0.6:
                session.propose_stand_in(now)
            else:
                session.propose_undo(now)
        except NotYourTurn:
            return
        self.network.pump(peer)

    def consent(self) -> None:
        """Somebody wants to pause, or to go on; whoever answers as a person says yes mostly."""
        whims, network = self.whims, self.network
        calm = network.now > self.calm_at
        for peer in self.peers[: self.seats]:
            council = (
                None if peer.dead or peer.session._play is None else peer.session._play.council
            )
            if council is None:
                continue
            council.docket.bot = calm or whims.random() < 0.6
            for asked in peer.session.questions:
                if calm or whims.random() < 0.8:
                    peer.session.answer(asked.round, calm or whims.random() < 0.8, network.now)
            if whims.random() < (0.3 if peer.session.paused is not None else 0.0 if calm else 0.15):
                self.stop_or_go(peer)
            network.pump(peer)

    def take_back(self, peer: Peer) -> None:
        """Right behind its own move, else the next one, a moment later, has put an end to it."""
        session, now = peer.session, self.network.now
        if peer.dead or now > self.calm_at or self.tried.get(session.seat, 0) >= session.n:
            return
        self.tried[session.seat] = session.n
        assert self.takes_back is not None
        try:
            if session.can_undo and self.takes_back.random() < 0.6:
                session.propose_undo(now)
                self.network.pump(peer)
        except NotYourTurn:
            return

    def stop_or_go(self, peer: Peer) -> None:
        session, now = peer.session, self.network.now
        try:
            if session.paused is None:
                session.propose_pause(now)
            elif self.seats == 2 and self.lost is not None and now > self.calm_at:
                session.propose_end(now)  # of two neither goes on alone
            else:
                session.propose_go_on(now)
        except NotYourTurn:
            return

    # What must hold

    def watch_out(self, peer: Peer, sent: Publish) -> None:
        """No seat writes two ordinary entries after one, or answers one proposal twice."""
        for item in decoded(sent.payload, peer.session.ticket.table)[0]:
            if isinstance(item, Entry):
                if item.kind in (Kind.START, Kind.AGREED) or item.seat in self.forgetful:
                    continue
                place: tuple[Any, ...] = ("entry", item.n, item.seat, item.previous)
                value = item.data
            elif item.tag is Tag.VOTE:
                vote = body(item)
                if not vote.answer or vote.seat in self.forgetful:
                    continue
                place = ("vote", vote.seat, vote.n, vote.round, vote.entry)
                value = bytes([vote.answer])
                self.counts["refused"] += vote.answer == 2
            else:
                continue
            self.check(self.signed.setdefault(place, value) == value, f"two different {place[:4]}")

    def after(self) -> None:
        """What settled anywhere is settled as the same entry everywhere, and stays."""
        for number, peer in enumerate(self.peers[: self.seats]):
            play = peer.session._play
            if play is None or peer.dead:
                continue
            settled = min(peer.session.settled, play.replica.n)
            for n in range(self.looked.get(number, -1) + 1, settled + 1):
                entry = play.replica.log[n]
                if entry.kind is not Kind.END:
                    held = self.settled.setdefault(n, entry.hash)
                    self.check(held == entry.hash, f"two seats settled different entries {n}")
            self.looked[number] = max(self.looked.get(number, -1), settled)

    def over(self) -> bool:
        self.after()
        seats = self.peers[: self.seats]
        here = self.here()
        if any(peer.session.finding for peer in here):
            return True
        if any(peer.dead for peer in here):
            return False
        if any(peer.session.phase is Phase.CLOSED for peer in seats):
            return True
        return all(peer.session.complete for peer in here) and (
            len({peer.session.head for peer in here}) == 1 or self.each_alone()
        )

    def here(self) -> list[Peer]:
        """Who must come to the end: all but the machine lost for good, and spectators that alone had
        heard what a seat wrote before its disk was lost (docs/protocol.md, 8: that stops them).
        """
        return [
            peer
            for number, peer in enumerate(self.peers)
            if peer is not self.lost
            and not (
                number >= self.seats
                and (finding := peer.session.finding) is not None
                and finding.code is Code.FORK
                and finding.author in self.forgetful
            )
        ]

    def each_alone(self) -> bool:
        """Whether both of two players finished without the other, and say so."""
        return self.seats == 2 and all(
            peer.session._play.replica.alone and peer.session.note for peer in self.peers[:2]
        )

    def run(self) -> Governed:
        network = self.network
        network.tamper = self.tamper
        network.fate = self.fate
        network.on_publish = self.watch_out
        try:
            table(network, self.seats, self.seed, watchers=1, game=self.game, policy=self.policy)
            with quickly():
                ended = network.run(self.over, LIMIT)
        except Broken:
            raise
        except Exception as error:
            raise Broken(f"{type(error).__name__}: {error}; again: {AGAIN} {self.seed}") from error
        here = self.here()
        found = [peer.session.finding.why for peer in here if peer.session.finding]
        self.check(not found, f"the table stopped: {found}")
        for peer in self.peers:
            for name in ("stand-in", "return", "undo", "pause", "go on"):
                self.counts[name] += sum(
                    e.what == name for e in peer.events if hasattr(e, "deputy")
                )
            self.counts["over"] += sum(
                "taken back" in e.says for e in peer.events if hasattr(e, "deputy")
            )
            self.counts["overturned"] += sum(type(e).__name__ == "Overturned" for e in peer.events)
        if any(peer.session.phase is Phase.CLOSED for peer in self.peers[: self.seats]):
            self.check(not any(n > 0 for n in self.settled), "a table that had begun was given up")
            return self
        self.check(ended, f"the game did not end: {self.standing()}")
        if self.each_alone():
            return self
        self.check(len({p.session.records()[:-1] for p in here}) == 1, "the logs differ")
        self.check(len({p.session.state_hash for p in here}) == 1, "the states differ")
        log = here[0].session._play.replica.log
        self.check_pauses(log)
        for n, hash_ in self.settled.items():
            self.check(log[n].hash == hash_, f"settled entry {n} was lost")
        return self

    def check_pauses(self, log: list[Entry]) -> None:
        """Nobody moved in a pause, a stand-in neither."""
        paused = False
        for entry in log:
            if entry.kind is Kind.AGREED:
                act = read_agreed(entry.body).act
                paused = (paused or act is Act.PAUSE) and act not in (Act.GO_ON, Act.END)
                self.check(not paused or act is Act.PAUSE, f"{act.name} in a pause: {entry.n}")
            self.check(not paused or entry.kind is not Kind.MOVE, f"moved in a pause: {entry.n}")

    def standing(self) -> str:
        return ", ".join(
            f"{peer.session.phase.value} {peer.session.n}/{peer.session.settled}"
            + (" dead" if peer.dead else "")
            + (" paused" if peer.session.paused is not None else "")
            + (" resigned" if peer.session.resigned else "")
            + (f" stood {dict(peer.session.stood)}" if peer.session.stood else "")
            for peer in self.peers
        )


if __name__ == "__main__":
    storm = Governed(int(sys.argv[1])).run()
    print(
        f"storm {storm.seed}: {storm.game.name}, {storm.seats} seats, {storm.policy.gone.name} after "
        f"{storm.policy.seconds} s, {sum(p.crashes for p in storm.peers)} crashes, "
        f"{storm.network.now:.0f} s, {storm.counts}; {storm.standing()}"
    )
