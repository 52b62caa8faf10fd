"""What a game's package brings along beside its rules, so that a new game touches nothing outside it."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

from core.kernel.game import Game


def offers(game: Game[Any], module: str) -> bool:
    """Whether the game's package has a module of that name; loads nothing of it."""
    path = _path(game, module)
    return path is not None and find_spec(path) is not None


def offered(game: Game[Any], module: str, name: str) -> Any:
    """``name`` of that module, None where the package has no such module."""
    path = _path(game, module)
    if path is None or find_spec(path) is None:
        return None
    return getattr(import_module(path), name)


def _path(game: Game[Any], module: str) -> str | None:
    """None for a game that is in no package: a test's own."""
    package = type(game).__module__.rpartition(".")[0]
    return f"{package}.{module}" if package else None
