"""The lobby's packets: presence, adverts with the creator's card and roster, chat; signed, strict, small.

A packet is ``[1, body, signature]`` in canonical MessagePack; its topic says what it is. Signed is
``domain 00 scope body``, the scope being 16 bytes: the table id, or zeros where there is no table.
``docs/protocol.md`` lists the layouts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from core.kernel.canonical import Malformed, pack, unpack
from netplay.crypto import KEY_BYTES, SIGNATURE_BYTES, Crypto, player_id
from netplay.wire import (
    FORMAT,
    MAX_N,
    MAX_SEATS,
    MAX_SEQUENCE,
    TABLE,
    Roster,
    Tag,
    array,
    binary,
    maybe,
    read_roster,
    string,
    to_sign,
    whole,
)

HERE: Final = "here"
AD: Final = "ad"
CHAT: Final = "chat"
SESSION: Final = 8
"""Bytes of a session: one run of one program."""
NOWHERE: Final = bytes(TABLE)
"""The scope of what is said at no table."""
MAX_HERE: Final = 200
MAX_AD: Final = 4_096
MAX_CHAT: Final = 1_024
NAME_BYTES: Final = 48
"""UTF-8 bytes of a name in a presence, so that a heartbeat stays small."""
TEXT_LIMIT: Final = 240
"""Characters of a line of chat."""
TABLE_NAME: Final = 32
"""Characters of a table's name."""

