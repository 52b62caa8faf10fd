"""A server in a process of its own, and real ``ssh`` clients of it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.tui.serve.terminal import Terminal, in_terminal

ROOT = Path(__file__).resolve().parents[3]
CABOOSE = (sys.executable, "-c", "import sys; from tui.cli.main import main; sys.exit(main())")
needs_ssh = pytest.mark.skipif(
    shutil.which("ssh") is None and not os.environ.get("CABOOSE_REQUIRE_SSH"),
    reason="no ssh client is installed",
)


def clean_environment(folder: Path) -> dict[str, str]:
    """Folders of its own, nothing of the developer's."""
    inherited = {
        key: value for key, value in os.environ.items() if not key.startswith(("CABOOSE_", "LC_"))
    }
    for name in ("LANGUAGE", "NO_COLOR", "COLORTERM", "SSH_AUTH_SOCK", "COLUMNS", "LINES"):
        inherited.pop(name, None)
    return inherited | {
        "CABOOSE_CONFIG_DIR": str(folder / "config"),
        "CABOOSE_DATA_DIR": str(folder / "data"),
        "CABOOSE_LAN": "off",
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "LANG": "C.UTF-8",
        "TERM": "xterm-256color",
    }


class SshTown:
    """One ``caboose serve-ssh`` and the people who come to it."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes], port: int) -> None:
        self.folder = folder
        self.process = process
        self.port = port

    @property
    def guests(self) -> Path:
        return self.folder / "data" / "guests"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def key(self, name: str) -> Path:
        """The private key of a person, made at the first need."""
        path = self.folder / f"key-{name}"
        if not path.exists():
            words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)]
            subprocess.run(words, check=True)
        return path

    def ssh(self, *words: str, who: str | None = "ana", options: tuple[str, ...] = ()) -> list[str]:
        """The command of a client; ``who``: whose key it shows, None: no key."""
        settings = {
            "StrictHostKeyChecking": "no",
            "UserKnownHostsFile": "/dev/null",
            "LogLevel": "ERROR",
            "IdentitiesOnly": "yes",
            "IdentityFile": str(self.key(who)) if who else "none",
            "IdentityAgent": "none",
        }
        given = [part for name, value in settings.items() for part in ("-o", f"{name}={value}")]
        port = ["-p", str(self.port)]
        return ["ssh", "-F", "none", *given, *port, *options, "127.0.0.1", *words]

    def come(
        self, who: str | None = "ana", size: tuple[int, int] = (80, 24), **env: str
    ) -> AbstractContextManager[Terminal]:
        """Somebody who logs in from a terminal."""
        full = clean_environment(self.folder) | {"HOME": str(self.folder)} | env
        return in_terminal(self.ssh(who=who), full, size)

    def run(self, *words: str, who: str | None = "ana", options: tuple[str, ...] = ()) -> object:
        """A client without a terminal; what came of it."""
        return subprocess.run(
            self.ssh(*words, who=who, options=options),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def games(self) -> list[int]:
        """Processes of the games that are played now."""
        pid = self.process.pid
        return [int(part) for part in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def ssh_town(folder: Path, *options: str) -> Iterator[SshTown]:
    """A server on a free loopback port, until this is left."""
    folder.mkdir(exist_ok=True)
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [*CABOOSE, "serve-ssh", "--host", "127.0.0.1", "--port", "0", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            env=clean_environment(folder),
        )
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        found = re.search(r"port (\d+)", line)
        assert found, (line, (folder / "log").read_text())
        # Whoever reads no more of a pipe stops the writer at last.
        copy = subprocess.Popen(["cat"], stdin=process.stdout, stdout=log)
        try:
            yield SshTown(folder, process, int(found[1]))
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(120)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            copy.wait(120)
            process.stdout.close()


def welcome(person: Terminal) -> None:
    """Past what a guest is told, to Departures."""
    # Whoever came before with the same key is not told again.
    if "Enter goes on" in person.until(lambda text: "Enter goes on" in text or "depart" in text):
        person.type("\r")
    person.until("D E P A R T U R E S")
    person.until("depart")
