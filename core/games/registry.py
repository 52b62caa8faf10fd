"""Which games there are. A game's package is imported only when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from core.kernel.game import Game

_PACKAGES: Final = {
    "continental-express": "core.games.continental.game",
    "a-toute-vapeur": "core.games.vapeur.game",
}

NAMES: Final = tuple(_PACKAGES)
"""The games' names, in the order in which they are offered."""


class NoSuchGame(LookupError):
    """A name that is no game's; ``str()`` says which there are."""


def game(name: str) -> Game[Any]:
    """The game of that name; raises NoSuchGame."""
    package = _PACKAGES.get(name)
    if package is None:
        raise NoSuchGame(f"no game is called {name[:40]!r}; there is: {', '.join(NAMES)}")
    found: Game[Any] = import_module(package).GAME
    return found
