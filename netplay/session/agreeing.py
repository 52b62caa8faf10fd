"""Agreements: what an ``agreed`` entry says, whose signatures it needs, and which of two holds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from enum import IntEnum
from typing import Final, NamedTuple

from core.kernel.canonical import Malformed
from netplay.crypto import SIGNATURE_BYTES, Crypto
from netplay.wire import (
    MAX_N,
    MAX_SEATS,
    NOBODY,
    Again,
    Entry,
    Kind,
    Roster,
    Tag,
    array,
    binary,
    entry_to_sign,
    pack_body,
    to_sign,
    whole,
)

ROUNDS: Final = MAX_SEATS
"""A proposal's round is this times a count, plus its proposer's seat: no two seats share one."""
_LOWEST: Final = 2 * MAX_N
ORDINARY: Final = -1
"""The rank of an entry that is no agreement."""


class Act(IntEnum):
    """What is agreed on."""

    STAND_IN = 0
    END = 1
    UNDO = 2
    RETURN = 3
    PAUSE = 4
    GO_ON = 5
    BACK = 6
    """After a stop: all seats go back to the entry before; ``arg`` is the entry that stopped them."""


class Agreed(NamedTuple):
    """The body of an ``agreed`` entry.

    ``named``: seats that are not asked (GO_ON: or that did not agree). ``arg``: the deputy
    (STAND_IN); 1 if the seats present claim the game, else 0 (END); the entry whose state is
    restored (UNDO); the entry that put the
    stand-in there (RETURN, with the owner's signature as ``proof``; round 0); else 0. ``proof`` of a
    STAND_IN: empty, or the hash of the entry of this number that it takes back at whoever has it.
    ``back``: seats with a
    stand-in whose owners sign, too, and have them back with this entry (STAND_IN).
    """

    round: int
    act: Act
    named: tuple[int, ...]
    arg: int
    proof: bytes = b""
    back: tuple[int, ...] = ()

    def away(self, stood: Mapping[int, Stand]) -> set[int]:
        """The seats whose signatures this does not need, where ``stood`` have stand-ins."""
        return set(self.named) | (set(stood) - set(self.back))

    def wire(self) -> tuple[object, ...]:
        """[round, act, [seats named], arg, proof, [seats back]]."""
        return (self.round, int(self.act), self.named, self.arg, self.proof, self.back)


class Stand(NamedTuple):
    """A stand-in at a seat since entry ``n``; ``deputy`` sends its moves.

    ``alone``: put there by one machine of two, which is no quorum: nothing settles until it ends.
    """

    n: int
    deputy: int
    alone: bool


class Quorum(NamedTuple):
    """Whose signatures a proposal needs. ``alone``: one machine of two goes on without the other."""

    voters: tuple[int, ...]
    alone: bool
    lowest: bool


def read_agreed(body: object) -> Agreed:
    """The body of an ``agreed`` entry; raises Malformed."""
    round_, act, named, arg, proof, back = array(body, 6)
    seats, backs = (
        tuple([whole(seat, 0, MAX_SEATS - 1) for seat in array(value, most=MAX_SEATS)])
        for value in (named, back)
    )
    for each in (seats, backs):
        if list(each) != sorted(set(each)):
            raise Malformed("seats are named in their order")
    return Agreed(
        whole(round_, 0, MAX_N),
        Act(whole(act, 0, len(Act) - 1)),
        seats,
        whole(arg, 0, MAX_N),
        binary(proof, most=SIGNATURE_BYTES),
        backs,
    )


def quorum(roster: Roster, away: Collection[int]) -> Quorum | None:
    """Who must sign where the seats ``away`` are not asked; None where the rest is too few.

    A voice is a machine: it counts only with all its seats. Needed are more than half of the
    voices, or half of them with the lowest-numbered one, so that of two such groups each has a
    voice in the other. Where there are but two machines one may go on alone.
    """
    voices: dict[int, list[int]] = {}
    for place, seat in enumerate(roster.seats):
        voices.setdefault(seat.voice if seat else MAX_SEATS, []).append(place)
    there = {voice for voice, seats in voices.items() if not any(seat in away for seat in seats)}
    voters = tuple([seat for seat in range(len(roster.seats)) if seat not in away])
    lowest = min(voices) in there
    alone = len(voices) == 2 and len(there) == 1
    enough = 2 * len(there) > len(voices) or (2 * len(there) == len(voices) and lowest)
    if not voters or not (enough or alone):
        return None
    return Quorum(voters, alone, lowest)


def rank(entry: Entry, roster: Roster, stood: Mapping[int, Stand]) -> int:
    """Which of two entries with the same number and the same entry before them holds: the higher.

    Of two machines that went on alone that of the lowest voice.
    """
    if entry.kind is not Kind.AGREED or entry.seat != NOBODY:
        return ORDINARY
    agreed = read_agreed(entry.body)
    found = quorum(roster, agreed.away(stood))
    first = found is not None and found.alone and found.lowest
    return agreed.round + (_LOWEST if first else 0)


def signed_by_quorum(
    entry: Entry, roster: Roster, stood: Mapping[int, Stand], crypto: Crypto
) -> bool:
    """Whether an ``agreed`` entry carries the signatures it needs and no other."""
    try:
        agreed = read_agreed(entry.body)
    except Malformed:
        return False
    if agreed.act is Act.RETURN:
        return signed_by_owner(agreed, entry.table, roster, crypto)
    found = quorum(roster, agreed.away(stood))
    if found is None or tuple([seat for seat, _ in entry.signatures]) != found.voters:
        return False
    keys, data = roster.keys(), entry_to_sign(entry.table, entry.hash)
    return all(crypto.verify(keys[seat], data, signature) for seat, signature in entry.signatures)


def signed_by_owner(agreed: Agreed, table: bytes, roster: Roster, crypto: Crypto) -> bool:
    """Whether the owner of a seat asked for its return."""
    if len(agreed.named) != 1 or agreed.named[0] >= len(roster.seats):
        return False
    seat = agreed.named[0]
    data = to_sign(Tag.AGAIN, table, pack_body(Again(seat, agreed.arg)))
    return crypto.verify(roster.keys()[seat], data, agreed.proof)
