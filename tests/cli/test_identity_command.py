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


def test_a_key_is_taken_to_another_machine_by_a_sealed_file(caboose: Run, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("correct horse\n")
    words.chmod(0o600)
    phrase = ("--passphrase-file", str(words))
    sealed = tmp_path / "me.sealed"
    assert "no key yet" in caboose("identity", "export", str(sealed), *phrase).complaint()
    mine = caboose("identity").out.splitlines()[0]
    done = caboose("identity", "export", str(sealed), *phrase)
    assert (done.code, done.err) == (0, "")
    assert sealed.stat().st_mode & 0o077 == 0
    assert "already" in caboose("identity", "import", str(sealed), *phrase).complaint()
    other = {"CABOOSE_CONFIG_DIR": str(tmp_path / "other")}
    done = caboose("identity", "import", str(sealed), *phrase, env=other)
    assert (done.code, done.out.splitlines()[0]) == (0, mine)
    assert caboose("identity", env=other).out.splitlines()[0] == mine


def test_a_wrong_passphrase_or_file_changes_nothing(caboose: Run, tmp_path: Path) -> None:
    words = tmp_path / "words"
    words.write_text("correct horse\n")
    words.chmod(0o600)
    phrase = ("--passphrase-file", str(words))
    sealed = tmp_path / "me.sealed"
    caboose("identity")
    caboose("identity", "export", str(sealed), *phrase)
    words.write_text("another horse\n")
    other = {"CABOOSE_CONFIG_DIR": str(tmp_path / "other")}
    done = caboose("identity", "import", str(sealed), *phrase, env=other)
    assert (done.code, "not its passphrase" in done.complaint()) == (1, True)
    done = caboose("identity", "import", str(words), *phrase, env=other)
    assert (done.code, "damaged" in done.complaint()) == (1, True)
    assert not (tmp_path / "other").exists()
    done = caboose("identity", "export", str(sealed), *phrase)
    assert (done.code, "needs a new file" in done.complaint()) == (2, True)
    for arguments in (("export",), ("import", str(sealed)), (*phrase,), ("lend", "x")):
        assert caboose("identity", *arguments, env=other).code == 2
