"""`caboose resume`: the list of games that were begun, and every reason why one cannot be gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from netplay.journal import Journal
from tests.netplay.session.forging import mid_game
from tests.netplay.session.simnet import Peer
from tests.netplay.test_journal import written
from tui.cli.main import main


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "data" / "journals"


@pytest.fixture
def peers(folder: Path) -> list[Peer]:
    return mid_game(3)[1]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["resume", *arguments])
    out, err = capsys.readouterr()
    return code, out, err


def test_without_games_it_says_what_to_do(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys)
    assert code == 0
    assert "No game of yours is under way" in out
    assert run(capsys, "--json")[1] == "[]\n"


def test_the_list_says_whose_turn_it_is_and_with_whom(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    mover = next(peer for peer in peers if peer.session.my_turn)
    written(folder, mover)
    code, out, _ = run(capsys)
    assert code == 0
    assert f"entry {mover.session.n}, your turn with Player" in out
    (found,) = json.loads(run(capsys, "--json")[1])
    assert found["your_turn"] is True
    assert found["entry"] == mover.session.n


@pytest.mark.parametrize("code", ["ffff", "x", "\x1b[31m"])
def test_an_unknown_code_is_refused_with_those_there_are(
    code: str, folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    written(folder, peers[0])
    exit_code, _, err = run(capsys, code)
    assert exit_code == 2
    assert peers[0].session.ticket.table.hex()[:12] in err
    assert err.count("\n") == 1
    assert "\x1b" not in err


def test_a_journal_that_is_open_elsewhere_is_left_alone(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    kept, _ = Journal.open(path)
    code, _, err = run(capsys, path.name[:12], "--bot", "greedy")
    kept.close()
    assert code == 1
    assert "open in another window" in err


def test_a_damaged_journal_is_one_line(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    data = bytearray(path.read_bytes())
    data[100] ^= 1
    path.write_bytes(data)
    code, _, err = run(capsys, path.name[:12], "--bot", "greedy")
    assert code == 1
    assert "damaged in record 0" in err
    assert err.count("\n") == 1


def test_without_the_identity_it_says_so(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    code, _, err = run(capsys, path.name[:12], "--bot", "greedy")
    assert code == 1
    assert "identity" in err


def test_another_identity_is_refused(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    assert main(["identity"]) == 0
    capsys.readouterr()
    code, _, err = run(capsys, path.name[:12], "--bot", "greedy")
    assert code == 1
    assert "another player" in err


def test_an_unknown_strength_is_refused(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    code, _, err = run(capsys, path.name[:12], "--bot", "genius")
    assert code == 2
    assert "greedy" in err


def test_a_journal_can_be_forgotten_even_if_it_is_damaged(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    for damaged in (False, True):
        if damaged:
            written(folder, peers[0])
            data = bytearray(path.read_bytes())
            data[100] ^= 1
            path.write_bytes(data)
        assert run(capsys, path.name[:12], "--forget")[0] == 0
        assert not path.exists()


def test_a_journal_that_is_open_elsewhere_is_not_forgotten(
    folder: Path, peers: list[Peer], capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(folder, peers[0])
    kept, _ = Journal.open(path)
    code, _, _ = run(capsys, path.name[:12], "--forget")
    kept.close()
    assert code == 1
    assert path.exists()
