"""A seat that comes back: from its journal in every phase, without it, and where it plays twice."""

from typing import Any

import pytest

from core.kernel.canonical import Malformed
from netplay import journal
from netplay.session import (
    Back,
    Dissolved,
    Left,
    Phase,
    Publish,
    Refused,
    Returning,
    Save,
    Session,
)
from netplay.wire import Entry, Kind, Tag, read_packet, read_record
from tests.netplay.session.forging import (
    entry_of,
    go_on,
    legal_entry,
    mid_game,
    nacl,
    on_turn,
    tell,
)
from tests.netplay.session.oracle import Oracle
from tests.netplay.session.simnet import (
    GAME,
    Network,
    Peer,
    all_playing,
    all_settled,
    secret,
    table,
)
from tests.netplay.session.test_sitting_down import creator, guest


def crash(network: Network, peer: Peer, back: bool = True) -> None:
    """The program dies now; everything it was told to keep is on its disk."""
    peer.disk, peer.unsynced = peer.disk + peer.unsynced, b""
    network.kill(peer)
    peer.wakes = float("inf")
    if back:
        network.restore(peer)


def said(peer: Peer) -> dict[tuple[int, int], set[bytes]]:
    """Every own entry in every packet of this peer, by number and seat."""
    out: dict[tuple[int, int], set[bytes]] = {}
    for sent in peer.outbox:
        for item in read_packet(sent.payload, peer.session.ticket.table):
            if isinstance(item, Entry):
                out.setdefault((item.n, item.seat), set()).add(item.record())
    return out


@pytest.mark.parametrize("seats", [2, 4])
def test_a_seat_returns_to_the_same_entry_with_the_same_private_view(seats: int) -> None:
    network, peers = mid_game(seats)
    for peer in peers[:seats]:
        before = peer.session
        view = (before.seat, before.n, before.head, before.state_hash, dict(before.secrets))
        assert before.secrets
        crash(network, peer)
        after = peer.session
        assert after is not before
        assert view == (after.seat, after.n, after.head, after.state_hash, dict(after.secrets))
        assert after.players == before.players
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)
    assert len({peer.session.records() for peer in peers}) == 1


def test_a_journal_keeps_the_secrets_that_make_the_same_bytes_again() -> None:
    network, peers = mid_game(3)
    mover = on_turn(peers)
    network.tamper = lambda sender, to, sent: None  # nobody hears of the move
    mover.session.submit(GAME.moves(mover.session.state, mover.session.secrets)[0])
    network.pump(mover)
    n = mover.session.n
    crash(network, mover)
    assert (mover.session.n, mover.session.standing(n)) == (n, "pending")
    network.tamper = None
    network.run(lambda: mover.session.settled == n, 30)
    assert mover.session.settled == n
    assert all(len(bytes_) == 1 for bytes_ in said(mover).values())


def test_what_was_not_synced_was_not_said_and_may_be_decided_anew() -> None:
    network, peers = mid_game(2)
    mover = on_turn(peers)
    n = mover.session.n
    mover.session.submit(GAME.moves(mover.session.state, mover.session.secrets)[0])
    saves = [action for action in mover.session.actions() if isinstance(action, Save)]
    torn = journal.frame(mover.records, saves[0])[:-1]
    network.kill(mover)
    mover.disk += torn
    network.restore(mover)
    assert mover.session.n == n
    assert mover.session.my_turn
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)


def stage(name: str, peers: list[Peer]) -> Any:
    """When a peer has come to a stage of sitting down."""
    first = peers[0].session._seating
    return {
        "ready": lambda: first._ready_item is not None,
        "entry 0 signed": lambda: first._draft is not None,
        "entry 0 complete": lambda: first.start is not None,
        "nonces exchanged": lambda: first.seed is not None,
        "set-up": lambda: peers[0].session.n >= 3,
        "playing": lambda: peers[0].session.n >= 25,
        "over": all_settled(peers),
    }[name]


@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize(
    "name",
    [
        "ready",
        "entry 0 signed",
        "entry 0 complete",
        "nonces exchanged",
        "set-up",
        "playing",
        "over",
    ],
)
def test_a_seat_returns_in_every_phase_and_the_game_ends(name: str, who: int) -> None:
    network = Network(3, delay=(0.01, 0.3))
    peers = table(network, 3, seed=4, watchers=1, cryptos=nacl)
    assert network.run(stage(name, peers), 300)
    phase = peers[who].session.phase
    crash(network, peers[who])
    assert peers[who].session.phase is phase
    assert network.run(all_settled(peers), 300)
    assert len({peer.session.records() for peer in peers}) == 1
    assert all(len(bytes_) == 1 for bytes_ in said(peers[who]).values())


