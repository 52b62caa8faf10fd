"""Positions to think about, and processes that fail in every way a process can."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.games.registry import game
from netplay.thinking.jobs import Aim, Job
from netplay.thinking.thinker import Thought
from tests.core.every_game.play import Game

ROOT = Path(__file__).parents[3]
CONTINENTAL = game("continental-express")
_HEAR = """
import os, struct, sys, time
sys.path[:] = sys.argv[1:]
from core.kernel.canonical import pack, unpack
def exactly(n):
    data = b""
    while len(data) < n:
        more = os.read(0, n - len(data))
        if not more:
            raise SystemExit
        data += more
    return data
def hear():
    return unpack(exactly(struct.unpack(">I", exactly(4))[0]), limit=1 << 20)
def say(value):
    data = pack(value)
    os.write(1, struct.pack(">I", len(data)) + data)
"""

BROKEN = {
    "never starts": "raise SystemExit(1)",
    "dies when asked": _HEAR + "hear(); os._exit(3)",
    "never answers": _HEAR + "hear(); time.sleep(60)",
    "answers with noise": _HEAR + "hear(); os.write(1, b'\\xff' * 4096); time.sleep(60)",
    "answers with text": _HEAR
    + "hear(); os.write(1, b'Traceback (most recent call)'); time.sleep(60)",
    "answers with half an answer": _HEAR
    + "hear(); os.write(1, b'\\0\\0\\1\\0' + b'x' * 9); os._exit(0)",
    "plays an illegal move": _HEAR + "while 1: n, job = hear(); say((n, ((1, 2, 2, 2, 2), 5, ())))",
    "plays no move": _HEAR + "while 1: n, job = hear(); say((n, None))",
    "answers another question": _HEAR + "while 1: n, job = hear(); say((n - 1, ((0,), 5, ())))",
    "answers with a list too short": _HEAR + "while 1: n, job = hear(); say((n,))",
}
"""Processes that cannot be relied on, by what they do."""


def failing(script: str) -> list[str]:
    """The command of such a process."""
    return [sys.executable, "-P", "-c", script, *sys.path]


def position(steps: int = 12, seats: int = 2, name: str = "continental-express") -> Game:
    """The middle of a game."""
    played = Game(game(name), seats, None, b"thinking").run(steps)
    assert played.state.turn is not None
    assert len(played.moves()) > 1
    return played


def job_of(played: Game, aim: Aim = Aim.MOVE, level: str = "medium", seed: bytes = b"s") -> Job:
    """A job for the seat to act."""
    seat = played.state.turn
    assert seat is not None
    return Job.of(aim, played.rules, level, seed, played.state, seat, played.secrets[seat])


def until(true: Callable[[], Any], seconds: float = 120.0) -> None:
    """Wait for something that other threads and processes bring about."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it never came about"
        time.sleep(0.01)


def finished(thought: Thought) -> Thought:
    """The same, done."""
    until(lambda: thought.done)
    return thought
