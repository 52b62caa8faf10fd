"""Single moves are held against greedy's."""

import pytest

from benchmarks import worth


def test_greedys_own_moves_are_worth_no_more_and_no_less_than_greedys(
    capsys: pytest.CaptureFixture[str],
) -> None:
    worth.main(["greedy", "random", "--games", "1", "--worlds", "2"])
    positions, greedy, random = capsys.readouterr().out.splitlines()
    assert int(positions.split()[0]) > 0
    assert greedy.split()[1:4] == ["+0.00", "±", "0.00"]
    assert random.split()[0] == "random"
