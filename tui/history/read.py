"""One kept game as a line of the book: who played, who won, and what the points were made of."""

from __future__ import annotations

from typing import NamedTuple

from netplay.audit import Audit, BadEntry
from netplay.text import clean
from netplay.transcript import Damaged, decode
from tui.boards.registry import tally


class Kept(NamedTuple):
    """A game as it is summed up. Lists are by seat.

    ``mine``: the seat this person played, None if none of them is known to be theirs. ``parts``:
    points by the names that the game's tally gives; ``held``: what a seat kept hidden, in words.
    ``fault``: why the file counts for nothing, and then nothing else is filled in.
    """

    file: str
    game: str = ""
    names: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    parts: tuple[tuple[int, ...], ...] = ()
    held: tuple[str, ...] = ()
    mine: int | None = None
    finished: bool = False
    moves: int = 0
    fault: str = ""


def read(file: str, data: bytes, key: bytes | None) -> Kept:
    """A transcript's bytes, summed up. ``key``: this person's public key, if they have one.

    Never raises for what is in the file: it is foreign. Signatures are not looked at here.
    """
    try:
        records = decode(data)
    except Damaged as error:
        return Kept(file, fault=str(error))
    try:
        audit = Audit(records)
        moves = sum(1 for step in audit.steps() if step.seat is not None)
    except BadEntry as error:
        return Kept(file, fault=f"entry {error.n}: {error}")
    state, game = audit.state, audit.game
    seats = [seat for seat in audit.roster.seats if seat is not None]
    bots = tuple(clean(seat.bot) for seat in seats)
    over = bool(state.over)
    sums = tally(game.name)
    return Kept(
        file,
        game.name,
        audit.names,
        bots,
        tuple(game.score(state)),
        tuple(game.winners(state)) if over else (),
        tuple(tuple(sums.parts(state, seat)) for seat in range(len(seats))) if over else (),
        tuple(sums.held(state, seat) for seat in range(len(seats))) if over else (),
        _mine([seat.key for seat in seats], bots, audit.roster.scheme, key),
        over,
        moves,
    )


def _mine(keys: list[bytes], bots: tuple[str, ...], scheme: str, key: bytes | None) -> int | None:
    """By the key; at a table of one machine the one seat without a bot."""
    if scheme == "local":
        people = [seat for seat, bot in enumerate(bots) if not bot]
        return people[0] if len(people) == 1 else None
    return keys.index(key) if key is not None and key in keys else None
