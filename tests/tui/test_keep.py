"""Kept games: written where the replay looks, and a clear line where that is not possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.local_table import LocalTable
from tui.keep import keep


def test_two_games_of_one_second_are_both_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path))
    says = [keep(LocalTable()) for _ in range(2)]
    files = sorted((tmp_path / "games").iterdir())
    assert len(files) == 2
    assert sorted(says) == sorted(f"Kept as {path}" for path in files)
    assert files[0].read_bytes() == LocalTable().save()


def test_an_unusable_folder_is_one_line_and_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "file"))
    says = keep(LocalTable())
    assert says.startswith("The game was not kept: ")
    assert "CABOOSE_DATA_DIR" in says
    assert "\n" not in says
