"""Looking at a finished game together: one leads, others follow, strangers change nothing."""

from __future__ import annotations

from typing import Any

import pytest

from netplay.crypto import player_id
from netplay.session import AT, WATCH, Ticket
from netplay.session.looking import EVERYONE, OPEN, SILENT, Stage
from netplay.wire import MAX_TERM, Look, Tag, pack_packet
from tests.netplay.session.forging import nacl, statement, tell
from tests.netplay.session.simnet import Network, Peer, table, watcher

START = (10, EVERYONE)


def over(
    seats: int = 2, watchers: int = 1, network: Network | None = None
) -> tuple[Network, list[Peer]]:
    """A game that was played to its end."""
    network = network or Network()
    peers = table(network, seats, watchers=watchers, cryptos=nacl)
    assert network.run(lambda: all(peer.session.complete for peer in peers))
    return network, peers


def act(network: Network, peer: Peer, what: str, *args: Any, **more: Any) -> Any:
    """Do something at one session, and let the others hear of it."""
    done = getattr(peer.session, what)(*args, **more)
    network.pump(peer)
    network.run(lambda: False, 2.0)
    return done


def look(network: Network, peer: Peer, entry: int = 10, sight: int = EVERYONE) -> None:
    act(network, peer, "look", network.now, entry, sight)


def guides(peers: list[Peer]) -> set[bytes | None]:
    """Who leads, as each of them sees it."""
    return {peer.session.guide.key if peer.session.guide else None for peer in peers}


def spot(peer: Peer, of: Peer) -> tuple[int, int]:
    """Where one is, as another sees it."""
    found = next(one for one in peer.session.lookers if one.key == of.session.key)
    return found.entry, found.sight


@pytest.mark.parametrize("first", [0, 1, 2])
def test_who_opens_it_leads_and_the_others_follow_player_or_watcher(first: int) -> None:
    network, peers = over()
    order = [peers[first], *[peer for n, peer in enumerate(peers) if n != first]]
    for peer in order:
        look(network, peer)
    assert guides(peers) == {order[0].session.key}
    for peer in order[1:]:
        assert peer.session.looking is not None
        assert peer.session.looking.stage is Stage.FOLLOWS
    act(network, order[0], "look", network.now, 25, OPEN)
    for peer in order[1:]:
        assert spot(peer, order[0]) == (25, OPEN)


def test_who_does_not_look_on_sees_who_does() -> None:
    network, peers = over()
    look(network, peers[1])
    assert [one.name for one in peers[0].session.lookers] == ["Player 1"]
    assert peers[0].session.looking is None


def test_who_moves_on_its_own_breaks_free_and_follows_again_when_asked_to() -> None:
    network, peers = over()
    for peer in peers:
        look(network, peer)
    act(network, peers[2], "look", network.now, 40, 1)
    assert peers[2].session.looking.stage is Stage.FREE
    assert spot(peers[0], peers[2]) == (40, 1)
    act(network, peers[2], "follow", network.now, True)
    act(network, peers[2], "look", network.now, 10, EVERYONE, led=True)
    assert peers[2].session.looking.stage is Stage.FOLLOWS
    assert guides(peers) == {peers[0].session.key}


def test_the_lead_is_given_to_one_who_is_there_and_to_nobody_else() -> None:
    network, peers = over()
    for peer in peers:
        look(network, peer)
    assert not act(network, peers[1], "hand_over", peers[2].session.key, network.now)
    assert not act(network, peers[0], "hand_over", nacl("nobody").key, network.now)
    assert act(network, peers[0], "hand_over", peers[2].session.key, network.now)
    assert guides(peers) == {peers[2].session.key}
    assert peers[0].session.looking.stage is Stage.FOLLOWS


def test_a_seat_takes_the_lead_from_a_watcher_but_not_from_a_seat() -> None:
    network, peers = over()
    look(network, peers[2])
    for peer in peers[:2]:
        look(network, peer)
    assert guides(peers) == {peers[2].session.key}
    assert act(network, peers[1], "lead", network.now)
    assert guides(peers) == {peers[1].session.key}
    assert peers[2].session.looking.stage is Stage.FOLLOWS
    assert not act(network, peers[0], "lead", network.now)
    assert not act(network, peers[2], "lead", network.now)
    assert guides(peers) == {peers[1].session.key}


