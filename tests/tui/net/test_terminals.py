"""Two real terminals: one hosts, one joins over the built-in broker; the host is killed and comes back."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

CABOOSE = Path(sys.executable).with_name("caboose")
needs_tmux = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed")


class Terminals:
    """Windows of a tmux server of its own, 80 by 24."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._socket = str(folder / "tmux")
        self._count = 0

    def tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, *words], capture_output=True, text=True, check=False
        )
        return done.stdout

    def open(self, person: str, *words: str) -> str:
        """A window in which ``person`` runs caboose; its name."""
        self._count += 1
        name = f"w{self._count}"
        home = self._folder / person
        home.mkdir(exist_ok=True)
        keep = {
            "CABOOSE_CONFIG_DIR": home,
            "CABOOSE_DATA_DIR": home / "data",
            "CABOOSE_LAN": "off",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        env = [f"{key}={value}" for key, value in keep.items()]
        command = f"echo $$ > {home / name}; exec {CABOOSE} {' '.join(words)}"
        where = ["new-window", "-d"] if self._count > 1 else ["new-session", "-d"]
        size = [] if self._count > 1 else ["-x", "80", "-y", "24"]
        self.tmux(*where, *size, "-n", name, "env", *env, "sh", "-c", command)
        self.tmux("set-option", "-g", "remain-on-exit", "on")
        return name

    def pid(self, person: str, window: str) -> int:
        return int((self._folder / person / window).read_text())

    def text(self, window: str) -> str:
        return self.tmux("capture-pane", "-p", "-t", window)

    def press(self, window: str, *keys: str) -> None:
        self.tmux("send-keys", "-t", window, *keys)

    def until(self, window: str, check: Callable[[str], bool], seconds: float = 120.0) -> str:
        end, seen = time.monotonic() + seconds, ""
        # Looked at twice, for a frame half drawn may show the new at its top and the old below.
        while not check(text := self.text(window)) or text != seen:
            assert time.monotonic() < end, text
            seen = text
            time.sleep(0.1)
        return text

    def end(self) -> None:
        self.tmux("kill-server")


@pytest.fixture
def terminals(tmp_path: Path) -> Iterator[Terminals]:
    found = Terminals(tmp_path)
    yield found
    found.end()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def since(text: str) -> str:
    """What the log beside the board says, from where its person looked away: others have no such line."""
    rows = [row[58:].strip("│└─┘ ") for row in text.split("\n")[1:16]]
    return " ".join([row for row in rows if row]).rpartition("since you looked away")[2].strip()


def move(terminals: Terminals, *windows: str) -> None:
    """Whoever's turn it is takes the first thing there is."""
    for _ in range(100):
        for window in windows:
            text = terminals.text(window)
            if "your turn" in text.split("\n")[0]:
                live = "space" if "Claim an objective" in text else "1"
                terminals.press(window, live)
                terminals.press(window, "Enter")
                terminals.until(window, lambda now, was=text: now != was)
                return
        time.sleep(0.1)
    raise AssertionError("it is nobody's turn")


@pytest.mark.slow
@needs_tmux
def test_a_game_between_two_terminals_outlives_the_kill_of_its_host(terminals: Terminals) -> None:
    port = str(free_port())
    ana = terminals.open("ana", "host", "--seats", "2", "--me", "Ana", "--port", port)
    terminals.until(ana, lambda text: "1 seat is still free" in text)
    ben = terminals.open("ben", "join", f"mqtt://127.0.0.1:{port}", "--me", "Ben")
    terminals.until(ben, lambda text: "press r when you are ready" in text)
    for window in (ana, ben):
        terminals.press(window, "r")
    for window in (ana, ben):
        terminals.until(window, lambda text: "to act" in text or "your turn" in text)
    for _ in range(4):
        move(terminals, ana, ben)
    os.kill(terminals.pid("ana", ana), signal.SIGKILL)
    terminals.until(ben, lambda text: "link lost" in text)
    listed = subprocess.run(
        [CABOOSE, "resume"],
        env=os.environ
        | {
            "CABOOSE_CONFIG_DIR": str(terminals._folder / "ana"),
            "CABOOSE_DATA_DIR": str(terminals._folder / "ana" / "data"),
        },
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "Continental Express" in listed, "outside a terminal it only lists"
    back = terminals.open("ana", "resume")
    terminals.until(back, lambda text: "to act" in text or "your turn" in text)
    terminals.until(ben, lambda text: "link lost" not in text)
    for _ in range(3):
        move(terminals, back, ben)
    end = time.monotonic() + 120
    while True:  # the screen that did not move hears of the last one a moment later
        ends = [since(terminals.text(window)) for window in (back, ben)]
        same = min(60, *map(len, ends))
        if (same and ends[0][-same:] == ends[1][-same:]) or time.monotonic() > end:
            break
        time.sleep(0.2)
    assert same
    assert ends[0][-same:] == ends[1][-same:]
