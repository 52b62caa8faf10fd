"""How strong the bots are, on fixed deals; and random play against an independent simulation."""

import pytest

from benchmarks.arena.basics import play, wins
from core.games.registry import game

GAME = game("continental-express")


def test_greedy_wins_95_percent_of_two_player_games_against_random() -> None:
    assert wins(GAME, "greedy", "random", seats=2, count=400, seed=2024) >= 0.95 * 400


def test_greedy_alone_against_three_random_wins_85_percent() -> None:
    assert wins(GAME, "greedy", "random", seats=4, count=400, seed=2024) >= 0.85 * 400


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seats", "turns", "points"), [(2, 17.3, 14.9), (3, 16.2, 14.0), (4, 15.5, 13.2)]
)
def test_random_games_last_and_score_as_in_the_independent_simulation(
    seats: int, turns: float, points: float
) -> None:
    games = 4000
    results = [play(GAME, ["random"] * seats, b"statistics %d" % n) for n in range(games)]
    mean_turns = sum(result.takes for result in results) / games / seats
    mean_points = sum(sum(result.totals) for result in results) / games / seats
    assert mean_turns == pytest.approx(turns, rel=0.05)
    assert mean_points == pytest.approx(points, rel=0.05)
