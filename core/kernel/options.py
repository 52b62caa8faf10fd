"""House options, in any game: read by name or from the wire, and refused where they are of no use.

A game's options are a NamedTuple with a default for each field and a ``validate`` that raises
BadOptions; what is written here once for all games reads them. ``validate`` takes its own fields for
values of any type until it has looked at them (``pack``): compiled code believes declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

from core.kernel.errors import BadOptions


class Options(Protocol):
    """A game's options."""

    @property
    def _fields(self) -> tuple[str, ...]: ...

    def validate(self) -> None:
        """Raise BadOptions for ill-typed values."""


T = TypeVar("T", bound=Options)


def by_name(kind: type[T], values: Mapping[str, Any] | None) -> T:
    """Options from names and values; raises BadOptions for anything unknown or ill-typed."""
    given: dict[Any, Any] = dict(values or {})
    known: Any = kind._fields
    for name in given:
        if name not in known:
            raise BadOptions(f"no such option: {str(name)[:40]!r}")
    options = kind(**given)
    options.validate()
    return options


def from_wire(kind: type[T], wire: Any) -> T:
    """Options from a decoded array of all fields in order; raises BadOptions."""
    known: Any = kind._fields
    if type(wire) is not tuple or len(wire) != len(known):
        raise BadOptions(f"options are an array of {len(known)}")
    options = kind(*wire)
    options.validate()
    return options


def check_flag(name: str, value: Any) -> None:
    """Raise BadOptions unless the option is yes or no."""
    if type(value) is not bool:
        raise BadOptions(f"{name} is yes or no")


def check_seat(name: str, value: Any, seats: int) -> None:
    """Raise BadOptions unless the option names one of so many seats, or none."""
    if value is not None and (type(value) is not int or not 0 <= value < seats):
        raise BadOptions(f"{name} is a seat or none")
