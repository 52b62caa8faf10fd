"""The broker's copy of the log: who comes late has the whole game in one round trip, and checks it."""

import zlib
from typing import Any

import pytest

from core.kernel.canonical import Malformed, pack
from netplay.session import LOG, Phase, Publish, Session
from netplay.session.copies import read_part
from netplay.wire import MAX_LOG, Log, Tag, make_entry, read_body, read_packet
from tests.netplay.session.forging import mid_game, nacl, packet, statement
from tests.netplay.session.simnet import GAME, Network, Peer, all_settled, table, watcher


def whole_game(seats: int = 3) -> tuple[Network, list[Peer]]:
    network = Network()
    peers = table(network, seats, cryptos=nacl)
    assert network.run(all_settled(peers), 300)
    network.run(lambda: False, 30)
    return network, peers


def kept(network: Network, peer: Peer) -> list[Log]:
    """The parts of a seat's copy that the broker holds."""
    return [
        read_body(item)
        for (player, channel, _), payload in sorted(network.retained.items())
        if (player, channel) == (peer.id, LOG)
        for item in read_packet(payload, peer.session.ticket.table)
    ]


def test_every_seat_keeps_a_copy_of_the_whole_game() -> None:
    network, peers = whole_game()
    for peer in peers:
        records = [entry.record() for part in kept(network, peer) for entry in read_part(part)]
        assert tuple(records) == peer.session.records()


def test_parts_are_small_and_only_the_newest_is_renewed() -> None:
    _, peers = whole_game(4)
    sent = [p for p in peers[0].outbox if isinstance(p, Publish) and p.channel == LOG]
    assert all(p.retain and len(p.payload) <= 64_000 for p in sent)
    assert len(sent) <= len(peers[0].session.records()) // 16 + 3
    parts = [p.part for p in sent]
    assert parts == sorted(parts)


def test_a_late_spectator_has_the_whole_game_after_one_round_trip_and_asks_nobody() -> None:
    network, peers = whole_game()
    before = [len(peer.outbox) for peer in peers]
    network.delay = (0.1, 0.1)
    late = network.add(watcher(peers[0].session.ticket, 0, 0, network.now, cryptos=nacl))
    assert network.run(lambda: late.session.complete, 0.21)
    assert late.session.records() == peers[0].session.records()
    network.run(lambda: False, 20)
    assert [len(peer.outbox) for peer in peers] == before
    assert (peers[0].id, LOG) not in late.session.hears


def test_a_spectator_of_a_running_game_goes_on_from_the_copy() -> None:
    network, peers = mid_game(3, n=40)
    late = network.add(watcher(peers[0].session.ticket, 7, 0, network.now, cryptos=nacl))
    assert network.run(lambda: late.session.n == peers[0].session.n, 5)


def test_a_broker_that_lost_its_memory_is_given_the_log_again() -> None:
    network, peers = whole_game()
    network.forget()
    assert len(kept(network, peers[0])) >= 1
    records = [entry.record() for part in kept(network, peers[0]) for entry in read_part(part)]
    assert tuple(records) == peers[0].session.records()


def late_one(network: Network, peers: list[Peer]) -> Peer:
    network.retained.clear()
    return network.add(watcher(peers[0].session.ticket, 3, 0, network.now, cryptos=nacl))


def copy_of(peers: list[Peer], records: list[bytes], by: Any = None, first: int = 0) -> bytes:
    crypto = by or peers[0].session._me.crypto
    part = Log(crypto.key, 0, first, zlib.compress(pack(tuple(records))))
    return packet(peers[0], statement(crypto, peers[0].session.ticket.table, Tag.LOG, part))


def test_a_copy_by_a_stranger_is_not_read() -> None:
    network, peers = whole_game()
    late = late_one(network, peers)
    records = list(peers[0].session.records())
    late.session.receive("", LOG, copy_of(peers, records, nacl("stranger")), network.now)
    assert late.session.n == -1
    assert late.session.dropped["copy"]


def test_a_forged_entry_in_the_creator_s_own_copy_is_not_taken() -> None:
    network, peers = whole_game()
    late = late_one(network, peers)
    log = peers[0].session._play.replica.log
    forged = make_entry(log[5].data[:-1] + bytes((log[5].data[-1] ^ 1,)), log[5].signatures)
    records = [e.record() for e in [*log[:5], forged, *log[6:]]]
    late.session.receive("", LOG, copy_of(peers, records), network.now)
    assert late.session.n == 4
    assert late.session.phase is not Phase.HALTED
    assert network.run(lambda: late.session.complete, 30)  # the seats tell the truth


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x78\x9c",
        zlib.compress(b"\xc1"),
        zlib.compress(pack(())) + b"more",
        zlib.compress(pack((1, 2))),
        zlib.compress(pack((b"x",))),
        zlib.compress(bytes(50_000_000)),
    ],
)
def test_a_part_that_is_no_part_is_malformed(data: bytes) -> None:
    if data == zlib.compress(pack(())):
        return
    with pytest.raises(Malformed):
        read_part(Log(bytes(32), 0, 0, data))


def test_a_bomb_in_the_copy_costs_little_and_changes_nothing() -> None:
    network, peers = whole_game(2)
    late = late_one(network, peers)
    crypto = peers[0].session._me.crypto
    bomb = zlib.compress(bytes(60_000_000))
    assert len(bomb) <= MAX_LOG
    item = statement(crypto, late.session.ticket.table, Tag.LOG, Log(crypto.key, 0, 0, bomb))
    late.session.receive("", LOG, packet(peers[0], item), network.now)
    assert late.session.n == -1
    assert network.run(lambda: late.session.complete, 30)


def test_parts_that_come_in_another_order_lead_to_the_same_log() -> None:
    network, peers = whole_game()
    late = late_one(network, peers)
    records = list(peers[0].session.records())
    table_id, crypto = peers[0].session.ticket.table, peers[0].session._me.crypto
    cuts = [(1, 50, records[50:]), (0, 0, records[:50])]
    for number, first, some in cuts:
        part = Log(crypto.key, number, first, zlib.compress(pack(tuple(some))))
        item = statement(crypto, table_id, Tag.LOG, part)
        late.session.receive("", LOG, packet(peers[0], item), network.now)
    assert late.session.records() == tuple(records)


def test_a_seat_without_its_journal_reads_the_copy_and_still_asks_everyone() -> None:
    network, peers = mid_game(3, n=40)
    lost = peers[1]
    network.burn(lost)
    lost.wakes = float("inf")
    session = Session.recall(
        GAME, lost.session.ticket, lost.session._me, chance=bytes(8), now=network.now
    )
    lost.dead, lost.told, lost.session = False, frozenset(), session
    network.pump(lost)
    assert network.run(lambda: lost.session.n >= 16, 0.1)
    assert lost.session.returning
    assert network.run(lambda: not lost.session.returning, 30)


def test_a_table_inside_one_process_keeps_no_copies() -> None:
    network = Network()
    peers = table(network, 2)
    assert network.run(all_settled(peers), 300)
    assert not network.retained
