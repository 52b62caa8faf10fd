"""Single moves are held against greedy's."""

import pytest

from benchmarks import fit_evaluation, worth


def test_greedys_own_moves_are_worth_no_more_and_no_less_than_greedys(
    capsys: pytest.CaptureFixture[str],
) -> None:
    worth.main(["greedy", "random", "--games", "1", "--worlds", "2"])
    positions, greedy, random = capsys.readouterr().out.splitlines()
    assert int(positions.split()[0]) > 0
    assert greedy.split()[1:4] == ["+0.00", "±", "0.00"]
    assert random.split()[0] == "random"


@pytest.mark.parametrize(
    "options",
    [
        ["bogus"],
        ["greedy", "--games", "0"],
        ["greedy", "--worlds", "0"],
        ["greedy", "--seats", "9"],
    ],
)
def test_what_cannot_be_judged_is_one_clear_line_before_any_game(
    options: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worth, "positions", None)
    with pytest.raises(SystemExit) as caught:
        worth.main(options)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.parametrize("games", ["0", "-1", "1000000000000"])
def test_a_fit_to_no_games_is_one_clear_line(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        fit_evaluation.main(["continental-express", "--games", games])
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]
