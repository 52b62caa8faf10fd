"""The README's pictures: made from the running app, the same every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from tui import pictures


def test_pictures_are_the_same_every_time_and_fetch_nothing_from_elsewhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pictures.main([str(tmp_path / "one")]) == 0
    assert pictures.main([str(tmp_path / "two")]) == 0
    for name in ("home.svg", "table.svg", "score.svg"):
        svg = (tmp_path / "one" / name).read_text()
        assert svg == (tmp_path / "two" / name).read_text()
        assert "@font-face" not in svg
        assert "url(http" not in svg
    assert "score.svg" in capsys.readouterr().out
    for name in ("table.svg", "vapeur.svg"):
        assert "confirms" in (tmp_path / "one" / name).read_text(), (
            "a choice is staged, none refused"
        )


def test_a_folder_that_cannot_be_made_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert pictures.main([str(tmp_path / "file")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_without_a_folder_the_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert pictures.main([]) == 2
    assert capsys.readouterr().err.startswith("usage:")
