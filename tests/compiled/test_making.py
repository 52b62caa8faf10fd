"""Who cannot compile is told why in a line, and keeps what there was."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from compiled import guard
from compiled.__main__ import build, fresh
from tests.compiled.running import ROOT, needs_compiler


@contextmanager
def making(into: Path, **environment: str) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        [sys.executable, "-m", "compiled", "--into", str(into), "--optimise", "0"],
        cwd=ROOT,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def make(into: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    with making(into, **environment) as process:
        out, err = process.communicate(timeout=600)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)


@pytest.mark.parametrize("name", ["no-such-compiler", "'"])
def test_without_a_compiler_a_line_says_so(tmp_path: Path, name: str) -> None:
    done = make(tmp_path / "engine", CC=name)
    assert done.returncode == 2
    assert done.stderr.startswith(f"caboose: no C compiler ({name})")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "engine").exists()


@needs_compiler
def test_a_compiler_that_fails_leaves_the_engine_before_it(tmp_path: Path) -> None:
    (tmp_path / "engine" / "core").mkdir(parents=True)
    (tmp_path / "engine" / "core" / "made-of").write_text("earlier sources")
    done = make(tmp_path / "engine", CC="false")
    assert done.returncode == 1
    assert done.stderr.startswith("caboose: the engine could not be compiled: ")
    assert "false" in done.stderr  # the command, and how it ended
    assert len(done.stderr.splitlines()) == 1
    assert (tmp_path / "engine" / "core" / "made-of").read_text() == "earlier sources"
    assert {path.name for path in tmp_path.iterdir()} == {"engine", "engine.lock"}


def test_a_folder_that_cannot_be_made_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = make(tmp_path / "file" / "engine")
    assert done.returncode == 1
    assert done.stderr.startswith("caboose: the engine could not be compiled: ")
    assert len(done.stderr.splitlines()) == 1


@needs_compiler
def test_a_build_that_is_ended_leaves_nothing_nor_what_a_killed_one_left(tmp_path: Path) -> None:
    compiler, started = tmp_path / "compiler", tmp_path / "started"
    compiler.write_text(f"#!/bin/sh\ntouch '{started}'\nexec sleep 600\n")
    compiler.chmod(0o755)
    (tmp_path / ".engine.compiling-killed").mkdir()
    (tmp_path / ".engine-2.compiling-other").mkdir()
    with making(tmp_path / "engine", CC=str(compiler)) as process:
        while not started.exists() and process.poll() is None:
            time.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (143, "caboose: the build was broken off\n")
    left = {path.name for path in tmp_path.iterdir()} - {"compiler", "started"}
    assert left == {"engine.lock", ".engine-2.compiling-other"}


def test_who_waits_for_another_build_is_told_and_can_break_off(tmp_path: Path) -> None:
    with (tmp_path / "engine.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with making(tmp_path / "engine") as process:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("Another build is under way")
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=600)
    assert (process.returncode, err) == (130, "caboose: the build was broken off\n")


def test_sources_that_change_during_a_build_make_no_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = iter(["before", "after"])
    monkeypatch.setattr("mypyc.build.mypycify", lambda *_, **__: [])
    monkeypatch.setattr(guard, "digest", lambda _: next(states))
    with pytest.raises(SystemExit, match="changed meanwhile"):
        build(tmp_path / "engine", "0")
    assert list(tmp_path.iterdir()) == []


@needs_compiler
def test_an_engine_that_is_fresh_is_left_alone_where_nothing_can_be_written(
    tree: Path, tmp_path: Path
) -> None:
    shutil.copytree(tree, tmp_path / "engine")
    (tmp_path / "engine.lock").mkdir()  # cannot be opened, not even by root
    done = make(tmp_path / "engine")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_compiler
def test_an_engine_under_an_earlier_guard_is_not_fresh(tree: Path, tmp_path: Path) -> None:
    shutil.copytree(tree, tmp_path / "engine")
    assert fresh(tmp_path / "engine")
    with (tmp_path / "engine" / "core" / "__init__.py").open("a") as file:
        file.write("# earlier\n")
    assert not fresh(tmp_path / "engine")


def planned(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `make` would do, whichever make these tests run in."""
    made_in = ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "ENGINE")
    clean = {key: value for key, value in os.environ.items() if key not in made_in}
    return subprocess.run(
        ["make", "-n", *arguments],
        cwd=ROOT, env=clean | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.skipif(shutil.which("make") is None, reason="no make here")
def test_an_engine_that_is_none_is_refused_on_the_command_line_and_ignored_around_it() -> None:
    refused = planned("play", "ENGINE=clean")
    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.splitlines()[0].endswith("ENGINE is plain or compiled.  Stop.")
    plain = planned("play")
    assert planned("play", ENGINE="docker").stdout == plain.stdout
    assert planned("play", "ENGINE=plain").stdout == plain.stdout
    assert "build/compiled" not in plain.stdout
    assert "build/compiled" in planned("play", "ENGINE=compiled").stdout
    assert "build/compiled" in planned("play", ENGINE="compiled").stdout
