"""`caboose selfplay` as a person or a script runs it."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import PROGRAM, Run

GAME = "continental-express"
QUICK = (GAME, "--seats", "2", "--bots", "random", "--seed", "7")
KEYS = (
    "game",
    "seats",
    "seed",
    "entries",
    "scores",
    "winners",
    "final_hash",
    "hashes_agree",
    "seconds",
    "move_latency_ms",
)


def test_the_demonstration_tells_the_game_and_that_all_agree(caboose: Run) -> None:
    arguments = ["--seats", "4", "--seed", "7", "--bots", "greedy"]
    arguments += ["--transport", "mqtt", "--spectators", "1"]
    done = caboose("selfplay", GAME, *arguments)
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[-1] == "hashes agree"
    assert sum(line.startswith("  seat ") and line.endswith("(greedy)") for line in lines) == 4
    assert any(re.match(r" +\d+  \w+ +take ", line) for line in lines)
    assert any(line.startswith("scores: ") for line in lines)
    hashes = [line.split()[-1] for line in lines if "state hash" in line]
    assert len(hashes) == 5
    assert len(set(hashes)) == 1


def test_the_json_has_exactly_the_documented_keys(caboose: Run) -> None:
    done = caboose("selfplay", *QUICK, "--spectators", "1", "--json")
    assert (done.code, done.err, done.out.count("\n")) == (0, "", 1)
    found = json.loads(done.out)
    assert tuple(found) == KEYS
    assert (found["game"], found["seats"], found["seed"]) == (GAME, 2, 7)
    assert found["hashes_agree"] is True
    assert re.fullmatch("[0-9a-f]{32}", found["final_hash"])
    assert len(found["scores"]) == 2
    assert all(found["scores"][seat] == max(found["scores"]) for seat in found["winners"])
    assert set(found["move_latency_ms"]) == {"p50", "p99"}
    assert 0 < found["move_latency_ms"]["p50"] <= found["move_latency_ms"]["p99"]


def test_both_transports_end_with_the_same_hash(caboose: Run) -> None:
    ends = [
        json.loads(caboose("selfplay", *QUICK, "--json", "--transport", kind).out)
        for kind in ("memory", "mqtt")
    ]
    for varying in ("seconds", "move_latency_ms"):
        for end in ends:
            del end[varying]
    assert ends[0] == ends[1]


def test_a_kept_game_can_be_verified_and_replayed(caboose: Run, tmp_path: Path) -> None:
    name = str(tmp_path / "game.caboose")
    done = caboose("selfplay", *QUICK, "--json", "--transcript", name)
    found = json.loads(done.out)
    assert done.code == 0
    verified = caboose("verify", name)
    assert verified.code == 0
    assert f"{found['entries']} entries hold" in verified.out
    assert caboose("replay", name, "--at", str(found["entries"] - 1)).code == 0
    assert caboose("replay", name, "--at", str(found["entries"])).code == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "the following arguments are required: GAME"),
        (("poker",), "no game is called 'poker'"),
        ((GAME, "--seats", "9"), "a number from 2 to 4"),
        ((GAME, "--bots", "greedy,greedy,greedy", "--seats", "4"), "names 3 bots"),
        ((GAME, "--bots", "genius"), "no bot is called 'genius'"),
        ((GAME, "--transport", "pigeon"), "pigeon"),
        ((GAME, "--broker", "localhost"), "starts with mqtt://"),
        ((GAME, "--broker", ""), "starts with mqtt://"),
        ((GAME, "--port", ""), "a whole number"),
        ((GAME, "--broker", "mqtt://user:secret@host"), "no user name or password"),
        ((GAME, "--broker", "mqtt://host:99999"), "1 to 65535"),
        ((GAME, "--broker", "mqtt://host", "--transport", "memory"), "--transport mqtt"),
        ((GAME, "--broker", "mqtt://host", "--port", "1883"), "--port"),
        ((GAME, "--port", "70000"), "from 0 to 65535"),
        ((GAME, "--spectators", "-1"), "--spectators"),
        ((GAME, "--spectators", "1000000"), "from 0 to 16"),
        ((GAME, "--patience", "0"), "from 1 to 3600"),
        ((GAME, "--seed", " "), "1 to 64 characters"),
        ((GAME, "--transcript", ""), "--transcript"),
        ((GAME, "--transcript", "/no/such/folder/file"), "no file can be made"),
        ((GAME, "--transcript", "/"), "needs a new file"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(
    caboose: Run, arguments: tuple[str, ...], says: str
) -> None:
    done = caboose("selfplay", *arguments)
    assert (done.code, done.out) == (2, "")
    assert says in done.complaint()
    assert "secret" not in done.err


def test_a_file_that_exists_is_never_written_over(caboose: Run, tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    done = caboose("selfplay", *QUICK, "--transcript", str(path))
    assert done.code == 2
    assert "needs a new file" in done.complaint()
    assert path.read_text() == "mine"


def test_a_broker_that_is_not_there_is_one_line(caboose: Run) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        done = caboose("selfplay", *QUICK, "--broker", f"mqtt://127.0.0.1:{free.getsockname()[1]}")
    assert (done.code, done.out) == (1, "")
    assert "is the broker running?" in done.complaint()


def test_a_broker_whose_name_is_not_known_is_one_line(caboose: Run) -> None:
    done = caboose("selfplay", *QUICK, "--broker", "mqtt://no-such-host.invalid")
    assert (done.code, done.out) == (1, "")
    assert "no-such-host.invalid" in done.complaint()


def test_something_that_is_no_broker_is_one_line(caboose: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        code = (
            "import socket, sys\n"
            "server = socket.socket(fileno=int(sys.argv[1]))\n"
            "while True:\n"
            "    client, _ = server.accept()\n"
            "    client.sendall(b'HTTP/1.1 400 Bad Request\\r\\n\\r\\n')\n"
            "    client.close()"
        )
        fd = server.fileno()
        web = subprocess.Popen([sys.executable, "-c", code, str(fd)], pass_fds=[fd])
        try:
            url = f"mqtt://127.0.0.1:{server.getsockname()[1]}"
            done = caboose("selfplay", *QUICK, "--broker", url)
        finally:
            web.kill()
            web.wait()
    assert (done.code, done.out) == (1, "")
    assert "does not answer as an MQTT broker" in done.complaint()


def test_a_busy_port_is_one_line(caboose: Run) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = caboose("selfplay", *QUICK, "--transport", "mqtt", "--port", port)
    assert (done.code, done.out) == (1, "")
    assert f"port {port}" in done.complaint()
    assert "already in use" in done.complaint()


def test_a_broker_that_dies_in_mid_game_is_one_line_and_loses_nothing(
    environment: dict[str, str], caboose: Run, tmp_path: Path
) -> None:
    # The broker is the test's own; it goes when the first moves have been told.
    program = (
        "import asyncio, sys\n"
        "from netplay.broker.embedded import EmbeddedBroker\n"
        "async def main():\n"
        "    async with EmbeddedBroker() as broker:\n"
        "        print(broker.url, flush=True)\n"
        "        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)\n"
        "asyncio.run(main())"
    )
    broker = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert broker.stdout is not None
    url = broker.stdout.readline().strip()
    kept = tmp_path / "game.caboose"
    arguments = [GAME, "--seats", "4", "--bots", "greedy", "--spectators", "8", "--broker", url]
    arguments += ["--patience", "1", "--transcript", str(kept)]
    game = subprocess.Popen(
        [sys.executable, "-u", "-c", PROGRAM, "selfplay", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert game.stdout is not None
    while "take" not in game.stdout.readline():
        pass
    broker.kill()
    broker.wait()
    _, err = game.communicate(timeout=120)
    assert game.returncode == 1
    assert "the broker is gone" in err
    assert err.count("\n") == 1
    assert "unfinished" in caboose("verify", str(kept)).out


def test_an_interrupted_game_ends_with_130_and_one_line(environment: dict[str, str]) -> None:
    # A broker that accepts and never answers keeps the command waiting until it is interrupted.
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"mqtt://127.0.0.1:{silent.getsockname()[1]}"
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "selfplay", *QUICK, "--broker", url],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        silent.settimeout(30)
        connection, _ = silent.accept()
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        connection.close()
    assert (process.returncode, err) == (130, b"caboose: interrupted\n")


def test_peers_that_come_to_different_ends_are_a_failure(environment: dict[str, str]) -> None:
    # The session's own hash cannot be made to differ from outside: the comparison is given one.
    program = (
        "import sys\n"
        "from netplay import selfplay\n"
        "honest = selfplay._Table._outcome\n"
        "def lie(self, seconds):\n"
        "    import dataclasses\n"
        "    done = honest(self, seconds)\n"
        "    last = dataclasses.replace(done.peers[-1], state_hash=bytes(16))\n"
        "    return dataclasses.replace(done, peers=(*done.peers[:-1], last))\n"
        "selfplay._Table._outcome = lie\n"
        "from tui.cli.main import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "selfplay", *QUICK, "--json"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 1
    assert json.loads(done.stdout)["hashes_agree"] is False
    assert "do not agree" in done.stderr
    assert done.stderr.count("\n") == 1
