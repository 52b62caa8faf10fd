"""Whoever listens to everybody below a table names what is wrong with each message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from netplay.crypto import player_id
from netplay.overhearing import Overhearing
from netplay.session import AT, WATCH
from netplay.wire import Ack, Kind, Look, Range, Tag, pack_packet
from tests.netplay.session.forging import (
    entry_of,
    legal_entry,
    mid_game,
    nacl,
    on_turn,
    packet,
    statement,
)
from tests.netplay.session.simnet import Network, Peer

SOMEBODY = "ab" * 16


class Ear:
    """A watcher of a game of two that is under way, and the ear that judges what it hears."""

    def __init__(self) -> None:
        self.network: Network
        self.network, self.peers = mid_game(2, 12)
        self.watcher = self.peers[-1]
        self.session = self.watcher.session
        self.judge = Overhearing(self.session, self.session._me.crypto)

    def hears(self, player: str, channel: str, payload: bytes) -> tuple[str, ...]:
        """The reasons against this message, as a node would ask for them."""
        before = self.session.drops
        self.session.receive(player, channel, payload, self.network.now)
        found = self.judge(player, channel, payload, self.session.lately(before))
        assert {who for who, _ in found} <= {player}
        return tuple(why for _, why in found)


@pytest.fixture
def ear() -> Ear:
    return Ear()


def an_ack(peer: Peer, **changed: Any) -> tuple[Any, ...]:
    session = peer.session
    seat = session.seat or 0
    ack = Ack(seat, 0, session.n, session.head, session.state_hash)._replace(**changed)
    return statement(session._me.crypto, session.ticket.table, Tag.ACK, ack)


def test_what_a_seat_truly_says_is_nothing_to_count_also_a_second_time(ear: Ear) -> None:
    mover = on_turn(ear.peers)
    said = packet(mover, legal_entry(mover).item()), packet(mover, an_ack(mover))
    for payload in (*said, *said):
        assert ear.hears(mover.id, AT, payload) == ()


def forged_ack(ear: Ear, mover: Peer) -> bytes:
    tag, body, _ = an_ack(mover)
    return packet(mover, (tag, body, bytes(64)))


def forged_entry(ear: Ear, mover: Peer) -> bytes:
    body = legal_entry(mover).body
    return packet(mover, entry_of(mover, Kind.MOVE, body, by=nacl("stranger")).item())


def out_of_turn(ear: Ear, mover: Peer) -> bytes:
    other = next(p for p in ear.peers if p is not mover and p.session.seat is not None)
    return packet(other, entry_of(other, Kind.MOVE, legal_entry(mover).body).item())


def of_nobody(ear: Ear, mover: Peer) -> bytes:
    return packet(mover, entry_of(mover, Kind.MOVE, (1,), seat=6).item())


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (forged_ack, "signature"),
        (forged_entry, "signature"),
        (out_of_turn, "turn"),
        (of_nobody, "author"),
        (lambda ear, mover: b"\x93nonsense", "malformed"),
        (lambda ear, mover: pack_packet(bytes(16), [an_ack(mover)]), "foreign"),
    ],
)
def test_each_kind_has_its_name(ear: Ear, make: Callable[[Ear, Peer], bytes], reason: str) -> None:
    mover = on_turn(ear.peers)
    assert ear.hears(mover.id, AT, make(ear, mover)) == (reason,)


def test_two_entries_signed_for_one_place_are_equivocation_each_time(ear: Ear) -> None:
    mover = on_turn(ear.peers)
    assert ear.hears(mover.id, AT, packet(mover, legal_entry(mover).item())) == ()
    for which in (1, 2):
        other = legal_entry(mover, which)
        assert ear.hears(mover.id, AT, packet(mover, other.item())) == ("equivocation",)


def test_a_seat_s_words_under_another_s_topic_are_a_copy(ear: Ear) -> None:
    mover = on_turn(ear.peers)
    payload = packet(mover, an_ack(mover))
    assert ear.hears(mover.id, AT, payload) == ()
    assert ear.hears(SOMEBODY, AT, payload) == ("replayed",)


def test_whoever_does_not_sit_here_is_named_even_where_the_words_are_true(ear: Ear) -> None:
    mover = on_turn(ear.peers)
    assert ear.hears(SOMEBODY, AT, packet(mover, an_ack(mover))) == ("stranger",)


def test_a_request_is_asked_once(ear: Ear) -> None:
    asker = nacl("asker")
    table = ear.session.ticket.table
    ask = statement(asker, table, Tag.RANGE, Range(asker.key, 7, 0))
    payload = pack_packet(table, [ask])
    assert ear.hears(player_id(asker.key), WATCH, payload) == ()
    assert ear.hears(player_id(asker.key), WATCH, payload) == ("replayed",)


def test_what_is_heard_before_the_roster_is_known_is_judged_once_it_is(ear: Ear) -> None:
    mover = on_turn(ear.peers)
    late = Ear()
    late.session._seating.roster, roster = None, late.session.roster
    payload = packet(mover, an_ack(mover))
    assert late.judge(mover.id, AT, payload, ()) == []
    assert late.judge(SOMEBODY, AT, payload, ()) == []
    late.session._seating.roster = roster
    assert late.judge(SOMEBODY, AT, b"\x93", ()) == [
        (SOMEBODY, "replayed"),
        (SOMEBODY, "malformed"),
    ]


def test_whoever_looks_at_the_game_again_signs_by_its_own_key(ear: Ear) -> None:
    asker, other = nacl("asker"), nacl("other")
    table = ear.session.ticket.table
    who = player_id(asker.key)
    said = Look(asker.key, 7, "Ana", 1, 0, 0, -1, b"", 0)
    true, forged = (
        pack_packet(table, [statement(by, table, Tag.LOOK, said)]) for by in (asker, other)
    )
    assert ear.judge(who, WATCH, true, ()) == []
    assert ear.judge(who, WATCH, forged, ()) == [(who, "signature")]
