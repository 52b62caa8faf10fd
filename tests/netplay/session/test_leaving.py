"""Going before the start: guests leave or are removed, and the creator closes the table."""

from netplay.session import (
    Dissolved,
    Left,
    Phase,
    Refused,
)
from tests.netplay.session.forging import (
    mid_game,
)
from tests.netplay.session.returning import crash
from tests.netplay.session.simnet import (
    Network,
)
from tests.netplay.session.test_sitting_down import creator, guest


def test_a_guest_leaves_before_the_start_and_another_takes_the_seat() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    one = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: one.session.seat == 1, 20)
    assert one.session.leave(network.now)
    network.pump(one)
    assert network.run(lambda: bool(one.of(Left)), 20)
    assert one.session.phase is Phase.CLOSED
    assert first.session.roster.seats[1] is None
    two = guest(network, first.session.ticket, "two", auto_ready=False)
    assert network.run(lambda: two.session.seat == 1, 20)


def test_leaving_is_repeated_until_the_creator_has_heard_it() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    one = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: one.session.seat == 1, 20)
    network.tamper = lambda sender, to, sent: None
    one.session.leave(network.now)
    network.pump(one)
    network.run(lambda: False, 10)
    network.tamper = None
    assert network.run(lambda: bool(one.of(Left)), 20)


def test_a_leave_that_is_replayed_does_not_unseat_who_came_back() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    one = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: one.session.seat == 1, 20)
    one.session.leave(network.now)
    network.pump(one)
    leaving = one.outbox[-1].payload
    network.run(lambda: bool(one.of(Left)), 20)
    network.peers.remove(one)
    again = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: again.session.seat == 1, 20)
    first.session.receive(again.id, "at", leaving, network.now)
    network.pump(first)
    network.run(lambda: False, 5)
    assert again.session.seat == 1
    assert first.session.dropped["replayed"]


def test_the_creator_removes_a_guest_who_is_told_and_cannot_come_back() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    one = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: one.session.seat == 1, 20)
    assert not first.session.remove(0, network.now)
    assert first.session.remove(1, network.now)
    network.pump(first)
    assert network.run(lambda: one.session.phase is Phase.CLOSED, 20)
    assert "taken your seat back" in one.of(Refused)[0].says
    network.peers.remove(one)
    again = guest(network, first.session.ticket, "one")
    assert network.run(lambda: again.session.phase is Phase.CLOSED, 20)
    assert "does not want you" in again.of(Refused)[0].says


def test_the_creator_s_leaving_closes_the_table_for_all() -> None:
    network = Network()
    first = creator(network, 3, auto_ready=False)
    one = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: one.session.seat == 1, 20)
    assert first.session.leave(network.now)
    network.pump(first)
    assert network.run(lambda: bool(one.of(Dissolved)), 20)
    assert first.session.phase is one.session.phase is Phase.CLOSED


def test_nobody_leaves_this_way_once_all_are_ready() -> None:
    network, peers = mid_game(2)
    assert not peers[1].session.leave(network.now)
    assert not peers[0].session.remove(1, network.now)
    assert all(peer.session.phase is Phase.PLAYING for peer in peers)


def test_a_closed_table_s_journal_opens_closed() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    first.session.leave(network.now)
    network.pump(first)
    crash(network, first)
    assert first.session.phase is Phase.CLOSED
    assert first.session.wake_at() is None
