"""Two machines on one cable: a table is found by mDNS and outlives the machine it was opened on.

The machines are network namespaces with a veth pair between them, made and removed here; no packet
leaves them.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PROGRAM

IP = shutil.which("ip", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
ADDRESSES = ("192.168.77.1", "192.168.77.2")
LIMIT = 120
Process = subprocess.Popen[str]


def ip(*words: str) -> None:
    assert IP is not None
    subprocess.run([IP, *words], check=True, capture_output=True, timeout=120)


@pytest.fixture
def machines() -> Iterator[tuple[str, str]]:
    """The names of two namespaces that reach each other and nothing else."""
    if IP is None or not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("network namespaces are made by root, with iproute2")
    names = (f"caboose-{os.getpid()}-a", f"caboose-{os.getpid()}-b")
    ends = (f"cba{os.getpid() % 100_000}", f"cbb{os.getpid() % 100_000}")
    try:
        try:
            for name in names:
                ip("netns", "add", name)
            ip("link", "add", ends[0], "netns", names[0], "type", "veth",
               "peer", "name", ends[1], "netns", names[1])  # fmt: skip
        except subprocess.CalledProcessError as error:
            pytest.skip(f"network namespaces are not permitted here: {error.stderr!r}")
        for name, end, address in zip(names, ends, ADDRESSES, strict=True):
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "addr", "add", f"{address}/24", "dev", end)
            ip("-n", name, "link", "set", end, "up")
        yield names
    finally:
        for name in names:
            subprocess.run(
                [IP, "netns", "del", name], check=False, capture_output=True, timeout=120
            )


@pytest.fixture
def start(
    machines: tuple[str, str], environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[..., Process]]:
    """Start `caboose` on a machine; what is left at the end is killed."""
    running: list[Process] = []

    def run(machine: int, *arguments: str) -> Process:
        home = tmp_path / str(machine)
        mine = {"CABOOSE_CONFIG_DIR": f"{home}/config", "CABOOSE_DATA_DIR": f"{home}/data"}
        assert IP is not None
        process = subprocess.Popen(
            [IP, "netns", "exec", machines[machine], sys.executable, "-u", "-c", PROGRAM,
             *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**environment, **mine},
        )  # fmt: skip
        running.append(process)
        return process

    yield run
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def result(process: Process) -> dict[str, Any]:
    out, err = process.communicate(timeout=LIMIT)
    assert (process.returncode, err) == (0, ""), (out, err)
    found: dict[str, Any] = json.loads(out)
    return found


def seen(start: Callable[..., Process], machine: int, stage: str) -> dict[str, Any]:
    """The one table that this machine sees without any address, once it is so far."""
    for _ in range(10):
        tables = result(start(machine, "lobby", "--json", "--seconds", "2"))["tables"]
        if tables and tables[0]["stage"] == stage:
            (table,) = tables
            return dict(table)
    raise AssertionError(f"no table that is {stage} was seen")


@pytest.mark.slow
def test_a_table_is_found_across_a_network_and_outlives_its_machine(
    start: Callable[..., Process],
) -> None:
    play = ("--pace", "0.3", "--strength", "random", "--json")
    host = start(0, "table", "--seats", "2", "--table", "Lyon", "--absent", "stand-in:5s", *play)
    table = seen(start, 1, "boarding")
    assert (table["name"], table["free"], table["brokers"]) == ("Lyon", 1, 1)
    bot = start(1, "bot", "--join", "Lyon", *play)
    assert seen(start, 1, "running")["brokers"] == 2
    assert seen(start, 0, "running")["code"] == table["code"]
    host.send_signal(signal.SIGKILL)
    host.wait()
    # The guest's machine has the table still: its own broker is announced, too.
    assert seen(start, 1, "running")["code"] == table["code"]
    end = result(bot)
    assert end["table"] == table["table"]
    assert end["seat"] == 1
