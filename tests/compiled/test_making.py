"""Who cannot compile is told why in a line, and keeps what there was."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.compiled.running import ROOT, needs_compiler


def make(into: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "compiled", "--into", str(into), "--optimise", "0"],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )


def test_without_a_compiler_a_line_says_so(tmp_path: Path) -> None:
    done = make(tmp_path / "engine", CC="no-such-compiler")
    assert done.returncode == 2
    assert done.stderr.startswith("caboose: no C compiler (no-such-compiler)")
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "engine").exists()


@needs_compiler
def test_a_compiler_that_fails_leaves_the_engine_before_it(tmp_path: Path) -> None:
    (tmp_path / "engine" / "core").mkdir(parents=True)
    (tmp_path / "engine" / "core" / "made-of").write_text("earlier sources")
    done = make(tmp_path / "engine", CC="false")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("caboose: the engine could not be compiled")
    assert "Traceback" not in done.stderr
    assert (tmp_path / "engine" / "core" / "made-of").read_text() == "earlier sources"
    assert {path.name for path in tmp_path.iterdir()} == {"engine", "engine.lock"}


def test_a_folder_that_cannot_be_made_is_said_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = make(tmp_path / "file" / "engine")
    assert done.returncode == 1
    assert done.stderr.startswith("caboose: the engine could not be compiled: ")
    assert len(done.stderr.splitlines()) == 1
