"""Whole games over networks that lose, double, delay and reorder."""

import pytest

from netplay.session import Phase
from tests.netplay.session.simnet import Network, all_settled, table

ROUGH = {"loss": 0.15, "double": 0.1, "delay": (0.01, 0.6)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_on_a_good_network_ends_with_equal_hashes_and_everything_settled(seats: int) -> None:
    network = Network()
    peers = table(network, seats, watchers=1)
    assert network.run(all_settled(peers), 300)
    assert len({peer.session.state_hash for peer in peers}) == 1
    assert len({peer.session.head for peer in peers}) == 1
    assert all(peer.session.phase is Phase.OVER for peer in peers)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_game_on_a_rough_network_ends_with_equal_hashes_and_everything_settled(
    seats: int, seed: int
) -> None:
    network = Network(seed, **ROUGH)
    peers = table(network, seats, seed, watchers=2)
    assert network.run(all_settled(peers)), [
        (p.session.phase, p.session.n, p.session.settled, p.session.finding) for p in peers
    ]
    assert len({peer.session.records() for peer in peers}) == 1


def test_the_same_seeds_give_the_same_game_on_any_network() -> None:
    hashes = set()
    for seed in range(3):
        network = Network(seed, **ROUGH)
        peers = table(network, 3, seed=5)
        assert network.run(all_settled(peers))
        hashes.add(peers[0].session.state_hash)
    assert len(hashes) == 1
