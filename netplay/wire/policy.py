"""What a table does about seats that are gone: part of the roster, so that everyone agrees to it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

from core.kernel.canonical import Malformed
from netplay.wire.base import array, string, whole

MIN_SECONDS: Final = 5
MAX_SECONDS: Final = 14 * 24 * 3600
_VERSION: Final = 1
_WITH_STAND_IN: Final = 2
GREEDY: Final = "greedy"
SEARCH: Final = "search-3"
"""The search of a fixed number of simulations; the number changes with its moves."""
STAND_INS: Final = (GREEDY, SEARCH)


class Gone(IntEnum):
    """What happens when a seat is absent."""

    WAIT = 0  # nothing by itself; whoever resigned may be stood in for, and all may end the game
    VOTE = 1  # the seats present are asked
    STAND_IN = 2  # a stand-in takes the seat by itself


class Policy(NamedTuple):
    """``seconds``: after which a seat whose entry is due counts as absent, by the receivers' clocks.

    ``claim``: whether the seats present may end the game as won by them. ``stand_in``: who plays for
    a seat that is gone, one of ``STAND_INS``.
    """

    gone: Gone = Gone.VOTE
    seconds: int = 120
    claim: bool = False
    stand_in: str = GREEDY

    def wire(self) -> tuple[Any, ...]:
        """The roster's ``extra``: [1, gone, seconds, claim], or [2, gone, seconds, claim, stand-in]."""
        rest = (int(self.gone), self.seconds, int(self.claim))
        if self.stand_in == GREEDY:
            return (_VERSION, *rest)
        return (_WITH_STAND_IN, *rest, self.stand_in)


def read_policy(extra: Any) -> Policy | None:
    """The policy of a roster's ``extra``, None where there is none; raises Malformed.

    Nobody sits down at a table whose policy it cannot read.
    """
    if extra == ():
        return None
    fields = array(extra, most=16)
    if type(fields[0]) is not int or (fields[0], len(fields)) not in ((1, 4), (2, 5)):
        raise Malformed("a policy of another version")
    stand_in = GREEDY
    if fields[0] == _WITH_STAND_IN:
        stand_in = string(fields[4], 16)
        if stand_in not in STAND_INS or stand_in == GREEDY:
            raise Malformed("its stand-in plays otherwise than any known here: update Caboose")
    return Policy(
        Gone(whole(fields[1], 0, len(Gone) - 1)),
        whole(fields[2], MIN_SECONDS, MAX_SECONDS),
        bool(whole(fields[3], 0, 1)),
        stand_in,
    )
