"""`caboose replay` and `caboose verify` on good, unfinished, damaged and forged files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from core.games.registry import game
from netplay.audit import Audit
from netplay.transcript import MAGIC, encode
from tests.cli.conftest import Run
from tests.netplay.kept_games import Kept, keep


def write(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return str(path)


@pytest.fixture
def kept() -> Kept:
    return keep()


@pytest.fixture
def file(tmp_path: Path, kept: Kept) -> str:
    return write(tmp_path / "game.caboose", encode(kept.records))


def test_a_good_game_is_verified(caboose: Run, file: str, kept: Kept) -> None:
    done = caboose("verify", file)
    assert (done.code, done.err) == (0, "")
    assert f"{len(kept.records)} entries hold" in done.out
    assert "signed by the seat that acted" in done.out
    assert "cards: all as the seats' nonces dealt them" in done.out
    assert done.out.endswith("verified\n")


def test_a_name_as_the_history_lists_it_is_found_from_any_folder(
    caboose: Run, tmp_path: Path, environment: dict[str, str], kept: Kept
) -> None:
    games = Path(environment["CABOOSE_DATA_DIR"]) / "games"
    games.mkdir(parents=True)
    write(games / "mine.caboose", encode(kept.records))
    for command in (("verify",), ("replay",), ("analyse", "--at", "3", "--simulations", "4")):
        done = caboose(*command, "mine.caboose")
        assert (done.code, done.err) == (0, ""), command
    assert "no such file" in caboose("verify", "other.caboose").complaint()
    # Who names a folder means that one.
    assert "no such file" in caboose("verify", "./mine.caboose").complaint()


def test_a_game_on_one_machine_says_what_it_cannot_prove(caboose: Run, tmp_path: Path) -> None:
    name = write(tmp_path / "solo", encode(keep(scheme="local").records))
    done = caboose("verify", name)
    assert done.code == 0
    assert "not signed: a game on one machine" in done.out
    assert "signed by the seat" not in done.out


def test_an_unfinished_game_is_verified_as_far_as_it_goes(
    caboose: Run, tmp_path: Path, kept: Kept
) -> None:
    done = caboose("verify", write(tmp_path / "game", encode(kept.records[:30])))
    assert done.code == 0
    assert "30 entries hold" in done.out
    assert "unfinished" in done.out


def test_one_changed_byte_names_its_entry(caboose: Run, tmp_path: Path, kept: Kept) -> None:
    record = bytearray(kept.records[17])
    record[len(record) // 2] ^= 1
    kept.records[17] = bytes(record)
    done = caboose("verify", write(tmp_path / "game", encode(kept.records)))
    assert (done.code, done.out) == (1, "")
    assert "entry 17 does not hold" in done.complaint()


def test_a_file_cut_off_names_the_place(caboose: Run, tmp_path: Path, kept: Kept) -> None:
    whole = encode(kept.records[:9])
    name = write(tmp_path / "game", encode(kept.records[:10])[:-3])
    done = caboose("verify", name)
    assert done.code == 1
    assert f"entry 9, at byte {len(whole)}, is cut off; the 9 entries before" in done.complaint()
    done = caboose("replay", name)
    assert done.code == 1
    assert "after entry 8 of 8" in done.out
    assert f"entry 9, at byte {len(whole)}, is cut off" in done.complaint()


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "it is empty"),
        (b"hello\n" * 100, "not a game kept by caboose"),
        (os.urandom(5000), "not a game kept by caboose"),
        (MAGIC, "holds no entry"),
        (MAGIC + b"\xc4\x03abc", "entry 0 does not hold"),
        (MAGIC + b"\xc4\x01\x90" * 500, "entry 0 does not hold"),
        (MAGIC + b"\xc5\x13\x88" + b"\x91" * 5000, "entry 0 does not hold"),
    ],
    ids=["empty", "text", "noise", "no entry", "junk entry", "many", "nested"],
)
def test_a_file_that_is_no_game_is_one_line(
    caboose: Run, tmp_path: Path, command: str, data: bytes, says: str
) -> None:
    done = caboose(command, write(tmp_path / "game", data))
    assert (done.code, done.out) == (1, "")
    assert says in done.complaint()


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("name", ["/no/such/file", "/", "/dev/zero", "", "a\0b"[:1] + "/b"])
def test_a_file_that_cannot_be_read_is_one_line(caboose: Run, command: str, name: str) -> None:
    done = caboose(command, name)
    assert (done.code, done.out) == (2, "")
    done.complaint()


def test_a_pipe_does_not_make_it_wait(caboose: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert caboose("verify", str(tmp_path / "pipe"), timeout=120).code == 2


def test_a_replay_shows_the_state_after_any_entry(caboose: Run, file: str, kept: Kept) -> None:
    for at in (0, 1, 25, len(kept.records) - 1):
        replay = Audit(kept.records[: at + 1])
        steps = list(replay.steps())
        done = caboose("replay", file, "--at", str(at))
        assert (done.code, done.err) == (0, "")
        assert done.out.endswith(game("continental-express").describe(replay.state) + "\n")
        assert f"{at:5}  {steps[-1].text}\n" in done.out


def test_a_replay_lists_every_move_when_asked(caboose: Run, file: str, kept: Kept) -> None:
    done = caboose("replay", file, "--moves")
    texts = [f"{step.n:5}  {step.text}" for step in Audit(kept.records).steps()]
    assert done.out.splitlines()[: len(texts)] == texts


@pytest.mark.parametrize("at", ["100000", "-1", "x", "1.5", "", "1000000000000"])
def test_an_entry_that_is_none_is_one_line(caboose: Run, file: str, at: str) -> None:
    done = caboose("replay", file, "--at", at)
    assert (done.code, done.out) == (2, "")
    done.complaint()


def test_a_review_does_not_begin_beyond_the_last_entry(caboose: Run, file: str, kept: Kept) -> None:
    done = caboose("review", file, "--at", "9999")
    assert done.code == 2
    assert f"--at 9999 is beyond the last entry, {len(kept.records) - 1}" in done.err


def test_a_review_beyond_the_damage_names_it(caboose: Run, tmp_path: Path, kept: Kept) -> None:
    name = write(tmp_path / "game", encode(kept.records)[:-7])
    done = caboose("review", name, "--at", "9999")
    assert done.code == 1
    assert "is cut off" in done.err
