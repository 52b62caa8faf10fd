"""Chat of the lobby and of tables: cleaned, counted, at a pace; whoever writes too fast is told."""

from __future__ import annotations

import math
from typing import Final

from netplay.lobby.gate import Bucket, Buckets
from netplay.lobby.values import ChatRefused
from netplay.lobby.wire import TEXT_LIMIT
from netplay.text import clean

_RATE: Final = 0.5
_BURST: Final = 5.0
"""Lines a second that we may write, and at once after a silence; readers allow twice as many."""
_RUNS: Final = 4_096


class Chat:
    """What was said last by each run, and the pace of everyone."""

    def __init__(self, now: float) -> None:
        self._mine = Bucket(_RATE, _BURST, now)
        self._theirs = Buckets(2 * _RATE, 2 * _BURST)
        self._counts: dict[tuple[str, bytes], int] = {}
        self._count = 0

    def compose(self, text: str, now: float) -> tuple[int, str]:
        """The number and the cleaned text of a line of ours; raises ChatRefused."""
        if len(text) > TEXT_LIMIT:
            raise ChatRefused(f"a line has at most {TEXT_LIMIT} characters, yours has {len(text)}")
        cleaned = clean(text, TEXT_LIMIT)
        if not cleaned:
            raise ChatRefused("there is nothing to read in this line")
        wait = self._mine.take(1.0, now)
        if wait:
            raise ChatRefused(f"not so fast: you can write again in {math.ceil(wait)} s")
        self._count += 1
        return self._count, cleaned

    def fresh(self, player: str, session: bytes, count: int) -> bool:
        """Whether a line is no repetition (asked before its signature is checked)."""
        return count > self._counts.get((player, session), -1)

    def take(self, player: str, session: bytes, count: int, now: float) -> bool:
        """A line with a good signature: whether it comes at a bearable pace."""
        self._counts.pop((player, session), None)
        while len(self._counts) >= _RUNS:
            self._counts.pop(next(iter(self._counts)))
        self._counts[player, session] = count
        return self._theirs.take(player, now)
