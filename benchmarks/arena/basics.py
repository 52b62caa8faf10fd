"""The quick tables: random and greedy in all pairings, and how long games last and what they score."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any

from benchmarks.arena.stats import wilson
from benchmarks.turns import turns
from core.bots import registry as bots
from core.games import registry as games
from core.kernel.game import Game
from core.match import Match


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game."""

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    takes: int
    """Cards taken as the mandatory action: turns, in Continental Express."""

    def share(self, seat: int) -> float:
        """1 for a win, a half or less for a shared one, 0 for a loss."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


def play(game: Game[Any], names: Sequence[str], deal: bytes, options: Any = None) -> Result:
    """One game between the bots named, by seat, each with chance of its own."""
    match = Match(game, len(names), deal, options)
    seats = [bots.bot(name, game, deal + b"/%d" % seat) for seat, name in enumerate(names)]
    takes = sum(move.verb == "take" for _, move in turns(match, [bot.choose for bot in seats]))
    return Result(game.score(match.state), game.winners(match.state), takes)


def wins(game: Game[Any], hero: str, other: str, seats: int, count: int, seed: int) -> float:
    """Games won by one ``hero`` against ``seats - 1`` of ``other``, of ``count``.

    Each deal is played once with the hero at every seat.
    """
    won = 0.0
    for number in range(count):
        seat = number % seats
        names = [other] * seats
        names[seat] = hero
        won += play(game, names, b"arena/%d/%d" % (seed, number // seats)).share(seat)
    return won


def _row(label: str, fair: int, won: float, count: int, seconds: float) -> str:
    low, high = wilson(won, count)
    return (
        f"| {label} | {fair} % | {100 * won / count:.1f} % "
        f"| {100 * low:.1f} to {100 * high:.1f} % | {count} | {count / seconds:.0f} |"
    )


def contests(game: Game[Any], names: Sequence[str], count: int, seed: int) -> None:
    """Print the table of win rates."""
    print("| contest | fair | won | 95 % interval | games | games/s |")
    print("| --- | ---: | ---: | --- | ---: | ---: |")
    order = sorted(names, key=bots.NAMES.index, reverse=True)
    pairings = [(2, pair) for pair in combinations(order, 2)]
    if 4 in game.seats:
        pairings += [(4, pair) for pair in permutations(order, 2)]
    for seats, (hero, other) in pairings:
        begin = time.perf_counter()
        won = wins(game, hero, other, seats, count, seed)
        label = f"{hero} against {other}" if seats == 2 else f"{hero} alone against 3 {other}"
        print(_row(label, 100 // seats, won, count, time.perf_counter() - begin), flush=True)


def averages(game: Game[Any], names: Sequence[str], count: int, seed: int) -> None:
    """Print how long games among equals last and what they score."""
    print("| all seats | players | points | turns a player | won by seat | games |")
    print("| --- | ---: | ---: | ---: | --- | ---: |")
    for name in names:
        for seats in game.seats:
            points = takes = 0
            by_seat = [0.0] * seats
            for number in range(count):
                result = play(game, [name] * seats, b"arena/%d/%d" % (seed, number))
                points += sum(result.totals)
                takes += result.takes
                for seat in range(seats):
                    by_seat[seat] += result.share(seat)
            shares = " / ".join(f"{100 * won / count:.0f}" for won in by_seat)
            print(
                f"| {name} | {seats} | {points / seats / count:.1f} "
                f"| {takes / seats / count:.1f} | {shares} % | {count} |",
                flush=True,
            )


def main(name: str, asked: Sequence[str], count: int, seed: int) -> int:
    """Print both tables; raises NoSuchBot for a name that is no bot's."""
    game = games.game(name)
    names = list(dict.fromkeys(asked))
    for one in names:
        bots.find(one, game)
    contests(game, names, count, seed)
    print()
    averages(game, names, count, seed)
    return 0
