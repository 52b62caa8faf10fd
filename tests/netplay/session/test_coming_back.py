"""A seat that comes back from its journal, in every phase."""

from typing import Any

import pytest

from core.kernel.canonical import Malformed
from netplay import journal
from netplay.session import (
    Dissolved,
    Phase,
    Save,
    Session,
)
from netplay.wire import Kind, read_record
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
from tests.netplay.session.returning import crash, said
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


def test_a_start_whose_nonce_nobody_has_any_more_dissolves_also_after_a_return() -> None:
    network = Network(3, delay=(0.01, 0.3))
    first = creator(network, 2)
    one = guest(network, first.session.ticket, "one")
    assert network.run(lambda: first.session._seating.start is not None, 300)
    assert first.session._seating.seed is None
    crash(network, one, back=False)  # for good
    crash(network, first, back=False)
    first.wakes = network.now + 10.0  # what was on its way, seat 1's nonce too, comes to nobody
    assert network.run(lambda: bool(first.of(Dissolved)), 300)
    assert "Guest one" in first.of(Dissolved)[0].says
    assert first.session.phase is Phase.CLOSED


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


def test_no_entry_is_kept_twice() -> None:
    network, peers = mid_game(2)
    crash(network, peers[0])
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)
    saves, _ = journal.read(peers[0].disk + peers[0].unsynced)
    numbers = [read_record(save.data).n for save in saves if save.kind == "entry"]
    assert numbers == sorted(set(numbers))
