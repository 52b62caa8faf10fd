"""Another dealer in the open deal's place: no change to rules, session or log."""

import pytest

from core.kernel.canonical import unpack
from core.kernel.dealer import OpenDeal
from core.kernel.requests import ALL, Reveal
from netplay.crypto_nacl import NaclCrypto
from netplay.session import Code
from netplay.wire import Kind, Tag, read_packet, read_record
from tests.netplay.session.oracle import Oracle, OracleDealer
from tests.netplay.session.simnet import GAME, Network, all_settled, secret, table


def dealt(network: Network, seats: int, seed: int = 0, **more: object):
    oracle = Oracle(secret("truth", seed), seats)
    peers = table(
        network, seats, seed, watchers=1, dealers=[oracle.dealer] * seats, deal="oracle", **more
    )
    return oracle, peers


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_runs_with_a_dealer_that_needs_all_seats_for_every_card(seats: int) -> None:
    network = Network()
    oracle, peers = dealt(network, seats)
    assert network.run(all_settled(peers))
    assert len({peer.session.state_hash for peer in peers}) == 1
    kinds = {read_record(record).kind for record in peers[0].session.records()}
    assert kinds == {Kind.START, Kind.MOVE, Kind.ANSWER, Kind.END}
    # Every public card in the log is the oracle's.
    told = OpenDeal(oracle.seed, GAME.decks(GAME.options(), seats))
    for request, cards in zip(oracle._requests, oracle._answers, strict=True):
        assert told.answer(request) == cards


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_that_dealer_survives_a_rough_network(seats: int, seed: int) -> None:
    network = Network(seed, loss=0.15, double=0.1, delay=(0.01, 0.6))
    _, peers = dealt(network, seats, seed)
    assert network.run(all_settled(peers))
    assert len({peer.session.records() for peer in peers}) == 1


def test_no_seat_is_told_what_only_another_may_see() -> None:
    network = Network()
    oracle, peers = dealt(network, 3)
    assert network.run(all_settled(peers))
    for seat, number in oracle.told:
        request = oracle._requests[number]
        assert not isinstance(request, Reveal) or request.to in (ALL, seat)
    private = [r for r in oracle._requests if isinstance(r, Reveal) and r.to != ALL]
    assert private
    for request in private:
        for peer in peers[:3]:
            known = set(request.slots) & set(peer.session.secrets)
            assert not known or request.to == peer.session.seat


def test_shares_for_one_seat_cross_the_wire_sealed() -> None:
    network = Network()
    oracle, peers = dealt(network, 3, cryptos=lambda place, seed: NaclCrypto(secret(f"k{place}")))
    assert network.run(all_settled(peers))
    private = {
        number: request.to
        for number, request in enumerate(oracle._requests)
        if isinstance(request, Reveal) and request.to != ALL
    }
    heard = b"".join(peers[3].heard)
    for number, to in private.items():
        for seat in range(3):
            assert (oracle.share(number, seat) in heard) is False, (number, to, seat)
    some_public = next(number for number in range(99) if number not in private)
    assert oracle.share(some_public, 0) in heard


def test_a_private_message_is_sealed_to_one_seat_and_open_to_no_other() -> None:
    network = Network()
    _, peers = dealt(network, 3, cryptos=lambda place, seed: NaclCrypto(secret(f"k{place}")))
    assert network.run(all_settled(peers))
    table_id = peers[0].session.ticket.table
    found = 0
    for payload in peers[3].heard:
        for item in read_packet(payload, table_id):
            if item.tag is not Tag.DEAL if hasattr(item, "tag") else True:
                continue
            _, to, _, data = unpack(item.body)
            if to < 0:
                continue
            found += 1
            for place, peer in enumerate(peers[:3]):
                if place == to:
                    assert peer.session._me.crypto.unseal(data)
                else:
                    with pytest.raises(ValueError):
                        peer.session._me.crypto.unseal(data)
    assert found


class Liar(OracleDealer):
    """Turns over other cards than lie there."""

    def poll(self):
        out = super().poll()
        out.answers = [
            type(a)(a.number, tuple(reversed(a.public)) if a.public else None, a.mine)
            for a in out.answers
        ]
        return out


def test_a_seat_that_turns_over_other_cards_than_the_dealers_found_stops_the_table() -> None:
    network = Network()
    oracle = Oracle(secret("truth"), 3)

    def liar(seed, decks, seat, seats):
        dealer = oracle.dealer(seed, decks, seat, seats)
        dealer.__class__ = Liar
        return dealer

    peers = table(network, 3, dealers=[liar, oracle.dealer, oracle.dealer], deal="oracle")
    assert network.run(lambda: all(peer.session.finding for peer in peers), 600)
    codes = {peer.session.finding.code for peer in peers[1:]}
    assert codes == {Code.ANSWER}