_TOPIC: Final = re.compile(
    r"caboose/1/([0-9a-f]{32})/(?:(here)/([0-9a-f]{16})|(ad)/([0-9a-f]{32})|(chat)(?:/([0-9a-f]{32}))?)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Where:
    """A topic of the lobby, read. ``of``: the session of a presence, else the table id (or empty)."""

    player: str
    kind: str
    of: bytes


def read_topic(topic: str) -> Where | None:
    """What a topic is for; None for anyone else's."""
    found = _TOPIC.fullmatch(topic)
    if found is None:
        return None
    player, here, session, ad, table, chat, room = found.groups()
    return Where(player, here or ad or chat, bytes.fromhex(session or table or room or ""))


def topic_of(player: str, kind: str, of: bytes = b"") -> str:
    """The topic; ``player`` may be ``+``. Without ``of``: all presences or adverts, or the lobby's chat."""
    tail = f"/{of.hex()}" if of else "" if kind == CHAT else "/+"
    return f"caboose/1/{player}/{kind}{tail}"


CUT_SHORT: Final = 1
"""The parting of a program whose terminal was closed: nobody there has said good-bye."""


@dataclass(frozen=True, slots=True)
class Here:
    """A presence: one run of one player's program. ``count`` rises with every heartbeat.

    ``parting``: in the last one of a run that can say why it ends, else 0.
    """

    key: bytes
    session: bytes
    count: int
    name: str
    bot: str | None
    parting: int = 0

    def wire(self) -> tuple[Any, ...]:
        """[key, session, count, name, bot or nil], and the parting if there is one."""
        said = (self.key, self.session, self.count, self.name, self.bot)
        return (*said, self.parting) if self.parting else said


@dataclass(frozen=True, slots=True)
class Card:
    """What a creator decides of a table beside its roster; the same in every seat's advert."""

    name: str
    visibility: int
    opened: int
    chat: int
    """Who may write at the table: 0 seats and watchers, 1 seats only."""

    def wire(self) -> tuple[Any, ...]:
        """[name, visibility, opened, chat, []]; the last is reserved."""
        return (self.name, self.visibility, self.opened, self.chat, ())


@dataclass(frozen=True, slots=True)
class Signed:
    """A body with its signature, kept as the bytes that were signed."""

    body: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class Ad:
    """One seat's advert of a table. ``number`` rises; ``entries``: how many the log has there."""

    key: bytes
    session: bytes
    number: int
    stage: int
    entries: int
    turn: int | None
    card: Signed
    roster: Signed

    def wire(self) -> tuple[Any, ...]:
        """[key, session, number, stage, entries, turn or nil, card, its proof, roster, its proof]."""
        return (
            self.key,
            self.session,
            self.number,
            self.stage,
            self.entries,
            self.turn,
            self.card.body,
            self.card.signature,
            self.roster.body,
            self.roster.signature,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of chat; ``count`` rises within a session."""

    key: bytes
    session: bytes
    count: int
    name: str
    text: str

    def wire(self) -> tuple[Any, ...]:
        """[key, session, count, name, text]."""
        return (self.key, self.session, self.count, self.name, self.text)


def signing(kind: str, scope: bytes, body: bytes) -> bytes:
    """What a signature of the lobby covers."""
    return f"caboose/1/{kind}".encode() + b"\0" + scope + body


def seal_up(crypto: Crypto, kind: str, scope: bytes, value: tuple[Any, ...]) -> bytes:
    """A packet of ours."""
    body = pack(value)
    return pack((FORMAT, body, crypto.sign(signing(kind, scope, body))))


def sign_card(crypto: Crypto, table: bytes, card: Card) -> Signed:
    """The creator's card."""
    body = pack(card.wire())
    return Signed(body, crypto.sign(signing("card", table, body)))


def sign_roster(crypto: Crypto, roster: Roster) -> Signed:
    """The creator's roster: the very statement that its session publishes."""
    body = pack(roster.wire())
    return Signed(body, crypto.sign(to_sign(Tag.ROSTER, roster.table, body)))


def open_up(payload: bytes, most: int) -> Signed:
    """Body and signature of a packet, the signature unchecked; raises Malformed."""
    outer = array(unpack(payload, limit=most), 3)
    if outer[0] != FORMAT or type(outer[0]) is not int:
        raise Malformed("a format of another version")
    return Signed(binary(outer[1], most=most), binary(outer[2], SIGNATURE_BYTES))


def _bot(value: Any) -> str | None:
    found: str | None = maybe(string, value, 16)
    return found


def read_here(body: bytes, where: Where) -> Here:
    """A presence that belongs on its topic; raises Malformed."""
    fields = array(unpack(body, limit=MAX_HERE), most=6)
    if len(fields) < 5:
        raise Malformed("a presence is cut short")
    key, session, count, name, bot, *parting = fields
    here = Here(
        binary(key, KEY_BYTES),
        binary(session, SESSION),
        whole(count, 0, MAX_SEQUENCE),
        string(name, NAME_BYTES),
        _bot(bot),
        whole(parting[0], CUT_SHORT, CUT_SHORT) if parting else 0,
    )
    if player_id(here.key) != where.player or here.session != where.of:
        raise Malformed("a presence on another's topic")
    return here


def read_ad(body: bytes, where: Where) -> Ad:
    """An advert that belongs on its topic; card and roster are still to be read. Raises Malformed."""
    fields = array(unpack(body, limit=MAX_AD), 10)
    ad = Ad(
        binary(fields[0], KEY_BYTES),
        binary(fields[1], SESSION),
        whole(fields[2], 0, MAX_SEQUENCE),
        whole(fields[3], 0, 3),
        whole(fields[4], 0, MAX_N),
        maybe(whole, fields[5], 0, MAX_SEATS - 1),
        Signed(binary(fields[6], most=MAX_AD), binary(fields[7], SIGNATURE_BYTES)),
        Signed(binary(fields[8], most=MAX_AD), binary(fields[9], SIGNATURE_BYTES)),
    )
    if player_id(ad.key) != where.player:
        raise Malformed("an advert on another's topic")
    return ad


def read_ads_roster(ad: Ad, table: bytes) -> Roster:
    """The roster of an advert, of this very table and with its author in it; raises Malformed."""
    roster = read_roster(unpack(ad.roster.body, limit=MAX_AD))
    if roster.table != table:
        raise Malformed("an advert for another table")
    if ad.key not in [seat.key for seat in roster.seats if seat]:
        raise Malformed("an advert by somebody who has no seat")
    return roster


def read_card(body: bytes) -> Card:
    """A creator's card; raises Malformed. Its name is not yet cleaned."""
    name, visibility, opened, chat, rest = array(unpack(body, limit=MAX_AD), 5)
    array(rest, most=16)
    return Card(
        string(name, TABLE_NAME),
        whole(visibility, 0, 2),
        whole(opened, 0, MAX_SEQUENCE),
        whole(chat, 0, 1),
    )


def read_line(body: bytes, where: Where) -> Line:
    """A line of chat that belongs on its topic; raises Malformed."""
    key, session, count, name, text = array(unpack(body, limit=MAX_CHAT), 5)
    line = Line(
        binary(key, KEY_BYTES),
        binary(session, SESSION),
        whole(count, 0, MAX_SEQUENCE),
        string(name, 64),
        string(text, TEXT_LIMIT),
    )
    if player_id(line.key) != where.player:
        raise Malformed("a line on another's topic")
    return line


def keep_card(signed: Signed) -> bytes:
    """A card as a journal keeps it."""
    return pack((signed.body, signed.signature))


def kept_card(data: bytes, creator: bytes, table: bytes, crypto: Crypto | None) -> Card:
    """A card out of a journal. Without ``crypto`` its signature is not looked at; raises Malformed."""
    body, signature = array(unpack(data, limit=MAX_AD), 2)
    card = read_card(binary(body, most=MAX_AD))
    proof = binary(signature, SIGNATURE_BYTES)
    if crypto is not None and not crypto.verify(creator, signing("card", table, body), proof):
        raise Malformed("a card that its table's creator did not sign")
    return card


def short(name: str) -> str:
    """A name cut to ``NAME_BYTES`` of UTF-8, between two characters."""
    return name.encode()[:NAME_BYTES].decode(errors="ignore")
