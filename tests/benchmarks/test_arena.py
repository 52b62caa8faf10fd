"""The arena's arithmetic against known values, and that its runs can be broken off and taken up."""

from __future__ import annotations

import json
import multiprocessing
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from benchmarks.arena import report, runs
from benchmarks.arena.__main__ import main
from benchmarks.arena.players import NoSuchPlayer, player
from benchmarks.arena.report import table
from benchmarks.arena.runs import Contest, Played, Results, judged, run
from benchmarks.arena.stats import Test as Sprt
from benchmarks.arena.stats import elo, wilson
from core import ENGINE
from core.games.registry import game
from core.match import Match

QUICK = Contest("greedy", "random", 2, 12)


def test_wilson_gives_the_published_values() -> None:
    low, high = wilson(8, 10)
    assert (round(low, 3), round(high, 3)) == (0.490, 0.943)
    low, high = wilson(0, 10)
    assert low == pytest.approx(0.0, abs=1e-9)
    assert round(high, 3) == 0.278


def test_the_sequential_test_decides_as_soon_as_wald_s_bound_is_passed() -> None:
    test = Sprt(0.5, 0.6)
    # ln(19) / ln(1.2) = 16.15 games won in a row; ln(19) / -ln(0.8) = 13.2 lost.
    assert test.verdict([1.0] * 100) == ("reached", 17)
    assert test.verdict([0.0] * 100) == ("not reached", 14)
    assert test.verdict([0.0, 1.0] * 10) == ("undecided", 20)


def test_ratings_follow_from_win_rates() -> None:
    # 10 to 1 is 400 points on the Elo scale; the added half games are nothing beside thousands.
    found = elo({("strong", "weak"): (10_000.0, 11_000)}, "weak")
    assert found["weak"][0] == pytest.approx(0.0)
    assert found["strong"][0] == pytest.approx(400.0, abs=1.0)


def test_ratings_of_three_are_those_of_their_pairings() -> None:
    scores = {
        ("a", "b"): (7500.0, 10_000),
        ("b", "c"): (7500.0, 10_000),
        ("a", "c"): (9000.0, 10_000),
    }
    found = elo(scores, "c")
    assert found["b"][0] == pytest.approx(190.8, abs=1.0)
    assert found["a"][0] == pytest.approx(381.7, abs=1.0)


def finish(contest: Contest, path: Path, workers: int = 1) -> list[float]:
    rows = []
    for rows, _ in run(contest, Results(path, "test"), workers):  # noqa: B007 - the last counts
        pass
    return [row.share for row in rows]


def test_a_run_that_was_broken_off_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = finish(QUICK, tmp_path / "whole")
    path = tmp_path / "part"
    lines = (tmp_path / "whole").read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:5]) + lines[5][:20])
    assert len(Results(path, "test").of(QUICK)) == 5
    assert finish(QUICK, path) == whole
    assert len(Results(path, "test").of(QUICK)) == len(whole)


def test_two_processes_come_to_the_same_as_one(tmp_path: Path) -> None:
    assert finish(QUICK, tmp_path / "two", workers=2) == finish(QUICK, tmp_path / "one")


def test_games_of_another_core_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "games"
    finish(QUICK, path)
    assert not Results(path, "other").of(QUICK)


def test_games_at_another_pace_do_not_count(tmp_path: Path) -> None:
    finish(QUICK, tmp_path / "games")
    assert not Results(tmp_path / "games", "test").of(QUICK._replace(pace=2.5))


