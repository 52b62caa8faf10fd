"""Measure bots against each other: seats rotated, every pairing on the same deals.

    python -m benchmarks.arena basics                     random and greedy: the first table of docs/bots.md
    python -m benchmarks.arena goals                      what the strong bots have to reach (hours)
    python -m benchmarks.arena contest hard@1s greedy     one contest
    python -m benchmarks.arena robin easy medium greedy   everyone against everyone
    python -m benchmarks.arena table                      the tables of what is kept

Finished games are kept in the results file; a run that was broken off goes on where it was. A won game
counts 1, a shared one its share. Intervals are Wilson's, 95 %. Players: benchmarks/arena/players.py.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

from benchmarks.arena import basics, report, runs
from benchmarks.arena.goals import GOALS
from benchmarks.arena.players import NoSuchPlayer, player
from benchmarks.arena.stats import Test
from core.games import registry as games


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 2 for a wrong command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.arena", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("what", choices=("basics", "goals", "contest", "robin", "table"))
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--game", default=games.NAMES[0], choices=games.NAMES)
    parser.add_argument("--games", type=int, help="games a contest (200; basics: 400)")
    parser.add_argument("--seats", type=int, default=2, help="4: one alone against three")
    parser.add_argument("--seed", type=int, default=1, help="chooses the deals (1)")
    parser.add_argument("--test", nargs=2, type=float, metavar=("LOW", "HIGH"), help="win rates")
    parser.add_argument("--only", type=int, action="append", help="goals: the n-th, from 1")
    parser.add_argument(
        "--pace", type=float, default=1.0, help="seconds of a budget a CPU second counts for (1)"
    )
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=Path, default=Path("arena.jsonl"))
    parser.add_argument("--core", help="table: of this state of core, not the one checked out")
    asked = parser.parse_args(arguments)
    count = asked.games or (400 if asked.what == "basics" else 200)
    if count < 1 or asked.seed < 0 or asked.workers < 1:
        parser.error("--games and --workers are at least 1, --seed at least 0")
    if not 0.01 <= asked.pace <= 100:
        parser.error("--pace is from 0.01 to 100")
    if asked.what == "basics":
        return basics.main(asked.game, asked.players or ["random", "greedy"], count, asked.seed)
    if asked.seats not in games.game(asked.game).seats:
        parser.error(f"{asked.game} is not played by {asked.seats}")
    if asked.test and not 0 < asked.test[0] < asked.test[1] < 1:
        parser.error("--test is two win rates between 0 and 1, the lower one first")
    if not all(0 < n <= len(GOALS) for n in asked.only or ()):
        parser.error(f"--only is a goal's number, 1 to {len(GOALS)}")
    contests = [GOALS[n - 1] for n in asked.only or range(1, len(GOALS) + 1)]
    if asked.what in ("contest", "robin") or (asked.what == "table" and asked.players):
        if len(asked.players) < 2:
            parser.error("name two players")
        test = Test(*asked.test) if asked.test else None
        contests = [
            runs.Contest(hero, other, asked.seats, count, asked.seed, asked.game, test)
            for hero, other in combinations(asked.players, 2)
        ]
    contests = [one._replace(pace=asked.pace) for one in contests]
    rules = games.game(asked.game)
    try:
        for name in {name for one in contests for name in (one.hero, one.other)}:
            player(name, rules, asked.seats, b"look")
    except NoSuchPlayer as error:
        parser.error(str(error))
    try:
        results = runs.Results(asked.results, asked.core or runs.version())
    except OSError as error:
        parser.error(f"{asked.results}: {error.strerror}")
    if asked.what != "table":
        for contest in contests:
            for played, says in runs.run(contest, results, asked.workers):
                sys.stderr.write(f"\r{report.row(contest, played, says)}   ")
            sys.stderr.write("\n")
    print(report.table(contests, results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
