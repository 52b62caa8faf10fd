"""`caboose analyse`, through the command line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from netplay.review import Review
from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tui.cli import analyse
from tui.cli.main import main

CLOSELY = 50


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """One entry, and a costly move, is looked at as the others are, only longer."""
    monkeypatch.setattr(analyse, "_AT", CLOSELY)


GAMES = ("continental-express", "a-toute-vapeur")


def kept(folder: Path, game: str = GAMES[0], cut: int = 0) -> Path:
    records = keep(game, 2, "local").records
    path = folder / "game.caboose"
    path.write_bytes(encode(records[: len(records) - cut]))
    return path


def choice(path: Path, least: int = 30) -> int:
    """An entry after which somebody has several moves."""
    review = Review(path.read_bytes())
    return next(
        frame.n
        for frame in review.frames[least:]
        if not frame.state.awaiting
        and len(review.game.moves(frame.state, frame.secrets[frame.state.turn])) > 3
    )


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["analyse", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_lists_every_legal_move_with_margin_and_error(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path, game)
    at = choice(path)
    found = said(capsys, str(path), "--at", str(at), "--simulations", "200", "--json")
    review = Review(path.read_bytes())
    state = review.frames[at].state
    legal = review.game.moves(state, review.frames[at].secrets[state.turn])
    assert {one["move"] for one in found["moves"]} == {review.game.text(move) for move in legal}
    assert found["seat"] == state.turn + 1
    assert found["sees"] == "own cards"
    assert found["moves"][0]["margin"] is not None
    assert all(one["margin"] is not None for one in found["moves"][:4])
    assert found["simulations"] == 200
    assert (
        sum(one["visits"] for one in found["moves"]) >= 200
    )  # moves that come to the same share theirs


def test_the_same_entry_and_simulations_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path)
    arguments = (str(path), "--at", str(choice(path)), "--simulations", "100", "--json")
    assert said(capsys, *arguments) == said(capsys, *arguments)


def test_an_unfinished_game_is_judged_by_public_facts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at = choice(kept(tmp_path))
    path = kept(tmp_path, cut=1)
    found = said(capsys, str(path), "--at", str(at), "--simulations", "50", "--json")
    assert found["sees"] == "public facts"


def test_a_whole_game_says_what_every_choice_cost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path)
    found = said(capsys, str(path), "--simulations", "40", "--json")
    assert found["moments"]
    for moment in found["moments"]:
        assert moment["regret"] is None or moment["regret"] >= 0
        if moment["played"] == moment["best"]:
            assert moment["regret"] == 0
    assert main(["analyse", str(path), "--simulations", "40"]) == 0
    out = capsys.readouterr().out
    assert "points given away" in out


def test_what_a_list_of_mistakes_begins_with_was_looked_at_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(kept(tmp_path))
    found = said(capsys, path, "--simulations", "20", "--json")["moments"]
    costly = sorted((one for one in found if one["regret"]), key=lambda one: -one["regret"])
    assert {one["simulations"] for one in costly[:12]} == {CLOSELY}
    assert {one["simulations"] for one in found} == {20, CLOSELY}
    # It is as if only so much had been asked for, so that nothing is left of the first look.
    closely = said(capsys, path, "--simulations", f"{CLOSELY}", "--json")["moments"]
    assert [one for one in closely if one["entry"] in {one["entry"] for one in costly[:12]}] == [
        one for one in found if one["entry"] in {one["entry"] for one in costly[:12]}
    ]


def test_the_worst_moves_have_a_known_cost_however_soon_the_search_gave_them_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = said(capsys, str(kept(tmp_path)), "--simulations", "90", "--json")
    other = [one for one in found["moments"] if one["played"] != one["best"]]
    assert len(other) > 5
    assert all(one["regret"] is not None and one["error"] is not None for one in other)


def test_a_game_may_come_by_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(tmp_path)
    stdin = SimpleNamespace(buffer=io.BytesIO(path.read_bytes()))
    monkeypatch.setattr("sys.stdin", stdin)
    found = said(capsys, "-", "--at", str(choice(path)), "--simulations", "20", "--json")
    assert found["game"] == GAMES[0]


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (["--at", "99999"], 2, "beyond the last one"),
        (["--at", "1"], 2, "the next choice is after entry"),
        (["--at", "end"], 2, "--at"),
        (["--simulations", "0"], 2, "--simulations"),
        (["--simulations", "99999999999"], 2, "--simulations"),
        (["--seconds", "0"], 2, "--seconds"),
        (["--seconds", "nan"], 2, "--seconds"),
        (["--seconds", "1e9"], 2, "--seconds"),
        (["--seconds", "1_0"], 2, "--seconds"),
        (["--seconds", "\u0663"], 2, "--seconds"),
        (["--seconds", "1", "--simulations", "5"], 2, "not both"),
    ],
)
def test_what_cannot_be_done_is_one_clear_line(
    more: list[str], code: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["analyse", str(kept(tmp_path)), *more]) == code
    err = capsys.readouterr().err
    assert says in err
    assert err.count("\n") == 1


def test_the_end_of_a_game_has_no_move_to_think_about(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path)
    last = len(Review(path.read_bytes()).frames) - 1
    assert main(["analyse", str(path), "--at", str(last)]) == 2
    assert "the game is over" in capsys.readouterr().err


def test_a_damaged_game_is_named_as_such(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.caboose"
    for data in (b"", b"nonsense", kept(tmp_path).read_bytes()[:-7]):
        path.write_bytes(data)
        assert main(["analyse", str(path)]) == 1
        err = capsys.readouterr().err
        assert err.count("\n") == 1


def test_an_entry_before_the_damage_is_judged_and_the_damage_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path)
    at = choice(path)
    path.write_bytes(path.read_bytes()[:-7])
    assert main(["analyse", str(path), "--at", str(at), "--simulations", "20", "--json"]) == 0
    found = capsys.readouterr()
    assert json.loads(found.out)["at"] == at
    assert "is cut off" in found.err
    assert found.err.count("\n") == 1


def test_a_standard_input_without_end_is_not_read_to_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            assert 0 <= size < 1 << 30, "it would be read for ever"
            return bytes(size)

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=Endless()))
    assert main(["analyse", "-"]) == 1
    assert "not a game kept by caboose" in capsys.readouterr().err


def test_reasons_have_a_name_that_stays_and_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(tmp_path)
    found = said(capsys, str(path), "--at", str(choice(path)), "--simulations", "20", "--json")
    reasons = [one for move in found["moves"] for one in move["reasons"]]
    assert reasons
    assert all(one["reason"].replace("_", "").isalpha() and one["says"] for one in reasons)


def test_without_a_standard_input_that_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["analyse", "-"]) == 2
    assert "cannot read the standard input" in capsys.readouterr().err
