"""Weights of the fast player are found by playing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import evolve
from benchmarks.arena.runs import ROOT
from core.games.continental import shrewd
from core.games.continental.taste import QUICK, Taste
from core.kernel.move import Move

START = tuple(gene.start for gene in evolve.GENES)


@given(st.tuples(*[st.integers(0, 9)] * 6))
def test_the_search_starts_from_greedys_weights(wagons: tuple[int, ...]) -> None:
    found, known = Taste(evolve.weights(START)), QUICK
    scale = evolve.COMMON // known.weights.common
    measure = {"common": evolve.COMMON, "rare": scale * known.weights.rare}
    assert found.weights == known.weights._replace(sure=found.weights.sure, **measure)
    mine, theirs = found.prospects(wagons), known.prospects(wagons)
    assert mine.efforts == tuple(scale * effort for effort in theirs.efforts)
    assert mine.to_come == theirs.to_come
    for sure, as_sure in zip(found.sure, known.sure, strict=True):
        assert [sure[effort] for effort in mine.efforts] == [as_sure[n] for n in theirs.efforts]


def first(state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
    return evolve.RULES.moves(state, secrets)[0]


@pytest.mark.parametrize("seats", evolve.RULES.seats)
def test_who_plays_better_wins_more_and_by_more(seats: int) -> None:
    deals = evolve.deals_of("test", seats, 40)
    better, worse = (
        evolve.contest(*players, seats, deals)
        for players in ((evolve.quick, first), (first, evolve.quick))
    )
    for much, little in zip(better, worse, strict=True):
        assert much > little + 0.4


def module(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    exec(text, found)  # the very text that is to be a module
    return found


@given(st.tuples(*[st.integers(1, 99)] * len(evolve.GENES)))
def test_what_is_written_are_the_weights_that_were_found(genes: tuple[int, ...]) -> None:
    found = module(evolve.source(genes))["SHREWD"]
    assert found.weights == evolve.weights(genes)


def test_the_weights_that_are_played_by_are_of_the_form_that_is_written() -> None:
    lines = Path(shrewd.__file__).with_name("shrewd.py").read_text(encoding="utf-8").splitlines()
    written = evolve.source(START).splitlines()
    assert [line.partition("=")[0] for line in lines] == [
        line.partition("=")[0] for line in written
    ]


def test_what_it_needs_is_what_the_project_says(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(SystemExit):
        evolve.main([])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    (needed,) = [one for one in project["dependency-groups"]["bench"] if "cma" in one]
    assert needed in capsys.readouterr().err


def test_a_generation_is_played_and_what_came_of_it_is_said() -> None:
    pytest.importorskip("cma", reason="the group `bench` is not installed")
    command = "-W ignore -m benchmarks.evolve --generations 1 --deals 1 --workers 2"
    done = subprocess.run(
        [sys.executable, *command.split()], capture_output=True, text=True, check=True
    )
    assert module(done.stdout)["SHREWD"].weights._fields == QUICK.weights._fields
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
