"""Fit the weights of Continental Express's evaluation to results of games among equals.

    python -m benchmarks.fit_evaluation                  the table of core/games/continental/fitted.py
    python -m benchmarks.fit_evaluation --games 200      rougher, and sooner

Every position between turns of so many games of greedy players is one case for each seat, seen as that
seat sees it; the weights are the least squares for its final points. Of the games a fifth is set aside, and
the error on these is printed (to standard error), beside that of greedy's own outlook.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from core.bots.registry import bot
from core.games.continental.evaluation import features, stage
from core.games.continental.sheet import MAX_SEATS, OBJECTIVES_TO_END
from core.games.continental.state import Phase
from core.games.registry import game
from core.match import Match

Case = tuple[tuple[int, ...], int]
SET_ASIDE = 5


def cases(seats: int, games: int, part: str) -> list[list[list[Case]]]:
    """By stage, by game: features and final points, hundredths, of every seat at every turn."""
    rules = game("continental-express")
    greedy = bot("greedy", rules, 0)
    found: list[list[list[Case]]] = [[] for _ in range(OBJECTIVES_TO_END + 1)]
    for number in range(games):
        match = Match(rules, seats, f"fit/{part}/{seats}/{number}".encode())
        seen: list[tuple[int, list[tuple[int, ...]]]] = []
        state = match.state
        while not state.over:
            if state.phase is Phase.TAKE:
                seen.append(
                    (stage(state), [features(state, s, match.secrets[s]) for s in range(seats)])
                )
            match.play(greedy.choose(state, state.turn, match.secrets[state.turn]))
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
        pivot = max(range(i, size), key=lambda k: abs(table[k][i]))
        table[i], table[pivot] = table[pivot], table[i]
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
    parser.add_argument("--games", type=int, default=3000, help="for each number of seats (3000)")
    asked = parser.parse_args(arguments)
    print("WEIGHTS: Final[dict[int, tuple[tuple[int, ...], ...]]] = {")
    for seats in range(2, MAX_SEATS + 1):
        fit = cases(seats, asked.games, "fit")
        check = cases(seats, max(1, asked.games // SET_ASIDE), "check")
        print(f"    {seats}: (")
        for at, (positions, others) in enumerate(zip(fit, check, strict=True)):
            weights = least_squares([case for position in positions for case in position])
            print(f"        ({', '.join(str(round(1000 * weight)) for weight in weights)}),")
            outlook = (1, 1, 1, 1, 1, 0, 0, 0, 0, 0)
            nothing = (0,) * 10
            print(
                f"{seats} seats, stage {at}: margin off by {error(others, weights):.2f} points, "
                f"greedy's outlook by {error(others, outlook):.2f}, "
                f"nothing by {error(others, nothing):.2f} ({len(others)} positions)",
                file=sys.stderr,
                flush=True,
            )
        print("    ),")
    print("}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
