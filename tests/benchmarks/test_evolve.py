"""Weights of the fast player are found by playing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from typing import Any

import pytest

from benchmarks import evolve
from benchmarks.arena.runs import ROOT
from core.games.continental.taste import QUICK, Taste


def fields(taste: Taste) -> dict[str, Any]:
    names = [name for name in Taste.__slots__ if not name.startswith("_")]
    return {name: getattr(taste, name) for name in names}


def test_the_search_starts_from_greedys_weights() -> None:
    start = evolve.taste(tuple(gene.start for gene in evolve.GENES))
    wagons = [(0, 0, 0, 0, 0, 0), (1, 2, 0, 1, 0, 0), (3, 1, 2, 0, 1, 1), (9, 9, 9, 9, 9, 9)]
    for train in wagons:
        found, known = start.prospects(train), QUICK.prospects(train)
        assert found.sure == known.sure
        assert found.to_come == known.to_come
    scale = evolve.COMMON // QUICK.common
    measures = {"common": scale * QUICK.common, "rare": scale * QUICK.rare, "sure": start.sure}
    assert fields(start) == fields(QUICK) | measures


def test_two_who_play_alike_win_their_share() -> None:
    for seats in evolve.RULES.seats:
        deals = evolve.deals_of("test", seats, 12)
        won, _ = evolve.contest(evolve.quick, evolve.quick, seats, deals)
        assert won == pytest.approx(1 / seats)


def test_what_it_needs_is_what_the_project_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(SystemExit):
        evolve.main([])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (needed,) = [one for one in project["dependency-groups"]["bench"] if "cma" in one]
    assert needed in capsys.readouterr().err


def test_what_is_printed_is_a_module_of_weights() -> None:
    pytest.importorskip("cma", reason="the group `bench` is not installed")
    command = "-W ignore -m benchmarks.evolve --generations 1 --deals 1 --workers 2"
    done = subprocess.run(
        [sys.executable, *command.split()], capture_output=True, text=True, check=True
    )
    module: dict[str, Any] = {}
    exec(done.stdout, module)  # the very text that is to be a module
    assert fields(module["SHREWD"]).keys() == fields(QUICK).keys()
    assert "generation 0: " in done.stderr
    assert "found weights, 2 seats, against greedy: " in done.stderr


@pytest.mark.parametrize("options", [["--generations", "0"], ["--deals", "0"], ["bogus"]])
def test_what_nobody_can_search_with_is_one_clear_line(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        evolve.main(options)
    assert caught.value.code == 2
    assert "error: " in capsys.readouterr().err.splitlines()[-1]
