"""Who plays for a seat whose owner is gone: named in the table's policy, worked out by every peer.

Whoever stands in knows public facts only, and its move follows from them and the log alone. A name
stands for one behaviour for ever: a change of the search's moves needs a new one, so that two versions
refuse each other before they sit down instead of stopping over a move.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

from core.kernel.game import Game
from core.kernel.move import Move
from netplay.wire.policy import GREEDY, SEARCH

Chooser = Callable[[Game[Any], Any, bytes], Move]
"""(game, state, hash of the newest entry) -> the move of the seat to act."""


def _greedy(game: Game[Any], state: Any, head: bytes) -> Move:
    from core.bots.registry import bot

    return bot("greedy", game, 0).choose(state, state.turn, {})


def _search(game: Game[Any], state: Any, head: bytes) -> Move:
    from core.bots.search import fixed

    return fixed.choose(game, state, state.turn, head)


CHOOSERS: Final[dict[str, Chooser]] = {GREEDY: _greedy, SEARCH: _search}


def usual(game: Game[Any]) -> str:
    """The search where the game judges positions, so that it takes a moment; else greedy."""
    package = type(game).__module__.rpartition(".")[0]
    return SEARCH if find_spec(f"{package}.evaluation") is not None else GREEDY
