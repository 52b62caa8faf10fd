"""Golden games come out the same in every process, under every hash seed and every Python."""

import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path

import msgpack
import pytest

from core import ENGINE
from core.games.registry import game as find
from tests.golden.make import MODULES, file_digest, path
from tests.golden.play import PLANS, lines

ROOT = Path(__file__).resolve().parents[2]
NAMES = tuple(PLANS)
MINORS = ("3.11", "3.12", "3.13")
"""The supported Pythons; each is asked where it is found."""


def played_by(python: str, name: str, **environment: str) -> str:
    """What another process says the golden games are."""
    # Nothing of ours, nor of whoever runs the tests, may lean on the child.
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    done = subprocess.run(
        [python, "-W", "ignore", "-m", "tests.golden.play", name],
        cwd=ROOT,
        env=clean | {"PYTHONDONTWRITEBYTECODE": "1"} | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@cache
def expected(name: str) -> str:
    return path(name).read_text(encoding="ascii")


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_end_as_they_always_did(name: str) -> None:
    for found, line in zip(lines(name), expected(name).splitlines(), strict=True):
        assert found == line


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
@pytest.mark.parametrize("name", NAMES)
def test_golden_games_do_not_depend_on_the_hash_seed(name: str, hash_seed: str) -> None:
    assert played_by(sys.executable, name, PYTHONHASHSEED=hash_seed) == expected(name)


@pytest.mark.parametrize("name", NAMES)
def test_golden_games_do_not_depend_on_msgpacks_compiled_half(name: str) -> None:
    assert played_by(sys.executable, name, MSGPACK_PUREPYTHON="1") == expected(name)


@cache
def pythons() -> dict[str, str]:
    """Pythons on this machine by minor version: on the PATH, or installed with pyenv.

    Each is run, not only looked up: version managers leave commands that only print an error.
    """
    home = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found = {}
    for minor in MINORS:
        candidates = [shutil.which(f"python{minor}")]
        candidates += map(str, sorted(home.glob(f"versions/{minor}.*/bin/python")))
        for candidate in filter(None, candidates):
            tell = "import sys; print('%d.%d' % sys.version_info[:2])"
            run = [candidate, "-c", tell]
            done = subprocess.run(run, capture_output=True, text=True, check=False)
            if done.returncode == 0 and done.stdout.strip() == minor:
                found[minor] = candidate
                break
    return found


@pytest.mark.parametrize("minor", MINORS)
@pytest.mark.parametrize("name", NAMES)
def test_golden_games_are_the_same_under_every_python(
    name: str, minor: str, tmp_path: Path
) -> None:
    python = pythons().get(minor)
    if python is None:
        pytest.skip(f"no Python {minor} on this machine")
    # That Python need not have msgpack: it gets a copy of ours without the compiled half.
    source = Path(msgpack.__file__).parent
    shutil.copytree(source, tmp_path / "msgpack", ignore=shutil.ignore_patterns("*.so", "*.pyd"))
    assert played_by(python, name, PYTHONPATH=str(tmp_path)) == expected(name)


@pytest.mark.skipif(ENGINE == "compiled", reason="a constant cannot be replaced in compiled code")
@pytest.mark.parametrize("name", NAMES)
def test_the_rules_id_changes_with_the_golden_games(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find(name)
    before = game.rules_id()
    monkeypatch.setattr(sys.modules[type(game).__module__], "GOLDEN", "another digest")
    assert game.rules_id() != before
    assert len(before) == 16


@pytest.mark.parametrize("name", NAMES)
def test_the_game_holds_the_digest_of_its_golden_games(name: str) -> None:
    module = ".".join(MODULES[name].relative_to(ROOT).with_suffix("").parts)
    says = "if the rules were meant to change: python -m tests.golden.make"
    assert file_digest(name) == import_module(module).GOLDEN, says


def test_two_hundred_games_of_continental_express_with_all_options() -> None:
    games = [json.loads(line) for line in expected("continental-express").splitlines()]
    assert len(games) == 200
    assert set(Counter(game["seats"] for game in games)) == {2, 3, 4}
    assert len({game["hash"] for game in games}) == 200
    assert len({tuple(game["options"]) for game in games}) >= 12


@pytest.mark.parametrize("name", NAMES)
def test_the_golden_games_hold_a_stand_ins_moves_at_every_number_of_seats(name: str) -> None:
    games = [json.loads(line) for line in expected(name).splitlines()]
    played = {game["seats"] for game in games if game["players"] == "stand-in"}
    assert played == set(find(name).seats)