def test_all_seats_at_once_return_from_a_power_cut() -> None:
    network, peers = mid_game(4)
    for peer in peers[:4]:
        crash(network, peer, back=False)
    for peer in peers[:4]:
        network.restore(peer)
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)


def test_a_guest_without_a_seat_goes_on_asking_for_one() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    network.tamper = lambda sender, to, sent: None
    one = guest(network, first.session.ticket, "one")
    crash(network, one)
    network.tamper = None
    assert network.run(lambda: one.session.seat == 1, 20)


def test_a_ready_that_a_person_gave_is_given_after_the_return_and_none_that_she_did_not() -> None:
    network = Network()
    first = creator(network, 2, auto_ready=False)
    one = guest(network, first.session.ticket, "one", auto_ready=False)
    network.run(lambda: one.session.seat == 1, 20)
    crash(network, one)
    crash(network, first)
    network.run(lambda: False, 20)
    assert first.session.phase is Phase.SEATING
    first.session.ready(network.now)
    network.pump(first)
    crash(network, first)
    one.session.ready(network.now)
    network.pump(one)
    assert network.run(all_playing([first, one]), 20)


def test_a_table_that_stopped_is_still_stopped_and_says_why() -> None:
    network, peers = mid_game(3)
    mover = on_turn(peers)
    wrong = entry_of(mover, Kind.MOVE, legal_entry(mover).body, state_hash=bytes(16))
    others = [peer for peer in peers[:3] if peer is not mover]
    tell(network, mover, others, wrong.item())
    assert others[0].session.phase is Phase.HALTED
    before = others[0].session
    crash(network, others[0])
    after = others[0].session
    assert after.phase is Phase.HALTED
    assert (after.finding.why, after.finding.record) == (before.finding.why, before.finding.record)
    assert dict(after.secrets) == dict(before.secrets)
    assert not after.my_turn


def test_a_dealer_that_exchanges_messages_goes_on_where_it_was() -> None:
    network = Network(5, loss=0.1, double=0.1, delay=(0.01, 0.4))
    oracle = Oracle(secret("oracle"), 3)
    peers = table(network, 3, watchers=1, cryptos=nacl, dealers=[oracle.dealer] * 3, deal="oracle")
    for n in range(5, 80, 5):
        network.run(lambda n=n: peers[0].session.n >= n, 100)
        crash(network, peers[n % 3])
    assert network.run(all_settled(peers), 1_000), [p.session.n for p in peers]
    assert len({peer.session.state_hash for peer in peers}) == 1
    assert not any(peer.session.finding for peer in peers)


def test_another_player_s_journal_is_refused() -> None:
    _network, peers = mid_game(2)
    saves, _ = journal.read(peers[0].disk + peers[0].unsynced)
    with pytest.raises(Malformed, match="another player"):
        Session.restore(GAME, saves, nacl(1), now=0.0)


def test_a_journal_with_a_changed_entry_is_refused() -> None:
    _network, peers = mid_game(2)
    saves, _ = journal.read(peers[0].disk + peers[0].unsynced)
    places = [i for i, save in enumerate(saves) if save.kind == "entry"]
    for gone in (places[3:4], places[5:6]):
        kept = [save for i, save in enumerate(saves) if i not in gone]
        with pytest.raises(Malformed):
            Session.restore(GAME, kept, nacl(0), now=0.0)


@pytest.mark.parametrize("kind", ["table", "roster", "ready", "start", "nonce", "entry", "stop"])
def test_garbage_in_a_journal_is_refused_and_never_raises_anything_else(kind: str) -> None:
    _network, peers = mid_game(2)
    saves, _ = journal.read(peers[0].disk + peers[0].unsynced)
    for data in (b"", b"\xc1", b"\x90", b"\x93\x01\x02\x03", b"\xc4\x01a", bytes(40)):
        first = [Save(kind, data), *saves] if kind == "table" else [*saves, Save(kind, data)]
        with pytest.raises(Malformed):
            Session.restore(GAME, first, nacl(0), now=0.0)


# Without the journal


def burnt(network: Network, peer: Peer) -> None:
    network.burn(peer)
    peer.wakes = float("inf")
    network.restore(peer)


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


# Leaving before the start


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


def test_no_entry_is_kept_twice() -> None:
    network, peers = mid_game(2)
    crash(network, peers[0])
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)
    saves, _ = journal.read(peers[0].disk + peers[0].unsynced)
    numbers = [read_record(save.data).n for save in saves if save.kind == "entry"]
    assert numbers == sorted(set(numbers))
