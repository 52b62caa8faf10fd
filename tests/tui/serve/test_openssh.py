"""The way of ``docs/ssh.md`` with OpenSSH alone: what stands there, in a real sshd of its own."""

from __future__ import annotations

import getpass
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.serve.servers import ROOT, clean_environment
from tests.tui.serve.terminal import in_terminal

SSHD = shutil.which("sshd") or "/usr/sbin/sshd"
pytestmark = pytest.mark.skipif(
    not Path(SSHD).exists() and not os.environ.get("CABOOSE_REQUIRE_SSH"),
    reason="no sshd is installed (Debian: apt-get install openssh-server)",
)


class Sshd:
    """A server on a loopback port; ``key``: the one that it knows."""

    def __init__(self, port: int, key: Path) -> None:
        self.port = port
        self.key = key

    def ssh(self, *words: str) -> list[str]:
        settings = (
            "StrictHostKeyChecking=no",
            "UserKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            "SendEnv=LANG",
            f"IdentityFile={self.key}",
            f"Port={self.port}",
        )
        given = [part for setting in settings for part in ("-o", setting)]
        return ["ssh", "-F", "none", *given, *words]


def recipe(folder: Path) -> tuple[str, str]:
    """The two files of the page, with this machine's places and this user's name."""
    page = (ROOT / "docs" / "ssh.md").read_text()
    block = page.split("## With OpenSSH alone")[1].split("\n## ")[0]
    code = [line[4:] for line in block.splitlines() if line.startswith("    ")]
    config = "\n".join(line for line in code if not line.startswith("restrict"))
    keys = next(line for line in code if line.startswith("restrict"))
    config = config.replace("User caboose", f"User {getpass.getuser()}")
    config = config.replace("/opt/caboose/.venv/bin/python", sys.executable)
    public = (folder / "key.pub").read_text().strip()
    keys = keys.replace("/home/caboose", str(folder))
    return config, re.sub(r"ssh-ed25519 AAAA.*", lambda _: public, keys)


@pytest.fixture
def sshd(tmp_path: Path) -> Iterator[Sshd]:
    for name in ("host", "key"):
        path = str(tmp_path / name)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
    config, keys = recipe(tmp_path)
    (tmp_path / "keys").write_text(keys + "\n")
    (tmp_path / "keys").chmod(0o600)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    own = f"Port {port}\nListenAddress 127.0.0.1\nHostKey {tmp_path / 'host'}\nPidFile none\n"
    own += f"StrictModes no\nAuthorizedKeysFile {tmp_path / 'keys'}\n"
    (tmp_path / "config").write_text(own + config + "\n")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)  # where it parts with its privileges
    with (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen([SSHD, "-D", "-e", "-f", str(tmp_path / "config")], stderr=log)
    try:
        end = time.monotonic() + 60
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert server.poll() is None, (tmp_path / "log").read_text()
            assert time.monotonic() < end, (tmp_path / "log").read_text()
            time.sleep(0.05)
        yield Sshd(port, tmp_path / "key")
    finally:
        server.terminate()
        server.wait()


def test_a_person_with_a_key_gets_the_game_in_their_language(sshd: Sshd, tmp_path: Path) -> None:
    env = clean_environment(tmp_path) | {"LANG": "fr_FR.UTF-8"}
    with in_terminal(sshd.ssh("127.0.0.1"), env) as person:
        text = person.until("Entrée continue")
        assert "clé SSH" in text
        person.type("\r")
        person.until("D É P A R T S")
        person.resize(100, 30)
        person.until(lambda text: len(text.splitlines()[0].rstrip()) == 100)
        person.type("q")
        assert person.end() == 0
        assert not person.modes_left()
    assert (tmp_path / "ana" / "told").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("127.0.0.1", "id"),
        ("-s", "127.0.0.1", "sftp"),
        ("-W", "127.0.0.1:22", "127.0.0.1"),
        ("-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:22", "127.0.0.1"),
    ],
    ids=["command", "sftp", "to-a-port", "from-a-port"],
)
def test_there_is_nothing_but_the_game(sshd: Sshd, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        sshd.ssh(*words),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode != 0 or "Enter goes on" in done.stdout
    assert "uid=" not in done.stdout
    assert "Traceback" not in done.stderr
