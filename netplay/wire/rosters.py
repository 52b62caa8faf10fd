"""Rosters: who sits where at which game, and what is derived from them: readies, commitments, the seed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from core.kernel.canonical import Malformed, pack
from netplay.crypto import KEY_BYTES
from netplay.wire.base import (
    MAX_N,
    MAX_SEATS,
    TABLE,
    array,
    binary,
    domain_hash,
    maybe,
    string,
    table_id,
    whole,
)

MAX_BROKERS: Final = 4
"""Addresses of one seat's own broker."""
_BROKER: Final = re.compile(
    r"mqtt://(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[[0-9a-f:]{2,39}\]):[0-9]{4,5}", re.ASCII
)


class Seat(NamedTuple):
    """One seat of a roster. ``voice``: seats run by one machine share a number (protocol, 4)."""

    key: bytes
    device: int
    name: str
    bot: str | None
    voice: int

    def wire(self) -> tuple[Any, ...]:
        """[key, device, name, bot or nil, voice]."""
        return (self.key, self.device, self.name, self.bot, self.voice)


class Roster(NamedTuple):
    """Who sits where at which game: decided by the creator, agreed to by everyone's ready.

    ``extra`` is the table's policy about absent seats, empty where there is none (``read_policy``).
    ``brokers``: of each seat the addresses of the broker that its program runs; empty at a table that
    has an operator's broker alone. They are anybody's: look at ``netplay.transport.near`` before use.
    """

    number: int
    creator: bytes
    salt: bytes
    scheme: str
    program: str
    game: str
    version: int
    rules: bytes
    options: tuple[Any, ...]
    deal: str
    seats: tuple[Seat | None, ...]
    extra: tuple[Any, ...] = ()
    brokers: tuple[tuple[str, ...], ...] = ()

    @property
    def table(self) -> bytes:
        """The table id that creator and salt make."""
        return table_id(self.creator, self.salt)

    def full(self) -> bool:
        """Whether every seat is taken."""
        return None not in self.seats

    def keys(self) -> tuple[bytes, ...]:
        """The seats' keys; of a full roster."""
        return tuple(seat.key if seat else b"" for seat in self.seats)

    def wire(self) -> tuple[Any, ...]:
        """The array of the ROSTER statement and of entry 0; without brokers it ends before them."""
        more = (self.brokers,) if self.brokers else ()
        return (
            self.number,
            self.creator,
            self.salt,
            self.scheme,
            self.program,
            self.game,
            self.version,
            self.rules,
            self.options,
            self.deal,
            tuple(seat.wire() if seat else None for seat in self.seats),
            self.extra,
            *more,
        )

    def placed(self, place: int, seat: Seat | None, brokers: tuple[str, ...] = ()) -> Roster:
        """The next roster, with this on that seat."""
        seats = (*self.seats[:place], seat, *self.seats[place + 1 :])
        found = list(self.brokers or ((),) * len(seats))
        found[place] = brokers
        return self._replace(
            number=self.number + 1, seats=seats, brokers=tuple(found) if any(found) else ()
        )

    def hash(self) -> bytes:
        """BLAKE2b-256 under the domain ``caboose/1/roster-hash``."""
        return domain_hash("caboose/1/roster-hash", pack(self.wire()))

    def ready_hash(self) -> bytes:
        """What a ready signs: roster, options and rules id."""
        return domain_hash("caboose/1/ready-hash", self.hash(), pack(self.options), self.rules)

    def commitment(self, seat: int, nonce: bytes) -> bytes:
        """The commitment of a seat to its nonce."""
        return domain_hash("caboose/1/commit", self.table, self.hash(), bytes((seat,)), nonce)


def seed_of(start: bytes, nonces: Iterable[bytes]) -> bytes:
    """The joint seed, 32 bytes: from entry 0's hash and all nonces in the order of seats."""
    return domain_hash("caboose/1/seed", start, *nonces)


def read_roster(value: Any) -> Roster:
    """A roster from its decoded array; raises Malformed. Names are bounded, not yet cleaned."""
    fields = array(value, most=13)
    if len(fields) < 12:
        raise Malformed("an array has the wrong length")
    seats: list[Seat | None] = []
    for part in array(fields[10], most=MAX_SEATS):
        if part is None:
            seats.append(None)
            continue
        key, device, name, bot, voice = array(part, 5)
        seats.append(
            Seat(
                binary(key, KEY_BYTES),
                whole(device, 0, 255),
                string(name, 64),
                maybe(string, bot, 32),
                whole(voice, 0, MAX_SEATS - 1),
            )
        )
    keys = [seat.key for seat in seats if seat]
    if len(set(keys)) != len(keys):
        raise Malformed("one key has two seats")
    return Roster(
        whole(fields[0], 1, MAX_N),
        binary(fields[1], KEY_BYTES),
        binary(fields[2], TABLE),
        string(fields[3], 16),
        string(fields[4], 32),
        string(fields[5], 48),
        whole(fields[6], 0, MAX_N),
        binary(fields[7], 16),
        array(fields[8], most=64),
        string(fields[9], 16),
        tuple(seats),
        array(fields[11], most=16),
        _read_all_brokers(fields[12], len(seats)) if len(fields) > 12 else (),
    )


def read_brokers(value: Any) -> tuple[str, ...]:
    """The addresses of one seat's broker, IP literals without TLS; raises Malformed."""
    texts = tuple([string(part, 64) for part in array(value, most=MAX_BROKERS)])
    if not all(_BROKER.fullmatch(text) for text in texts):
        raise Malformed("not a broker of a seat")
    return texts


def _read_all_brokers(value: Any, seats: int) -> tuple[tuple[str, ...], ...]:
    found = tuple([read_brokers(part) for part in array(value, seats)])
    if not any(found):
        raise Malformed("no brokers are said by saying nothing")
    return found
