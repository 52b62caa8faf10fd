"""Acknowledgements, range requests, the journal and the end, without relying on the broker."""

from typing import Any

import pytest

from core.kernel.canonical import pack, unpack
from netplay.session import Arrived, Complete, Phase, Publish, Save, Settled
from netplay.table import Finished, Played, Shown, Turned
from netplay.wire import Entry, Kind, Range, Tag, read_packet, read_record
from tests.netplay.session.forging import (
    entry_of,
    go_on,
    legal_entry,
    mid_game,
    nacl,
    on_turn,
    packet,
    statement,
)
from tests.netplay.session.simnet import (
    GAME,
    Network,
    all_complete,
    all_playing,
    all_settled,
    table,
    watcher,
)


def said(peer: Any, tag: Tag) -> int:
    return sum(
        getattr(item, "tag", Tag.ENTRY) is tag
        for sent in peer.outbox
        for item in read_packet(sent.payload, peer.session.ticket.table)
    )


def test_a_move_and_the_cards_it_turns_travel_in_one_packet_at_once() -> None:
    network, peers = mid_game(2)
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)
    table_id = peers[0].session.ticket.table
    packets = [
        [item.kind for item in read_packet(sent.payload, table_id) if isinstance(item, Entry)]
        for peer in peers[:2]
        for sent in peer.outbox
    ]
    assert [Kind.MOVE, Kind.ANSWER] in packets


def test_submitting_publishes_in_the_same_call() -> None:
    _, peers = mid_game(2)
    session = on_turn(peers).session
    session.submit(GAME.moves(session.state, session.secrets)[0])
    actions = session.actions()
    assert [type(action).__name__ for action in actions[:2]] == ["Save", "Publish"] or [
        type(action).__name__ for action in actions[:3]
    ] == ["Save", "Save", "Publish"]


def test_every_own_entry_is_journalled_before_it_is_published() -> None:
    network = Network(1, loss=0.1, double=0.1, delay=(0.01, 0.5))
    peers = table(network, 3)  # the network itself asserts the order within each batch
    assert network.run(all_settled(peers))
    for peer in peers:
        saved = {save.data for save in peer.saves if save.kind == "entry"}
        for sent in peer.outbox:
            for item in read_packet(sent.payload, peer.session.ticket.table):
                assert not isinstance(item, Entry) or item.record() in saved


def test_a_journal_marks_what_is_secret() -> None:
    network = Network()
    peers = table(network, 3, cryptos=nacl)
    assert network.run(all_settled(peers))
    for peer in peers:
        nonces = peer.session._seating.nonces.values.values()
        secret = b"".join(save.data for save in peer.saves if save.secret)
        open_ = b"".join(s.data for s in peer.saves if not s.secret and not _is_end(s))
        assert all(nonce in secret for nonce in nonces)
        assert not any(nonce in open_ for nonce in nonces)


def _is_end(save: Save) -> bool:
    return save.kind == "entry" and read_record(save.data).kind is Kind.END


def test_a_move_is_pending_then_arrived_then_settled() -> None:
    network, peers = mid_game(3)
    mover = on_turn(peers)
    session = mover.session
    session.submit(GAME.moves(session.state, session.secrets)[0])
    n = session.n
    assert session.standing(n) == "pending"
    mover_only = peers.index(mover)
    sleeper = peers[(mover_only + 1) % 3]
    network.tamper = lambda sender, to, sent: None if sleeper in (sender, to) else sent
    network.pump(mover)
    network.run(lambda: session.standing(n) == "arrived", 5)
    assert session.standing(n) == "arrived"
    network.tamper = None
    network.run(lambda: session.standing(n) == "settled", 60)
    assert session.standing(n) == "settled"
    assert mover.of(Arrived)
    assert mover.of(Settled)[-1].n == n


def test_a_bystanders_dead_link_freezes_nobody_before_its_turn() -> None:
    network, peers = mid_game(4)
    mover = on_turn(peers)
    dead = peers[(mover.session.seat + 3) % 4]
    network.tamper = lambda sender, to, sent: None if dead in (sender, to) else sent
    before = mover.session.n
    go_on(network, peers)
    network.run(lambda: mover.session.state.turn == dead.session.seat, 60)
    assert mover.session.state.turn == dead.session.seat
    assert mover.session.n > before
    network.tamper = None
    assert network.run(all_settled(peers), 300)


