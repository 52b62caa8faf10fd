"""Readers for the parts of an encoded state: each takes a decoded value or raises BadState.

Every game's ``decode`` is made of these; a state is never taken from a stranger, only compared
with one's own, so they check types and ranges, not whether play can lead there.
"""

from __future__ import annotations

from typing import Any

from core.kernel.errors import BadState
from core.kernel.requests import ALL, Request, Reveal, Shuffle


def whole(value: Any, low: int, high: int) -> int:
    """An integer in ``range(low, high)``."""
    if type(value) is not int or not low <= value < high:
        raise BadState("a number is out of its range")
    return value


def maybe(value: Any, low: int, high: int) -> int | None:
    """None, or an integer in ``range(low, high)``."""
    return None if value is None else whole(value, low, high)


def flag(value: Any) -> bool:
    """A bool, never 0 or 1."""
    if type(value) is not bool:
        raise BadState("not yes or no")
    return value


def parts(value: Any, count: int | None = None) -> tuple[Any, ...]:
    """An array, of exactly ``count`` parts if given."""
    if type(value) is not tuple or (count is not None and len(value) != count):
        raise BadState("a list has the wrong length or is none")
    return value


def wholes(value: Any, low: int, high: int, count: int | None = None) -> list[int]:
    """Integers in ``range(low, high)``, exactly ``count`` of them if given."""
    return [whole(part, low, high) for part in parts(value, count)]


def maybes(value: Any, low: int, high: int, count: int) -> list[int | None]:
    """``count`` values, each None or an integer in ``range(low, high)``."""
    return [maybe(part, low, high) for part in parts(value, count)]


def flags(value: Any, count: int | None = None) -> list[bool]:
    """Bools, exactly ``count`` of them if given."""
    return [flag(part) for part in parts(value, count)]


def request(value: Any, slots: int, seats: int) -> Request:
    """What ``pack_request`` gave, with slots below ``slots``."""
    if type(value) is not tuple or len(value) not in (2, 3):
        raise BadState("not a request")
    asked = tuple(wholes(value[1], 0, slots))
    if not asked:
        raise BadState("a request for no slot")
    if value[0] == 0 and len(value) == 3:
        return Reveal(asked, whole(value[2], ALL, seats))
    if value[0] == 1 and len(value) == 2:
        return Shuffle(asked)
    raise BadState("not a request")


def pack_request(asked: Request) -> tuple[Any, ...]:
    """The array of a request, for the state's canonical bytes."""
    if type(asked) is Reveal:
        return (0, asked.slots, asked.to)
    return (1, asked.slots)
