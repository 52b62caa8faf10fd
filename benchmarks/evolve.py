"""Find weights for the fast player of Continental Express by playing: the module shrewd.py of its package.

    pip install "cma>=4.4,<5"                       part of the dependency group ``bench``
    python -m benchmarks.evolve > /tmp/shrewd.py    two cores: ten minutes on the compiled engine
    python -m benchmarks.evolve --generations 3 --deals 20     rougher, and sooner

Into a file elsewhere, to be moved when it is done: without the module nothing can be played.

Covariance matrix adaptation (Hansen 2016, https://arxiv.org/abs/1604.00772): candidates of a generation
play the same deals, each deal from every seat, alone against players like ``greedy`` and then against the
fast player with greedy's weights, at tables of two, three and four. What counts is half the share of wins
and half a chance of winning by the final margin. At the end the mean of the distribution plays deals of its
own; that is printed to standard error, beside the fast player with greedy's weights.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from benchmarks.numbers import MOST_GAMES, whole
from benchmarks.turns import turns
from core.bots.search.playout import Player
from core.games.continental.greedy import WEIGHER
from core.games.continental.quick import by, quick
from core.games.continental.taste import Taste, Weights, falling
from core.games.registry import game
from core.match import Match

Genes: TypeAlias = tuple[int, ...]

RULES: Final = game("continental-express")
OTHERS: Final[tuple[Player, ...]] = (WEIGHER.best, quick)
COMMON: Final = 12
"""The effort that all others are measured by."""
SOFT: Final = 2.0
"""Points by which one who is ahead is e times as likely to be the better one."""


class Gene(NamedTuple):
    """A weight: its name in ``Weights``, greedy's value, how far to look, and the least it may be."""

    name: str
    start: int
    around: int
    least: int = 0


GENES: Final = (
    Gene("rare", 16, 2, COMMON),
    *(Gene("top", 84, 8, 5) for _ in range(4)),
    *(Gene("reach", 4 * reach, around, 8) for reach, around in ((13, 8), (12, 8), (11, 8), (7, 6))),
    *(Gene("second", second, around) for second, around in ((15, 10), (45, 12), (45, 12))),
    *(Gene("to_come", n, around) for n, around in ((20, 8), (46, 10), (64, 12), (82, 15))),
    Gene("ticket", 88, 15),
    Gene("switch", 40, 20),
    *(Gene("deny", deny, around) for deny, around in ((62, 20), (41, 15), (31, 12))),
    Gene("haste", 55, 20),
    Gene("ending", 200, 60),
    Gene("worst", -1000, 300, -5000),
    Gene("best", 300, 120, -5000),
    Gene("nearly", 60, 15),
    Gene("icon", 100, 25),
    Gene("token", 100, 25),
)


def weights(genes: Genes) -> Weights:
    """What a player with these genes plays by."""
    slopes, others = _grouped(genes)
    return Weights(sure=falling(*slopes), **others)


def _grouped(genes: Genes) -> tuple[list[tuple[int, int]], dict[str, Any]]:
    """How sure objectives are, for ``falling``, and the other fields of ``Weights``."""
    by_name: dict[str, list[int]] = {}
    for gene, value in zip(GENES, genes, strict=True):
        by_name.setdefault(gene.name, []).append(value)
    slopes = list(zip(by_name.pop("top"), by_name.pop("reach"), strict=True))
    found: dict[str, Any] = {name: v[0] if len(v) == 1 else v for name, v in by_name.items()}
    found["second"] = (0, *found["second"], found["second"][-1])
    found["to_come"] = (0, *found["to_come"])
    found["deny"] = (0, 0, *found["deny"])
    return slopes, {"common": COMMON, **found}


