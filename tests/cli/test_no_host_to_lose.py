"""A table of one network, as processes of their own: whoever is killed takes one broker along, no more."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PROGRAM
from tests.netplay.buses import free_port

Process = subprocess.Popen[str]
Start = Callable[..., Process]
LIMIT = 90


@pytest.fixture
def start(environment: dict[str, str], tmp_path: Path) -> Iterator[Start]:
    """Start `caboose` in the background, each as somebody of its own."""
    running: list[Process] = []

    def run(who: str, *arguments: str) -> Process:
        home = tmp_path / who
        mine = {"CABOOSE_CONFIG_DIR": f"{home}/config", "CABOOSE_DATA_DIR": f"{home}/data"}
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**environment, **mine},
        )
        running.append(process)
        return process

    yield run
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def kill(process: Process) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def journal(tmp_path: Path, who: str) -> dict[str, Any]:
    """What `caboose resume --json` says of this seat's one game."""
    home = tmp_path / who
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "resume", "--json"],
        env={
            **os.environ,
            "CABOOSE_CONFIG_DIR": f"{home}/config",
            "CABOOSE_DATA_DIR": f"{home}/data",
        },
        capture_output=True,
        text=True,
        check=True,
    )
    games: list[dict[str, Any]] = json.loads(done.stdout)
    return games[0] if games else {"stage": "", "entry": -1, "brokers": []}


def until(tmp_path: Path, who: str, entry: int) -> dict[str, Any]:
    """As soon as that seat has so many entries."""
    end = time.monotonic() + LIMIT
    while (found := journal(tmp_path, who))["entry"] < entry:
        assert time.monotonic() < end, found
    return found


def ends(*processes: Process) -> list[dict[str, Any]]:
    found = []
    for process in processes:
        out, err = process.communicate(timeout=LIMIT)
        assert (process.returncode, err) == (0, ""), (out, err)
        found.append(json.loads(out.splitlines()[-1]))
    return found


@pytest.fixture
def party(start: Start) -> tuple[Process, Process, Process]:
    """A creator with the broker of the table, and two guests who know that address alone."""
    port = free_port()
    play = ("--pace", "0.05", "--no-lan", "--strength", "random")
    host = start("host", "table", "--seats", "3", "--table", "Lyon", "--port", str(port),
                 "--absent", "stand-in:5s", *play)  # fmt: skip
    assert host.stdout is not None
    for line in host.stdout:
        if "seats:" in line:
            break
    where = ("--broker", f"mqtt://127.0.0.1:{port}", "--json")
    guests = [start(who, "bot", "--join", "Lyon", *where, *play) for who in ("ben", "cleo")]
    return host, guests[0], guests[1]


@pytest.mark.slow
def test_the_creator_is_killed_and_the_others_play_on_to_one_end(
    party: tuple[Process, Process, Process], tmp_path: Path
) -> None:
    host, ben, cleo = party
    until(tmp_path, "ben", 20)
    kill(host)
    one, other = ends(ben, cleo)
    assert one["final_hash"] == other["final_hash"]
    assert one["entries"] == other["entries"] > 40


@pytest.mark.slow
def test_a_guest_who_was_killed_comes_back_through_another_guests_broker(
    party: tuple[Process, Process, Process], start: Start, tmp_path: Path
) -> None:
    host, ben, cleo = party
    found = until(tmp_path, "ben", 20)
    assert len(found["brokers"]) == 3
    kill(ben)
    kill(host)
    back = start("ben", "resume", found["table"][:12])
    assert back.stdout is not None
    lines = list(back.stdout)
    assert back.wait(LIMIT) == 0, lines
    assert lines[0].startswith("back at entry")
    (end,) = ends(cleo)
    assert end["final_hash"] in "".join(lines)


@pytest.mark.slow
def test_guests_who_were_all_killed_meet_again_without_the_host(
    party: tuple[Process, Process, Process], start: Start, tmp_path: Path
) -> None:
    found = until(tmp_path, "ben", 20)
    for process in party:
        kill(process)
    back = [start(who, "resume", found["table"][:12]) for who in ("ben", "cleo")]
    ended = []
    for process in back:
        out, err = process.communicate(timeout=LIMIT)
        assert (process.returncode, err) == (0, ""), (out, err)
        assert "waiting" in out or "back at entry" in out
        ended.append(next(line for line in out.splitlines() if line.startswith("over at")))
    assert ended[0] == ended[1]


@pytest.mark.slow
def test_who_comes_back_to_nobody_waits_and_says_so(
    party: tuple[Process, Process, Process], start: Start, tmp_path: Path
) -> None:
    found = until(tmp_path, "ben", 10)
    for process in party:
        kill(process)
    back = start("ben", "resume", found["table"][:12], "--no-own-broker")
    assert back.stdout is not None
    assert "Waiting for one of them; Ctrl-C leaves." in back.stdout.readline()
    back.send_signal(signal.SIGINT)
    _, err = back.communicate(timeout=LIMIT)
    assert "Traceback" not in err
    assert back.returncode == 130
