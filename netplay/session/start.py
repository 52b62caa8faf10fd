"""Entry 0: reading it, and whose signatures stand under it and under every other entry."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.kernel.canonical import Malformed, digest
from core.kernel.errors import BadOptions
from core.kernel.game import Game
from netplay.crypto import Crypto
from netplay.wire import (
    HASH,
    NOBODY,
    Entry,
    Kind,
    Roster,
    array,
    binary,
    entry_to_sign,
    read_policy,
    read_roster,
)


class Start(NamedTuple):
    """Entry 0, decoded: the roster all agreed to, its options, and the commitments by seat."""

    roster: Roster
    options: Any
    commitments: tuple[bytes, ...]


def read_start(entry: Entry, game: Game[Any]) -> Start:
    """Entry 0 strictly; raises Malformed. Signatures: ``signed_by_all``."""
    if entry.kind is not Kind.START or entry.n or entry.branch or entry.seat != NOBODY:
        raise Malformed("not a start")
    if entry.previous != bytes(HASH) or entry.device:
        raise Malformed("a start rests on nothing")
    wire, commitments = array(entry.body, 2)
    roster = read_roster(wire)
    if roster.table != entry.table or not roster.full():
        raise Malformed("the roster is another table's or not full")
    options = check_roster(roster, game)
    seats = len(roster.seats)
    values = tuple([binary(value, HASH) for value in array(commitments, seats)])
    if len(set(values)) != seats:
        raise Malformed("two equal commitments")
    if digest(game.encode(game.new(options, seats))) != entry.state_hash:
        raise Malformed("a start with another first state")
    return Start(roster, options, values)


def check_roster(roster: Roster, game: Game[Any]) -> Any:
    """The options of a roster for this game; raises Malformed. Rules ids: ``seating``."""
    if roster.game != game.name or len(roster.seats) not in game.seats:
        raise Malformed("another game, or a number of seats it is not for")
    creator = roster.seats[0]
    if creator is None or creator.key != roster.creator:
        raise Malformed("the creator has seat 0")
    try:
        options = game.unpack_options(roster.options)
        game.new(options, len(roster.seats))
        read_policy(roster.extra)
    except BadOptions as err:
        raise Malformed(str(err)) from err
    return options


def signed_by_all(entry: Entry, roster: Roster, crypto: Crypto) -> bool:
    """Whether entry 0 carries every seat's good signature."""
    if [seat for seat, _ in entry.signatures] != list(range(len(roster.seats))):
        return False
    data = entry_to_sign(entry.table, entry.hash)
    pairs = zip(roster.keys(), entry.signatures, strict=True)
    return all(crypto.verify(key, data, signature) for key, (_, signature) in pairs)


def signed_by_author(entry: Entry, roster: Roster, crypto: Crypto) -> bool:
    """Whether an entry with an author carries that seat's good signature and no other."""
    if len(entry.signatures) != 1 or not 0 <= entry.seat < len(roster.seats):
        return False
    seat, signature = entry.signatures[0]
    data = entry_to_sign(entry.table, entry.hash)
    return seat == entry.seat and crypto.verify(roster.keys()[seat], data, signature)