def test_a_seat_that_was_cut_off_catches_up_and_the_game_ends() -> None:
    network = Network()
    peers = table(network, 3, cryptos=nacl)
    assert network.run(lambda: peers[0].session.n > 30, 60)
    network.tamper = lambda sender, to, sent: None if peers[2] in (sender, to) else sent
    network.run(lambda: False, 120)
    assert all(peer.session.phase is Phase.PLAYING for peer in peers)
    network.tamper = None
    assert network.run(all_settled(peers), 300)


def test_a_spectator_who_comes_late_gets_the_whole_game_from_one_seat() -> None:
    network = Network()
    peers = table(network, 4)
    assert network.run(all_settled(peers), 300)
    before = [said(peer, Tag.REPLY) for peer in peers]
    late = network.add(watcher(peers[0].session.ticket))
    assert network.run(lambda: late.session.complete, 10)
    assert late.session.records() == peers[0].session.records()
    answered = [said(peer, Tag.REPLY) - count for peer, count in zip(peers, before, strict=True)]
    assert sorted(answered) == [0, 0, 0, 1]


def test_a_spectator_who_comes_late_is_answered_though_seats_are_gone() -> None:
    network = Network()
    peers = table(network, 4)
    assert network.run(all_settled(peers), 300)
    for gone in peers[1:]:
        network.peers.remove(gone)
    late = network.add(watcher(peers[0].session.ticket))
    assert network.run(lambda: late.session.complete, 60)


def test_a_spectator_who_waits_from_before_the_start_follows_from_the_first_entry() -> None:
    network = Network()
    peers = table(network, 2, invited=True)
    early = network.add(watcher(peers[0].session.ticket))
    assert network.run(all_settled([*peers, early]), 300)


def test_one_asker_is_answered_at_most_once_a_second() -> None:
    network, peers = mid_game(2)
    asker = nacl("asker")
    table_id = peers[0].session.ticket.table
    before = sum(said(peer, Tag.REPLY) for peer in peers[:2])
    for sequence in range(1, 41):
        network.run(lambda: False, 0.1)
        item = statement(asker, table_id, Tag.RANGE, Range(asker.key, sequence, 0))
        for peer in peers[:2]:
            peer.session.receive("", "watch", packet(peer, item), network.now)
    network.run(lambda: False, 20)
    answers = sum(said(peer, Tag.REPLY) for peer in peers[:2]) - before
    assert 1 <= answers <= 5
    assert peers[0].session.dropped["rate"] >= 30


def test_a_spectator_whose_program_was_restarted_is_answered_at_once() -> None:
    network, peers = mid_game(2)
    for _ in range(5):
        network.peers.remove(peers[2])
        peers[2] = network.add(watcher(peers[0].session.ticket, 0, 0, network.now, cryptos=nacl))
        assert network.run(lambda: peers[2].session.n == peers[0].session.n, 6)


def test_a_replayed_request_is_not_answered_again() -> None:
    network, peers = mid_game(2)
    network.retained.clear()  # so that a late spectator must ask
    network.add(watcher(peers[0].session.ticket, 5, 0, network.now))
    network.run(lambda: False, 5)
    requests = [payload for payload in peers[0].heard if _has(payload, peers[0], Tag.RANGE)]
    assert requests

    def again() -> None:
        for payload in requests:
            network.run(lambda: False, 5)
            peers[0].session.receive("", "watch", payload, network.now)
        network.run(lambda: False, 20)

    again()  # what was asked before the start was never answered, and may be once
    before = said(peers[0], Tag.REPLY)
    again()
    assert said(peers[0], Tag.REPLY) == before


def _has(payload: bytes, peer: Any, tag: Tag) -> bool:
    found = read_packet(payload, peer.session.ticket.table)
    return any(getattr(item, "tag", None) is tag for item in found)


