"""The bodies of signed statements as bytes: what each field may be, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import KEY_BYTES, SIGNATURE_BYTES
from netplay.wire import statements as said
from netplay.wire.base import (
    HASH,
    MAX_DATA,
    MAX_LOG,
    MAX_N,
    MAX_PACKET,
    MAX_SEATS,
    MAX_SEQUENCE,
    MAX_TERM,
    NOBODY,
    TABLE,
    Tag,
    array,
    binary,
    maybe,
    string,
    whole,
)
from netplay.wire.rosters import Roster, read_brokers, read_roster


def _seat(value: Any) -> int:
    return whole(value, 0, MAX_SEATS - 1)


def _sequence(value: Any) -> int:
    return whole(value, 0, MAX_SEQUENCE)


def _count(value: Any) -> int:
    return whole(value, 0, MAX_N)


_FIELDS: Final[dict[Tag, tuple[type[Any], tuple[Callable[[Any], Any], ...]]]] = {
    Tag.SIT: (
        said.Sit,
        (
            lambda v: binary(v, KEY_BYTES),
            _sequence,
            lambda v: string(v, 64),
            lambda v: maybe(_seat, v),
            lambda v: maybe(string, v, 32),
            lambda v: whole(v, 0, 255),
            lambda v: string(v, 48),
            _count,
            lambda v: binary(v, 16),
            lambda v: string(v, 32),
            lambda v: string(v, 16),
            read_brokers,
        ),
    ),
    Tag.REFUSE: (
        said.Refuse,
        (
            lambda v: binary(v, KEY_BYTES),
            lambda v: whole(v, 0, 2),
            _count,
            lambda v: binary(v, 16),
            lambda v: string(v, 32),
        ),
    ),
    Tag.LOG: (
        said.Log,
        (
            lambda v: binary(v, KEY_BYTES),
            lambda v: whole(v, 0, 255),
            _count,
            lambda v: binary(v, most=MAX_LOG),
        ),
    ),
    Tag.TAKE: (said.Take, (lambda v: binary(v, KEY_BYTES), _count)),
    Tag.LEAVE: (said.Leave, (lambda v: binary(v, KEY_BYTES), _count)),
    Tag.PROPOSE: (said.Propose, (_seat, lambda v: binary(v, most=4096))),
    Tag.VOTE: (
        said.Vote,
        (
            _seat,
            _count,
            _count,
            lambda v: binary(v, HASH),
            lambda v: whole(v, 0, 2),
            lambda v: binary(v, most=SIGNATURE_BYTES),
        ),
    ),
    Tag.AGAIN: (said.Again, (_seat, _count)),
    Tag.RESIGN: (said.Resign, (_seat, _count)),
    Tag.STANCE: (
        said.Stance,
        (
            _seat,
            _sequence,
            lambda v: whole(v, 0, 1),
            lambda v: whole(v, 0, 2),
            lambda v: binary(v, None, TABLE),
            lambda v: whole(v, 0, 1),
        ),
    ),
    Tag.LOOK: (
        said.Look,
        (
            lambda v: binary(v, KEY_BYTES),
            _sequence,
            lambda v: string(v, 64),
            lambda v: whole(v, 0, 3),
            lambda v: whole(v, 0, MAX_TERM),
            _count,
            lambda v: whole(v, -2, MAX_SEATS - 1),
            lambda v: binary(v, most=KEY_BYTES),
            lambda v: whole(v, 0, 1),
        ),
    ),
    Tag.READY: (
        said.Ready,
        (_seat, _count, lambda v: binary(v, HASH), lambda v: binary(v, HASH)),
    ),
    Tag.SIGN: (said.Sign, (_seat, lambda v: binary(v, HASH))),
    Tag.NONCE: (said.Nonce, (_seat, _seat, _seat, lambda v: binary(v, most=256))),
    Tag.WANT: (
        said.Want,
        (_seat, _count, lambda v: tuple(_seat(part) for part in array(v, most=MAX_SEATS))),
    ),
    Tag.ACK: (
        said.Ack,
        (_seat, _count, _count, lambda v: binary(v, HASH), lambda v: binary(v, 16)),
    ),
    Tag.RANGE: (said.Range, (lambda v: binary(v, KEY_BYTES), _sequence, _count)),
    Tag.REPLY: (said.Reply, (_seat, lambda v: binary(v, HASH))),
    Tag.DEAL: (
        said.Deal,
        (
            _seat,
            lambda v: whole(v, NOBODY, MAX_SEATS - 1),
            lambda v: tuple(_count(part) for part in array(v, most=MAX_SEATS)),
            lambda v: binary(v, most=MAX_DATA + 128),
        ),
    ),
    Tag.HEARD: (
        said.Heard,
        (_seat, lambda v: tuple(_count(part) for part in array(v, most=MAX_SEATS))),
    ),
    Tag.REPORT: (
        said.Report,
        (
            lambda v: whole(v, NOBODY, MAX_SEATS - 1),
            lambda v: binary(v, KEY_BYTES),
            _count,
            lambda v: whole(v, 0, 63),
            lambda v: tuple([binary(part) for part in array(v, most=2)]),
            _count,
            lambda v: binary(v, 16),
            lambda v: binary(v, most=MAX_DATA),
            lambda v: string(v, 32),
            lambda v: binary(v, 16),
        ),
    ),
}


def read_body(statement: said.Statement) -> Any:
    """The statement's value (Sit, Ready, Ack ...; Roster for ROSTER); raises Malformed."""
    value = unpack(statement.body, limit=MAX_PACKET)
    if statement.tag is Tag.ROSTER:
        return read_roster(value)
    make, checks = _FIELDS[statement.tag]
    short = statement.tag is Tag.SIT and type(value) is tuple and len(value) == len(checks) - 1
    fields = array(value, len(checks) - short)
    found = make(*[check(field) for check, field in zip(checks, fields, strict=not short)])
    if statement.tag is Tag.SIT and not short and not found.brokers:
        raise Malformed("no brokers are said by saying nothing")
    return found


def pack_body(value: Any) -> bytes:
    """The bytes to sign of a Sit, Ready, Ack ... or Roster."""
    if isinstance(value, Roster):
        return pack(value.wire())
    if isinstance(value, said.Sit) and not value.brokers:
        return pack(tuple(value[:-1]))  # as it was before there were any
    return pack(tuple(value))
