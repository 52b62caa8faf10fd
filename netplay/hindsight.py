"""A kept game judged afterwards: what each move was worth beside the best one the search finds.

It looks with the mover's own eyes: what that seat knew then, never what lay face down.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt
from typing import Any, NamedTuple

from core.bots.search import Analysis, Budget, analyse
from core.bots.search.values import Clock
from core.kernel.move import Move
from netplay.review import Review
from netplay.table import Played


class NoMove(ValueError):
    """There is nothing to choose at that entry; ``str()`` is one sentence."""


class View(NamedTuple):
    """What a position looked like to the seat that acts in it after entry ``n``.

    ``own``: whether that seat's hidden cards are known; else only public facts are. ``played``: what
    was played then, None where the log ends or the table agreed on something.
    """

    n: int
    seat: int
    state: Any
    secrets: Mapping[int, int]
    own: bool
    played: Move | None


class Moment(NamedTuple):
    """A move that was played, judged. Hundredths of a point; None where too little is known.

    regret: by how much the best move's expected margin (own points less the best opponent's) is above
    the played one's, at least 0. error: the standard error of that. simulations: games looked into.
    """

    n: int
    seat: int
    played: Move
    best: Move
    margin: int | None
    regret: int | None
    error: int | None
    simulations: int


def view(review: Review, n: int) -> View:
    """The position after entry n; raises NoMove where nobody is to choose a move."""
    if not 0 <= n < len(review.frames):
        raise NoMove(f"entry {n} is beyond the last one, {len(review.frames) - 1}")
    frame = review.frames[n]
    state = frame.state
    if state.over:
        raise NoMove(f"after entry {n} the game is over: there is no move to think about")
    if state.awaiting or state.turn is None:
        then = next(
            (f.n for f in review.frames[n:] if not f.state.awaiting and not f.state.over), n
        )
        says = f"; the next choice is after entry {then}" if then > n else ""
        raise NoMove(f"after entry {n} a card is still to be turned over{says}")
    seat = state.turn
    secrets = frame.secrets[seat] if frame.secrets else {}
    if not review.game.moves(state, secrets):
        raise NoMove(f"after entry {n} there is no legal move")
    after = review.frames[n + 1].event if n + 1 < len(review.frames) else None
    played = after.move if isinstance(after, Played) else None
    return View(n, seat, state, secrets, bool(frame.secrets), played)


def think(
    review: Review, at: View, budget: Budget, clock: Clock | None = None, runners_up: int = 0
) -> Analysis:
    """What the search says of the position; the same entry and simulations give the same.

    The move that was played is looked at closely too, however bad it is, and so many ``runners_up``.
    """
    seed = at.n.to_bytes(4, "big")
    return analyse(
        review.game,
        at.state,
        at.seat,
        at.secrets,
        budget,
        seed=seed,
        clock=clock,
        also=at.played,
        runners_up=runners_up,
    )


def moments(
    review: Review,
    budget: Budget,
    clock: Clock | None = None,
    *,
    closely: Budget | None = None,
    most: int = 0,
) -> list[Moment]:
    """Every move of the game where there was a choice, judged with ``budget`` each, in order.

    ``closely``: a budget for a second look. A short search takes some good moves for mistakes, and
    those are the ones a list of mistakes would begin with. So whichever seems the costliest is looked
    at again, until the ``most`` costliest were all looked at closely, or nothing else seems to have
    cost anything.
    """
    found = {
        frame.n: judged(review, frame.n, frame.event, budget, clock)
        for frame in review.frames[1:]
        if isinstance(frame.event, Played) and _choice(review, frame.n - 1)
    }
    if closely is not None:
        surely: set[int] = set()
        while True:
            costly = sorted(found.values(), key=lambda moment: -(moment.regret or 0))[:most]
            doubtful = next((one.n for one in costly if one.regret and one.n not in surely), None)
            if doubtful is None:
                break
            event: Any = review.frames[doubtful].event
            found[doubtful] = judged(review, doubtful, event, closely, clock)
            surely.add(doubtful)
    return list(found.values())


def _choice(review: Review, n: int) -> bool:
    at = view(review, n)
    return len(review.game.moves(at.state, at.secrets)) > 1


def judged(
    review: Review, n: int, event: Played, budget: Budget, clock: Clock | None = None
) -> Moment:
    """The move that is entry ``n`` beside the best."""
    found = think(review, view(review, n - 1), budget, clock)
    best, mine = found.best, found.of(event.move)
    regret = error = None
    margin = mine.margin if mine is not None else None
    if mine is not None and mine.margin is not None and best.margin is not None:
        regret = max(0, best.margin - mine.margin)
        if best.move == event.move:
            error = 0
        elif mine.error is not None and best.error is not None:
            error = isqrt(mine.error**2 + best.error**2)
    return Moment(n, event.seat, event.move, best.move, margin, regret, error, found.simulations)
