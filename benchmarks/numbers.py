"""Whole numbers on the command lines of benchmarks: bounded, so that a slip is one clear line."""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections.abc import Callable
from typing import Final

MOST_GAMES: Final = 100_000


def whole(low: int, high: int) -> Callable[[str], int]:
    """For argparse's ``type``: a number from ``low`` to ``high``."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text[:20]!r} is no whole number") from None
        if not low <= number <= high:
            raise ArgumentTypeError(f"from {low:,} to {high:,}")
        return number

    return read