def source(genes: Genes) -> str:
    """The module shrewd.py."""
    slopes, others = _grouped(genes)
    lines = [
        '"""Weights of a shrewd fast player; made by ``benchmarks.evolve``."""',
        "\nfrom __future__ import annotations\n\nfrom typing import Final\n",
        "from core.games.continental.taste import Taste, Weights, falling\n",
        "SHREWD: Final = Taste(\n    Weights(",
        f"        sure=falling({', '.join(map(str, slopes))}),",
        *[f"        {name}={value}," for name, value in others.items()],
        "    )\n)\n",
    ]
    return "\n".join(lines)


def contest(hero: Player, other: Player, seats: int, deals: Sequence[bytes]) -> tuple[float, float]:
    """Alone against ``other`` at all other seats: the share of wins, and of chances by the margin."""
    won = chance = 0.0
    for deal in deals:
        for own in range(seats):
            match = Match(RULES, seats, deal)
            players = [other] * seats
            players[own] = hero
            for _ in turns(match, players):
                pass
            winners, points = RULES.winners(match.state), list(RULES.score(match.state))
            won += (own in winners) / len(winners)
            lead = points.pop(own) - max(points)
            chance += 1 / (1 + math.exp(-lead / SOFT))
    games = seats * len(deals)
    return won / games, chance / games


def deals_of(part: str, seats: int, deals: int) -> list[bytes]:
    """So many games of two; a quarter as many of three and of four, for they take longer."""
    return [f"evolve/{part}/{n}".encode() for n in range(deals if seats == 2 else deals // 4 or 1)]


def fitness(job: tuple[Genes, str, int]) -> float:
    """What is to be as much as possible; half of it is what tables of two say."""
    genes, part, deals = job
    hero = partial(by, Taste(weights(genes)))
    total = 0.0
    for seats, counts in ((2, 0.5), (3, 0.25), (4, 0.25)):
        for other in OTHERS:
            found = contest(hero, other, seats, deals_of(part, seats, deals))
            total += counts * sum(found) / 2 / len(OTHERS)
    return total


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.evolve")
    parser.add_argument("--generations", type=whole(1, 10_000), default=30)
    parser.add_argument("--deals", type=whole(1, MOST_GAMES), default=240, help="each (240)")
    parser.add_argument("--workers", type=whole(1, 256), default=min(os.cpu_count() or 1, 256))
    asked = parser.parse_args(arguments)
    try:
        import cma
    except ImportError:
        parser.error('needs cma: pip install "cma>=4.4,<5"')
    search = cma.CMAEvolutionStrategy(
        [0.0] * len(GENES), 0.5, {"seed": 1, "popsize": 20, "verbose": -9}
    )
    start = tuple(gene.start for gene in GENES)
    with ProcessPoolExecutor(asked.workers) as pool:
        for generation in range(asked.generations):
            asks = search.ask()
            jobs = [(genes, str(generation), asked.deals) for genes in [*map(_genes, asks), start]]
            *found, before = pool.map(fitness, jobs)
            search.tell(asks, [-value for value in found])
            mean = sum(found) / len(found)
            said = f"generation {generation}: {mean:.4f} on average, {before:.4f} greedy's weights"
            print(f"{said}, step {search.sigma:.2f}", file=sys.stderr, flush=True)
    genes = _genes(search.result.xfavorite)
    print(source(genes), end="")
    for name, hero in (("found", partial(by, Taste(weights(genes)))), ("greedy's", quick)):
        for seats in RULES.seats:
            for other, against in zip(OTHERS, ("greedy", "quick"), strict=True):
                won, _ = contest(hero, other, seats, deals_of("check", seats, 2 * asked.deals))
                said = f"{name} weights, {seats} seats, against {against}: {100 * won:.1f} % won"
                print(said, file=sys.stderr, flush=True)
    return 0


def _genes(found: Sequence[float]) -> Genes:
    """From steps of the search to weights."""
    pairs = zip(GENES, found, strict=True)
    return tuple([max(gene.least, round(gene.start + gene.around * x)) for gene, x in pairs])


if __name__ == "__main__":
    sys.exit(main())
