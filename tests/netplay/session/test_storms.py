"""Whole games in storms: whatever is lost, doubled, cut off or killed, all end alike.

With those of `test_governed_storms` these are two thousand, one test each, so that workers share them.

``CABOOSE_STORMS=20000`` plays that many, ``CABOOSE_STORM=17`` only that one. A failure names the
command that repeats it.
"""

import os

import pytest

from tests.netplay.session.storm import Storm

COUNT = int(os.environ.get("CABOOSE_STORMS", "1200"))
ONLY = os.environ.get("CABOOSE_STORM")
SEEDS = [int(ONLY)] if ONLY else range(COUNT)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_in_a_storm_ends_with_equal_hashes_and_nothing_settled_is_lost(seed: int) -> None:
    Storm(seed).run()


def test_storms_bring_every_kind_of_trouble() -> None:
    """What the games above are worth: a storm that does nothing would pass them all."""
    crashes = fires = late = 0
    for seed in range(20):
        storm = Storm(seed).run()
        crashes += sum(peer.crashes for peer in storm.peers)
        fires += storm.burnt
        late += len(storm.peers) - storm.seats - 1
    assert crashes >= 20
    assert fires >= 1
    assert late >= 3
