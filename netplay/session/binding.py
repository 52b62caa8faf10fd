"""What a seat's own yes binds it to, and what sets it free again.

A yes to a proposal for entry n holds for as long as that proposal may still become an entry. It
cannot any more once another of its voters has said no, or has put its name to another entry n, or to
anything that rests on one (docs/protocol.md, 10: "The end of a yes").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from netplay.session.agreeing import Agreed
from netplay.session.agreement import needed
from netplay.session.replica import Replica
from netplay.wire import Entry, Kind


@dataclass(slots=True)
class Said:
    """Our answer to a proposal, given once and kept. ``over``: the entry it takes back, or empty."""

    previous: bytes
    hash: bytes
    yes: bool
    off: bool
    over: bytes
    voters: tuple[int, ...]

    @property
    def holds(self) -> bool:
        """Whether it binds."""
        return self.yes and not self.off


class Binding:
    """Our answers, by (n, round)."""

    def __init__(self, replica: Replica, seat: int) -> None:
        self.said: dict[tuple[int, int], Said] = {}
        self.barred: Entry | None = None
        """The next entry that would hold if our yes did not stand against it; its signature is good."""
        self.barred_at = 0.0
        self._replica = replica
        self._seat = seat
        self._accepted: dict[int, tuple[int, bytes]] = {}

    def note(self, entry: Entry, agreed: Agreed, yes: bool) -> None:
        """Keep an answer of ours."""
        found = needed(self._replica, agreed, min(entry.n - 1, self._replica.n))
        voters = found.voters if found is not None else ()
        self.said[entry.n, agreed.round] = Said(
            entry.previous, entry.hash, yes, not yes, agreed.proof, voters
        )

    def may_hold(self, entry: Entry, rank: int) -> bool:
        """Whether what we said yes to lets this entry hold."""
        for (n, round_), said in self.said.items():
            if not said.holds:
                continue
            if n == entry.n and said.previous == entry.previous and round_ > rank:
                return False
            if n < entry.n and self._yields(n, said):
                return False
        return True

    @property
    def bound(self) -> bool:
        """Whether we may not write the next entry ourselves."""
        n, head = self._replica.n + 1, self._replica.head
        return any(
            said.holds and ((at == n and said.previous == head) or self._yields(at, said))
            for (at, _), said in self.said.items()
        )

    def _yields(self, n: int, said: Said) -> bool:
        """Whether we agreed to take an entry of ours back, and nothing came of it yet."""
        log = self._replica.log
        return bool(said.over) and n < len(log) and log[n].hash == said.over

    @property
    def yielding(self) -> int | None:
        """The entry that we agreed to take back; nothing of ours may follow it meanwhile."""
        found = [n for (n, _), said in self.said.items() if said.holds and self._yields(n, said)]
        return min(found, default=None)

    def bound_to(self, n: int, previous: bytes) -> int:
        """The highest round we ever said yes to in that place."""
        return max(
            (
                round_
                for (at, round_), said in self.said.items()
                if at == n and said.yes and said.previous == previous
            ),
            default=-1,
        )

    def may_yield(self, entry: Entry, over: bytes, settled: int) -> bool:
        """Whether a proposal may take back what we have from its place on.

        What nobody can have settled: no agreement has come since, and none is in the air with our
        yes. The proposer has no such entry and, once it has signed, never will.
        """
        log = self._replica.log
        return (
            settled < entry.n <= self._replica.n
            and log[entry.n].hash == over
            and all(held.kind in (Kind.MOVE, Kind.ANSWER) for held in log[entry.n :])
            and not any(n > entry.n and said.holds for (n, _), said in self.said.items())
        )

    # What ends a yes

    def accepted(self, seat: int, n: int, hash_: bytes) -> None:
        """A seat has signed that it has this entry, which we do not have."""
        if n >= self._accepted.get(seat, (0, b""))[0]:
            self._accepted[seat] = (n, hash_)

    def bar(self, entry: Entry, now: float) -> None:
        """An entry of good signature that our yes keeps from holding."""
        if self.barred is None or self.barred.hash != entry.hash:
            self.barred, self.barred_at = entry, now

    @property
    def stuck(self) -> Entry | None:
        """The entry that waits for our yes to end."""
        barred, replica = self.barred, self._replica
        held = barred is not None and (barred.n, barred.previous) == (replica.n + 1, replica.head)
        return barred if held and self.bound and self.yielding is None else None

    def released(self, ahead: Iterable[Entry]) -> Mapping[tuple[int, int], int]:
        """Which of our yeses another voter's signed step elsewhere has ended, and whose step."""
        entry = self.stuck
        found: dict[tuple[int, int], int] = {}
        if entry is None:
            return {}
        later: dict[bytes, list[Entry]] = {}
        for one in ahead:
            later.setdefault(one.previous, []).append(one)
        signers, hashes, new = set[int](), {entry.n: {entry.hash}}, [entry]
        while new:
            one = new.pop()
            signers |= {seat for seat, _ in one.signatures}
            for after in later.get(one.hash, ()):
                if after.n == one.n + 1:
                    hashes.setdefault(after.n, set()).add(after.hash)
                    new.append(after)
        signers |= {s for s, (n, hash_) in self._accepted.items() if hash_ in hashes.get(n, ())}
        for key, said in self.said.items():
            if key[0] == entry.n and said.holds and not said.over:
                others = (signers & set(said.voters)) - {self._seat}
                if others and said.hash != entry.hash:
                    found[key] = min(others)
        return found