def test_at_a_pace_of_ten_a_second_is_over_in_a_tenth(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(game("continental-express"), 2, b"pace")
    seat = match.state.turn
    assert seat is not None
    asked: list[float] = []

    def clock() -> float:
        asked.append(len(asked) / 100)
        return asked[-1]

    monkeypatch.setattr("benchmarks.arena.players.time.process_time", clock)
    found = []
    for pace in (1.0, 10.0):
        asked.clear()
        thinker = player("hard@1s", match.game, 2, b"pace", pace=pace)
        thinker.choose(match.state, seat, match.secrets[seat])
        found.append(len(asked))
    assert found == [101, 11], (
        "when it begins, and before every two simulations until a second is over"
    )


def test_seats_rotate_and_contests_have_the_same_deals(tmp_path: Path) -> None:
    mirrored = Contest("random", "random", 2, 8)
    finish(mirrored, tmp_path / "games")
    rows = [json.loads(line)["game"] for line in (tmp_path / "games").read_text().splitlines()]
    assert [row[0] for row in rows] == list(range(8))


def test_games_after_the_decision_do_not_count() -> None:
    contest = QUICK._replace(count=100, test=Sprt(0.5, 0.9))
    known = {n: Played(n, 1.0, (1, 0), 0.0, 0.0, 1) for n in range(50) if n != 30}
    rows, says = judged(contest, known)
    assert says == "reached"
    assert len(rows) == contest.test.verdict([1.0] * 50)[1]  # type: ignore[union-attr]  # set above


@pytest.mark.skipif(ENGINE == "compiled", reason="it reaches into the search: the plain engine's")
def test_the_upper_reference_plays_with_every_card_in_sight() -> None:
    rules = game(QUICK.game)
    match = Match(rules, 2, b"deal")
    seen: list[Sequence[int]] = []

    def sees() -> Sequence[int]:
        seen.append(match.cards)
        return match.cards

    bots = [player(name, rules, 2, b"", sees) for name in ("seer@4", "greedy")]
    while not match.state.over:
        turn = match.state.turn
        assert turn is not None
        match.play(bots[turn].choose(match.state, turn, match.secrets[turn]))
    assert seen, "it looked"
    assert all(match.cards[slot] == card for slot, card in match.secrets[0].items())


@pytest.mark.parametrize(
    "name", ["nobody", "greedy@5", "hard@0s", "hard@x", "flat@-1", "hard@1e9s"]
)
def test_a_player_there_is_not_is_one_clear_sentence(name: str) -> None:
    with pytest.raises(NoSuchPlayer) as caught:
        player(name, game(QUICK.game), 2, b"")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "arguments",
    [
        ["goals", "--only", "0"],
        ["goals", "--only", "99"],
        ["contest", "greedy"],
        ["contest", "greedy", "nobody"],
        ["contest", "greedy", "random", "--seats", "9"],
        ["contest", "greedy", "random", "--pace", "0"],
        ["contest", "greedy", "random", "--test", "0.6", "0.5"],
        ["contest", "greedy", "random", "--games", "-1"],
        ["contest", "greedy", "random", "--games", "0"],
        ["contest", "greedy", "random", "--games", "1000000000000"],
        ["contest", "greedy", "random", "--games", "many"],
        ["contest", "greedy", "random", "--workers", "0"],
        ["contest", "greedy", "random", "--workers", "100000"],
        ["contest", "greedy", "random", "--seed", "-1"],
        ["contest", "greedy", "random", "--seed", "9" * 500],
        ["contest", "greedy", "random", "--core", "abc"],
        ["contest", "greedy", "random", "--only", "1"],
        ["contest", "greedy", "random", "--results", "no/such/folder/games"],
        ["basics", "bogus"],
        ["basics", "--games", "0"],
        ["basics", "--pace", "2"],
        ["basics", "--results", "games"],
        ["basics", "--seats", "4"],
        ["goals", "greedy", "random"],
        ["goals", "--game", "a-toute-vapeur"],
        ["goals", "--games", "10"],
        ["goals", "--seats", "4"],
        ["goals", "--seed", "2"],
        ["table", "--games", "10"],
        ["table", "--results", "."],
    ],
)
def test_what_cannot_be_run_is_one_clear_line(
    arguments: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]
    assert not list(tmp_path.iterdir()), "nothing was played"


