"""The command line as a person meets it: a process of its own, its output, its exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tui import tongue

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import sys; from tui.cli.main import main; sys.exit(main())"


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended."""

    code: int
    out: str
    err: str

    def complaint(self) -> str:
        """The one line on stderr of a command that failed, without its prefix."""
        assert "Traceback" not in self.out + self.err
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert lines[0].startswith("caboose: ")
        return lines[0].removeprefix("caboose: ")


Run = Callable[..., Done]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands speak the developer's language elsewhere; here what they say is looked at in English."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    tongue.use("en")


@pytest.fixture
def environment(english: None, tmp_path: Path) -> dict[str, str]:
    """The environment of a command: folders of its own, nothing of the developer's."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith("CABOOSE_")}
    return inherited | {
        "CABOOSE_CONFIG_DIR": str(tmp_path / "config"),
        "CABOOSE_DATA_DIR": str(tmp_path / "data"),
        "PYTHONPATH": str(ROOT),
    }


@pytest.fixture
def caboose(environment: dict[str, str]) -> Run:
    """Run `caboose` with these arguments and no terminal."""

    def run(*arguments: str, env: dict[str, str] | None = None, timeout: float = 60) -> Done:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=environment | (env or {}),
            timeout=timeout,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
