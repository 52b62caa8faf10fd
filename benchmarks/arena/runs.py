"""Plays contests over several processes and keeps every finished game, so that a run can be taken up again.

One JSON line a game. A line that was cut off by a crash is dropped. Games are told by contest, number
and the state of ``core`` in the repository: games of other bots than today's do not count.
"""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.arena.players import player
from benchmarks.arena.stats import Test
from core import ENGINE
from core.games import registry as games
from core.match import Match


class Contest(NamedTuple):
    """One ``hero`` against ``seats - 1`` of ``other``, ``count`` games at most; every deal is played with
    the hero at each seat, and contests of one seed have the same deals. ``test`` may end it earlier.
    ``pace``: a CPU second counts for so many of a budget. On the compiled engine that is a way to play
    as the plain one does in the seconds named, in a fraction of the time.
    """

    hero: str
    other: str
    seats: int = 2
    count: int = 200
    seed: int = 1
    game: str = games.NAMES[0]
    test: Test | None = None
    pace: float = 1.0

    @property
    def key(self) -> str:
        """What tells its games from others."""
        paced = "" if self.pace == 1 else f"/x{self.pace:g}"
        return f"{self.game}/{self.seed}/{self.hero}/{self.other}/{self.seats}{paced}"


class Played(NamedTuple):
    """One finished game: the hero's share of the win, everyone's points, and CPU seconds a side."""

    number: int
    share: float
    points: tuple[int, ...]
    hero_seconds: float
    other_seconds: float
    moves: int


def play_one(contest: Contest, number: int) -> Played:
    """Game ``number`` of a contest; the same for everybody if no budget is in seconds."""
    game = games.game(contest.game)
    seat_of_hero = number % contest.seats
    deal = b"arena/%d/%d" % (contest.seed, number // contest.seats)
    match = Match(game, contest.seats, deal)
    names = [contest.other] * contest.seats
    names[seat_of_hero] = contest.hero
    bots = [
        player(
            name,
            game,
            contest.seats,
            deal + b"/%d/%d" % (seat, number),
            lambda: match.cards,
            contest.pace,
        )
        for seat, name in enumerate(names)
    ]
    spent = [0.0] * contest.seats
    moves = 0
    while not match.state.over:
        seat = match.state.turn
        begin = time.process_time()
        move = bots[seat].choose(match.state, seat, match.secrets[seat])
        spent[seat] += time.process_time() - begin
        match.play(move)
        moves += 1
    winners = game.winners(match.state)
    share = 1 / len(winners) if seat_of_hero in winners else 0.0
    mine = spent[seat_of_hero]
    return Played(number, share, game.score(match.state), mine, sum(spent) - mine, moves)


def version() -> str:
    """The tree of ``core`` that is checked out, with a + if it was changed since; whether compiled.

    Compiled it plays the same games only where no budget is in seconds.
    """
    tree = _git("rev-parse", "--short", "HEAD:core")
    changed = "+" if _git("status", "--porcelain", "--", "core") else ""
    return tree + changed + ("-compiled" if ENGINE == "compiled" else "")


def _git(*arguments: str) -> str:
    done = subprocess.run(
        ["git", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()


class Results:
    """The file of finished games."""

    def __init__(self, path: Path, core: str) -> None:
        self._path = path
        self.core = core
        self._known: dict[str, dict[int, Played]] = {}
        text = path.read_text(errors="replace") if path.exists() else ""
        # What follows a line that was cut off begins on a line of its own.
        self._before = "\n" if text and not text.endswith("\n") else ""
        for line in text.splitlines():
            try:
                found: dict[str, Any] = json.loads(line)
                if found["core"] == core:
                    row = Played(*found["game"])
                    self._known.setdefault(found["contest"], {})[row.number] = row
            except (ValueError, KeyError, TypeError):
                continue  # cut off when the machine went down: it is played again

    def of(self, contest: Contest) -> dict[int, Played]:
        """Finished games by number."""
        return self._known.get(contest.key, {})

    def add(self, contest: Contest, row: Played) -> None:
        """Keep one, at once."""
        self._known.setdefault(contest.key, {})[row.number] = row
        line = json.dumps({"core": self.core, "contest": contest.key, "game": row})
        with self._path.open("a") as file:
            file.write(f"{self._before}{line}\n")
        self._before = ""


def judged(contest: Contest, known: dict[int, Played]) -> tuple[list[Played], str]:
    """The games that count, in order and without a gap, and what the test says of them.

    In order, so that it comes to the same with any number of processes: games that others finished
    sooner than one before them wait for it, and those after the decision do not count.
    """
    row = []
    for number in range(contest.count):
        if number not in known:
            break
        row.append(known[number])
    if contest.test is None:
        return row, "" if len(row) < contest.count else "played"
    says, took = contest.test.verdict([game.share for game in row])
    if says != "undecided":
        return row[:took], says
    return row, says if len(row) == contest.count else ""


def run(contest: Contest, results: Results, workers: int) -> Iterator[tuple[list[Played], str]]:
    """Play what is missing; yields after every game what stands, the last time with a verdict."""
    known = results.of(contest)
    rows, says = judged(contest, known)
    yield rows, says
    if says:
        return
    missing = [number for number in range(contest.count) if number not in known]
    if workers == 1:
        for number in missing:
            results.add(contest, play_one(contest, number))
            rows, says = judged(contest, results.of(contest))
            yield rows, says
            if says:
                return
        return
    # spawn: a fork would carry along whatever the parent has open.
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        tasks = [(contest, number) for number in missing]
        for row in pool.imap_unordered(_play, tasks):
            results.add(contest, row)
            rows, says = judged(contest, results.of(contest))
            yield rows, says
            if says:
                pool.terminate()
                return


def _play(task: tuple[Contest, int]) -> Played:
    return play_one(*task)
