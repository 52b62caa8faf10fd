"""A seat taken up with the identity alone, or from a second window: the others are asked first."""

from typing import Any

import pytest

from netplay.session import (
    Back,
    Publish,
    Refused,
    Returning,
    Session,
)
from netplay.wire import Tag, read_packet, read_record
from tests.netplay.session.forging import (
    go_on,
    mid_game,
    on_turn,
)
from tests.netplay.session.returning import burnt, crash
from tests.netplay.session.simnet import (
    GAME,
    Peer,
    all_settled,
    secret,
)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_with_the_identity_alone_a_seat_gets_everything_back_from_the_others(seats: int) -> None:
    network, peers = mid_game(seats)
    lost = on_turn(peers)
    before = lost.session
    burnt(network, lost)
    assert lost.session.returning
    assert not lost.session.my_turn
    assert network.run(lambda: not lost.session.returning, 30)
    assert lost.of(Back)
    after = lost.session
    assert (after.seat, after.n, after.head) == (before.seat, before.n, before.head)
    assert dict(after.secrets) == dict(before.secrets)
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)


def test_a_seat_without_its_journal_signs_nothing_before_all_others_have_answered() -> None:
    network, peers = mid_game(3)
    lost = on_turn(peers)
    silent = next(peer for peer in peers[:3] if peer is not lost)
    network.tamper = lambda sender, to, sent: None if silent in (sender, to) else sent
    spoken = len(lost.outbox)
    burnt(network, lost)
    network.run(lambda: False, 40)
    assert lost.session.returning
    assert lost.of(Returning)[-1].waiting == (silent.session.seat,)
    tags = {
        getattr(item, "tag", Tag.ENTRY)
        for sent in lost.outbox[spoken:]
        for item in read_packet(sent.payload, lost.session.ticket.table)
    }
    assert tags <= {Tag.RANGE, Tag.WANT, Tag.TAKE}
    network.tamper = None
    assert network.run(lambda: not lost.session.returning, 30)


def test_a_move_that_only_one_seat_has_seen_is_found_again() -> None:
    network, peers = mid_game(3)
    lost = on_turn(peers)
    witness, other = [peer for peer in peers[:3] if peer is not lost]
    network.tamper = lambda sender, to, sent: sent if {sender, to} == {lost, witness} else None
    lost.session.submit(GAME.moves(lost.session.state, lost.session.secrets)[0])
    network.pump(lost)
    network.run(lambda: False, 1.0)
    n = lost.session.n
    assert witness.session.n == n > other.session.n
    # Now the witness is away while the journal is lost; it must be waited for.
    network.tamper = lambda sender, to, sent: None if witness in (sender, to) else sent
    burnt(network, lost)
    network.run(lambda: False, 20)
    assert lost.session.returning
    network.tamper = None
    assert network.run(lambda: not lost.session.returning, 30)
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)
    assert not any(peer.session.finding for peer in peers)


def test_a_seat_that_is_gone_is_not_waited_for_without_end() -> None:
    network, peers = mid_game(3)
    lost = on_turn(peers)
    gone = next(peer for peer in peers[:3] if peer is not lost)
    crash(network, gone, back=False)
    burnt(network, lost)
    assert network.run(lambda: not lost.session.returning, 120)


def test_a_crash_while_the_others_are_asked_ends_in_asking_again() -> None:
    network, peers = mid_game(3)
    lost = on_turn(peers)
    silent = next(peer for peer in peers[:3] if peer is not lost)
    network.tamper = lambda sender, to, sent: None if silent in (sender, to) else sent
    burnt(network, lost)
    network.run(lambda: lost.session.n >= 0, 10)
    crash(network, lost)
    network.run(lambda: False, 20)
    assert lost.session.returning
    network.tamper = None
    assert network.run(lambda: not lost.session.returning, 30)
    crash(network, lost)
    assert not lost.session.returning
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)


def test_a_seat_played_from_elsewhere_falls_silent_until_its_owner_takes_it_back() -> None:
    network, peers = mid_game(2)
    here = on_turn(peers)
    there = Peer(
        Session.recall(
            GAME,
            here.session.ticket,
            here.session._me,
            chance=bytes(8),
            now=network.now,
        ),
    )
    network.peers.append(there)

    def carry(sender: Peer, packet: Any) -> None:
        """A broker gives both windows what either says, but not their own topic `at`."""
        twin = {id(here): there, id(there): here}.get(id(sender))
        if twin is not None and packet.channel == "watch":
            network.send(twin, sender.id, packet.channel, packet.payload)

    network.on_publish = carry
    network.pump(there)
    assert network.run(lambda: bool(there.of(Back)), 30)
    assert here.of(Returning)[-1].elsewhere
    assert not here.session.my_turn
    assert there.session.my_turn
    there.session.submit(GAME.moves(there.session.state, there.session.secrets)[0])
    network.pump(there)
    other = peers[1 - peers.index(here)]
    network.run(lambda: other.session.n == there.session.n, 30)
    here.session.take_over(network.now)
    network.pump(here)
    assert network.run(lambda: not here.session.returning, 60)
    assert there.session.returning
    assert here.session.n == there.session.n
    assert not any(peer.session.finding for peer in peers)


def test_a_seat_that_fell_silent_asks_the_others_when_its_program_is_started_again() -> None:
    network, peers = mid_game(2)
    here = on_turn(peers)
    here.session._play.yield_seat()
    network.pump(here)
    crash(network, here)
    assert here.session.returning
    assert network.run(lambda: not here.session.returning, 30)
    assert here.session.my_turn


def test_a_window_that_only_watches_its_own_seat_leaves_the_seat_in_peace() -> None:
    network, peers = mid_game(2)
    mine = peers[0]
    network.retained.clear()
    second = Peer(Session.watch(GAME, mine.session.ticket, mine.session._me, now=network.now))
    network.peers.append(second)

    def carry(sender: Peer, packet: Any) -> None:
        """A broker hands each window what the other says, the watcher also on the topic `at`."""
        if sender is second or sender is mine:
            network.send(
                mine if sender is second else second, mine.id, packet.channel, packet.payload
            )

    network.on_publish = carry
    network.pump(second)
    go_on(network, peers)
    assert network.run(all_settled([*peers, second]), 300)
    assert not mine.of(Returning)


def test_a_take_over_said_again_from_long_ago_silences_nobody() -> None:
    network, peers = mid_game(2)
    here = peers[0]
    there = Session.recall(
        GAME, here.session.ticket, here.session._me, chance=bytes(8), now=network.now
    )
    for record in here.session.records():
        there._take_entry(read_record(record))
    there._go_on()
    there.tick(network.now)
    (said_,) = [a for a in there.actions() if isinstance(a, Publish) and a.channel == "watch"]
    go_on(network, peers)
    network.run(lambda: here.session.settled > there.n, 60)
    here.session.receive(here.id, "watch", said_.payload, network.now)
    assert not here.session.returning
    assert here.session.dropped["replayed"]


@pytest.mark.parametrize("who", [0, 1])
def test_sitting_down_at_one_s_own_running_game_is_refused_with_the_way_to_take_it_over(
    who: int,
) -> None:
    network, peers = mid_game(2)
    mine = peers[who].session
    network.peers.remove(peers[who])
    again = network.add(
        Session.join(GAME, mine.ticket, mine._me, nonce=secret("another"), now=network.now)
    )
    network.run(lambda: bool(again.of(Refused)), 30)
    (refused,) = again.of(Refused)
    assert refused.yours
    assert "take it over" in refused.says