def test_buffers_for_what_comes_too_early_are_bounded() -> None:
    network, peers = mid_game(2)
    mover = on_turn(peers)
    other = peers[1 - peers.index(mover)]
    base = mover.session.n
    true = legal_entry(mover)
    for ahead in range(2, 400):
        entry = entry_of(mover, Kind.MOVE, true.body, n=base + ahead)
        other.session.receive("", "at", packet(mover, entry.item()), network.now)
    assert len(other.session._play._ahead) <= 64
    assert other.session.dropped["far"]


def test_the_end_is_written_by_the_last_mover_at_once() -> None:
    network = Network()
    peers = table(network, 3)
    assert network.run(all_settled(peers), 300)
    last = read_record(peers[0].session.records()[-1])
    assert last.kind is Kind.END
    assert last.seat == peers[0].session._play.replica.last_mover


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_end_is_written_by_another_seat_where_the_last_mover_is_gone(seats: int) -> None:
    network = Network()
    peers = table(network, seats, watchers=1)
    gone: list[Any] = []

    def tamper(sender: Any, to: Any, sent: Any) -> Any:
        """The last mover's link dies with its end entry on the way."""
        if sender.session.phase is Phase.OVER and not gone:
            gone.append(sender)
        return _without_end(sent, sender) if gone and gone[0] is sender else sent

    network.tamper = tamper

    def rest_done() -> bool:
        return bool(gone) and all(p.session.complete for p in peers if p is not gone[0])

    assert network.run(rest_done, 300)
    ends = {p.session.records()[-1] for p in peers if p is not gone[0]}
    assert {read_record(end).seat for end in ends} != {gone[0].session.seat}
    network.tamper = None
    assert network.run(all_settled(peers), 300)
    network.run(lambda: False, 60)
    assert not any(peer.session.finding for peer in peers)
    assert len({peer.session.state_hash for peer in peers}) == 1


def _without_end(sent: Any, sender: Any) -> Any:
    version, table_id, items = unpack(sent.payload, limit=100_000)
    kept = [item for item in items if item[0] != Tag.ENTRY or _kind(item) != Kind.END]
    return Publish(sent.channel, pack((version, table_id, kept)))


def _kind(item: Any) -> int:
    return int(unpack(item[1])[4])


def test_seats_fall_silent_once_everything_is_settled() -> None:
    network = Network()
    peers = table(network, 3)
    assert network.run(all_settled(peers), 300)
    network.run(lambda: False, 30)
    before = [len(peer.outbox) for peer in peers]
    network.run(lambda: False, 600)
    assert [len(peer.outbox) for peer in peers] == before


def test_seats_on_a_rough_network_fall_silent_too() -> None:
    network = Network(4, loss=0.2, double=0.2, delay=(0.01, 0.8))
    peers = table(network, 4, seed=2)
    assert network.run(all_settled(peers))
    network.run(lambda: False, 60)
    before = [len(peer.outbox) for peer in peers]
    network.run(lambda: False, 600)
    assert [len(peer.outbox) for peer in peers] == before


def test_clocks_that_differ_and_jump_change_nothing() -> None:
    network = Network()
    peers = table(network, 2)
    assert network.run(all_playing(peers), 30)
    peers[0].session.tick(network.now + 5.0)
    peers[0].session.receive("", "at", b"", -1e9)
    assert network.run(all_settled(peers), 300)


def test_events_tell_a_game_in_its_order() -> None:
    network = Network(1, loss=0.1, double=0.1, delay=(0.01, 0.5))
    peers = table(network, 3, watchers=1)
    assert network.run(all_settled(peers))
    for peer in peers:
        told = [event for event in peer.events if isinstance(event, Played | Turned)]
        assert [event.n for event in told] == list(range(1, peer.session.n))
        assert len(peer.of(Finished)) == len(peer.of(Complete)) == 1
    shown = [slot for event in peers[0].of(Shown) for slot in event.slots]
    assert shown
    assert not peers[3].of(Shown)


def test_wake_at_is_kept_or_nothing_is_due() -> None:
    """A session that is ticked only when it asks to be still gets everywhere."""
    network = Network(9, loss=0.3, delay=(0.01, 0.3))
    peers = table(network, 2, watchers=1)
    assert network.run(all_complete(peers))
