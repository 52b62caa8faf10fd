"""What players' single moves are worth against greedy: much less luck in it than in whole games.

    python -m benchmarks.worth medium hard@0.3s hard@1s --games 28

In games of ``medium`` against ``greedy`` every fifth decision of medium's is kept. There each legal move is
played on by greedy at all seats, in the same worlds. What a move wins more often than greedy's move,
added up over the decisions of a game, is what a player wins more often than greedy would (the performance
difference lemma, Kakade and Langford 2002). The players are then asked for their moves there.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from benchmarks.arena.players import NoSuchPlayer, player
from benchmarks.numbers import MOST_GAMES, whole
from benchmarks.references.flat import played_out
from benchmarks.turns import turns
from core.bots.registry import bot
from core.bots.search.chance import FastChance
from core.bots.search.insight import evaluation_of, weigher_of
from core.bots.search.worlds import Worlds
from core.games.registry import NAMES, game
from core.kernel.game import Game
from core.kernel.move import Move
from core.match import Match

EVERY = 5


class Position(NamedTuple):
    """A decision, and by move (those alike under one key) its wins and points against greedy's, means."""

    state: Any
    seat: int
    secrets: dict[int, int]
    worth: dict[Any, tuple[float, float]]


def positions(rules: Game[Any], seats: int, games: int, worlds: int) -> Iterator[Position]:
    """The decisions that are kept, with what each move is worth there."""
    random = Random(1)
    greedy = bot("greedy", rules, 0)
    for number in range(games):
        match = Match(rules, seats, b"worth/%d" % (number // seats))
        hero, players = number % seats, [greedy.choose] * seats
        players[hero] = bot("medium", rules, number).choose
        for seat, _ in turns(match, players):
            if seat == hero and random.random() * EVERY < 1:
                found = weighed(rules, rules.copy(match.state), seat, match.secrets[seat], worlds)
                if len(found.worth) > 1:
                    yield found


def weighed(rules: Game[Any], state: Any, seat: int, secrets: Any, worlds: int) -> Position:
    """One decision."""
    evaluation = evaluation_of(rules)
    moves: dict[Any, Move] = {}
    for move in rules.moves(state, secrets):
        moves.setdefault(evaluation.alike(state, move), move)
    chance, greedy = FastChance(1), bot("greedy", rules, 0)
    prior = Worlds(rules.prior(state, secrets), evaluation.beliefs(state, seat))
    sums = {key: [0.0, 0.0] for key in moves}
    for _ in range(worlds if len(moves) > 1 else 0):
        world = prior.draw(chance)
        for key, move in moves.items():
            won, points = played_out(rules, greedy, state, seat, move, dict(world), chance)
            sums[key][0] += won / worlds
            sums[key][1] += points / worlds
    likes = evaluation.alike(state, weigher_of(rules).weigh(state, seat, secrets)[0].move)
    won, points = sums[likes]
    worth = {key: (mean[0] - won, mean[1] - points) for key, mean in sums.items()}
    return Position(state, seat, dict(secrets), worth)


def mean(values: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error."""
    middle = sum(values) / len(values)
    spread = sum((value - middle) ** 2 for value in values) ** 0.5
    return middle, spread / len(values)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.worth")
    parser.add_argument(
        "players", nargs="+", help="as for the arena; the first is what others are held against"
    )
    parser.add_argument("--game", choices=NAMES, default=NAMES[0])
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=whole(1, MOST_GAMES), default=28)
    parser.add_argument("--worlds", type=whole(1, 100_000), default=192)
    asked = parser.parse_args(arguments)
    rules = game(asked.game)
    if asked.seats not in rules.seats:
        parser.error(f"{asked.game} is not played by {asked.seats}")
    try:
        for name in asked.players:
            player(name, rules, asked.seats, b"look")
    except NoSuchPlayer as error:
        parser.error(str(error))
    evaluation = evaluation_of(rules)
    kept = list(positions(rules, asked.seats, asked.games, asked.worlds))
    if not kept:
        parser.error("so few --games had no position to judge")
    print(f"{len(kept)} positions; % of winning and points a decision, above greedy's")
    first: list[tuple[float, float]] = []
    for name in asked.players:
        began, found = time.process_time(), []
        for number, at in enumerate(kept):
            mover = player(name, rules, asked.seats, b"worth/%d" % number)
            move = mover.choose(at.state, at.seat, at.secrets)
            found.append(at.worth[evaluation.alike(at.state, move)])
        took = 1000 * (time.process_time() - began) / len(kept)
        first = first or found
        won, points = (mean([pair[i] for pair in found]) for i in (0, 1))
        more = mean([one[0] - other[0] for one, other in zip(found, first, strict=True)])
        print(
            f"{name:12} {100 * won[0]:+.2f} ± {100 * won[1]:.2f}  {points[0]:+.3f} ± {points[1]:.3f}"
            f"  more than the first {100 * more[0]:+.2f} ± {100 * more[1]:.2f}  {took:.0f} ms",
            flush=True,
        )


if __name__ == "__main__":
    main()