def test_the_lead_is_free_to_take_when_its_owner_closes_it() -> None:
    network, peers = over()
    for peer in peers:
        look(network, peer)
    act(network, peers[0], "look_away", network.now)
    assert guides(peers) == {None}
    assert act(network, peers[2], "lead", network.now)
    assert guides(peers) == {peers[2].session.key}


def test_who_is_cut_off_loses_the_lead_and_follows_when_back() -> None:
    network, peers = over()
    for peer in peers:
        look(network, peer)
    network.tamper = lambda sender, to, packet: None if peers[0] in (sender, to) else packet
    network.run(lambda: False, SILENT + 5)
    assert act(network, peers[1], "lead", network.now)
    network.tamper = None
    network.run(lambda: False, 25.0)
    assert guides(peers) == {peers[1].session.key}
    assert peers[0].session.looking.stage is Stage.FOLLOWS


def test_two_who_open_it_at_once_agree_on_one_leader() -> None:
    network = Network(delay=(0.2, 0.4))
    network, peers = over(3, 1, network)
    for peer in peers:
        peer.session.look(network.now, *START)
        network.pump(peer)
    network.run(lambda: False, 5.0)
    assert guides(peers) == {peers[0].session.key}


def test_who_comes_late_learns_who_leads_and_where() -> None:
    network, peers = over()
    look(network, peers[1], 33, 0)
    late = network.add(watcher(peers[0].session.ticket, 9, 0, network.now, cryptos=nacl))
    network.run(lambda: late.session.complete, 60)
    look(network, late)
    assert guides([*peers, late]) == {peers[1].session.key}
    assert spot(late, peers[1]) == (33, 0)


def test_watchers_who_hear_no_watcher_are_told_by_a_seat() -> None:
    network, peers = over(2, 2)

    def apart(sender: Peer, to: Peer, packet: Any) -> Any:
        return None if packet.channel == WATCH and to in peers[2:] else packet

    network.tamper = apart
    for peer in (peers[2], peers[3]):
        look(network, peer)
    act(network, peers[2], "look", network.now, 21, OPEN)
    assert guides(peers) == {peers[2].session.key}
    assert spot(peers[3], peers[2]) == (21, OPEN)


def test_watchers_are_with_each_other_also_when_all_seats_are_gone() -> None:
    network, peers = over(2, 2)
    for peer in peers[:2]:
        network.peers.remove(peer)
    look(network, peers[2])
    look(network, peers[3])
    act(network, peers[2], "look", network.now, 21, OPEN)
    assert spot(peers[3], peers[2]) == (21, OPEN)


