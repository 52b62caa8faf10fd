"""What an entry leads to, what comes next, and why an entry can be wrong."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from core.kernel.requests import Request, Reveal
from netplay.session.agreeing import Agreed
from netplay.table import Decided, Played, Turned
from netplay.wire import Kind


class Code(IntEnum):
    """Why a table stopped."""

    STATE = 0  # the state after an entry has another hash here
    MOVE = 1  # a move that the rules forbid
    ANSWER = 2  # cards that cannot be there
    CLAIM = 3  # a hidden card laid open that is not in its slot
    DUTY = 4  # an obligation from hidden cards was breached
    KIND = 5  # an entry of a kind that was not due
    NONCES = 6  # published nonces that do not fit the commitments
    DEAL = 7  # a dealer found a breach
    FORK = 8  # one seat signed two different entries of one number
    CHAIN = 9  # an entry or acknowledgement that rests on another history


class Wrong(Exception):
    """What is wrong with an entry; ``after`` is the state it leads to here, where there is one."""

    def __init__(self, code: Code, says: str, seat: int | None = None, after: Any = None) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.seat = seat
        self.after = after


class Due(NamedTuple):
    """What the next entry must be, and whose (an END is also anyone's, after a while)."""

    kind: Kind
    seat: int
    place: int = -1
    """The seat it is for: another one where ``seat`` writes for a stand-in."""


class Outcome(NamedTuple):
    """What an entry would lead to: nothing of it holds before ``Replica.commit``."""

    kind: Kind
    seat: int
    after: Any
    state_hash: bytes
    event: Played | Turned | Decided | None
    opened: tuple[Request, ...] = ()
    claims: tuple[tuple[int, int], ...] = ()
    nonces: tuple[bytes, ...] = ()
    stand_in: bool = False
    """Whether a stand-in moved, which knows no hidden cards."""
    agreed: Agreed | None = None


def reveal_of(claims: Sequence[tuple[int, int]]) -> tuple[Reveal, tuple[int, ...]]:
    """A claim as the reveal to everyone that it is, and its cards."""
    return Reveal(tuple([slot for slot, _ in claims])), tuple([card for _, card in claims])
