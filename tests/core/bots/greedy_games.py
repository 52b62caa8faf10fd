"""Golden games of greedy: `python -m tests.core.bots.greedy_games` prints what the file holds.

A change of its judgement is a new version of the bot; it is seen here, and on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from core.bots.registry import bot
from core.games.registry import game
from core.match import Match

GAME = game("continental-express")
FILE = Path(__file__).parent / "golden" / "continental-express-greedy.txt"
OPTIONS: tuple[Mapping[str, object], ...] = (
    {},
    {"effects_mandatory": True, "first_player": 1},
    {"bonus_ticket": True},
)


def line(seats: int, number: int, *, public: bool) -> str:
    """One whole game; ``public``: every seat is played from public facts alone."""
    match = Match(GAME, seats, b"golden greedy %d" % number, GAME.options(OPTIONS[number % 3]))
    greedy = bot("greedy", GAME, 0)
    texts = []
    while not match.state.over:
        seat = match.state.turn
        assert seat is not None
        move = greedy.choose(match.state, seat, {} if public else match.secrets[seat])
        texts.append(GAME.text(move))
        match.play(move)
    sees = "public" if public else "own"
    return f"{seats} {number} {sees}: {', '.join(texts)}: {match.hash().hex()}"


def lines() -> Iterator[str]:
    """All golden games."""
    for seats in GAME.seats:
        for number in range(4):
            for public in (False, True):
                yield line(seats, number, public=public)


if __name__ == "__main__":
    for text in lines():
        print(text)
