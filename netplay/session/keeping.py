"""What a session has its journal keep, and the same read back: enough to go on after a crash.

The first record says who sits down where, with which nonce; then come rosters, readies, entry 0
as it was signed, nonces, and every entry. Nothing here is trusted because it is ours: a file may
have been changed, or belong to another program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import KEY_BYTES
from netplay.session.actions import Save
from netplay.wire import (
    HASH,
    MAX_DATA,
    MAX_N,
    MAX_PACKET,
    MAX_SEATS,
    TABLE,
    Entry,
    Kind,
    Roster,
    array,
    binary,
    make_entry,
    maybe,
    read_record,
    read_roster,
    string,
    whole,
)

MAX_SAVE: Final = 1 << 20
"""Bytes of one record's data; the longest are a dealer's."""
_TEXT: Final = 2_000


class Sitting(NamedTuple):
    """The first record: which table this is, and as whom we are there.

    ``nonce`` is empty where the journal was lost and the seat is being taken up again.
    """

    table: bytes
    creator: bytes
    key: bytes
    device: int
    name: str
    bot: str | None
    want: int | None
    auto_ready: bool
    deal: str
    scheme: str
    game: str
    version: int
    rules: bytes
    program: str
    nonce: bytes

    def save(self) -> bytes:
        """The record's data."""
        return pack(tuple(self))


class Stop(NamedTuple):
    """Why a table stopped, as far as it must be known after a return."""

    n: int
    code: int
    why: str
    author: int | None
    what: str
    record: bytes
    at: int
    state: bytes
    other: bytes
    reporter: int | None

    def save(self) -> bytes:
        """The record's data."""
        return pack(tuple(self))


@dataclass(slots=True)
class Kept:
    """A journal's records, sorted. ``ready`` is the number of the roster that we agreed to."""

    sitting: Sitting
    roster: Roster | None = None
    ready: int | None = None
    draft: Entry | None = None
    start: Entry | None = None
    nonces: dict[int, bytes] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)
    dealer: tuple[Any, ...] | None = None
    answers: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    stop: Stop | None = None
    closed: str | None = None
    votes: list[bytes] = field(default_factory=list)
    resigned: bool = False
    back: bool = True


def read_sitting(data: bytes) -> Sitting:
    """The first record; raises Malformed."""
    fields = array(unpack(data), 15)
    return Sitting(
        binary(fields[0], TABLE),
        binary(fields[1], KEY_BYTES),
        binary(fields[2], KEY_BYTES),
        whole(fields[3], 0, 255),
        string(fields[4], 64),
        maybe(string, fields[5], 32),
        maybe(whole, fields[6], 0, MAX_SEATS - 1),
        bool(whole(int(fields[7]), 0, 1)),
        string(fields[8], 16),
        string(fields[9], 16),
        string(fields[10], 48),
        whole(fields[11], 0, MAX_N),
        binary(fields[12], 16),
        string(fields[13], 32),
        binary(fields[14], most=HASH),
    )


def _read_stop(data: bytes) -> Stop:
    fields = array(unpack(data, limit=MAX_SAVE), 10)
    return Stop(
        whole(fields[0], 0, MAX_N),
        whole(fields[1], 0, 63),
        string(fields[2], _TEXT),
        maybe(whole, fields[3], 0, MAX_SEATS - 1),
        string(fields[4], _TEXT),
        binary(fields[5], most=MAX_PACKET),
        whole(fields[6], 0, MAX_N),
        binary(fields[7], most=MAX_SAVE),
        binary(fields[8], most=MAX_PACKET),
        maybe(whole, fields[9], 0, MAX_SEATS - 1),
    )


def read_saves(saves: Iterable[Save]) -> Kept:
    """A journal from its first record on; raises Malformed for what no session can have kept."""
    kept: Kept | None = None
    for save in saves:
        if kept is None:
            if save.kind != "table":
                raise Malformed("it does not begin with a table")
            kept = Kept(read_sitting(save.data))
            kept.back = bool(kept.sitting.nonce)
        else:
            _take(kept, save)
    if kept is None:
        raise Malformed("it holds nothing")
    return kept


def _take(kept: Kept, save: Save) -> None:
    kind, data = save.kind, save.data
    if kind == "roster":
        kept.roster = read_roster(unpack(data))
        kept.ready = kept.draft = None
    elif kind == "ready":
        kept.ready = whole(unpack(data), 0, MAX_N)
    elif kind == "start":
        kept.draft = make_entry(data, ())
    elif kind == "nonce":
        table, seat, nonce = array(unpack(data), 3)
        if table != kept.sitting.table:
            raise Malformed("a nonce of another table")
        kept.nonces[whole(seat, 0, MAX_SEATS - 1)] = binary(nonce, HASH)
    elif kind == "entry":
        _take_entry(kept, read_record(data))
    elif kind == "dealer":
        answers, *kept_of = array(unpack(data, limit=MAX_SAVE), 4)
        kept.dealer = tuple(kept_of)
        for answer in array(answers, most=MAX_DATA):
            number, public, mine = array(answer, 3)
            kept.answers[whole(number, 0, MAX_N)] = (public, mine)
    elif kind == "stop":
        kept.stop = _read_stop(data)
    elif kind == "resumed":
        kept.stop = None
    elif kind == "vote":
        kept.votes.append(data)
    elif kind == "resign":
        kept.resigned = data == b"\x01"
    elif kind == "closed":
        kept.closed = string(unpack(data), _TEXT)
    elif kind in ("away", "back"):
        kept.back = kind == "back"
    # Any other kind is of a later version, or evidence: it is there to be looked at.


def _take_entry(kept: Kept, entry: Entry) -> None:
    if entry.table != kept.sitting.table:
        raise Malformed("an entry of another table")
    if entry.n == 0:
        kept.start = entry
    elif entry.n == len(kept.entries) + 1:
        kept.entries.append(entry)
    elif entry.kind is Kind.AGREED and entry.n <= len(kept.entries):
        kept.entries[entry.n - 1 :] = [entry]  # what the others agreed on overturned ours
    elif entry.n == len(kept.entries) and entry.kind is Kind.END:
        kept.entries[-1] = entry  # of two ends that of the seat nearer to the last mover
    else:
        raise Malformed(f"entry {entry.n} is not the next")
