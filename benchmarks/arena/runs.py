"""Plays contests over several processes and keeps every finished game, so that a run can be taken up again.

One JSON line a game. A line that was cut off by a crash is dropped. Games are told by contest, number
and the state of ``core`` in the repository: games of other bots than today's do not count.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import subprocess
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import closing, contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from benchmarks.arena.players import player
from benchmarks.arena.stats import Test
from benchmarks.turns import turns
from core import ENGINE
from core.bots.base import Bot
from core.bots.search.playout import Player
from core.games import registry as games
from core.kernel.move import Move
from core.match import Match

ROOT: Final = Path(__file__).resolve().parents[2]


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

    def timed(bot: Bot) -> Player:
        def choose(state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
            begin = time.process_time()
            move = bot.choose(state, seat, secrets)
            spent[seat] += time.process_time() - begin
            return move

        return choose

    moves = sum(1 for _ in turns(match, [timed(bot) for bot in bots]))
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
        cwd=ROOT,
    )
    return done.stdout.strip()


def _read(game: Any) -> Played:
    """A game as a line of the file has it; raises TypeError or ValueError for anything else."""
    number, share, points, mine, theirs, moves = game
    if not all(type(whole) is int for whole in (number, moves, *points)):
        raise TypeError("no whole number")
    if not 0 <= share <= 1 or not 0 <= mine < 1e9 or not 0 <= theirs < 1e9:
        raise ValueError("out of bounds")
    return Played(number, share, tuple(points), mine, theirs, moves)


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
                    row = _read(found["game"])
                    self._known.setdefault(found["contest"], {})[row.number] = row
            except (ValueError, KeyError, TypeError, RecursionError):
                continue  # cut off when the machine went down, or no game: it is played again

    def writable(self) -> None:
        """Raise OSError if no game could be kept: better before the first one than after it."""
        self._path.open("a").close()

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


def run(
    contest: Contest, results: Results, workers: int
) -> Generator[tuple[list[Played], str], None, None]:
    """Play what is missing; yields after every game what stands, the last time with a verdict.

    Raises BrokenProcessPool if one of its processes was killed; what is finished is kept.
    """
    known = results.of(contest)
    rows, says = judged(contest, known)
    yield rows, says
    if says:
        return
    missing = [number for number in range(contest.count) if number not in known]
    with closing(_played(contest, missing, min(workers, len(missing)))) as games_played:
        for row in games_played:
            results.add(contest, row)
            rows, says = judged(contest, results.of(contest))
            yield rows, says
            if says:
                return


def _played(
    contest: Contest, numbers: Sequence[int], workers: int
) -> Generator[Played, None, None]:
    """The games of these numbers as they are finished; closing it ends what still plays."""
    if workers == 1:
        for number in numbers:
            yield play_one(contest, number)
        return
    waiting = iter(numbers)
    running: set[Future[Played]] = set()
    with _processes(workers) as pool:
        while True:
            # A few in hand, not all: there may be a hundred thousand.
            more = islice(waiting, 2 * workers - len(running))
            with _deaf():
                running |= {pool.submit(play_one, contest, number) for number in more}
            if not running:
                return
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()


@contextmanager
def _processes(workers: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes, which are ended afterwards, whatever they are at.

    Not ``multiprocessing.Pool``: that one waits for ever for the game of a process that was killed.
    """
    others = set(multiprocessing.active_children())
    # spawn: a fork would carry along whatever the parent has open.
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    try:
        yield pool
    finally:
        for child in set(multiprocessing.active_children()) - others:
            child.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started here leave Ctrl-C to their parent, which ends them."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)
