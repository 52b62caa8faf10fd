"""Where a search takes its chance from: a fast source for advice, the specified one for stand-ins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

from core.kernel.generator import Generator


class Chance(Protocol):
    """As much chance as worlds need."""

    def below(self, n: int) -> int:
        """A uniform integer in ``range(n)``."""

    def mixed(self, items: Sequence[int]) -> list[int]:
        """The items in a uniformly random order."""


class FastChance:
    """Python's own generator: only for moves that nobody has to be able to recompute."""

    __slots__ = ("_random",)

    def __init__(self, seed: int | bytes) -> None:
        self._random = Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def mixed(self, items: Sequence[int]) -> list[int]:
        random = self._random
        # A third of the time that `shuffle` takes: worlds are made by the thousand.
        return sorted(items, key=lambda _: random())


class SpecifiedChance:
    """The generator of ``docs/protocol.md``: the same numbers on every machine and Python."""

    __slots__ = ("_generator",)

    def __init__(self, seed: bytes, label: str) -> None:
        self._generator = Generator(seed, label)

    def below(self, n: int) -> int:
        return self._generator.below(n)

    def mixed(self, items: Sequence[int]) -> list[int]:
        mixed = list(items)
        self._generator.shuffle(mixed)
        return mixed