def test_many_steps_at_once_are_few_packets() -> None:
    network, peers = over()
    look(network, peers[0])
    said = len(peers[0].outbox)
    for n in range(100):
        peers[0].session.look(network.now, n // 2, EVERYONE)
        network.pump(peers[0])
        network.run(lambda: False, 0.01)
    network.run(lambda: False, 1.0)
    assert len(peers[0].outbox) - said <= 8
    look(network, peers[1])
    assert spot(peers[1], peers[0]) == (49, EVERYONE)


def test_nobody_is_heard_while_the_game_goes_on() -> None:
    network = Network()
    peers = table(network, 2, watchers=1, cryptos=nacl)
    assert network.run(lambda: all(peer.session.n > 20 for peer in peers))
    peers[0].session.look(network.now, *START)
    assert peers[0].session.looking is None
    tell(network, peers[1], [peers[0]], said(peers[1], Look(b"", 1, "", 3, 1, 5, OPEN, b"", 0)))
    assert not peers[0].session.lookers
    assert peers[0].session.dropped["early"] == 1


def said(peer: Peer, value: Look, by: Any = None) -> Any:
    """A word as ``peer`` would say it, with any field forged."""
    crypto = by or peer.session._me.crypto
    value = value if value.key else value._replace(key=crypto.key)
    return statement(crypto, peer.session.ticket.table, Tag.LOOK, value)


def stranger(network: Network, to: list[Peer], ticket: Ticket, value: Look, name: str) -> None:
    """Somebody who never came to the table says something beside it."""
    crypto = nacl(name)
    value = value._replace(key=crypto.key)
    item = statement(crypto, ticket.table, Tag.LOOK, value)
    for peer in to:
        network.send(peer, player_id(crypto.key), WATCH, pack_packet(ticket.table, (item,)))
    network.run(lambda: False, 0.5)


def test_entries_and_eyes_that_are_not_there_change_nothing() -> None:
    network, peers = over()
    look(network, peers[1])
    last = peers[0].session.n
    for n, (entry, sight) in enumerate(((last + 1, EVERYONE), (5, 2), (1 << 20, OPEN))):
        word = Look(b"", 1 << 50 | n, "", 3, 1, entry, sight, b"", 0)
        tell(network, peers[1], [peers[0]], said(peers[1], word))
    assert peers[0].session.dropped["place"] == 3
    assert spot(peers[0], peers[1]) == START


def test_a_forged_word_and_an_old_one_change_nothing() -> None:
    network, peers = over()
    for peer in peers:
        look(network, peer)
    key = peers[0].session.key
    word = Look(key, 1 << 50, "", 0, 1, 5, OPEN, b"", 0)
    tell(network, peers[2], [peers[1]], said(peers[0], word, nacl("stranger")))
    tell(network, peers[0], [peers[1]], said(peers[0], word._replace(sequence=0)))
    assert spot(peers[1], peers[0]) == START
    assert peers[1].session.dropped["signature"] == 1


def test_a_stranger_takes_no_lead_from_a_seat_however_it_counts() -> None:
    network, peers = over()
    for peer in peers:
        look(network, peer)
    word = Look(b"", 1, "Mallory", 3, MAX_TERM, 5, OPEN, peers[2].session.key, 0)
    stranger(network, peers, peers[0].session.ticket, word, "mallory")
    assert guides(peers) == {peers[0].session.key}
    assert peers[2].session.looking.stage is Stage.FOLLOWS
    assert act(network, peers[0], "hand_over", peers[1].session.key, network.now)
    assert guides(peers) == {peers[1].session.key}


def test_a_strangers_name_is_cleaned_and_passes_for_no_seat() -> None:
    network, peers = over()
    word = Look(b"", 1, "\x1b[31mPlayer\u202e 1" + "x" * 40, 2, 0, 5, EVERYONE, b"", 0)
    stranger(network, peers, peers[0].session.ticket, word, "mallory")
    (one,) = peers[0].session.lookers
    assert one.seat is None
    assert len(one.name) <= 24
    assert "\x1b" not in one.name
    assert "\u202e" not in one.name


def test_a_crowd_of_strangers_leaves_room_for_the_seats() -> None:
    network, peers = over()
    for n in range(40):
        word = Look(b"", 1, f"stranger {n}", 3, MAX_TERM, 5, EVERYONE, b"", 1)
        stranger(network, peers[:2], peers[0].session.ticket, word, f"mallory {n}")
    look(network, peers[1])
    seen = peers[0].session.lookers
    assert len(seen) <= 17
    assert seen[0].seat == 1
    assert peers[0].session.dropped["crowd"] >= 20
    network.run(lambda: False, SILENT + 1)
    assert [one.seat for one in peers[0].session.lookers] == [1]


def test_one_who_shouts_is_heard_now_and_then_and_answered_seldom() -> None:
    network, peers = over()
    look(network, peers[0])
    said_before = len(peers[0].outbox)
    for n in range(300):
        word = Look(b"", 100 + n, "", 2, 0, n % 20, EVERYONE, b"", 1)
        network.send(
            peers[0], peers[1].id, AT,
            pack_packet(peers[0].session.ticket.table, (said(peers[1], word),)),
            n * 0.01,
        )  # fmt: skip
    network.run(lambda: False, 4.0)
    assert peers[0].session.dropped["pace"] > 200
    assert len(peers[0].outbox) - said_before < 25


def test_nobody_becomes_the_leader_because_the_one_they_came_to_goes_at_once() -> None:
    network, peers = over()
    look(network, peers[0])
    peers[1].session.look(network.now, *START)
    network.pump(peers[1])
    network.run(lambda: peers[1].session.guide is not None, 0.5)
    act(network, peers[0], "look_away", network.now)
    network.run(lambda: False, 5.0)
    assert guides(peers) == {None}
