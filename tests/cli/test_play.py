"""`caboose play` in a terminal of its own: the game opens, can be left, and is kept."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pyte
import pytest

from netplay.transcript import encode
from tests.cli.conftest import PROGRAM, Run
from tests.netplay.kept_games import keep


class Terminal:
    """What a person sees and types, 80 by 24."""

    def __init__(self, process: subprocess.Popen[bytes], line: int) -> None:
        self.process = process
        self._line = line
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)

    def shows(self) -> str:
        return "\n".join(self._screen.display)

    def wait(self, check: Callable[[str], bool]) -> None:
        """Take in output until the screen is as wanted."""
        end = time.monotonic() + 30
        while not check(self.shows()):
            assert time.monotonic() < end, self.shows()
            if select.select([self._line], [], [], 0.05)[0]:
                self._stream.feed(os.read(self._line, 65536))

    def type(self, keys: str) -> None:
        os.write(self._line, os.fsencode(keys))

    def close(self) -> None:
        """Shut the window."""
        os.close(self._line)
        self._line = os.open(os.devnull, os.O_RDWR)

    def left_as_it_was(self) -> bool:
        """Whether a shell could go on here: no raw mode, no mouse reports, the cursor in sight."""
        modes = {mode >> 5 for mode in self._screen.mode}
        local = termios.tcgetattr(self._line)[3]
        wanted = termios.ECHO | termios.ICANON | termios.ISIG
        return 25 in modes and not modes & {1000, 1003, 1006, 2004} and local & wanted == wanted

    def end(self) -> int:
        """The exit code; what it says last is on the screen then."""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if select.select([self._line], [], [], 0.05)[0]:
                try:
                    self._stream.feed(os.read(self._line, 65536))
                except OSError:  # the other side is closed, and all of it was read
                    break
        return self.process.wait(10)


Start = Callable[..., AbstractContextManager[Terminal]]


@pytest.fixture
def terminal(environment: dict[str, str]) -> Start:
    @contextmanager
    def start(*arguments: str, program: str = PROGRAM) -> Iterator[Terminal]:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"},
            start_new_session=True,
        )
        os.close(theirs)
        try:
            yield Terminal(process, ours)
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
            os.close(ours)

    return start


def test_a_game_that_is_left_is_kept_and_holds(
    terminal: Start, caboose: Run, tmp_path: Path
) -> None:
    with terminal("play", "--seed", "7", "--name", "Robin") as person:
        person.wait(lambda screen: "Robin" in screen)
        person.type("q")
        person.wait(lambda screen: "eave this game" in screen)
        person.type("q")
        assert person.end() == 0
        assert "Kept as" in person.shows(), "whoever leaves is told where the game is"
    (kept,) = (tmp_path / "data" / "games").iterdir()
    done = caboose("verify", str(kept))
    assert (done.code, done.err) == (0, "")
    assert "Robin" in done.out
    assert not (tmp_path / "config").exists(), "a game on one machine needs no identity"


def test_the_home_screen_opens_and_closes(terminal: Start) -> None:
    with terminal() as person:
        # A first start asks two things; what it offers is good enough here.
        person.wait(lambda screen: "What shall others call you?" in screen)
        person.type("\r")
        person.wait(lambda screen: "depart" in screen)
        person.type("q")
        assert person.end() == 0


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_ends_it_with_the_game_kept_and_the_terminal_given_back(
    terminal: Start, caboose: Run, tmp_path: Path, number: int, code: int
) -> None:
    with terminal("play", "--seed", "7") as person:
        person.wait(lambda screen: "Choose the contract" in screen)
        assert not person.left_as_it_was()
        person.process.send_signal(number)
        assert person.end() == code
        assert person.left_as_it_was()
        assert "caboose: ended by SIG" in person.shows()
    (kept,) = (tmp_path / "data" / "games").iterdir()
    assert caboose("verify", str(kept)).code == 0


def test_a_window_that_is_shut_ends_it_with_the_game_kept(terminal: Start, tmp_path: Path) -> None:
    # A process that leads no session of that terminal hears no SIGHUP.
    with terminal("play", "--seed", "7") as person:
        person.wait(lambda screen: "Choose the contract" in screen)
        person.close()
        assert person.process.wait(10) == 129
    assert len(list((tmp_path / "data" / "games").iterdir())) == 1


def test_bytes_that_are_no_text_end_nothing(terminal: Start) -> None:
    with terminal("play", "--seed", "7") as person:
        person.wait(lambda screen: "Choose the contract" in screen)
        person.type(os.fsdecode(b"\xff\xfe\x1b[M \xff\xff"))
        person.type("1")
        person.wait(lambda screen: "Keep contract 1?" in screen)


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
    assert "caboose: something went wrong inside (RuntimeError)" in person.shows()
    assert "Traceback" not in person.shows()
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
        person.wait(lambda screen: "Everyone else looks away" in screen)
        assert "contract" not in person.shows()
        person.type("q")
        person.wait(lambda screen: "eave this game" in screen)
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
