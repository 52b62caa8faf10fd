"""Invites: one line of text that carries broker, table and, for a private table, its key."""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Final

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import KEY_BYTES
from netplay.lobby.wire import TABLE_NAME
from netplay.session import Ticket
from netplay.text import clean
from netplay.transport import BadAddress, BrokerAddress, parse_address
from netplay.wire import TABLE, array, binary, maybe, string

PREFIX: Final = "caboose:"
MAX_TEXT: Final = 4_096
_MAX_ADDRESSES: Final = 8
_CHECK: Final = 4


class BadInvite(ValueError):
    """Text that is no invite; ``str()`` is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Invite:
    """``addresses``: of the broker, in order. ``key``: 32 bytes where the table is private, no ``repr``
    shows it. ``name`` and ``game`` are clean; the table itself says later what is true.
    """

    ticket: Ticket
    game: str
    name: str
    addresses: tuple[BrokerAddress, ...]
    key: bytes | None = field(default=None, repr=False)

    def text(self) -> str:
        """The line to send to somebody."""
        addresses = tuple(str(address) for address in self.addresses[:_MAX_ADDRESSES])
        fields = (
            1,
            self.ticket.table,
            self.ticket.creator,
            self.game,
            self.name,
            addresses,
            self.key,
        )
        data = pack(fields)
        return PREFIX + base64.urlsafe_b64encode(data + _check(data)).decode().rstrip("=")


def _check(data: bytes) -> bytes:
    return blake2b(data, digest_size=_CHECK, person=b"caboose/1/invite").digest()


def is_invite(text: str) -> bool:
    """Whether it means to be one."""
    return text.strip().lower().startswith(PREFIX)


def read_invite(text: str) -> Invite:
    """The invite of a line, blanks and line breaks in it ignored; raises BadInvite."""
    line = "".join(text[: 2 * MAX_TEXT].split())
    if not is_invite(line) or len(line) > MAX_TEXT:
        raise BadInvite(f"an invite begins with {PREFIX} and is one line of text")
    coded = line[len(PREFIX) :]
    try:
        raw = base64.b64decode(coded + "=" * (-len(coded) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadInvite("the invite is damaged: copy all of it again") from None
    data, check = raw[:-_CHECK], raw[-_CHECK:]
    if _check(data) != check:
        raise BadInvite("the invite is damaged or not complete: copy all of it again")
    try:
        fields = array(unpack(data, limit=MAX_TEXT))
        if not fields or fields[0] != 1:
            raise BadInvite("the invite is of a newer Caboose: update yours")
        _, table, creator, game, name, addresses, key = array(fields, 7)
        urls = [string(url, 300) for url in array(addresses, most=_MAX_ADDRESSES)]
        if not urls:
            raise BadInvite("the invite names no broker")
        parsed = tuple(parse_address(url) for url in urls)
        if len({address.tls for address in parsed}) > 1:
            raise BadInvite("the invite mixes addresses with and without TLS; do not use it")
        return Invite(
            Ticket(binary(table, TABLE), binary(creator, KEY_BYTES)),
            clean(string(game, 48), 48, "?"),
            clean(string(name, 64), TABLE_NAME, "nameless"),
            parsed,
            maybe(binary, key, KEY_BYTES),
        )
    except (Malformed, BadAddress):
        raise BadInvite("the invite is not made as it must be: ask for another") from None
