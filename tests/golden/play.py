"""Golden games: whole games from seeds, each ending in a hash that no machine may change.

    python -m tests.golden.play continental-express     prints the games, one JSON object a line

Needs nothing but ``core`` and msgpack, so that any Python can be asked for its opinion. A line
says how its moves were chosen (``players``), so that games which other players made, a stand-in
bot's above all, can stand beside these.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from core.bots.registry import bot
from core.games.registry import NAMES
from core.games.registry import game as find
from core.kernel.generator import Generator
from core.kernel.move import Move
from core.match import Match

Choose = Callable[[Match], Move]


def uniform(seed: bytes) -> Choose:
    """Every legal move alike, in the order in which the game lists them."""
    generator = Generator(seed, "golden moves")

    def choose(match: Match) -> Move:
        moves = match.moves()
        return moves[generator.below(len(moves))]

    return choose


def greedy(seed: bytes) -> Choose:
    """Every seat by the greedy bot."""

    def choose(match: Match) -> Move:
        turn = match.state.turn
        assert turn is not None
        return bot("greedy", match.game, 0).choose(match.state, turn, match.secrets[turn])

    return choose


def stand_in(seed: bytes) -> Choose:
    """Every seat by a stand-in: the greedy bot, which knows public facts only."""

    def choose(match: Match) -> Move:
        if not opened:
            for seat in range(len(match.secrets)):
                match.open_hand(seat)
            opened.append(True)
        turn = match.state.turn
        assert turn is not None
        return bot("greedy", match.game, 0).choose(match.state, turn, {})

    opened: list[bool] = []
    return choose


PLAYERS: dict[str, Callable[[bytes], Choose]] = {
    "uniform": uniform,
    "greedy": greedy,
    "stand-in": stand_in,
}
"""How moves are chosen, by the name in a line."""


def _continental() -> Iterator[tuple[int, dict[str, Any], str]]:
    for number in range(200):
        seats = 2 + number % 3
        options: dict[str, Any] = {}
        if number % 4 == 1:
            options["bonus_ticket"] = True
        if number % 5 == 2:
            options["first_player"] = number % seats
        if number % 7 < 2:
            options["effects_mandatory"] = True
        # A stand-in's moves are recomputed by every peer, so they are behaviour like the rules'.
        yield seats, options, "stand-in" if number % 8 == 3 else "uniform"


def _any_game(name: str) -> Iterator[tuple[int, dict[str, Any], str]]:
    seats = find(name).seats
    for number in range(120):
        players = ("uniform", "greedy", "uniform", "stand-in")[number // len(seats) % 4]
        yield seats[number % len(seats)], {}, players


PLANS: dict[str, Callable[[], Iterator[tuple[int, dict[str, Any], str]]]] = {
    name: partial(_any_game, name) for name in NAMES
} | {
    "continental-express": _continental,
}
"""The games to play, by name: seats, options and players of each."""


def play(name: str, number: int, seats: int, values: dict[str, Any], players: str) -> str:
    """One game as its line."""
    game = find(name)
    seed = Generator(b"golden", f"{name} {number}")
    key = bytes(seed.below(256) for _ in range(16))
    options = game.options(values)
    match = Match(game, seats, key, options)
    choose = PLAYERS[players](key)
    moves = 0
    while not match.state.over:
        match.play(choose(match))
        moves += 1
    return json.dumps(
        {
            "n": number,
            "seats": seats,
            "options": game.pack_options(options),
            "players": players,
            "seed": key.hex(),
            "moves": moves,
            "scores": game.score(match.state),
            "winners": game.winners(match.state),
            "hash": match.hash().hex(),
        },
        separators=(",", ":"),
    )


def lines(name: str) -> list[str]:
    """All golden games of a game, one a line."""
    return [play(name, number, *plan) for number, plan in enumerate(PLANS[name]())]


if __name__ == "__main__":
    sys.stdout.write("".join(line + "\n" for line in lines(sys.argv[1])))
