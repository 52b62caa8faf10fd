"""Results as the tables of docs/bots.md."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.arena.runs import Contest, Played, Results, judged
from benchmarks.arena.stats import elo, wilson


def row(contest: Contest, games: Sequence[Played], says: str) -> str:
    """One line of the table of contests."""
    count = len(games)
    won = sum(game.share for game in games)
    low, high = wilson(won, count)
    mine = sum(game.hero_seconds for game in games)
    theirs = sum(game.other_seconds for game in games)
    test = "" if contest.test is None else f"{contest.test.low:.0%} or {contest.test.high:.0%}"
    alone = contest.other if contest.seats == 2 else f"{contest.seats - 1} {contest.other}"
    rate = f"{100 * won / count:.1f} %" if count else "-"
    return (
        f"| {contest.hero} | {alone} | {rate} | {100 * low:.1f} to {100 * high:.1f} % | {count} "
        f"| {test} | {says or 'unfinished'} | {(mine + theirs) / 3600:.2f} |"
    )


def table(contests: Sequence[Contest], results: Results) -> str:
    """All contests, and ratings from those of two."""
    lines = [
        "| hero | against | won | 95 % interval | games | test | verdict | CPU hours |",
        "| --- | --- | ---: | --- | ---: | --- | --- | ---: |",
    ]
    scores: dict[tuple[str, str], tuple[float, int]] = {}
    for contest in contests:
        games, says = judged(contest, results.of(contest))
        if not games:
            continue
        lines.append(row(contest, games, says))
        if contest.seats == 2:
            scores[contest.hero, contest.other] = (sum(g.share for g in games), len(games))
    paces = sorted({one.pace for one in contests} - {1.0})
    paced = f"; a CPU second for {paces[0]:g}" if paces else ""
    lines += ["", f"Core {results.core}; seeds {sorted({one.seed for one in contests})}{paced}."]
    names = sorted({name for pair in scores for name in pair})
    anchor = "greedy" if "greedy" in names else names[0] if names else ""
    # Ratings of bots that never met the anchor, nor anyone who did, would mean nothing.
    known = {anchor}
    for _ in names:
        known |= {name for pair in scores if known & set(pair) for name in pair}
    scores = {pair: score for pair, score in scores.items() if pair[0] in known}
    if len(known) > 2:
        lines += ["", "| bot | Elo | 95 % |", "| --- | ---: | ---: |"]
        ratings = elo(scores, anchor)
        for name, (rating, half) in sorted(ratings.items(), key=lambda pair: -pair[1][0]):
            lines.append(f"| {name} | {rating:+.0f} | +-{half:.0f} |")
    return "\n".join(lines)
