"""Spectators that saw one of two players go on alone, on a branch that nobody follows any more."""

from typing import Any

from netplay.session import Publish
from netplay.session.desk import Desk
from netplay.session.doubt import Doubt
from netplay.wire import Entry, Gone, Kind, Policy
from tests.netplay.session.simnet import Network, Peer, crypto, table

HOLDS = 0
"""A seed with which it is the spectator's branch that holds by its rank."""


class Parted:
    """A table of two; its first seat, which its spectator hears, is parted from the second."""

    def __init__(self, seed: int) -> None:
        self.network = Network(seed, delay=(0.01, 0.1))
        self.peers = table(self.network, 2, seed, watchers=1, policy=Policy(Gone.STAND_IN, 5))
        self.first, self.second, self.watcher = self.peers
        self.parted = False
        self.network.tamper = self.tamper
        assert self.network.run(lambda: self.watcher.session.n > 8)
        self.parted = True
        assert self.network.run(lambda: self.alone(self.first, 1) and self.alone(self.second, 0))
        assert self.network.run(lambda: self.watcher.session.n == self.first.session.n)
        fork = self.fork()
        assert fork is not None
        assert self.first.session._play.replica.log[fork].kind is Kind.AGREED
        assert self.second.session._play.replica.log[fork].kind is Kind.MOVE

    def tamper(self, sender: Peer, to: Peer, sent: Publish) -> Any:
        return None if self.parted and (sender is self.second or to is self.second) else sent

    def alone(self, peer: Peer, other: int) -> bool:
        """Whether this one has gone some way on without the other."""
        stand = peer.session._play.replica.stood.get(other)
        return stand is not None and peer.session.n > stand.n + 3

    def fork(self) -> int | None:
        """The first entry at which the spectator and the second seat differ."""
        logs = [peer.session._play.replica.log for peer in (self.watcher, self.second)]
        pairs = zip(*logs, strict=False)
        return next((n for n, (a, b) in enumerate(pairs) if a.hash != b.hash), None)

    def lose_the_first(self) -> None:
        self.network.kill(self.first)
        self.first.wakes = float("inf")
        self.parted = False


def test_a_spectator_follows_the_seat_that_is_there_and_not_who_never_comes_back() -> None:
    storm = Parted(HOLDS)
    storm.lose_the_first()
    assert storm.network.run(
        lambda: storm.second.session.complete and storm.watcher.session.complete
    )
    assert storm.watcher.session.head == storm.second.session.head


def test_who_comes_back_after_all_has_the_branch_that_holds_and_the_spectator_follows() -> None:
    storm = Parted(HOLDS)
    storm.lose_the_first()
    assert storm.network.run(lambda: storm.fork() is None)
    storm.first.wakes = storm.network.now
    peers = storm.peers
    assert storm.network.run(lambda: all(peer.session.complete for peer in peers))
    assert storm.network.run(lambda: len({peer.session.head for peer in peers}) == 1)


def test_a_spectator_stays_with_the_branch_that_holds_while_its_seat_is_there() -> None:
    storm = Parted(HOLDS)
    stood = storm.watcher.session.stood

    def tamper(sender: Peer, to: Peer, sent: Publish) -> Any:
        """The two seats do not hear each other, the spectator hears both."""
        return sent if storm.watcher in (sender, to) else None

    storm.network.tamper = tamper
    left = []
    storm.network.run(lambda: bool(left.append(storm.watcher.session.stood)), 200.0)
    assert all(one == stood for one in left)


def entry(name: bytes, n: int = 7) -> Entry:
    return Entry(name, name, (), b"", 0, n, Kind.MOVE, 0, 0, b"", (), b"")


class Doubting:
    def __init__(self) -> None:
        self.desk = Desk(crypto("watcher"), bytes(16), 0.0)
        self.doubt = Doubt(self.desk)
        self.ours, self.other = entry(b"ours"), entry(b"other")
        self.asked = 0

    def answer(self, *, ours: bool = False, first: int = 7, again: bool = False) -> Entry | None:
        self.desk.now += 10.0
        self.asked += not again
        if ours:
            self.doubt.same(self.ours)
        else:
            self.doubt.saw(self.ours, self.other)
        return self.doubt.answered(b"%d" % self.asked, first)


def test_six_answers_in_a_row_with_another_entry_are_enough_and_that_is_then_given_up() -> None:
    table = Doubting()
    assert [table.answer() for _ in range(6)] == [None] * 5 + [table.other]
    assert table.doubt.was_left(table.ours)
    assert not table.doubt.was_left(table.other)


def test_one_answer_with_our_own_entry_ends_the_doubt() -> None:
    table = Doubting()
    assert [table.answer() for _ in range(5)] == [None] * 5
    assert table.answer(ours=True) is None
    assert table.doubt.wake_at is None
    assert [table.answer() for _ in range(5)] == [None] * 5


def test_two_answers_to_one_request_count_once_and_those_from_a_later_entry_on_not_at_all() -> None:
    table = Doubting()
    assert not any(table.answer(again=table.asked > 0) for _ in range(20))
    assert not any(table.answer(first=8) for _ in range(20))
