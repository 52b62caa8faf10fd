"""What is asked of the thinking process and what it answers, as bytes: both ends read it strictly.

A message is its length (4 bytes, big-endian) and canonical MessagePack. To the process: ``[number, job]``,
or ``[number, nil]``, by which everything before is no longer wanted. From it: ``[number, answer]``.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.errors import RulesError
from core.kernel.game import Game
from core.kernel.move import Move

if TYPE_CHECKING:
    from core.bots.search import Analysis

MOST: Final = 1 << 20
"""Bytes of a message at most."""
_LENGTH: Final = struct.Struct(">I")


class Aim(IntEnum):
    """What a job is for."""

    WARM = 0  # load everything, answer nothing of use
    MOVE = 1  # one move
    ANALYSIS = 2  # all moves, judged
    PONDER = 3  # while another seat is to move: kept for the next MOVE of the same mind, no answer


class Job(NamedTuple):
    """A position to think about, from one seat. ``level``: a bot's name; ``seed``: all of its chance.

    ``mind``: whose thoughts on the others' time belong to it, b"" for nobody's.
    """

    aim: Aim
    game: str
    level: str
    seed: bytes
    state: bytes
    seat: int
    secrets: tuple[tuple[int, int], ...]
    mind: bytes = b""

    @classmethod
    def of(
        cls,
        aim: Aim,
        game: Game[Any],
        level: str,
        seed: bytes,
        state: Any,
        seat: int,
        secrets: Mapping[int, int],
        mind: bytes = b"",
    ) -> Job:
        """A job about ``state``, which is not kept."""
        known = tuple(sorted(secrets.items()))
        return cls(aim, game.name, level, seed, game.encode(state), seat, known, mind)


class Found(NamedTuple):
    """What thinking led to: ``analysis`` where that was asked for."""

    move: Move
    analysis: Analysis | None = None


def frame(value: Any) -> bytes:
    """A message of a value."""
    data = pack(value)
    return _LENGTH.pack(len(data)) + data


def parted(buffer: bytearray) -> list[Any]:
    """Take all whole messages off the front of ``buffer``; raises Malformed."""
    found: list[Any] = []
    while len(buffer) >= _LENGTH.size:
        (size,) = _LENGTH.unpack_from(buffer)
        if size > MOST:
            raise Malformed("a message too long")
        if len(buffer) < _LENGTH.size + size:
            break
        found.append(unpack(bytes(buffer[_LENGTH.size : _LENGTH.size + size]), limit=MOST))
        del buffer[: _LENGTH.size + size]
    return found


def answer(game: Game[Any], found: Found) -> tuple[Any, ...]:
    """What was found, for the wire: ``[move, simulations, [[move, visits, margin, error] ...]]``."""
    analysis = found.analysis
    if analysis is None:
        return (game.pack(found.move), 0, ())
    rows = [(game.pack(one.move), one.visits, one.margin, one.error) for one in analysis.moves]
    return (game.pack(found.move), analysis.simulations, tuple(rows))


def read_answer(game: Game[Any], state: Any, job: Job, value: Any) -> Found:
    """What another process says it found, held against the rules; raises Malformed.

    The reasons of an analysis do not travel: the game's own judgement is asked for them here.
    """
    try:
        move_, simulations, rows = value
        move = _legal(game, state, job.seat, move_)
        if job.aim is not Aim.ANALYSIS:
            return Found(move)
        from core.bots.search import Analysis, Judged

        reasons = _reasons(game, state, job)
        judged = []
        for move_, visits, margin, error in rows:
            if any(type(part) is not int for part in (visits, simulations)):
                raise Malformed("a count that is none")
            if any(part is not None and type(part) is not int for part in (margin, error)):
                raise Malformed("a margin that is none")
            one = _legal(game, state, job.seat, move_)
            judged.append(Judged(one, visits, margin, error, reasons.get(one, ())))
    except (TypeError, ValueError, RulesError) as err:
        raise Malformed(f"an answer that is none ({type(err).__name__})") from err
    if not judged or judged[0].move != move:
        raise Malformed("an analysis without its best move")
    return Found(move, Analysis(tuple(judged), simulations))


def _legal(game: Game[Any], state: Any, seat: int, wire: Any) -> Move:
    move = game.unpack(wire)
    game.check(state, seat, move)
    return move


def _reasons(game: Game[Any], state: Any, job: Job) -> dict[Move, Any]:
    from core.bots.search.insight import weigher_of

    weighed = weigher_of(game).weigh(state, job.seat, dict(job.secrets))
    return {one.move: one.reasons for one in weighed}
