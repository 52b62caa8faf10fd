"""`caboose play` in a terminal of its own: the game opens, can be left, and is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from netplay.transcript import encode
from tests.cli.conftest import PROGRAM, Run
from tests.netplay.kept_games import keep
from tests.tui.serve.terminal import Terminal, in_terminal

Start = Callable[..., AbstractContextManager[Terminal]]


@pytest.fixture
def terminal(environment: dict[str, str]) -> Start:
    def start(
        *arguments: str, program: str = PROGRAM, leads: bool = True
    ) -> AbstractContextManager[Terminal]:
        env = environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        return in_terminal([sys.executable, "-c", program, *arguments], env, leads=leads)

    return start


def test_a_game_that_is_left_is_kept_and_holds(
    terminal: Start, caboose: Run, tmp_path: Path
) -> None:
    with terminal("play", "--seed", "7", "--name", "Robin") as person:
        person.until("Robin")
        person.type("q")
        person.until("eave this game")
        person.type("q")
        assert person.end() == 0
        assert "Kept as" in person.text, "whoever leaves is told where the game is"
    (kept,) = (tmp_path / "data" / "games").iterdir()
    done = caboose("verify", str(kept))
    assert (done.code, done.err) == (0, "")
    assert "Robin" in done.out
    assert not (tmp_path / "config").exists(), "a game on one machine needs no identity"


def test_the_home_screen_opens_and_closes(terminal: Start) -> None:
    with terminal() as person:
        # A first start asks two things; what it offers is good enough here.
        person.until("What shall others call you?")
        person.type("\r")
        person.until("depart")
        person.type("q")
        assert person.end() == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_ends_it_with_the_game_kept_and_the_terminal_given_back(
    terminal: Start, caboose: Run, tmp_path: Path, number: int, code: int
) -> None:
    with terminal("play", "--seed", "7") as person:
        person.until("Choose the contract")
        assert person.modes_left()
        person.process.send_signal(number)
        assert person.end() == code
        assert not person.modes_left()
        assert "caboose: ended by SIG" in person.text
    (kept,) = (tmp_path / "data" / "games").iterdir()
    assert caboose("verify", str(kept)).code == 0


def test_a_window_that_is_shut_ends_it_with_the_game_kept(terminal: Start, tmp_path: Path) -> None:
    with terminal("play", "--seed", "7", leads=False) as person:
        person.until("Choose the contract")
        person.shut()
        assert person.process.wait(120) == 129
    assert len(list((tmp_path / "data" / "games").iterdir())) == 1


def test_bytes_that_are_no_text_end_nothing(terminal: Start) -> None:
    with terminal("play", "--seed", "7") as person:
        person.until("Choose the contract")
        person.type(os.fsdecode(b"\xff\xfe\x1b[M \xff\xff"))
        person.type("1")
        person.until("Keep contract 1?")


CRASH = """
import sys
import tui.screens.table as table
def crash(self):
    hidden_card = "Z" * 5 + "hidden"
    raise RuntimeError("the engine is on fire")
table.TableScreen.on_mount = crash
from tui.cli.main import main
sys.exit(main(sys.argv[1:]))
"""


def test_a_fault_of_the_screen_is_one_line_and_a_report_without_values(
    terminal: Start, tmp_path: Path
) -> None:
    with terminal("play", "--seed", "7", program=CRASH) as person:
        assert person.end() == 1
    assert "caboose: something went wrong inside (RuntimeError)" in person.text
    assert "Traceback" not in person.text
    (report,) = (tmp_path / "data" / "reports").iterdir()
    assert "the engine is on fire" in report.read_text()
    assert "ZZZZZhidden" not in report.read_text()
    assert len(list((tmp_path / "data" / "games").iterdir())) == 1, "the game is kept all the same"


LOADED = """
import json, sys
from tui.cli.main import main
assert main(sys.argv[1:]) == 0
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})), file=sys.stderr)
"""


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_game_on_one_machine_is_looked_at_without_network_or_signing_library(
    environment: dict[str, str], tmp_path: Path, command: str
) -> None:
    path = tmp_path / "game.caboose"
    path.write_bytes(encode(keep(scheme="local").records))
    done = subprocess.run(
        [sys.executable, "-c", LOADED, command, str(path)],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    heavy = {"nacl", "aiomqtt", "paho", "amqtt", "textual", "rich", "asyncio"}
    assert not heavy & set(json.loads(done.stderr.splitlines()[-1]))


def test_two_people_at_one_terminal_find_the_cover_between_them(terminal: Start) -> None:
    with terminal("play", "--humans", "2", "--name", "Ana,Ben", "--seed", "7") as person:
        person.until("Everyone else looks away")
        assert "contract" not in person.text
        person.type("q")
        person.until("eave this game")
        person.type("q")
        assert person.end() == 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--humans", "9"), "--humans is a whole number from 1 to 4"),
        (("--humans", "3", "--seats", "2"), "3 people, and there are 2 seats"),
        (("--humans", "2", "--seats", "2", "--bots", "greedy"), "people have all the seats"),
        (("--humans", "2", "--name", "Ana"), "--name names 1, and 2 people play"),
        (("--humans", "2", "--name", "Ana,ana"), "can't share a name"),
        (("--humans", "2", "--name", "Ana,"), "at least one letter"),
    ],
)
def test_people_and_seats_must_fit(
    caboose: Run, arguments: tuple[str, ...], complaint: str
) -> None:
    done = caboose("play", *arguments)
    assert done.code == 2
    assert complaint in done.complaint()
