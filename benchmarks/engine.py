"""The engine alone: random games, moves a second, encoding and hashing, copying, sampled worlds.

The reference is OpenSpiel's gin_rummy (C++ behind Python) driven by the same Python loop, where
``open-spiel`` is installed (``pip install open-spiel``; it is no dependency of Caboose).

Seconds are the process's own on its core, so that other work on the machine counts as little as can be.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from core.bots.registry import bot
from core.bots.search import Budget, SearchBot
from core.bots.search.chance import FastChance
from core.bots.search.values import MANY_SIMULATIONS
from core.bots.search.worlds import Worlds
from core.games.registry import NAMES, game
from core.match import Match

GAME = "continental-express"
"""The game the figures to reach are for."""


@dataclass(frozen=True, slots=True)
class Rate:
    """What one run of random games reached, in a second of one core."""

    games: float
    moves: float


def random_games(name: str, seats: int, seconds: float = 3.0) -> Rate:
    """Whole games through the public API, set-up and scoring included, moves chosen uniformly."""
    rules = game(name)
    rng = random.Random(1)
    games = moves = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        match = Match(rules, seats, games.to_bytes(4, "little"))
        while not match.state.over:
            legal = match.moves()
            match.play(legal[int(rng.random() * len(legal))])
            moves += 1
        rules.score(match.state)
        rules.winners(match.state)
        games += 1
    spent = time.process_time() - start
    return Rate(games / spent, moves / spent)


def open_spiel(seconds: float = 3.0) -> Rate | None:
    """OpenSpiel's gin_rummy with uniform moves and chance, None where it is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found]  # optional, for benchmarks only
    except ImportError:
        return None
    rules = pyspiel.load_game("gin_rummy")
    rng = random.Random(1)
    games = moves = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = rules.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, weights)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        state.returns()
        games += 1
    spent = time.process_time() - start
    return Rate(games / spent, moves / spent)


def mid_game(seats: int = 3, moves: int = 60) -> Match:
    """The same game, played at random to its middle."""
    rng = random.Random(2)
    match = Match(game(GAME), seats, b"mid-game")
    for _ in range(moves):
        match.play(rng.choice(match.moves()))
    return match


def microseconds(action: Callable[[], object], repeats: int = 20_000) -> float:
    """The best of five runs' mean time of one call."""
    best = float("inf")
    for _ in range(5):
        start = time.process_time()
        for _ in range(repeats // 5):
            action()
        best = min(best, (time.process_time() - start) / (repeats // 5))
    return best * 1e6


def decision(seats: int) -> float:
    """Microseconds of one move of ``greedy``, where about a third of a game is played."""
    match = mid_game(seats, 10 * seats)
    greedy, seat = bot("greedy", match.game, 1), match.state.turn
    assert seat is not None
    return microseconds(lambda: greedy.choose(match.state, seat, match.secrets[seat]), 2000)


def simulation(seats: int, simulations: int = MANY_SIMULATIONS) -> float:
    """Milliseconds of one simulation of ``hard``, there."""
    match = mid_game(seats, 10 * seats)
    seat = match.state.turn
    assert seat is not None

    def think() -> None:
        thinker = SearchBot(match.game, 1, Budget(simulations=simulations))
        thinker.analyse(match.state, seat, match.secrets[seat])

    return microseconds(think, 5) / simulations / 1e3


def main() -> None:
    """Print the figures, each beside what it is to reach."""
    for name in NAMES:
        for seats in (2, 3, 4):
            rate = random_games(name, seats)
            wanted = ""
            if name == GAME and seats == 3:
                ours = rate
                wanted = "   (to reach: 2,000 games/s)"
            label = f"{game(name).title}, {seats} players"
            print(f"{label:30} {rate.games:8,.0f} games/s {rate.moves:9,.0f} moves/s{wanted}")
    other = open_spiel()
    if other is None:
        print("OpenSpiel gin_rummy            not installed (pip install open-spiel)")
    else:
        print(
            f"OpenSpiel gin_rummy            {other.games:8,.0f} games/s {other.moves:9,.0f} moves/s"
            f"   ours / OpenSpiel: {ours.moves / other.moves:.2f}"
        )
    match = mid_game()
    size = len(match.game.encode(match.state))
    hashed = microseconds(match.hash)
    print(f"encode + hash, mid-game        {hashed:8.1f} us ({size} bytes)   (to reach: 15 us)")
    copied = microseconds(lambda: match.game.copy(match.state))
    print(f"copy, mid-game                 {copied:8.1f} us   (to reach: 3 us)")
    secrets = match.secrets[match.state.turn]
    worlds = Worlds(match.game.prior(match.state, secrets))
    chance = FastChance(1)
    drawn = microseconds(lambda: worlds.draw(chance))
    print(f"a sampled world, mid-game      {drawn:8.1f} us   (to reach: 40 us)")
    for seats in (2, 3):
        print(f"greedy, a third in, {seats} players {decision(seats):8.1f} us a move")
    for seats in (2, 3):
        print(f"search, a third in, {seats} players {simulation(seats):8.2f} ms a simulation")


if __name__ == "__main__":
    main()
