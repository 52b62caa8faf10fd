"""The command itself: help, version, and one clear line for every way to get it wrong."""

from __future__ import annotations

import contextlib
import io
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.version import VERSION
from tests.cli.conftest import PROGRAM, Run
from tui.cli import main as command
from tui.cli.errors import one_line


def test_the_version_is_one_line(caboose: Run) -> None:
    done = caboose("--version")
    assert (done.code, done.out, done.err) == (0, f"caboose {VERSION}\n", "")


@pytest.mark.parametrize("name", list(command.COMMANDS))
def test_every_command_explains_itself_with_an_example(caboose: Run, name: str) -> None:
    done = caboose(name, "--help")
    assert done.code == 0
    assert f"usage: caboose {name}" in done.out
    assert f"\n  caboose {name}" in done.out


def test_the_help_names_every_command(caboose: Run) -> None:
    out = caboose("--help").out
    assert all(f"\n  {name} " in out for name in command.COMMANDS)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("dance",), "no command is called 'dance'"),
        (("--dance",), "unrecognized arguments: --dance"),
        (("--vers",), "unrecognized arguments: --vers"),
        (("--config",), "expected one argument"),
        (("--config", "", "play"), "--config needs the name of a folder"),
        (("play", "no-such-game"), "no game is called 'no-such-game'"),
        (("play", "continental-express", "another"), "unrecognized arguments: another"),
        (("play", "--seats"), "expected one argument"),
        (("play", "--seats", "1"), "a number from 2 to 4"),
        (("play", "--seats", "5"), "a number from 2 to 4"),
        (("play", "--seats", "-3"), "--seats"),
        (("play", "--seats", "3.0"), "a number from 2 to 4"),
        (("play", "--seats", "٣"), "a number from 2 to 4"),
        (("play", "--seats", "9" * 5000), "a number from 2 to 4"),
        (("play", "--bots", "clever"), "no bot is called 'clever'"),
        (("play", "--bots", ""), "no bot is called ''"),
        (("play", "--seats", "2", "--bots", "greedy,greedy"), "names 2 bots, and 1 will play"),
        (("play", "--seed", ""), "1 to 64 characters"),
        (("play", "--seed", "x" * 65), "1 to 64 characters"),
        (("play", "--seed", "a\x1b[31mb"), "printable"),
        (("play", "--name", "  "), "at least one letter"),
        (("play", "--name", os.fsdecode(b"\xff\xfe")), "at least one letter"),
        (("play", "--seed", os.fsdecode(b"7\xff")), "printable"),
        (("play", os.fsdecode(b"\xff\xfe")), "no game is called"),
        (("verify", os.fsdecode(b"\xff\xfe")), "cannot read"),
        (("play", "--option", "bonus_ticket"), "NAME=VALUE"),
        (("play", "--option", "jetpacks=yes"), "no option 'jetpacks'"),
        (("play", "--option", "bonus_ticket=maybe"), "yes, no, none or a number"),
        (("play", "--option", "bonus_ticket=3"), "bonus_ticket is yes or no"),
        (("play", "--option", "first_player=0"), "first_player"),
        (("play", "--seats", "2", "--option", "first_player=3"), "--option"),
    ],
)
def test_a_wrong_command_line_is_told_in_one_line(
    caboose: Run, arguments: tuple[str, ...], says: str
) -> None:
    done = caboose(*arguments)
    assert (done.code, done.out) == (2, "")
    assert says in done.complaint()


def test_what_is_quoted_back_can_not_reach_the_terminal_as_a_command(caboose: Run) -> None:
    done = caboose("play", "--\x1b]0;owned\x07\n\x1b[2J")
    assert done.code == 2
    assert not set("\x1b\x07") & set(done.err)
    done.complaint()


@pytest.mark.parametrize("arguments", [(), ("play",), ("play", "--seed", "7")])
def test_playing_without_a_terminal_says_so(caboose: Run, arguments: tuple[str, ...]) -> None:
    done = caboose(*arguments)
    assert done.code == 1
    assert "needs a terminal" in done.complaint()


@pytest.mark.parametrize("kind", ["", "dumb"])
def test_a_terminal_that_can_show_no_screen_is_named(
    environment: dict[str, str], kind: str
) -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, "play"],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            env=environment | {"TERM": kind},
            timeout=120,
            check=False,
        )
    finally:
        os.close(theirs)
        os.close(ours)
    assert done.returncode == 1
    assert done.stderr.decode().count("\n") == 1
    assert b"set its kind, for example TERM=xterm-256color" in done.stderr


def test_an_unexpected_error_is_one_line_and_a_report_file(
    environment: dict[str, str], tmp_path: Path
) -> None:
    program = (
        "import sys, tui.cli.main as m\n"
        "def fail(arguments): raise RuntimeError('first\\nsecond')\n"
        "m._run = fail\n"
        "sys.exit(m.main(['play']))"
    )
    call = [sys.executable, "-c", program]
    done = subprocess.run(call, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    (report,) = (tmp_path / "data" / "reports").iterdir()
    assert str(report) in done.stderr
    assert "RuntimeError: first\nsecond" in report.read_text()

    shown = environment | {"CABOOSE_DEBUG": "1"}
    done = subprocess.run(call, capture_output=True, text=True, env=shown, check=False)
    assert done.returncode == 1
    assert "Traceback" in done.stderr


@pytest.mark.parametrize(
    ("raises", "code", "says"),
    [
        ("ImportError('no msgpack', name='msgpack')", 1, "not installed (msgpack)"),
        ("KeyboardInterrupt()", 130, "interrupted"),
        ("BrokenPipeError()", 141, ""),
        ("OSError(28, 'No space left on device')", 1, "disk is full"),
    ],
)
def test_an_end_from_outside_has_its_own_exit_code(
    environment: dict[str, str], raises: str, code: int, says: str
) -> None:
    program = (
        "import sys, tui.cli.main as m\n"
        f"def fail(arguments): raise {raises}\n"
        "m._run = fail\n"
        "sys.exit(m.main(['play']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == code
    assert says in done.stderr
    assert done.stderr.count("\n") == (1 if says else 0)


def test_a_reader_that_goes_away_is_no_fault(environment: dict[str, str]) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "--version"],
        stdout=write,
        stderr=subprocess.PIPE,
        env=environment,
        restore_signals=False,
        check=False,
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode in (0, 141, -signal.SIGPIPE)


WORDS = st.one_of(
    st.sampled_from(
        [
            "continental-express",
            "--seats",
            "--bots",
            "--seed",
            "--option",
            "--name",
            "--at",
            "--",
            "-",
        ]
    ),
    st.sampled_from(["3", "greedy", "bonus_ticket=yes", "first_player=2", "=", ",", "-1", "@x"]),
    st.text(max_size=40),
)


@given(st.sampled_from(["play", "replay", "verify"]), st.lists(WORDS, max_size=6))
def test_no_command_line_at_all_does_more_than_be_refused(name: str, rest: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = command.main([name, *rest])
    asked_for_help = "usage: caboose" in out.getvalue()
    assert code == 0 if asked_for_help else code in (1, 2)
    assert err.getvalue().count("\n") == (0 if asked_for_help else 1)
    assert "something went wrong inside" not in err.getvalue()


def test_one_line_keeps_to_one_line() -> None:
    assert one_line("a\n\tb\x1b[0m\u202ec") == "a b [0m c"
    assert len(one_line("x" * 5000)) == 400
