"""Golden moves of the stand-in's search: `python -m tests.core.bots.fixed_moves` prints them.

Needs nothing but ``core`` and msgpack, so that any Python can be asked for its opinion. Every peer
recomputes a stand-in's moves: a change here is a change of what a table agrees on.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from core.bots.search import fixed
from core.games.registry import NAMES, game
from core.match import Match

FILE = Path(__file__).parent / "golden" / "stand-in-search.txt"
SIMULATIONS = 12
MOVES = 16
"""Fewer than a stand-in makes: they go through the same code."""


def line(name: str, seats: int, moves: int = MOVES, simulations: int = SIMULATIONS) -> str:
    """One game played by stand-ins alone, from public facts."""
    rules = game(name)
    match = Match(rules, seats, b"golden stand-in")
    for seat in range(seats):
        match.open_hand(seat)
    texts = []
    while not match.state.over and len(texts) < moves:
        seat = match.state.turn
        assert seat is not None
        seed = b"log %d" % len(texts)
        move = fixed.choose(rules, match.state, seat, seed, simulations)
        texts.append(rules.text(move))
        match.play(move)
    return f"{name} {seats}: {', '.join(texts)}: {match.hash().hex()}"


def lines() -> Iterator[str]:
    """The first moves of a game at the smallest and the largest table of each game."""
    for name in NAMES:
        for seats in (game(name).seats[0], game(name).seats[-1]):
            yield line(name, seats)
        # And as many simulations as a stand-in really makes.
        yield line(name, game(name).seats[0], 5, fixed.SIMULATIONS)


if __name__ == "__main__":
    for text in lines():
        print(text)
