"""Proposals at one seat: what was said to each, and what that forbids until it is off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from core.kernel.canonical import pack, unpack
from netplay.crypto import SIGNATURE_BYTES
from netplay.session.agreeing import Agreed, read_agreed
from netplay.session.desk import Timer
from netplay.wire import Entry, Tag, array, binary, make_entry, whole

HERE, YES, NO = 0, 1, 2
PATIENCE: Final = 25.0
"""Seconds after which a proposer takes back what programs did not answer; persons have more."""
PERSONS: Final = 90.0
SILENT: Final = 12.0
"""Seconds without a word after which a seat named beside the one that is due counts as gone."""


@dataclass(slots=True)
class Case:
    """One proposal. ``item``: as its proposer signed it. ``answer``: ours, None while there is none."""

    entry: Entry
    agreed: Agreed
    voters: tuple[int, ...]
    proposer: int
    item: tuple[Any, ...]
    since: float
    again: Timer
    answer: bool | None = None
    votes: dict[int, bytes] = field(default_factory=dict)
    here: set[int] = field(default_factory=set)
    refused_by: int | None = None
    asked: bool = False
    said_at: float = -1.0
    items: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """By seat, its yes as it signed it: a seat that lost its journal must hear of it again."""

    @property
    def off(self) -> bool:
        """Whether a seat whose signature it needs has refused."""
        return self.refused_by is not None

    @property
    def missing(self) -> list[int]:
        """The voters that have not said yes."""
        return [seat for seat in self.voters if seat not in self.votes]


def pack_vote(case: Case, answer: int) -> bytes:
    """A journal record: [answer, entry bytes, proposer, its signature]."""
    return pack((answer, case.entry.data, case.proposer, case.item[2]))


def read_vote(data: bytes) -> tuple[int, Entry, Agreed, int, tuple[Any, ...]]:
    """The same read back, the proposal as an item too; raises Malformed."""
    answer, entry, proposer, signature = array(unpack(data), 4)
    made = make_entry(binary(entry, most=4096), ())
    seat = whole(proposer, 0, 7)
    body = pack((seat, made.data))
    item = (int(Tag.PROPOSE), body, binary(signature, SIGNATURE_BYTES))
    return whole(answer, HERE, NO), made, read_agreed(made.body), seat, item
