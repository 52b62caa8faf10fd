"""Why a table stopped, in one sentence: the entry, the first field that differs, who agrees with whom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.kernel.canonical import Malformed, unpack
from core.kernel.errors import RulesError
from core.kernel.game import Game
from netplay.session.replica import Code
from netplay.text import clean
from netplay.wire import MAX_DATA, Entry, Kind, Report


class Difference(NamedTuple):
    """The first place in which two encoded states differ: ``tickets[1]``, and both values."""

    path: str
    here: str
    there: str


@dataclass(slots=True)
class Finding:
    """Everything known about why a table stopped; kept with the evidence.

    ``n``: the entry in question. ``record``: its bytes (those that this peer refused or
    accepted). ``other``: a second entry that contradicts it. ``author``: the entry's seat,
    ``reporter``: the seat whose report stopped us, None if we found it ourselves.
    ``hashes``: seat to the state hash it has after entry ``at``.
    """

    n: int
    code: Code
    why: str
    author: int | None
    what: str
    record: bytes
    at: int
    state: bytes
    state_hash: bytes
    other: bytes = b""
    reporter: int | None = None
    difference: Difference | None = None
    against: int | None = None
    hashes: dict[int, bytes] = field(default_factory=dict)
    reports: list[Report] = field(default_factory=list)

    def groups(self) -> dict[bytes, tuple[int, ...]]:
        """Seats by equal state hash, the largest group first."""
        found: dict[bytes, list[int]] = {}
        for seat in sorted(self.hashes):
            found.setdefault(self.hashes[seat], []).append(seat)
        ordered = sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[1]))
        return {hash_: tuple(seats) for hash_, seats in ordered}

    def culprits(self, seats: int) -> tuple[int, ...]:
        """Seats outside a group that is a strict majority of all seats; () where there is none."""
        groups = list(self.groups().values())
        if len(groups) > 1 and 2 * len(groups[0]) > seats:
            return tuple(sorted(seat for group in groups[1:] for seat in group))
        return ()

    def says(self, names: Mapping[int, str]) -> str:
        """For a person: what happened, where, and that nothing is lost."""
        parts = [f"The table stopped at entry {self.n} ({self.what}): {self.why}."]
        if self.difference is not None:
            there = names.get(self.against, "the other side") if self.against is not None else ""
            parts.append(
                f"First differing field: {self.difference.path} "
                f"(here {self.difference.here}, at {there or 'the author'} {self.difference.there})."
            )
        culprits = self.culprits(len(names))
        if culprits:
            parts.append(f"Alone against the rest: {', '.join(names[seat] for seat in culprits)}.")
        parts.append("The evidence is kept.")
        return " ".join(parts)


def first_difference(game: Game[Any], here: bytes, there: bytes) -> Difference | None:
    """Compare two encoded states of a game; None where they are equal or not comparable.

    Encoded fields are named by the game's ``fields``, where their number fits, else by position.
    """
    if here == there or not here or not there:
        return None
    try:
        ours, theirs = unpack(here), unpack(there)
    except Malformed:
        return None
    names = game.fields
    if type(ours) is not tuple or len(names) != len(ours):
        names = ()
    return _compare(ours, theirs, "", names)


def _compare(ours: Any, theirs: Any, path: str, names: tuple[str, ...] = ()) -> Difference | None:
    if type(ours) is tuple and type(theirs) is tuple:
        for place in range(min(len(ours), len(theirs))):
            name = names[place] if names else f"{path}[{place}]"
            found = _compare(ours[place], theirs[place], name)
            if found is not None:
                return found
        if len(ours) != len(theirs):
            return Difference(f"{path or 'the state'} (length)", str(len(ours)), str(len(theirs)))
        return None
    if type(ours) is type(theirs) and ours == theirs:
        return None
    return Difference(path or "the state", _short(ours), _short(theirs))


def _short(value: Any) -> str:
    if value is None:
        return "none"
    if type(value) is str:
        return "a text"  # foreign: never shown
    if type(value) is bytes:
        return value[:8].hex()
    return clean(str(value), 40, "?")


def bounded(state: bytes) -> bytes:
    """An encoded state as a report carries it: empty where it is too long."""
    return state if len(state) <= MAX_DATA else b""


_WHAT: Final = {
    Kind.START: "the start",
    Kind.MOVE: "a move",
    Kind.ANSWER: "cards turned",
    Kind.AGREED: "an agreement",
    Kind.END: "the end",
}


def entry_words(game: Game[Any], entry: Entry, names: Mapping[int, str]) -> str:
    """``take 2 1 by Anna, seat 2``."""
    what = _WHAT[entry.kind]
    if entry.kind is Kind.MOVE:
        try:
            what = game.text(game.unpack(entry.body))
        except RulesError:
            what = "an unknown move"
    if entry.seat in names:
        return f"{what} by {names[entry.seat]}, seat {entry.seat + 1}"
    return what
