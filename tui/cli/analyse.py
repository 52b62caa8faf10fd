"""`caboose analyse`: what a position was worth, move by move, or where a whole game was decided."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tui.cli import kept, values
from tui.cli.errors import Failed, Usage
from tui.cli.language import spoken
from tui.cli.parser import Parser
from tui.tongue import _, n_, p_

if TYPE_CHECKING:
    from core.bots.search import Analysis, Budget, Judged
    from netplay.hindsight import Moment, View
    from netplay.review import Review

EXAMPLES: Final = """\
examples:
  caboose analyse game.caboose --at 40            the moves there were after entry 40
  caboose analyse game.caboose --at 40 --json     the same as data
  caboose analyse game.caboose                    every move of the game: what it cost beside the best

Margins are points: what the mover is expected to end with, less the best opponent. `+-` is the
standard error of that mean, not how far a game may still swing; `?` is a move the search gave up
before it knew. The best, the next three and the played one are always looked at. The search sees
what the mover saw: its own hidden cards in a finished game, and only what is public in an
unfinished one. A game's costly moves are listed by their own entry: --at with the number before
it looks closely at that choice.
"""
_AT: Final = 600
"""A few seconds: from 300 on simulations of Continental Express go on to the end of the game."""
_EACH: Final = 200
_SHOWN: Final = 12
_SECONDS: Final = re.compile(r"[0-9]{1,9}(\.[0-9]{0,9})?|\.[0-9]{1,9}")
_RUNNERS_UP: Final = 3
"""Moves after the best whose margins are worked out, at one entry."""


def run(argv: Sequence[str]) -> int:
    """Think, and print what was found."""
    parser = Parser("caboose analyse", "Judge a position or every move of a kept game.", EXAMPLES)
    parser.add_argument("file", metavar="FILE", help="a kept game, - for standard input")
    parser.add_argument("--at", metavar="N", help="the position after this entry")
    parser.add_argument(
        "--simulations",
        metavar="K",
        help=f"games looked into (default: {_AT} at an entry, {_EACH} a move of a whole game)",
    )
    parser.add_argument("--seconds", metavar="S", help="think that long instead, a position")
    parser.add_argument("--json", action="store_true", help="as data")
    found = parser.parse_args(list(argv))
    at = None if found.at is None else values.whole_of(found.at, "--at", 0, 999_999)
    budget = _budget(found.simulations, found.seconds, _EACH if at is None else _AT)
    data = kept.data(found.file)
    from netplay.hindsight import NoMove, think, view
    from netplay.review import Review, Unreadable

    try:
        review = Review(data)
    except Unreadable as error:
        raise Failed(f"{found.file}: {error}") from None
    if review.fault and (at is None or at >= len(review.frames)):
        raise Failed(f"{found.file}: {review.fault}")
    clock = time.monotonic
    if at is None:
        _game(review, budget, found.json)
        return 0
    try:
        seen = view(review, at)
    except NoMove as error:
        raise Usage(str(error)) from None
    analysis = think(review, seen, budget, clock, _RUNNERS_UP)
    if found.json:
        print(json.dumps(_position(review, seen, analysis), ensure_ascii=False, indent=2))
    else:
        _print_position(review, seen, analysis)
    if review.fault:
        later = _("{file}, later on: {why}", file=found.file, why=spoken(review.fault))
        print(f"caboose: {later}", file=sys.stderr)
    return 0


def _budget(simulations: str | None, seconds: str | None, usual: int) -> Budget:
    from core.bots.search.values import MOST_SECONDS, MOST_SIMULATIONS, Budget

    if simulations is not None and seconds is not None:
        raise Usage("--simulations or --seconds, not both")
    if seconds is not None:
        # float() takes more than people write: nan, 1_0, other scripts' digits.
        length = float(seconds) if _SECONDS.fullmatch(seconds) else 0.0
        if not 0 < length <= MOST_SECONDS:
            raise Usage(
                f"--seconds is a number above 0 and at most {MOST_SECONDS:.0f}, "
                f"not {seconds[:20]!r}"
            )
        return Budget(seconds=length)
    if simulations is None:
        return Budget(simulations=usual)
    return Budget(simulations=values.whole_of(simulations, "--simulations", 1, MOST_SIMULATIONS))


# One position ---------------------------------------------------------------------------------------


def _move(review: Review, judged: Judged) -> dict[str, Any]:
    return {
        "move": review.game.text(judged.move),
        "visits": judged.visits,
        "margin": None if judged.margin is None else judged.margin / 100,
        "error": None if judged.error is None else judged.error / 100,
        "reasons": [
            {"reason": why.name.lower(), "says": str(why), "points": worth / 100}
            for why, worth in judged.reasons
        ],
    }


def _position(review: Review, seen: View, analysis: Analysis) -> dict[str, Any]:
    return {
        "game": review.game.name,
        "at": seen.n,
        "seat": seen.seat + 1,
        "name": review.names[seen.seat],
        "sees": "own cards" if seen.own else "public facts",
        "simulations": analysis.simulations,
        "played": None if seen.played is None else review.game.text(seen.played),
        "moves": [_move(review, judged) for judged in analysis.moves],
    }


def _points(hundredths: int | None) -> str:
    return "?" if hundredths is None else f"{hundredths / 100:+.2f}"


def _print_position(review: Review, seen: View, analysis: Analysis) -> None:
    name, count = review.names[seen.seat], analysis.simulations
    says = (
        n_(
            "after entry {n}: {name} to move, seeing its own cards; {count} game looked into",
            "after entry {n}: {name} to move, seeing its own cards; {count} games looked into",
            count, n=seen.n, name=name)
        if seen.own
        else n_(
            "after entry {n}: {name} to move, seeing public facts only; {count} game looked into",
            "after entry {n}: {name} to move, seeing public facts only; {count} games looked into",
            count, n=seen.n, name=name)
    )  # fmt: skip
    print(says)
    heads = (p_("a column", "move"), p_("a column", "margin"), p_("a column", "games"))
    print(f"  {heads[0]:24} {heads[1]:>7} {'+-':>5} {heads[2]:>7}  {p_('a column', 'why')}")
    for judged in analysis.moves[:_SHOWN]:
        error = "" if judged.error is None else f"{judged.error / 100:.2f}"
        why = sorted(judged.reasons, key=lambda pair: -abs(pair[1]))[:2]
        says = ", ".join(f"{_(str(reason))} {worth / 100:+.1f}" for reason, worth in why)
        mark = "*" if judged.move == seen.played else " "
        text = review.game.text(judged.move)
        print(f"{mark} {text:24} {_points(judged.margin):>7} {error:>5} {judged.visits:>7}  {says}")
    if len(analysis.moves) > _SHOWN:
        print("  " + _("and {count} more", count=len(analysis.moves) - _SHOWN))
    if seen.played is not None:
        print("* " + _("was played"))


# A whole game ---------------------------------------------------------------------------------------


def _game(review: Review, budget: Budget, as_json: bool) -> None:
    from core.bots.search.values import Budget
    from netplay.hindsight import moments

    # Simulations of a small budget are short, and accuse too many: those are looked at as one entry is.
    closely = None if budget.many else Budget(simulations=_AT)
    found = moments(review, budget, time.monotonic, closely=closely, most=_SHOWN)
    if as_json:
        print(json.dumps(_whole(review, found), ensure_ascii=False, indent=2))
        return
    print(f"{review.game.title}: {', '.join(review.names)}")
    for seat, name in enumerate(review.names):
        mine = [moment for moment in found if moment.seat == seat]
        total = sum(moment.regret or 0 for moment in mine)
        same = sum(moment.played == moment.best for moment in mine)
        said = n_(
            "{name}: {count} choice, {same} of them the search's own; {points} points given away",
            "{name}: {count} choices, {same} of them the search's own; {points} points given away",
            len(mine),
            name=name,
            same=same,
            points=f"{total / 100:.1f}",
        )
        print(f"  {said}")
    costly = sorted((m for m in found if m.regret), key=lambda moment: -(moment.regret or 0))
    if not costly:
        print("  " + _("no move was worse than the search's own, as far as it knows"))
        return
    entry, who = p_("a column", "entry"), p_("a column", "who")
    played, better = p_("a column", "played"), p_("a column", "better")
    print(f"  {entry:>5} {who:12} {played:20} {better:20} {p_('a column', 'cost'):>5} {'+-':>5}")
    for moment in costly[:_SHOWN]:
        assert moment.regret is not None
        error = "" if moment.error is None else f"{moment.error / 100:.2f}"
        print(
            f"  {moment.n:5} {review.names[moment.seat][:12]:12} "
            f"{review.game.text(moment.played):20} {review.game.text(moment.best):20} "
            f"{moment.regret / 100:5.2f} {error:>5}"
        )


def _whole(review: Review, found: Sequence[Moment]) -> dict[str, Any]:
    return {
        "game": review.game.name,
        "names": list(review.names),
        "moments": [
            {
                "entry": moment.n,
                "seat": moment.seat + 1,
                "played": review.game.text(moment.played),
                "best": review.game.text(moment.best),
                "margin": None if moment.margin is None else moment.margin / 100,
                "regret": None if moment.regret is None else moment.regret / 100,
                "error": None if moment.error is None else moment.error / 100,
                "simulations": moment.simulations,
            }
            for moment in found
        ],
    }
