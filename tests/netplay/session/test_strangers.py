"""Whatever strangers send, on every channel: dropped and counted, never raised, never a stop."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.kernel.canonical import pack
from netplay.session import AT, WATCH, Phase
from netplay.wire import (
    Ack,
    Again,
    Deal,
    Heard,
    Kind,
    Leave,
    Log,
    Look,
    Nonce,
    Propose,
    Range,
    Ready,
    Refuse,
    Reply,
    Report,
    Resign,
    Sign,
    Sit,
    Stance,
    Tag,
    Take,
    Vote,
    Want,
    pack_packet,
)
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
from tests.netplay.session.simnet import all_settled

EASY = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def running():
    return mid_game(3)


def position(peers):
    return [(p.session.n, p.session.head, p.session.phase, p.session.settled) for p in peers]


def throw(network, peers, payload: bytes) -> None:
    """At everyone, on every channel, from nobody and from every seat's topic."""
    before = position(peers)
    network.now += 1.0
    for peer in peers:
        for player in ("", *[other.id for other in peers]):
            for channel in (AT, WATCH, "log/0", "\x00"):
                peer.session.receive(player, channel, payload, network.now)
        peer.session.actions()
    assert position(peers) == before


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=70)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=6).map(tuple),
    max_leaves=20,
)


@EASY
@given(payload=st.binary(max_size=300))
def test_random_bytes_change_nothing(running, payload: bytes) -> None:
    throw(*running, payload)


@EASY
@given(value=values)
def test_any_well_formed_value_changes_nothing(running, value) -> None:
    network, peers = running
    throw(network, peers, pack(value))
    table = peers[0].session.ticket.table
    throw(network, peers, pack((1, table, (value,))))


@EASY
@given(tag=st.integers(0, 20), body=values, proof=st.binary(min_size=64, max_size=64))
def test_any_statement_with_a_bad_signature_changes_nothing(running, tag, body, proof) -> None:
    network, peers = running
    throw(network, peers, pack_packet(peers[0].session.ticket.table, [(tag, pack(body), proof)]))


@EASY
@given(
    fields=st.tuples(
        *(st.just("caboose/1/entry") | st.text(max_size=3),),
        st.binary(min_size=16, max_size=16),
        *[st.integers(-2, 40)] * 5,
        st.binary(min_size=32, max_size=32),
        values,
        st.binary(min_size=16, max_size=16),
    ),
    seat=st.integers(0, 3),
    own=st.booleans(),
)
def test_any_unsigned_entry_changes_nothing(running, fields, seat, own) -> None:
    network, peers = running
    table = peers[0].session.ticket.table
    fields = (fields[0], table if own else fields[1], *fields[2:])
    throw(network, peers, pack_packet(table, [(7, pack(fields), ((seat, bytes(64)),))]))


@EASY
@given(data=st.data())
def test_real_packets_with_bytes_changed_change_nothing(running, data) -> None:
    network, peers = running
    heard = data.draw(st.sampled_from(peers)).heard
    payload = bytearray(data.draw(st.sampled_from(heard)))
    for _ in range(data.draw(st.integers(1, 4))):
        payload[data.draw(st.integers(0, len(payload) - 1))] ^= data.draw(st.integers(1, 255))
    throw(network, peers, bytes(payload))


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\xc1",
        b"\x93\x01\xc4\x10" + bytes(16) + b"\x90",
        b"\x91" * 5_000,
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        bytes(2_000_000),
        pack((1, bytes(16), tuple([(0, b"", bytes(64))] * 300))),
        pack((1, bytes(16), -5)),
        pack((-1, bytes(16), ())),
        b"\x80",
        b"\xcb\x00\x00\x00\x00\x00\x00\x00\x00",
    ],
)
def test_huge_deep_and_mistyped_packets_change_nothing(running, payload: bytes) -> None:
    throw(*running, payload)


def test_every_packet_of_the_game_so_far_again_changes_nothing(running) -> None:
    network, peers = running
    everything = sorted({payload for peer in peers for payload in peer.heard})
    random.Random(1).shuffle(everything)
    for payload in everything:
        throw(network, peers, payload)


