"""What the end of a simulation is worth: chances of winning, and little else."""

from core.bots.search.rewards import WHOLE, margins, rewards


def test_equals_share_the_chances() -> None:
    assert rewards((900, 900, 900, 900), 200, None) == [WHOLE // 4] * 4


def test_the_same_lead_counts_for_more_the_less_is_open() -> None:
    early, late = rewards((1000, 800), 400, None), rewards((1000, 800), 100, None)
    assert WHOLE // 2 < early[0] < late[0] < WHOLE
    assert abs(sum(early) - WHOLE) <= 1


def test_who_is_far_behind_has_next_to_no_chance_but_prefers_a_little_more() -> None:
    lost = [rewards((5000, own), 200, (0,))[1] for own in (4000, 4600, 4900)]
    assert lost == sorted(set(lost))
    assert lost[-1] < WHOLE // 16


def test_a_game_that_is_over_is_worth_who_won_it() -> None:
    # The tie-break decided: as many points, one winner.
    won, lost = rewards((2000, 2000), 200, (0,))
    assert won > WHOLE * 15 // 16
    assert lost < WHOLE // 16
    assert rewards((2000, 2000), 200, (0, 1)) == [WHOLE // 2] * 2


def test_a_margin_is_over_the_best_opponent() -> None:
    assert margins((500, 900, 700)) == [-400, 200, -200]
    assert margins((900, 900)) == [0, 0]
