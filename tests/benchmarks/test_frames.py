"""The benchmark of first frames finds the screens it waits for."""

from __future__ import annotations

import pytest

from benchmarks import frames


def test_the_first_frames_of_home_and_of_a_table_are_found(
    capsys: pytest.CaptureFixture[str],
) -> None:
    frames.main(runs=1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(",")[1].split()[0] for line in lines] == ["home", "table"]
