"""broker, table, bot, lobby as processes of their own that meet over real brokers."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import PROGRAM, Run
from tests.netplay.buses import MOSQUITTO, free_port, need_mosquitto

Process = subprocess.Popen[str]
Start = Callable[..., Process]


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Start]:
    """Start `caboose` in the background; what is left at the end is killed."""
    running: list[Process] = []

    def run(*arguments: str) -> Process:
        process = subprocess.Popen(
            [sys.executable, "-u", "-c", PROGRAM, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        running.append(process)
        return process

    yield run
    for process in running:
        if process.poll() is None:
            process.kill()
        process.communicate()


def line(process: Process, part: str) -> str:
    """The next line of its output that holds this."""
    assert process.stdout is not None
    for found in process.stdout:
        if part in found:
            return found.rstrip("\n")
    raise AssertionError(f"no line with {part!r}: {process.communicate()[1]}")


@contextmanager
def mosquitto(folder: Path) -> Iterator[str]:
    """A mosquitto process; yields its address."""
    port = free_port()
    config = folder / "mosquitto.conf"
    root = "user root\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else ""
    config.write_text(
        f"listener {port} 127.0.0.1\nallow_anonymous true\nset_tcp_nodelay true\nlog_dest none\n{root}"
    )
    assert MOSQUITTO is not None
    process = subprocess.Popen([MOSQUITTO, "-c", str(config)], stderr=subprocess.DEVNULL)
    try:
        yield f"mqtt://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


@pytest.fixture(params=["embedded", pytest.param("mosquitto", marks=pytest.mark.mosquitto)])
def url(request: pytest.FixtureRequest, start: Start, tmp_path: Path) -> Iterator[str]:
    """The address of a broker that runs in a process of its own."""
    if request.param == "embedded":
        broker = start("broker", "--host", "127.0.0.1", "--port", "0")
        yield line(broker, "listening at ").split()[-1]
    else:
        need_mosquitto()
        with mosquitto(tmp_path) as address:
            yield address


def listed(caboose: Run, url: str) -> dict[str, Any]:
    """What `caboose lobby --json` says of one broker."""
    done = caboose("lobby", "--broker", url, "--json", "--seconds", "1")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_bots_meet_through_the_lobby_and_end_a_game_with_one_hash(
    caboose: Run, start: Start, url: str, tmp_path: Path
) -> None:
    assert listed(caboose, url)["tables"] == []
    where = ("--broker", url, "--json")
    kept = tmp_path / "game.caboose"
    policy = ("--absent", "stand-in:90s", "--claim")
    host = start(
        "table", "--seats", "3", "--table", "Gare de Lyon", "--name", "Ana", *policy, *where
    )
    for _ in range(20):
        if tables := listed(caboose, url)["tables"]:
            break
    (table,) = tables
    assert (table["name"], table["free"], table["stage"]) == ("Gare de Lyon", 2, "boarding")
    assert table["seats"][0]["name"] == "Ana"
    assert table["seats"][1:] == [None, None]
    assert table["refusal"] == ""
    assert table["absent"] == {"what": "stand-in", "seconds": 90, "claim": True}
    assert table["brokers"] == 1
    bots = [
        start("bot", "--join", table["code"], "--name", "Ben", *where),
        start("bot", "--join", "gare", "--strength", "random", "--transcript", str(kept), *where),
    ]
    ends = []
    for process in (host, *bots):
        out, err = process.communicate(timeout=120)
        assert (process.returncode, err) == (0, "")
        ends.append(json.loads(out))
    assert len({end["final_hash"] for end in ends}) == 1
    assert {end["entries"] for end in ends} == {ends[0]["entries"]}
    assert sorted(end["seat"] for end in ends) == [0, 1, 2]
    assert {end["table"] for end in ends} == {table["table"]}
    assert sorted(ends[0]["players"]) == ["Ana", "Ben", "random bot"]
    assert caboose("verify", str(kept)).code == 0
    assert listed(caboose, url)["tables"] == []


def test_a_table_whose_machine_died_is_not_listed(caboose: Run, start: Start, url: str) -> None:
    host = start("table", "--seats", "2", "--table", "Lyon", "--broker", url)
    line(host, "seats: ")
    for _ in range(20):
        if listed(caboose, url)["tables"]:
            break
    host.send_signal(signal.SIGKILL)
    host.wait()
    assert listed(caboose, url)["tables"] == []


def test_the_list_for_people_says_the_ways_out_when_nobody_is_there(
    caboose: Run, start: Start
) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    done = caboose("lobby", "--broker", url, "--seconds", "1")
    assert (done.code, done.err) == (0, "")
    for way in ("caboose play", "caboose host", "caboose add-broker"):
        assert way in done.out
    start("table", "--seats", "2", "--table", "Lyon", "--broker", url)
    for _ in range(20):
        done = caboose("lobby", "--broker", url, "--seconds", "1")
        if "Lyon" in done.out:
            break
    assert "Continental Express" in done.out
    assert "boarding" in done.out


def test_two_tables_of_one_name_make_a_bot_ask_for_a_code(caboose: Run, start: Start) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    codes = []
    for _ in range(2):
        host = start("table", "--seats", "2", "--table", "Lyon", "--broker", url)
        codes.append(line(host, "code").split()[-1])
    while len(listed(caboose, url)["tables"]) < 2:
        pass
    done = caboose("bot", "--join", "Lyon", "--broker", url, "--wait", "20")
    assert (done.code, done.out) == (1, "")
    assert all(code in done.complaint() for code in codes)


def test_a_bot_that_finds_no_table_gives_up_in_one_line(caboose: Run, start: Start) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    done = caboose("bot", "--join", "Nowhere", "--broker", url, "--wait", "1")
    assert (done.code, done.out) == (1, "")
    assert "no table is called 'Nowhere'" in done.complaint()


def test_a_full_table_is_said_and_left(caboose: Run, start: Start) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    host = start("table", "--seats", "3", "--bots", "random,random", "--table", "Lyon", "--broker",
                 url, "--wait", "30")  # fmt: skip
    out, err = host.communicate(timeout=120)
    assert (host.returncode, err) == (0, "")
    assert "final hash" in out


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_broker_ends_in_order_when_it_is_asked_to(start: Start, number: int) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    line(broker, "until ctrl-c")
    broker.send_signal(number)
    out, err = broker.communicate(timeout=120)
    assert (broker.returncode, err) == (0, "")
    assert out.startswith("stopped")


def test_a_broker_turns_away_whoever_is_one_too_many(start: Start, caboose: Run) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0", "--max-connections", "1")
    url = line(broker, "listening at ").split()[-1]
    host = start("table", "--seats", "2", "--broker", url)
    line(host, "seats: ")
    done = caboose("lobby", "--broker", url, "--seconds", "1")
    assert done.code == 1
    assert "it is full, or not ready now" in done.complaint()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("broker", "--port", "70000"), "from 0 to 65535"),
        (("broker", "--max-connections", "0"), "--max-connections"),
        (("broker", "--rate", "1"), "--rate"),
        (("broker", "--max-message", "1"), "--max-message"),
        (("lobby", "--seconds", "0"), "--seconds"),
        (("lobby", "--broker", "localhost"), "neither an address"),
        (("lobby", "--broker", "mqtt://u:secret@h"), "no user name or password"),
        (("lobby", "--user", "ana"), "go with --broker"),
        (("lobby", "--broker", "mqtt://h.example", "--user", "ana"), "only over TLS"),
        (("lobby", "--broker", "mqtts://h,mqtt://h"), "never falls back"),
        (("bot",), "--join"),
        (("bot", "--join", "\x1b"), "--join needs"),
        (("bot", "--join", "x", "--strength", "genius"), "no bot is called 'genius'"),
        (("bot", "--join", "x", "--transcript", "/no/such/file"), "no file can be made"),
        (("table", "--seats", "9"), "a number from 2 to 4"),
        (("table", "--seats", "2", "--bots", "random,random"), "--bots names 2"),
        (("table", "--broker", "mqtt://h", "--port", "1"), "--port"),
        (("table", "--broker", "mqtt://h", "--broker", "mqtt://i"), "at one broker"),
        (("add-broker", "mqtt://"), "names no host"),
        (("add-broker", "nothing"), "neither an address"),
        (("add-broker", "mqtt://h", "nothing"), "either addresses"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(
    caboose: Run, arguments: tuple[str, ...], says: str
) -> None:
    done = caboose(*arguments)
    assert (done.code, done.out) == (2, "")
    assert says in done.complaint()
    assert "secret" not in done.err


def test_a_busy_port_is_one_line(caboose: Run, start: Start) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    port = line(broker, "listening at ").rpartition(":")[2]
    done = caboose("broker", "--host", "127.0.0.1", "--port", port)
    assert (done.code, done.out) == (1, "")
    assert "already in use" in done.complaint()


def test_saved_brokers_are_listed_passed_round_and_forgotten(
    caboose: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    assert "no broker is remembered" in caboose("brokers").out
    password = tmp_path / "password"
    password.write_text("secret\n")
    password.chmod(0o600)
    done = caboose("add-broker", "mqtts://a.example", "mqtts://b.example", "--name", "club",
                   "--user", "ana", "--password-file", str(password))  # fmt: skip
    assert (done.code, done.err) == (0, "")
    assert "mqtts://a.example:8883, mqtts://b.example:8883" in caboose("brokers").out
    exported = caboose("brokers", "--export").out
    assert "ana" not in exported
    assert "password" not in exported
    shared = tmp_path / "club.toml"
    shared.write_text(exported)
    friend = {"CABOOSE_CONFIG_DIR": str(tmp_path / "friend")}
    assert caboose("add-broker", str(shared), env=friend).code == 0
    assert "club" in caboose("brokers", env=friend).out
    assert caboose("remove-broker", "club", env=friend).code == 0
    done = caboose("remove-broker", "club", env=friend)
    assert (done.code, "no broker is called 'club'" in done.complaint()) == (1, True)


def test_a_saved_broker_is_where_tables_are_looked_for(caboose: Run, start: Start) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    assert caboose("add-broker", url, "--name", "here").code == 0
    host = start("table", "--seats", "2", "--table", "Lyon", "--broker", "here")
    line(host, "seats: ")
    done = caboose("bot", "--join", "Lyon", "--no-lan", "--json")
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out)["seat"] == 1


def test_a_damaged_list_of_brokers_is_one_line(caboose: Run, environment: dict[str, str]) -> None:
    folder = Path(environment["CABOOSE_CONFIG_DIR"])
    folder.mkdir()
    (folder / "brokers.toml").write_text("nonsense")
    for command in ("brokers", "lobby"):
        done = caboose(command)
        assert (done.code, done.out) == (1, "")
        assert "is no list of brokers" in done.complaint()


def test_a_private_table_is_joined_by_its_invite_and_seen_by_nobody_else(
    caboose: Run, start: Start, environment: dict[str, str], tmp_path: Path
) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    host = start("table", "--private", "--seats", "2", "--table", "Lyon", "--broker", url)
    invite = line(host, "invite: ").removeprefix("invite: ")
    line(host, "seats: ")
    assert listed(caboose, url)["tables"] == []
    done = caboose("bot", "--join", "Lyon", "--broker", url, "--wait", "1")
    assert "no table is called" in done.complaint()
    done = caboose("bot", "--join", invite[:-3])
    assert (done.code, "copy all of it again" in done.complaint()) == (2, True)
    bot = subprocess.run(
        [sys.executable, "-c", PROGRAM, "bot", "--join", "-", "--json"],
        input=invite + "\n",
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
        check=False,
    )
    assert (bot.returncode, bot.stderr) == (0, "")
    out, _ = host.communicate(timeout=120)
    assert json.loads(bot.stdout)["final_hash"] in out


def test_public_brokers_are_named_with_a_warning_and_none_is_remembered_by_it(caboose: Run) -> None:
    done = caboose("brokers", "--public")
    assert (done.code, done.err) == (0, "")
    assert "anyone can read, write and delete" in done.out.replace("\n", " ")
    commands = [text for text in done.out.splitlines() if text.startswith("caboose add-broker ")]
    assert len(commands) == 3
    assert "no broker is remembered" in caboose("brokers").out
    for command in commands:
        assert caboose(*command.split()[1:]).code == 0