def test_a_killed_process_ends_the_contest_and_the_same_command_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    others = set(multiprocessing.active_children())

    def kill(_contest: Contest, played: Sequence[Played], _says: str) -> str:
        for child in set(multiprocessing.active_children()) - others if played else ():
            child.kill()
        return ""

    monkeypatch.setattr(report, "row", kill)
    path = tmp_path / "games"
    command = ["contest", "greedy", "random", "--workers", "2", "--results", str(path)]
    assert main(command) == 1
    assert capsys.readouterr().err.splitlines()[-1].endswith("goes on with the same command")
    kept = path.read_text().splitlines()
    assert kept
    monkeypatch.undo()
    assert main([*command, "--games", str(len(kept) + 2)]) == 0
    assert path.read_text().splitlines()[: len(kept)] == kept


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_is_one_line_and_leaves_no_process(
    workers: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    others = set(multiprocessing.active_children())

    def interrupt(*_: Any, **__: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "play_one" if workers == "1" else "wait", interrupt)
    options = ["--workers", workers, "--results", str(tmp_path / "games")]
    assert main(["contest", "greedy", "random", *options]) == 130
    said = capsys.readouterr().err.splitlines()[-1]
    assert said == "broken off; goes on with the same command"
    assert set(multiprocessing.active_children()) <= others


@pytest.mark.parametrize(
    "game",
    [
        [0, "abc", 1, 2, 3, 4],
        ["0", 1, [1, 0], 0.1, 0.1, 9],
        [0, 1, ["1", 0], 0.1, 0.1, 9],
        [0, float("nan"), [1, 0], 0.1, 0.1, 9],
        [0, 1, [1, 0], 10**400, 0.1, 9],
        [0, 1, [1, 0], 0.1, None, 9],
        [0, 1, [1, 0], 0.1, 0.1, "9"],
        [0],
        7,
    ],
)
def test_a_line_that_is_no_game_is_dropped(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "games"
    good = {"core": "test", "contest": QUICK.key, "game": [1, 1, [1, 0], 0.1, 0.1, 9]}
    path.write_text(f"{json.dumps(good | {'game': game})}\n{json.dumps(good)}\n{'[' * 100_000}\n")
    results = Results(path, "test")
    assert list(results.of(QUICK)) == [1]
    assert QUICK.hero not in table([QUICK], results), "game 0 is still to be played"


def test_a_table_is_shown_where_its_players_cannot_play_and_makes_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "benchmarks.references.openspiel", None)
    path = tmp_path / "games"
    assert main(["table", "--results", str(path), "--core", "earlier"]) == 0
    assert "Core earlier" in capsys.readouterr().out
    assert not path.exists()


def test_what_openspiel_needs_is_what_the_project_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "benchmarks.references.openspiel", None)
    project = tomllib.loads((runs.ROOT / "pyproject.toml").read_text())
    with pytest.raises(NoSuchPlayer) as caught:
        player("openspiel", game(QUICK.game), 2, b"")
    (needed,) = [one for one in project["dependency-groups"]["bench"] if "spiel" in one]
    assert needed in str(caught.value)


def test_the_state_of_core_is_the_same_from_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = runs.version()
    monkeypatch.chdir(tmp_path)
    assert runs.version() == here


def test_who_never_met_the_anchor_has_no_rating(tmp_path: Path) -> None:
    results = Results(tmp_path / "games", "test")
    pairs = [("easy", "greedy"), ("hard", "easy"), ("flat@1s", "openspiel@1s")]
    contests = [Contest(hero, other, 2, 1) for hero, other in pairs]
    for contest in contests:
        results.add(contest, Played(0, 1.0, (1, 0), 0.0, 0.0, 1))
    ratings = table(contests, results).partition("| bot |")[2]
    assert "| hard |" in ratings
    assert "flat" not in ratings


def test_the_tables_of_a_round_robin(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    three = ["random", "greedy", "easy"]
    options = ["--games", "4", "--workers", "1", "--results", str(tmp_path / "games")]
    assert main(["robin", *three, *options]) == 0
    played = capsys.readouterr().out
    assert played.count("| played |") == 3
    assert "| greedy | +0 |" in played
    assert main(["table", *three, *options]) == 0
    assert capsys.readouterr().out == played


@pytest.mark.parametrize("name", ["flat@4", "easy", "hard@8"])
def test_references_and_levels_play_whole_legal_games(name: str) -> None:
    from benchmarks.arena.runs import play_one

    played = play_one(Contest(name, "random", 2, 1), 0)
    assert played.moves > 20
