"""Who plays in the arena: the registry's bots and the references, by one name each.

``greedy``, ``hard`` as they are; ``hard@1s`` with that many CPU seconds a move, ``hard@1000`` with that
many simulations, and ``expert@1s``, who takes others for shrewd players; ``flat@1s``, ``flat@400``;
``openspiel@1000``, ``openspiel@1s``; ``seer@1s``, who sees every card. Seconds are CPU seconds of the
player's own process, so that a busy machine makes no bot weaker.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any

from core import ENGINE
from core.bots import registry
from core.bots.base import Bot
from core.bots.search import Budget
from core.kernel.game import Game


class NoSuchPlayer(ValueError):
    """A name that is no player's; ``str()`` is one sentence."""


def budget_of(text: str) -> Budget:
    """``1000`` or ``0.5s``; raises NoSuchPlayer."""
    try:
        found = Budget(seconds=float(text[:-1])) if text.endswith("s") else Budget(None, int(text))
    except ValueError:
        raise NoSuchPlayer(f"{text!r} is no budget: it is like 1000 or 0.5s") from None
    try:
        found.validate()
    except ValueError as error:
        raise NoSuchPlayer(f"{text!r} is no budget: {error}") from None
    return found


def player(
    name: str,
    game: Game[Any],
    seats: int,
    seed: bytes,
    sees: Callable[[], Sequence[int]] = tuple,
    pace: float = 1.0,
) -> Bot:
    """The player of that name for one seat; raises NoSuchPlayer.

    ``sees`` tells the card of every slot; only ``seer`` ever asks. ``pace``: for how many seconds of
    a budget one CPU second counts.
    """

    def clock() -> float:
        return pace * time.process_time()

    base, _, limit = name.partition("@")
    number = int.from_bytes(hashlib.blake2b(seed, digest_size=4).digest(), "big")
    if base == "flat":
        from benchmarks.references.flat import FlatBot

        return FlatBot(game, number, budget_of(limit or "1s"), clock)
    if base == "seer":
        from benchmarks.references.seer import SeerBot

        if ENGINE == "compiled":
            raise NoSuchPlayer("seer reaches into the search, which the compiled engine forbids")
        return SeerBot(game, number, budget_of(limit or "1s"), sees, clock)
    if base == "openspiel":
        try:
            from benchmarks.references.openspiel import SpielBot
        except ImportError:
            raise NoSuchPlayer(
                "openspiel needs OpenSpiel: pip install 'open-spiel>=2.0.2,<3'"
            ) from None
        return SpielBot(game, seats, number, budget_of(limit or "1000"), clock)
    if limit and base in registry.LEVELS:
        from core.bots.search.bot import SearchBot
        from core.bots.search.levels import LEVELS

        return SearchBot(game, number, budget_of(limit), clock, wary=LEVELS[base].wary)
    if limit:
        raise NoSuchPlayer(f"{base!r} has no budget")
    try:
        return registry.bot(base, game, number, clock)
    except registry.NoSuchBot as error:
        raise NoSuchPlayer(str(error)) from None
