"""Terminals of all kinds, and every way out of them: a real process on a real pseudo-terminal."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.tui.serve.playing import one_move, prompt
from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import Terminal, in_terminal
from tui.launch import mouse_wanted

CRASH = """
import sys
import tui.screens.table as table
def crash(self):
    raise RuntimeError("the engine is on fire")
table.TableScreen.press = lambda self, key: crash(self)
from tui.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
KEYBOARD = b"\x1b[>"


@contextmanager
def playing(folder: Path, *before: str, **env: str) -> Iterator[Terminal]:
    """A game in a terminal, at its first question."""
    full = clean_environment(folder) | env
    words = [*CABOOSE, *before, "play", "--seats", "2", "--bots", "random", "--seed", "7"]
    with in_terminal(words, full) as person:
        person.until("Choose the contract")
        person.settle()
        yield person


@pytest.mark.parametrize(
    "term",
    [
        "xterm",
        "xterm-256color",
        "screen",
        "tmux-256color",
        "linux",
        "vt100",
        "unknown",
        "plover-9000",
    ],
)
def test_a_game_starts_is_played_and_left_on_every_kind_of_terminal(
    tmp_path: Path, term: str
) -> None:
    with playing(tmp_path, TERM=term) as person:
        for _ in range(2):
            person.until(lambda text: "your turn" in text.split("\n")[0])
            person.settle()
            one_move(person)
        person.until(lambda text: "your turn" in text.split("\n")[0])
        # Nothing that the terminal does not understand is left standing on it.
        assert not {"$p", ">25u", "[?"} & {
            part for part in ("$p", ">25u", "[?") if part in person.text
        }
        if term in ("linux", "vt100", "unknown"):
            assert KEYBOARD not in person.raw
        person.type("q")
        person.until("eave this game")
        assert "Log" in person.text  # the table stays in sight behind the question
        person.type("q")
        assert person.end() == 0
        assert "Kept as" in person.text
        assert not person.modes_left()


@pytest.mark.parametrize("term", ["linux", "vt100", "unknown", "xterm"])
def test_a_terminal_with_few_colours_is_sent_no_others(tmp_path: Path, term: str) -> None:
    with playing(tmp_path, TERM=term) as person:
        assert b"38;2;" not in person.raw
        assert b"48;5;" not in person.raw


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=["TERM", "HUP", "INT"]
)
def test_a_signal_gives_the_terminal_back(tmp_path: Path, number: int) -> None:
    with playing(tmp_path) as person:
        assert person.modes_left()
        person.process.send_signal(number)
        assert person.end() == 128 + number
        assert not person.modes_left()


def test_a_fault_of_ours_gives_the_terminal_back(tmp_path: Path) -> None:
    env = clean_environment(tmp_path)
    with in_terminal([sys.executable, "-c", CRASH, "play", "--seed", "7"], env) as person:
        person.until("Choose the contract")
        person.type("1")
        assert person.end() == 1
        assert "something went wrong inside (RuntimeError)" in person.text
        assert not person.modes_left()


def test_a_window_that_took_nothing_any_more_and_is_shut_ends_the_game(tmp_path: Path) -> None:
    with playing(tmp_path) as person:
        # Nobody reads what is drawn from here on: more than a line and the program itself hold.
        for n in range(60):
            person.resize(140 - n % 2, 45)
            person.type("?\x1b[B\x1b")
            time.sleep(0.05)
        person.shut()
        assert person.process.wait(120) == 128 + signal.SIGHUP


def test_a_shell_that_is_killed_takes_the_game_with_it_kept(tmp_path: Path) -> None:
    env = clean_environment(tmp_path)
    inner = tmp_path / "pid"
    script = f"{sys.executable} -c '{CABOOSE[2]}' play --seed 7 & echo $! > {inner}; fg; true"
    with in_terminal(["bash", "-mc", script], env) as person:
        person.until("Choose the contract")
        pid = int(inner.read_text())
        person.process.kill()
        end = time.monotonic() + 120
        while Path(f"/proc/{pid}").exists():
            assert time.monotonic() < end, "the game lives on without a terminal"
            person.take(0.05)
    assert len(list((tmp_path / "data" / "games").iterdir())) == 1


@pytest.mark.parametrize(("before", "env"), [(("--no-mouse",), {}), ((), {"CABOOSE_MOUSE": "off"})])
def test_the_mouse_is_left_alone_where_that_is_wanted(
    tmp_path: Path, before: tuple[str, ...], env: dict[str, str]
) -> None:
    with playing(tmp_path, *before, **env) as person:
        for mode in (b"?1000h", b"?1003h", b"?1006h", b"?1015h"):
            assert mode not in person.raw
        person.type("1")
        person.until(lambda text: "Keep contract 1?" in text)
        assert "Keep" in prompt(person)


@pytest.mark.parametrize(
    ("env", "wanted"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "screen.xterm-256color", "STY": "1.pts-0.host"}, False),
        ({"TERM": "screen.xterm-256color"}, False),
        ({"TERM": "screen"}, False),
        ({"TERM": "screen", "TMUX": "/tmp/tmux-0/default,1,0"}, True),
        ({"TERM": "screen-256color"}, True),
        ({"TERM": "screen", "STY": "1.pts-0.host", "CABOOSE_MOUSE": "on"}, True),
        ({"TERM": "xterm", "CABOOSE_MOUSE": "off"}, False),
    ],
    ids=str,
)
def test_the_mouse_gives_way_to_the_escape_key_in_gnu_screen(
    env: dict[str, str], wanted: bool
) -> None:
    assert mouse_wanted(env) is wanted


def test_a_suspended_game_gives_the_terminal_back_and_takes_it_again(tmp_path: Path) -> None:
    with playing(tmp_path) as person:
        os.kill(person.process.pid, signal.SIGWINCH)
        person.resize(100, 30)
        person.until(lambda text: len(text.split("\n")[0].rstrip()) > 80)
        person.resize(60, 20)
        person.until("needs 80 columns")
        person.resize(80, 24)
        person.until("Choose the contract")


def test_what_a_first_start_asks_changes_no_signs(tmp_path: Path) -> None:
    with in_terminal([*CABOOSE], clean_environment(tmp_path)) as person:
        person.until("What shall others call you?")
        person.type("\r")
        person.until("depart")
        assert "┌" in person.text
        assert "+--" not in person.text


def test_a_first_start_shows_its_questions_before_anything_else(tmp_path: Path) -> None:
    with in_terminal([*CABOOSE], clean_environment(tmp_path)) as person:
        person.until("What shall others call you?")
        assert b"depart" not in person.raw
