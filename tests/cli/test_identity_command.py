"""`caboose identity`: the same player every time, and one clear line where there can be none."""

from __future__ import annotations

import re
import stat
from pathlib import Path

from tests.cli.conftest import Run


def test_it_makes_a_key_once_and_shows_the_same_player_ever_after(
    caboose: Run, tmp_path: Path
) -> None:
    first = caboose("identity")
    again = caboose("identity")
    assert (first.code, again.code) == (0, 0)
    assert re.fullmatch(
        r"player  [0-9a-f]{32}\nmark    [0-9a-f]{4}\nkey     .* \(new\)\n", first.out
    )
    assert again.out == first.out.replace(" (new)", "")
    key = tmp_path / "config" / "identity.key"
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert key.read_text().splitlines()[1] not in first.out


def test_another_folder_is_another_player(caboose: Run, tmp_path: Path) -> None:
    one = caboose("identity")
    other = caboose("--config", str(tmp_path / "other"), "identity")
    assert other.out.splitlines()[0] != one.out.splitlines()[0]
    assert (tmp_path / "other" / "identity.key").exists()


def test_a_key_that_others_can_read_is_refused(caboose: Run, tmp_path: Path) -> None:
    caboose("identity")
    (tmp_path / "config" / "identity.key").chmod(0o644)
    done = caboose("identity")
    assert (done.code, done.out) == (1, "")
    assert "chmod 600" in done.complaint()


def test_a_damaged_key_is_refused_and_left_alone(caboose: Run, tmp_path: Path) -> None:
    key = tmp_path / "config" / "identity.key"
    key.parent.mkdir(mode=0o700)
    key.write_bytes(b"\x00garbage")
    key.chmod(0o600)
    done = caboose("identity")
    assert (done.code, done.out) == (1, "")
    assert "damaged" in done.complaint()
    assert key.read_bytes() == b"\x00garbage"


def test_a_config_folder_that_cannot_be_one_names_the_way_out(caboose: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = caboose("--config", str(tmp_path / "file" / "below"), "identity")
    assert (done.code, done.out) == (1, "")
    assert "CABOOSE_CONFIG_DIR" in done.complaint()
