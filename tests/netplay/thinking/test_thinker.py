"""The thinking process: it finds moves, can be told to stop, can be replaced, and never stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from netplay.thinking.jobs import Aim
from netplay.thinking.process import command
from netplay.thinking.thinker import Thinker
from tests.netplay.thinking.positions import (
    BROKEN,
    ROOT,
    failing,
    finished,
    job_of,
    position,
    until,
)


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker(grace=20.0)
    yield made
    made.close()


def gone(pid: int) -> bool:
    """Whether no such process runs: where nobody collects the dead, a dead one counts as gone."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


def test_the_process_finds_a_legal_move(thinker: Thinker) -> None:
    played = position()
    thought = finished(thinker.ask(played.rules, job_of(played)))
    assert thought.found is not None
    assert thought.found.move in played.moves()
    assert not thought.replaced


def test_an_analysis_comes_back_with_every_move_and_the_reasons_of_the_game(
    thinker: Thinker,
) -> None:
    played = position()
    thought = finished(thinker.ask(played.rules, job_of(played, Aim.ANALYSIS)))
    assert thought.found is not None
    assert thought.found.analysis is not None
    analysis = thought.found.analysis
    assert {one.move for one in analysis.moves} == set(played.moves())
    assert analysis.best.move == thought.found.move
    assert any(one.reasons for one in analysis.moves)


def test_one_process_serves_one_job_after_the_other(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    pid = thinker.pid
    finished(thinker.ask(played.rules, job_of(played, seed=b"t")))
    assert pid is not None
    assert thinker.pid == pid


def test_nothing_is_started_before_anything_is_asked(thinker: Thinker) -> None:
    assert thinker.pid is None


def test_a_cancelled_thought_ends_and_the_process_goes_on_to_the_next(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    pid = thinker.pid
    long = thinker.ask(played.rules, job_of(played, level="expert"))
    long.cancel()
    assert finished(long).found is None
    after = finished(thinker.ask(played.rules, job_of(played)))
    assert after.found is not None
    assert not after.replaced
    assert thinker.pid == pid


@pytest.mark.parametrize("fault", BROKEN)
@pytest.mark.parametrize("aim", [Aim.MOVE, Aim.ANALYSIS])
def test_a_process_that_fails_is_done_without(fault: str, aim: Aim) -> None:
    thinker = Thinker(failing(BROKEN[fault]), grace=0.3)
    played = position()
    try:
        thought = finished(thinker.ask(played.rules, job_of(played, aim, level="easy")))
    finally:
        thinker.close()
    assert thought.replaced
    assert thought.found is not None
    assert thought.found.move in played.moves()
    assert (thought.found.analysis is not None) == (aim is Aim.ANALYSIS)


def test_a_process_that_was_killed_is_replaced_by_a_fresh_one(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    pid = thinker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    thought = finished(thinker.ask(played.rules, job_of(played)))
    assert thought.replaced
    assert thought.found is not None
    assert thinker.pid not in (None, pid)


def test_where_no_process_can_be_started_the_program_thinks_itself() -> None:
    thinker = Thinker(["/nowhere/python"], grace=0.3)
    played = position()
    thought = finished(thinker.ask(played.rules, job_of(played)))
    thinker.close()
    assert thought.replaced
    assert thought.found is not None


def test_closing_ends_the_process_in_the_middle_of_a_thought(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    pid = thinker.pid
    assert pid is not None
    thinker.ask(played.rules, job_of(played, level="expert"))
    thinker.close()
    assert gone(pid)
    assert thinker.pid is None
    with pytest.raises(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)  # no zombie of ours is left either


def test_after_closing_it_can_be_asked_again(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    thinker.close()
    assert finished(thinker.ask(played.rules, job_of(played))).found is not None


_PARENT = """
import sys, time
from tests.netplay.thinking.positions import job_of, position
from netplay.thinking.thinker import Thinker
thinker, played = Thinker(), position()
while True:
    thinker.ask(played.rules, job_of(played, level="expert"))
    while thinker.pid is None:
        time.sleep(0.01)
    print(thinker.pid, flush=True)
    sys.stdin.readline()
    {then}
"""


@pytest.mark.parametrize(("then", "sent"), [("", signal.SIGKILL), ("sys.exit()", None)])
def test_the_process_never_outlives_the_program(then: str, sent: signal.Signals | None) -> None:
    script = _PARENT.format(then=then)
    with subprocess.Popen(
        [sys.executable, "-c", script],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as parent:
        assert parent.stdout is not None
        pid = int(parent.stdout.readline())
        assert not gone(pid)
        if sent is not None:
            parent.send_signal(sent)
        assert parent.stdin is not None
        parent.stdin.close()
        parent.wait(120)
        until(lambda: gone(pid))


@pytest.mark.skipif(sys.platform != "linux", reason="what is open is read from /proc")
def test_the_process_has_no_terminal_and_nothing_of_ours_open(thinker: Thinker) -> None:
    kept = os.open("/dev/null", os.O_RDONLY)
    os.set_inheritable(kept, True)
    try:
        played = position()
        finished(thinker.ask(played.rules, job_of(played)))
        pid = thinker.pid
        assert pid is not None
        assert os.getsid(pid) == pid != os.getsid(0)
        found = {link.name: os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir()}
        assert sorted(found.values())[:3] == ["/dev/null"] * 3
        assert all(to.startswith("pipe:") for to in sorted(found.values())[3:])
        assert len(found) == 5
    finally:
        os.close(kept)


def test_a_folder_with_modules_of_our_names_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "__init__.py").write_text("raise SystemExit(9)")
    (tmp_path / "struct.py").write_text("raise SystemExit(9)")
    done = subprocess.run(
        command(), check=False, cwd=tmp_path, stdin=subprocess.DEVNULL, timeout=60
    )
    assert done.returncode == 0