@pytest.mark.parametrize("claimed", [0, 1, 2])
def test_statements_signed_by_a_stranger_in_a_seats_name_change_nothing(running, claimed) -> None:
    network, peers = running
    stranger = nacl("stranger")
    session = peers[0].session
    key = session.roster.seats[claimed].key
    h, s = bytes(32), bytes(16)
    forged = {
        Tag.ROSTER: session.roster,
        Tag.SIT: Sit(key, 99, "x", None, None, 1, "continental-express", 1, s, "1", "ed25519"),
        Tag.REFUSE: Refuse(key, 0, 1, s, "1"),
        Tag.READY: Ready(claimed, 1, h, h),
        Tag.SIGN: Sign(claimed, h),
        Tag.NONCE: Nonce(claimed, claimed, (claimed + 1) % 3, b"sealed"),
        Tag.WANT: Want(claimed, 9, (0, 1, 2)),
        Tag.ACK: Ack(claimed, 0, session.n, h, s),
        Tag.RANGE: Range(key, 99, 0),
        Tag.REPLY: Reply(claimed, h),
        Tag.DEAL: Deal(claimed, -1, (0, 0, 0), b"deal"),
        Tag.HEARD: Heard(claimed, (9, 9, 9)),
        Tag.LEAVE: Leave(key, 9),
        Tag.TAKE: Take(key, session.n),
        Tag.PROPOSE: Propose(claimed, b"entry"),
        Tag.VOTE: Vote(claimed, session.n + 1, 8, h, 2, b""),
        Tag.AGAIN: Again(claimed, session.n),
        Tag.RESIGN: Resign(claimed, session.n),
        Tag.STANCE: Stance(claimed, 7, 1, 1, b"", 1),
        Tag.LOOK: Look(key, 99, "x", 3, 9, 3, -2, b"", 1),
        Tag.LOG: Log(key, 0, 0, b"packed"),
        Tag.REPORT: Report(claimed, key, session.n, 0, (), session.n, s, b"", "1", s),
    }
    assert set(forged) == set(Tag) - {Tag.ENTRY}
    for tag, value in forged.items():
        before = [sum(peer.session.dropped.values()) for peer in peers]
        item = statement(stranger, session.ticket.table, tag, value)
        throw(network, peers, packet(peers[0], item))
        del before


def test_forged_entries_are_dropped_and_counted() -> None:
    network, peers = mid_game(3)
    mover = on_turn(peers)
    other = next(peer for peer in peers[:3] if peer is not mover)
    victim = next(peer for peer in peers[:3] if peer not in (mover, other))
    true = legal_entry(mover)
    more = {"state_hash": true.state_hash}
    cases = {
        "signature": entry_of(mover, Kind.MOVE, true.body, by=nacl("stranger"), **more),
        "turn": entry_of(other, Kind.MOVE, true.body, **more),
        "device": entry_of(mover, Kind.MOVE, true.body, device=2, **more),
        "reserved": entry_of(mover, Kind.MOVE, true.body, branch=1, **more),
        "foreign": entry_of(mover, Kind.MOVE, true.body, table_id=bytes(16), **more),
        "author": entry_of(mover, Kind.MOVE, true.body, seat=7, **more),
        "far": entry_of(mover, Kind.MOVE, true.body, n=5_000, **more),
    }
    for why, entry in cases.items():
        before = victim.session.dropped[why]
        throw(network, peers, packet(mover, entry.item()))
        assert victim.session.dropped[why] > before, why
    assert not any(peer.session.finding for peer in peers)
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)


def test_an_agreed_entry_has_no_meaning_yet_and_is_dropped() -> None:
    network, peers = mid_game(2)
    mover = on_turn(peers)
    throw(network, peers, packet(mover, entry_of(mover, Kind.AGREED, ()).item()))
    assert peers[0].session.dropped["reserved"]


def test_spectators_cannot_act_at_the_table() -> None:
    network, peers = mid_game(2)
    mover, watcher = on_turn(peers), peers[2]
    signed = entry_of(mover, Kind.MOVE, legal_entry(mover).body, by=watcher.session._me.crypto)
    throw(network, peers, packet(mover, signed.item()))
    with pytest.raises(Exception, match="only a seat can move"):
        watcher.session.submit(peers[0].session.game.parse("pass"))


def test_after_all_of_it_the_game_goes_on_to_its_end() -> None:
    network, peers = mid_game(3)
    rng = random.Random(5)
    table = peers[0].session.ticket.table
    for _ in range(300):
        throw(network, peers, rng.randbytes(rng.randrange(200)))
        throw(network, peers, pack_packet(table, [(rng.randrange(14), b"\x90", bytes(64))]))
    go_on(network, peers)
    assert network.run(all_settled(peers), 600)
    assert all(peer.session.phase is Phase.OVER for peer in peers)
