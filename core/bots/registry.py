"""Which bots there are. A bot's module is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Final

from core.bots.base import Bot
from core.kernel.game import Game


class NoSuchBot(LookupError):
    """A name that is no bot's, or a bot that cannot play this game; ``str()`` is one sentence."""


def bot(name: str, game: Game[Any], seed: int | bytes) -> Bot:
    """The bot of that name for one seat of ``game``; raises NoSuchBot.

    ``seed`` decides all of a bot's chance: bots at one table want different ones.
    """
    make = _MAKERS.get(name)
    if make is None:
        raise NoSuchBot(f"no bot is called {name[:40]!r}; there is: {', '.join(NAMES)}")
    return make(game, seed)


def _random(game: Game[Any], seed: int | bytes) -> Bot:
    import random

    from core.bots.random_bot import RandomBot

    return RandomBot(game, random.Random(seed))


def _greedy(game: Game[Any], seed: int | bytes) -> Bot:
    from core.bots.weigh import GreedyBot

    # A game's package brings its own judgement along, so that a new game touches nothing here.
    module = type(game).__module__.rpartition(".")[0] + ".greedy"
    try:
        found = import_module(module)
    except ModuleNotFoundError as err:
        if err.name != module:
            raise
        raise NoSuchBot(f"the bot 'greedy' does not play {game.title}") from None
    return GreedyBot(found.WEIGHER)


_MAKERS: Final[dict[str, Callable[[Game[Any], int | bytes], Bot]]] = {
    "random": _random,
    "greedy": _greedy,
}

NAMES: Final = tuple(_MAKERS)
"""The bots' names, the weakest first."""
