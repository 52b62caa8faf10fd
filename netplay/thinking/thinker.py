"""Has a process think, watches it, and does without it where it fails: a move comes in any case.

Everything that can take time (starting, writing, waiting, replacing) is done in one thread here, so
that whoever asks never waits.
"""

from __future__ import annotations

import atexit
import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from core.kernel.canonical import Malformed
from core.kernel.game import Game
from netplay.thinking.jobs import Aim, Found, Job, read_answer
from netplay.thinking.process import Gone, Process, command

GRACE: Final = 5.0
"""Seconds a process may take beyond what its level thinks: to start, and on a machine that is busy."""


class Thought:
    """What was asked for. ``done``: nothing more comes of it; ``found`` is None if it was cancelled.

    ``replaced``: the process ended, hung or answered nonsense, and a quicker bot found the move.
    """

    def __init__(self, game: Game[Any], job: Job, cancelled: Callable[[], None]) -> None:
        self.game = game
        self.job = job
        self.found: Found | None = None
        self.replaced = False
        self.done = False
        self.unwanted = False
        self._cancelled = cancelled

    def cancel(self) -> None:
        """It is no longer wanted."""
        if not self.done:
            self.unwanted = True
            self._cancelled()


class Thinker:
    """One process for the whole program, started at the first need and kept for the next one.

    Jobs are done in the order in which they were asked for, but thinking on the others' time
    (``Aim.PONDER``) ends when anything else is asked for. ``start``: the command of the process,
    ``grace``: seconds it may be late. Nothing is started before something is asked for.
    """

    def __init__(self, start: list[str] | None = None, *, grace: float = GRACE) -> None:
        self._start = command() if start is None else start
        self._grace = grace
        self._pondering: list[Thought] = []
        self._jobs: queue.SimpleQueue[Thought | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._process: Process | None = None
        self._number = 0
        self._wakes: tuple[int, int] | None = None
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """Of the process, None while there is none."""
        process = self._process
        return None if process is None else process.pid

    def ask(self, game: Game[Any], job: Job) -> Thought:
        """Begin to think; returns at once."""
        thought = Thought(game, job, self._wake)
        if self._thread is None:
            os.set_blocking((wakes := os.pipe())[1], False)
            os.set_blocking(wakes[0], False)
            self._wakes = wakes
            self._thread = threading.Thread(target=self._work, name="caboose-thinker", daemon=True)
            self._thread.start()
            atexit.register(self.close)
        if job.aim is Aim.PONDER:
            self._pondering.append(thought)
        elif self._pondering:
            for other in self._pondering:
                other.cancel()
            self._pondering.clear()
        self._jobs.put(thought)
        return thought

    def close(self) -> None:
        """End the process. What was asked for and is not done never comes."""
        thread, self._thread = self._thread, None
        if thread is None:
            return
        atexit.unregister(self.close)
        self._jobs.put(None)
        self._wake()
        thread.join(timeout=self._grace)
        with self._lock:
            wakes, self._wakes = self._wakes, None
        for wake in wakes or ():
            os.close(wake)

    def _wake(self) -> None:
        with self._lock, suppress(BlockingIOError):
            if self._wakes is not None:
                os.write(self._wakes[1], b"!")

    # In the thread ------------------------------------------------------------------------------

    def _work(self) -> None:
        try:
            while (thought := self._jobs.get()) is not None:
                if not thought.unwanted and self._thread is not None:
                    self._do(thought)
                thought.done = True
        finally:
            self._drop()

    def _drop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.end()

    def _do(self, thought: Thought) -> None:
        from netplay.thinking.making import FIXED

        job = thought.job
        if job.aim is Aim.PONDER:
            try:
                self._ask(thought, job)
            except (Gone, Malformed):
                self._drop()  # nobody waits for it: the next job starts a fresh one
            return
        for level in (job.level, FIXED):
            try:
                thought.found = self._ask(thought, job._replace(level=level))
                return
            except (Gone, Malformed):
                self._drop()
                thought.replaced = True
        # Nothing is left but this process: a fixed number of simulations, a moment's work.
        with suppress(Exception):  # a position with no move, or a fault of the bot's own
            thought.found = _here(thought.game, job._replace(level=FIXED))

    def _ask(self, thought: Thought, job: Job) -> Found | None:
        """What the process finds; None if it is no longer wanted. Raises Gone and Malformed."""
        from netplay.thinking.making import PONDER, seconds

        assert self._wakes is not None
        if self._process is None:
            self._process = Process(self._start, self._wakes[0])
        self._number += 1
        self._process.tell(self._number, tuple(job))
        most = PONDER if job.aim is Aim.PONDER else seconds(job.level)
        until = time.monotonic() + most + self._grace
        while True:
            heard = self._process.hear(self._number, until)
            if heard is not None:
                break
            self._drain()
            # The queue holds nothing but what comes later; its end is told by a wake, too.
            if thought.unwanted or self._thread is None:
                self._number += 1
                self._process.tell(self._number, None)
                thought.unwanted = True
                return None
        if job.aim in (Aim.WARM, Aim.PONDER):
            return None
        return read_answer(thought.game, thought.game.decode(job.state), job, heard[0])

    def _drain(self) -> None:
        assert self._wakes is not None
        with suppress(BlockingIOError):
            while os.read(self._wakes[0], 64):
                pass


def _here(game: Game[Any], job: Job) -> Found:
    from netplay.thinking.making import think

    return think(game, job, game.decode(job.state), dict(job.secrets))


_SHARED: list[Thinker] = []


def shared() -> Thinker:
    """The program's thinker: one process however many bots and tables there are."""
    if not _SHARED:
        _SHARED.append(Thinker())
    return _SHARED[0]
