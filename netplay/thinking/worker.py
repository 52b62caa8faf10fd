"""The thinking process itself: reads jobs from its standard input, thinks, writes what it found.

It has no terminal, no connection and no file of ours. Its end is the end of its standard input: when
the program that started it is gone, however it went, the system closes that.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, BinaryIO, Final

from netplay.thinking.jobs import Aim, Job, answer, frame, parted

_NICE: Final = 10
"""Below everything a person waits for on this machine."""
_MINDS: Final = 8
"""Minds whose thoughts are kept: more bots than sit at a table."""


def main() -> None:
    """Work until the standard input ends."""
    jobs, results = _own_pipes()
    with suppress(OSError):
        os.nice(_NICE)
    desk, thoughts = _Desk(), _Thoughts()
    threading.Thread(target=_read, args=(jobs, desk), daemon=True).start()
    while True:
        number, job = desk.waiting.get()
        if desk.unwanted(number):
            continue
        try:
            found = _think(job, thoughts, partial(desk.unwanted, number))
        except Exception:
            os._exit(1)  # whoever asked sees that this process ended, and does without it
        if not desk.unwanted(number):
            try:
                results.write(frame((number, found)))
                results.flush()
            except OSError:
                os._exit(0)


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes to the program, out of reach of whatever prints or asks."""
    jobs, results = os.fdopen(os.dup(0), "rb", 0), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)
    return jobs, results


class _Desk:
    """What is to be done. Only the newest message counts."""

    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue[tuple[int, Job]] = queue.SimpleQueue()
        self.newest = -1

    def unwanted(self, number: int) -> bool:
        return number != self.newest


def _read(jobs: BinaryIO, desk: _Desk) -> None:
    buffer = bytearray()
    try:
        while data := jobs.read(1 << 16):
            buffer += data
            for number, fields in parted(buffer):
                desk.newest = number
                if fields is not None:
                    desk.waiting.put((number, Job(Aim(fields[0]), *fields[1:])))
    finally:
        # Also in the middle of a thought: nobody is left to hear of it.
        os._exit(0)


class _Thoughts:
    """What was thought on the others' time, by mind, until it is asked for its move."""

    def __init__(self) -> None:
        self._found: dict[bytes, tuple[Job, Any]] = {}

    def keep(self, job: Job, found: Any) -> None:
        """For the mind's next move, in place of what was thought before; nothing is no reason to."""
        if found:
            self._found.pop(job.mind, None)
            self._found[job.mind] = job, found
            while len(self._found) > _MINDS:
                del self._found[next(iter(self._found))]

    def take(self, job: Job) -> Any:
        """What was found of this position. Once: after the mind's move it is of no use.

        Nothing if the seat has come to know something that is not in the position.
        """
        before, found = self._found.pop(job.mind, (job, {}))
        return found.get(job.state, {}) if before.secrets == job.secrets else {}


def _think(job: Job, thoughts: _Thoughts, unwanted: Callable[[], bool]) -> Any:
    from core.games.registry import game
    from netplay.thinking.making import ponder, think, warm

    rules = game(job.game)
    if job.aim is Aim.WARM:
        warm(rules)
        return None
    state, secrets = rules.decode(job.state), dict(job.secrets)
    if job.aim is Aim.PONDER:
        thoughts.keep(job, ponder(rules, job, state, secrets, unwanted))
        return None
    opinions = thoughts.take(job)
    return answer(rules, think(rules, job, state, secrets, unwanted, opinions))


if __name__ == "__main__":
    sys.exit("this is started by the program itself")
