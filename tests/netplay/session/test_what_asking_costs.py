"""What a table costs while nothing is missing: spectators and quiet seats hardly ever ask."""

from typing import Any

import pytest

from netplay.session import Publish
from netplay.wire import Gone, Policy, Range, read_body, read_packet
from tests.netplay.session.simnet import Network, Peer, all_settled, table


def ranges(peer: Peer) -> int:
    """How often a peer asked for entries."""
    table_id = peer.session.ticket.table
    return sum(
        isinstance(read_body(item), Range)
        for sent in peer.outbox
        if not sent.retain
        for item in read_packet(sent.payload, table_id)
        if hasattr(item, "tag")
    )


def at_a_human_pace(watchers: int, policy: Policy | None = None) -> list[Peer]:
    network = Network(5, delay=(0.01, 0.1), think=(5.5, 9.0))
    peers = table(network, 3, 5, watchers=watchers, policy=policy)
    assert network.run(all_settled(peers), 20_000)
    assert peers[0].session.n > 60
    return peers


def test_a_spectator_of_people_who_think_asks_a_few_times_a_game() -> None:
    peers = at_a_human_pace(watchers=3)
    assert max(ranges(peer) for peer in peers[3:]) <= 4


@pytest.mark.parametrize("policy", [None, Policy(Gone.WAIT, 60)])
def test_a_quiet_seat_does_not_ask_before_every_move(policy: Policy | None) -> None:
    assert max(ranges(peer) for peer in at_a_human_pace(0, policy)) <= 5


def test_seats_say_no_more_with_spectators_than_without() -> None:
    alone, watched = at_a_human_pace(0), at_a_human_pace(6)
    said = [sum(len(peer.outbox) for peer in peers[:3]) for peers in (alone, watched)]
    answers = 6 * 4  # to what spectators ask when they come
    assert said[1] <= said[0] + answers


def test_a_spectator_that_missed_an_entry_asks_as_soon_as_it_hears_of_a_later_one() -> None:
    network = Network(5, delay=(0.01, 0.1), think=(50.0, 60.0))
    peers = table(network, 3, 5, watchers=1)
    assert network.run(lambda: peers[0].session.n > 20)
    deaf = True

    def tamper(sender: Peer, to: Peer, sent: Publish) -> Any:
        return None if deaf and to is peers[3] else sent

    network.tamper = tamper
    n = peers[0].session.n
    assert network.run(lambda: peers[0].session.n > n)
    deaf, heard = False, network.now
    assert network.run(lambda: peers[3].session.n == peers[0].session.n > n + 2)
    assert network.now < heard + 70
