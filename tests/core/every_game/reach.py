"""Everything that can be reached from a state, whatever its class: to compare it and to spoil it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from enum import Enum
from types import GetSetDescriptorType, MemberDescriptorType
from typing import Any

PLAIN = (int, str, bytes, type(None))


def attributes(value: Any) -> dict[str, Any]:
    """The object's attributes by name."""
    names = [
        name
        for kind in type(value).__mro__
        for name, part in vars(kind).items()
        # What slots are in plain classes, and attributes in compiled ones.
        if isinstance(part, MemberDescriptorType | GetSetDescriptorType)
        and not name.startswith("__")
    ]
    found = {name: getattr(value, name) for name in names if hasattr(value, name)}
    return found | getattr(value, "__dict__", {})


def contents(value: Any) -> Any:
    """The value with the types of all its parts: True is not 1 and a tuple no list."""
    kind = type(value)
    if isinstance(value, Enum):
        return kind, value.value
    if isinstance(value, PLAIN):
        return kind, value
    if isinstance(value, list | tuple):
        return kind, [contents(part) for part in value]
    if isinstance(value, set | frozenset):
        return kind, sorted(repr(contents(part)) for part in value)
    if isinstance(value, dict):
        return kind, [(contents(key), contents(part)) for key, part in value.items()]
    return kind, [(name, contents(part)) for name, part in sorted(attributes(value).items())]


def leaves(value: Any) -> set[type]:
    """The types of all plain values in lists and tuples of any depth."""
    if isinstance(value, list | tuple):
        return set().union(*map(leaves, value))
    return {type(value)}


def mutable(value: Any) -> Iterator[Any]:
    """Every object that can be changed in place, ``value`` itself among them."""
    if isinstance(value, (*PLAIN, Enum)):
        return
    if isinstance(value, tuple | frozenset):
        for part in value:
            yield from mutable(part)
        return
    yield value
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list | set | bytearray):
        inner = list(value)
    else:
        inner = list(attributes(value).values())
    for part in inner:
        yield from mutable(part)


def spoil(value: Any) -> int:
    """Change everything that can be changed; how many objects that were."""
    found = list(mutable(value))
    for one in found:
        if isinstance(one, list | set | dict | bytearray):
            one.clear()
            if isinstance(one, list):
                one.append("spoilt")
        else:
            for name in attributes(one):
                with suppress(TypeError):  # compiled ones take nothing of another type
                    setattr(one, name, "spoilt")
    return len(found)
