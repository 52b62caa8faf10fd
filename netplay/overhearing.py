"""What somebody beside a table can tell of everything that is said below it, strangers' words too.

Seats and spectators hear only whom they must, so most of what a hostile program says never reaches them.
Whoever looks for it listens to everybody (`netplay.node.Node` with this as its ``ear``) and names what the
session, which is there to play and not to report, passes over in silence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from core.kernel.canonical import Malformed
from netplay.crypto import Crypto, player_id
from netplay.session import AT, WATCH, Session
from netplay.session.desk import Once
from netplay.session.start import signed_by_author
from netplay.wire import Entry, Kind, Roster, Statement, Tag, read_body, read_packet, to_sign

_OWN_KEY: Final = frozenset(
    (Tag.SIT, Tag.RANGE, Tag.REPORT, Tag.LEAVE, Tag.LOG, Tag.TAKE, Tag.LOOK)
)
"""Statements that say by whose key they are signed."""
_CREATOR: Final = frozenset((Tag.ROSTER, Tag.REFUSE))
_UNSIGNED: Final = frozenset((Tag.SIGN,))
"""Its proof is the signature of an entry that a watcher does not have yet."""
_UNSURE: Final = frozenset(("old",))
"""What a stopped session says of any entry, a second contradiction among them."""
_PLACES: Final = 8_192
_WAITING: Final = 256


class Overhearing:
    """Names what is wrong with a message, as reasons; none for one that is as it should be.

    The session's own reasons go first: only where they say little is the message looked at again here.
    Besides them there are ``equivocation`` (two different entries of one number by one seat, both with
    its signature), ``signature``, ``author`` (in the name of a seat that there is not), ``replayed``
    (said again under another's topic, or a request a second time) and ``stranger`` (under the topic of
    nobody who sits here, where no seat listens).
    """

    def __init__(self, session: Session, crypto: Crypto) -> None:
        self.heard: Counter[str] = Counter()
        """Messages that were looked at, by channel."""
        self._session = session
        self._crypto = crypto
        self._seen = Once(_PLACES)
        self._signed: dict[tuple[int, ...], dict[bytes, bytes]] = {}
        self._waiting: list[tuple[str, str, bytes, tuple[str, ...]]] = []
        self._seats: tuple[Roster | None, frozenset[str]] = (None, frozenset())

    def __call__(
        self, player: str, channel: str, payload: bytes, reasons: Sequence[str]
    ) -> list[tuple[str, str]]:
        """Whose topic and which reason, against a message that the session has had already.

        While the roster is not known messages wait: they are judged with the first one after it is.
        """
        self.heard[channel] += 1
        self._waiting.append((player, channel, payload, tuple(reasons)))
        if self._session.roster is None and len(self._waiting) < _WAITING:
            return []
        waiting, self._waiting = self._waiting, []
        return [(heard[0], why) for heard in waiting for why in self._judge(*heard)]

    def _judge(
        self, player: str, channel: str, payload: bytes, reasons: tuple[str, ...]
    ) -> tuple[str, ...]:
        found: list[str] = []
        players = self._players()
        stranger = channel == AT and bool(players) and player not in players
        if set(reasons) <= _UNSURE:
            try:
                for item in read_packet(payload, self._session.ticket.table):
                    found += self._look(item, stranger, channel)
            except Malformed:
                found.append("malformed")
        found = found or list(reasons)
        if stranger and not found:
            found.append("stranger")
        return tuple(found)

    def _players(self) -> frozenset[str]:
        """The player ids of all seats; none while the roster is not known."""
        roster = self._session.roster
        if roster is not None and roster is not self._seats[0]:
            ids = frozenset(player_id(seat.key) for seat in roster.seats if seat)
            self._seats = (roster, ids)
        return self._seats[1]

    def _look(self, item: Statement | Entry, stranger: bool, channel: str) -> list[str]:
        if isinstance(item, Entry):
            return self._entry(item, stranger)
        value = read_body(item)
        if not self._true(item, value):
            return ["signature" if self._signer(item, value) else "author"]
        again = bytes([item.tag]) + item.body
        if again not in self._seen:
            self._seen.add(again)
            return []
        # Seats say again what was not answered; a request has a number of its own each time.
        asked = channel == WATCH and item.tag is Tag.RANGE
        return ["replayed"] if stranger or asked else []

    def _entry(self, entry: Entry, stranger: bool) -> list[str]:
        roster = self._session.roster
        if entry.kind is Kind.START or entry.seat < 0 or roster is None or entry.branch:
            return []  # signed by several, which the session sees to
        if not signed_by_author(entry, roster, self._crypto):
            return ["signature" if entry.seat < len(roster.seats) else "author"]
        place = (entry.n, entry.seat, entry.device)
        signed = self._signed.setdefault(place, {})
        if len(self._signed) > _PLACES:
            self._signed.pop(next(iter(self._signed)))
        held = signed.setdefault(entry.previous, entry.hash)
        if held != entry.hash:
            return ["equivocation"]
        again = b"\xff" + entry.hash
        if again in self._seen:
            return ["replayed"] if stranger else []  # seats answer who asks, and repeat themselves
        self._seen.add(again)
        return []

    def _signer(self, item: Statement, value: Any) -> bytes | None:
        """The key that must have signed it; None where there is no such seat."""
        if item.tag in _CREATOR:
            return self._session.ticket.creator
        if item.tag in _OWN_KEY:
            key: bytes = value.key
            return key
        roster = self._session.roster
        seats = roster.seats if roster is not None else ()
        seat = seats[value.seat] if 0 <= value.seat < len(seats) else None
        return seat.key if seat is not None else None

    def _true(self, item: Statement, value: Any) -> bool:
        if item.tag in _UNSIGNED or (item.tag not in _OWN_KEY and self._session.roster is None):
            return True
        key = self._signer(item, value)
        data = to_sign(item.tag, self._session.ticket.table, item.body)
        return key is not None and self._crypto.verify(key, data, item.signature)
