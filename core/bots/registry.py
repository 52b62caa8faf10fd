"""Which bots there are. A bot's module is imported only when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from core.bots.base import Bot
from core.games.offered import offered, offers
from core.kernel.game import Game
from core.kernel.move import Move

Clock: TypeAlias = Callable[[], float]
"""Seconds from any fixed moment, never going back. The core has none of its own."""


class NoSuchBot(LookupError):
    """A name that is no bot's, or a bot that cannot play this game; ``str()`` is one sentence."""


def bot(name: str, game: Game[Any], seed: int | bytes, clock: Clock | None = None) -> Bot:
    """The bot of that name for one seat of ``game``; raises NoSuchBot.

    ``seed`` decides all of a bot's chance: bots at one table want different ones. ``clock`` (seconds,
    such as ``time.monotonic``) lets those that think by time do so; without it they count
    simulations, and play the same game on every machine.
    """
    find(name, game)
    if name in LEVELS:
        from core.bots.search.levels import level

        return level(name, game, seed, clock)
    return _MAKERS[name](game, seed)


def find(name: str, game: Game[Any]) -> None:
    """Raise NoSuchBot unless the bot can be made; loads nothing of it."""
    if name not in NAMES:
        raise NoSuchBot(f"no bot is called {name[:40]!r}; there is: {', '.join(NAMES)}")
    if name == "greedy" and not offers(game, "greedy"):
        raise NoSuchBot(f"the bot 'greedy' does not play {game.title}")


class LateBot:
    """A bot that is only made when it first has to choose: nothing of it is loaded before."""

    def __init__(
        self, name: str, game: Game[Any], seed: int | bytes, clock: Clock | None = None
    ) -> None:
        self._what = (name, game, seed, clock)
        self._bot: Bot | None = None

    def choose(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        """As the bot itself."""
        if self._bot is None:
            self._bot = bot(*self._what)
        return self._bot.choose(state, seat, secrets)


def _random(game: Game[Any], seed: int | bytes) -> Bot:
    import random

    from core.bots.random_bot import RandomBot

    return RandomBot(game, random.Random(seed))


def _greedy(game: Game[Any], seed: int | bytes) -> Bot:
    from core.bots.weigh import GreedyBot

    return GreedyBot(offered(game, "greedy", "WEIGHER"))


_MAKERS: Final[dict[str, Callable[[Game[Any], int | bytes], Bot]]] = {
    "random": _random,
    "greedy": _greedy,
}

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""The bots that search, the weakest first; ``core.bots.search.levels`` says how they differ."""

NAMES: Final = ("random", "greedy", "easy", "medium", "hard", "expert")
"""The bots' names, the weakest first (``docs/bots.md`` says by how much)."""
