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
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from benchmarks.arena import basics, report, runs
from benchmarks.arena.goals import GOALS
from benchmarks.arena.players import NoSuchPlayer, player
from benchmarks.arena.stats import Test
from benchmarks.numbers import MOST_GAMES, whole
from core.bots.registry import NoSuchBot
from core.games import registry as games

DEFAULTS: Final[dict[str, Any]] = {
    "players": [],
    "game": games.NAMES[0],
    "games": 200,
    "seats": 2,
    "seed": 1,
    "test": None,
    "only": None,
    "pace": 1.0,
    "workers": min(os.cpu_count() or 1, 256),
    "results": Path("arena.jsonl"),
    "core": None,
}
_CONTEST: Final = {
    "players",
    "game",
    "games",
    "seats",
    "seed",
    "test",
    "pace",
    "workers",
    "results",
}
USES: Final = {
    "basics": {"players", "game", "games", "seed"},
    "goals": {"only", "pace", "workers", "results"},
    "contest": _CONTEST,
    "robin": _CONTEST,
    # --workers makes no difference to a table, but is at the end of the line that played the games.
    "table": {"only", "pace", "workers", "results", "core"},
    "table of players": _CONTEST | {"core"},
}
"""What each command looks at; anything else that is given is refused, not ignored."""


def _parser() -> argparse.ArgumentParser:
    # Without defaults, so that what was given can be told from what was not.
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.arena",
        description=__doc__,
        argument_default=argparse.SUPPRESS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    games_a_contest = "games a contest (200; basics: 400)"
    pace = "seconds of a budget a CPU second counts for (1)"
    parser.add_argument("what", choices=("basics", "goals", "contest", "robin", "table"))
    parser.add_argument("players", nargs="*", metavar="PLAYER")
    parser.add_argument("--game", choices=games.NAMES)
    parser.add_argument("--games", type=whole(1, MOST_GAMES), help=games_a_contest)
    parser.add_argument("--seats", type=int, help="4: one alone against three")
    parser.add_argument("--seed", type=whole(0, 10**9), help="chooses the deals (1)")
    parser.add_argument("--test", nargs=2, type=float, metavar=("LOW", "HIGH"), help="win rates")
    parser.add_argument("--only", type=int, action="append", help="goals: the n-th, from 1")
    parser.add_argument("--pace", type=float, help=pace)
    parser.add_argument("--workers", type=whole(1, 256), help="processes (one a core)")
    parser.add_argument("--results", type=Path, help="the file of finished games (arena.jsonl)")
    parser.add_argument("--core", help="table: of this state of core, not the one checked out")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 2 for a wrong command line, 1 if a process was killed, 130 after Ctrl-C."""
    parser = _parser()
    given = {
        name: value for name, value in vars(parser.parse_args(arguments)).items() if value != []
    }
    what = given.pop("what")
    use = "table of players" if what == "table" and "players" in given else what
    for name in sorted(given.keys() - USES[use]):
        parser.error(f"{use} takes no {'players' if name == 'players' else '--' + name}")
    asked = argparse.Namespace(**DEFAULTS | given)
    if what == "basics":
        players = asked.players or ["random", "greedy"]
        try:
            return basics.main(asked.game, players, given.get("games", 400), asked.seed)
        except NoSuchBot as error:
            parser.error(str(error))
        except KeyboardInterrupt:
            print("\nbroken off", file=sys.stderr)
            return 130
    contests = _contests(parser, asked, named=use not in ("goals", "table"))
    if what != "table":
        rules = games.game(asked.game)
        try:
            for name in {name for one in contests for name in (one.hero, one.other)}:
                player(name, rules, asked.seats, b"look")
        except NoSuchPlayer as error:
            parser.error(str(error))
    try:
        results = runs.Results(asked.results, asked.core or runs.version())
        if what != "table":
            results.writable()
    except OSError as error:
        parser.error(f"{asked.results}: {error.strerror}")
    if what != "table":
        try:
            _play(contests, results, asked.workers)
        except BrokenProcessPool:
            print("\na process was killed; goes on with the same command", file=sys.stderr)
            return 1
        except KeyboardInterrupt:
            print("\nbroken off; goes on with the same command", file=sys.stderr)
            return 130
    print(report.table(contests, results))
    return 0


def _contests(
    parser: argparse.ArgumentParser, asked: argparse.Namespace, named: bool
) -> list[runs.Contest]:
    """What is to be played or shown: between the players named, or the goals."""
    if asked.seats not in games.game(asked.game).seats:
        parser.error(f"{asked.game} is not played by {asked.seats}")
    if not 0.01 <= asked.pace <= 100:
        parser.error("--pace is from 0.01 to 100")
    if asked.test and not 0 < asked.test[0] < asked.test[1] < 1:
        parser.error("--test is two win rates between 0 and 1, the lower one first")
    if not all(0 < n <= len(GOALS) for n in asked.only or ()):
        parser.error(f"--only is a goal's number, 1 to {len(GOALS)}")
    if not named:
        chosen = [GOALS[n - 1] for n in asked.only or range(1, len(GOALS) + 1)]
        return [one._replace(pace=asked.pace) for one in chosen]
    if len(asked.players) < 2:
        parser.error("name two players")
    test = Test(*asked.test) if asked.test else None
    return [
        runs.Contest(
            hero, other, asked.seats, asked.games, asked.seed, asked.game, test, asked.pace
        )
        for hero, other in combinations(asked.players, 2)
    ]


def _play(contests: Sequence[runs.Contest], results: runs.Results, workers: int) -> None:
    for contest in contests:
        with closing(runs.run(contest, results, workers)) as steps:
            for played, says in steps:
                sys.stderr.write(f"\r{report.row(contest, played, says)}   ")
        sys.stderr.write("\n")


if __name__ == "__main__":
    sys.exit(main())
