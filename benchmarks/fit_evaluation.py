"""Fit the weights of a game's evaluation to results of games among equals.

    python -m benchmarks.fit_evaluation continental-express     the module fitted.py of its package
    python -m benchmarks.fit_evaluation a-toute-vapeur --games 200     rougher, and sooner

Every position at the beginning of a turn, in so many games of greedy players, is one case for each seat,
seen as that seat sees it; the weights are the least squares for its final points. Further games, a fifth as
many, are set aside: the error on these is printed to standard error, beside that of knowing nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from benchmarks.numbers import MOST_GAMES, whole
from benchmarks.turns import turns
from core.bots.registry import bot
from core.games.registry import NAMES, game
from core.match import Match

Case = tuple[tuple[int, ...], int]
SET_ASIDE = 5

HEAD = [
    '"""Weights of the evaluation by seats and stage; made by ``benchmarks.fit_evaluation``."""',
    "",
    "from __future__ import annotations",
    "",
    "from typing import Final",
    "",
    "WEIGHTS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {",
]
TAIL = ["}", '"""Thousandths, in the order of ``evaluation.features``."""']


def cases(name: str, evaluation: Any, seats: int, games: int, part: str) -> list[list[list[Case]]]:
    """By stage and position: features and final points, hundredths, of every seat."""
    rules = game(name)
    greedy = bot("greedy", rules, 0)
    found: list[list[list[Case]]] = [[] for _ in range(evaluation.STAGES)]
    for number in range(games):
        match = Match(rules, seats, f"fit/{part}/{seats}/{number}".encode())
        seen: list[tuple[int, list[tuple[int, ...]]]] = []
        state = match.state
        before = None
        for turn, _ in turns(match, [greedy.choose] * seats):
            if turn != before and before is not None:
                by_seat = [
                    evaluation.features(state, seat, match.secrets[seat]) for seat in range(seats)
                ]
                seen.append((evaluation.stage(state), by_seat))
            before = turn
        points = rules.score(state)
        for at, by_seat in seen:
            found[at].append([(x, 100 * y) for x, y in zip(by_seat, points, strict=True)])
    return found


def least_squares(rows: Sequence[Case]) -> list[float]:
    """The weights with the least squared error, by the normal equations, a little ridge for ties."""
    size = len(rows[0][0])
    table = [[0.0] * (size + 1) for _ in range(size)]
    for x, y in rows:
        for i in range(size):
            row, factor = table[i], x[i]
            if factor:
                for j in range(size):
                    row[j] += factor * x[j]
                row[size] += factor * y
    for i in range(size):
        table[i][i] += 1e-6 * table[i][i] + 1.0
    for i in range(size):
        for k in range(size):
            if k != i:
                factor = table[k][i] / table[i][i]
                table[k] = [a - factor * b for a, b in zip(table[k], table[i], strict=True)]
    return [table[i][size] / table[i][i] for i in range(size)]


def error(positions: Sequence[Sequence[Case]], weights: Sequence[float]) -> float:
    """The root mean square error of the margin between the first two seats, in points."""
    total = 0.0
    for (x, x_points), (y, y_points), *_ in positions:
        said = sum(w * (a - b) for w, a, b in zip(weights, x, y, strict=True))
        total += (said - x_points + y_points) ** 2
    return (total / max(1, len(positions))) ** 0.5 / 100


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fit_evaluation")
    parser.add_argument("game", choices=NAMES)
    parser.add_argument(
        "--games", type=whole(1, MOST_GAMES), default=1500, help="for each number of seats (1500)"
    )
    asked = parser.parse_args(arguments)
    rules = game(asked.game)
    evaluation = import_module(type(rules).__module__.rpartition(".")[0] + ".evaluation")
    print(*HEAD, sep="\n")
    for seats in rules.seats:
        fit = cases(asked.game, evaluation, seats, asked.games, "fit")
        check = cases(asked.game, evaluation, seats, max(1, asked.games // SET_ASIDE), "check")
        print(f"    {seats}: (")
        for at, (positions, others) in enumerate(zip(fit, check, strict=True)):
            weights = least_squares([case for position in positions for case in position])
            print(f"        ({', '.join(str(round(1000 * weight)) for weight in weights)}),")
            nothing = error(others, [0] * len(weights))
            print(
                f"{seats} seats, stage {at}: margin off by {error(others, weights):.2f} points, "
                f"knowing nothing by {nothing:.2f} ({len(others)} positions)",
                file=sys.stderr,
                flush=True,
            )
        print("    ),")
    print(*TAIL, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
