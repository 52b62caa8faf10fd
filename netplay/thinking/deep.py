"""A bot that thinks in another process, as a mind that is asked again and again."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

from core.kernel.game import Game
from core.kernel.move import Move
from netplay.thinking.jobs import Aim, Job
from netplay.thinking.thinker import Thinker, Thought, shared


class Deep:
    """See ``netplay.thinking.mind.Mind``; ``thinker``: the program's own unless a test has another.

    ``ponder``: whether it thinks on the others' time.
    """

    def __init__(
        self,
        level: str,
        game: Game[Any],
        seed: bytes,
        thinker: Thinker | None = None,
        *,
        ponder: bool = False,
    ) -> None:
        self.replaced = False
        self._level = level
        self._game = game
        self._seed = seed
        self._thinker = thinker
        self._thought: Thought | None = None
        self._ponders = ponder
        self._pondered: Thought | None = None
        self._name = os.urandom(8) if ponder else b""
        """By which the process knows its thoughts from those of others."""

    def _ask(self, job: Job) -> Thought:
        return (self._thinker or shared()).ask(self._game, job)

    def warm(self) -> None:
        """See ``Mind``."""
        self._ask(Job(Aim.WARM, self._game.name, self._level, b"", b"", 0, ()))

    def begin(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        """See ``Mind``."""
        job = self._job(Aim.MOVE, state, seat, secrets)
        if self._thought is None or self._thought.job != job:
            self._cancel()
            self._thought = self._ask(job)

    def ponder(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        """See ``Mind``."""
        from netplay.thinking.making import ponders

        if not self._ponders or not ponders(self._level):
            return
        if state.turn is None or state.turn == seat or state.awaiting or state.over:
            return
        job = self._job(Aim.PONDER, state, seat, secrets)
        if self._pondered is None or self._pondered.job != job:
            self._cancel()
            self._pondered = self._ask(job)

    def _job(self, aim: Aim, state: Any, seat: int, secrets: Mapping[int, int]) -> Job:
        # One seed a position: the same game is played again from the same seeds, whoever thinks.
        seed = blake2b(self._game.encode(state), key=self._seed[:64], digest_size=16).digest()
        return Job.of(aim, self._game, self._level, seed, state, seat, secrets, self._name)

    def move(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move | None:
        """See ``Mind``."""
        self.begin(state, seat, secrets)
        thought = self._thought
        if thought is None or not thought.done:
            return None
        self._thought = None
        self.replaced = thought.replaced
        if thought.found is None:
            # Even the fixed search failed: any legal move is better than a table that waits.
            return self._game.moves(state, secrets)[0]
        return thought.found.move

    def forget(self) -> None:
        """See ``Mind``."""
        self._cancel()
        if self._ponders:
            self._name = os.urandom(8)  # what was thought of another course of the game is not used

    def _cancel(self) -> None:
        for thought in (self._thought, self._pondered):
            if thought is not None:
                thought.cancel()
        self._thought = self._pondered = None
