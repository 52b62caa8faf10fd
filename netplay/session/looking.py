"""Looking at a finished game together: who is there, who leads, and where everyone stands.

Nothing rests on it: it is in no log, and whoever likes looks by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any, Final, NamedTuple

from netplay.session.actions import AT, WATCH, Looked
from netplay.session.desk import Desk
from netplay.text import clean
from netplay.wire import MAX_TERM, Look, Statement, Tag

EVERYONE, OPEN = -1, -2
"""Whose eyes, where it is no seat's: what everyone saw, and all cards open."""
_SAID: Final = 10.0
"""Seconds after which we say again that we are there."""
SILENT: Final = 35.0
"""Seconds without a word after which somebody is gone."""
_FORGOTTEN: Final = 60.0
_EVERY: Final = 0.25
"""Seconds, at least, between two words of ours: whoever holds a key down sends the newest only."""
_WAIT: Final = 0.8
"""Seconds in which we hear whether somebody leads, before we do."""
_STRANGERS: Final = 16
"""How many are seen who have no seat."""
_KEYS: Final = 128
_BURST, _RATE = 24.0, 8.0
_RELAYED: Final = 10
"""How many words of people without a seat a seat passes on in a second."""


class Stage(IntEnum):
    """What somebody does there."""

    GONE = 0
    FOLLOWS = 1
    FREE = 2
    LEADS = 3


class Looking(NamedTuple):
    """One who looks on. ``name`` is cleaned; ``seat`` None: watched the game, or came later.

    ``term``: the higher counts of two who both say that they lead. ``sight``: a seat, EVERYONE or OPEN.
    """

    key: bytes
    name: str
    seat: int | None
    stage: Stage
    term: int
    entry: int
    sight: int


class _Pace:
    __slots__ = ("at", "left")

    def __init__(self, now: float) -> None:
        self.left, self.at = _BURST, now

    def take(self, now: float) -> bool:
        self.left = min(_BURST, self.left + (now - self.at) * _RATE)
        self.at = now
        if self.left < 1.0:
            return False
        self.left -= 1.0
        return True


class Lookers:
    """One peer's view of it. ``names``: by seat, cleaned; ``name``: ours.

    Who has no seat may be heard by seats only, at another broker say: a seat passes that on.
    """

    def __init__(
        self,
        desk: Desk,
        keys: Sequence[bytes],
        names: Sequence[str],
        seat: int | None,
        name: str,
    ) -> None:
        self.own: Looking | None = None
        self._name = name
        self._desk = desk
        self._keys = list(keys)
        self._place = self._seat_of(desk.crypto.key)
        self._names = names
        self._seat = seat
        self._others: dict[bytes, Looking] = {}
        self._counts: dict[bytes, tuple[int, float]] = {}
        """By key, the newest word's number and when it came."""
        self._paces: dict[bytes, _Pace] = {}
        self._passing: dict[bytes, tuple[float, tuple[Any, ...]]] = {}
        self._passed: list[float] = []
        self._claim_at: float | None = None
        self._said_at = -_SAID
        self._due: float | None = None
        self._ask = False
        self._to = b""
        self._highest = 0

    def _seat_of(self, key: bytes) -> int | None:
        return self._keys.index(key) if key in self._keys else None

    # How it stands --------------------------------------------------------------------------------

    @property
    def others(self) -> list[Looking]:
        """Everyone else who is there: seats first, in their order."""
        return sorted(
            self._others.values(),
            key=lambda one: (one.seat is None, one.seat or 0, one.name, one.key),
        )

    @property
    def leader(self) -> Looking | None:
        """Who leads: of several who say so a seat, then the higher term, then the lower seat."""
        found = [one for one in (*self._others.values(), self.own) if one is not None]
        leads = [one for one in found if one.stage is Stage.LEADS]
        return max(leads, key=_rank, default=None)

    @property
    def can_lead(self) -> bool:
        """Whether we may take the lead: nobody has it, or we have a seat and the leader has none."""
        leader = self.leader
        if self.own is None or leader is self.own:
            return False
        return leader is None or (leader.seat is None and self._place is not None)

    # What we do -----------------------------------------------------------------------------------

    def come(self, entry: int, sight: int) -> None:
        """Look on, too: after whoever leads, and where nobody does we lead."""
        key = self._desk.crypto.key
        self.own = Looking(key, self._name, self._place, Stage.FOLLOWS, 0, entry, sight)
        self._claim_at = self._desk.now + _WAIT if self.leader is None else None
        self._ask = True
        self._say()

    def go(self) -> None:
        """Look on no more."""
        if self.own is not None:
            self.own = self.own._replace(stage=Stage.GONE)
            self._put()
            self.own, self._due, self._claim_at = None, None, None
            self._desk.tell(Looked())

    def stand(self, entry: int, sight: int, *, led: bool = False) -> None:
        """We are at this entry now, with these eyes. ``led``: by following, not by ourselves."""
        own = self.own
        if own is None or (own.entry, own.sight) == (entry, sight):
            return
        breaks = own.stage is Stage.FOLLOWS and not led and self.leader is not None
        self.own = own._replace(entry=entry, sight=sight, stage=Stage.FREE if breaks else own.stage)
        # Where a follower stands is known from the leader.
        if self.own.stage is Stage.LEADS or breaks:
            self._say()

    def follow(self, on: bool) -> None:
        """Follow whoever leads, or look by ourselves; who leads gives that up by either."""
        if self.own is not None:
            self._become(Stage.FOLLOWS if on else Stage.FREE)

    def lead(self) -> bool:
        """Take the lead; False, and nothing done, while somebody has it."""
        if not self.can_lead:
            return False
        self._claim()
        return True

    def hand(self, key: bytes) -> bool:
        """Give the lead to one who is there; False, and nothing done, where it is not ours."""
        if self.own is None or self.leader is not self.own or key not in self._others:
            return False
        self._to = key
        self._become(Stage.FOLLOWS)
        return True

    def _claim(self) -> None:
        assert self.own is not None
        self.own = self.own._replace(term=min(MAX_TERM, 1 + max(self.own.term, self._highest)))
        self._claim_at = None
        self._become(Stage.LEADS)

    def _become(self, stage: Stage) -> None:
        assert self.own is not None
        self.own = self.own._replace(stage=stage)
        if stage is not Stage.FOLLOWS:
            self._claim_at = None
        self._say()

    def _say(self) -> None:
        """Say it now, or as soon as we may again."""
        self._desk.tell(Looked())
        if self._desk.now >= self._said_at + _EVERY:
            self._put()
        elif self._due is None:
            self._due = self._said_at + _EVERY

    def _put(self) -> None:
        own, desk = self.own, self._desk
        if own is None:
            return
        said = Look(
            own.key,
            desk.sequence(),
            self._name,
            int(own.stage),
            own.term,
            own.entry,
            own.sight,
            self._to,
            int(self._ask),
        )
        desk.put(desk.sign(Tag.LOOK, said), WATCH if self._seat is None else AT)
        self._said_at, self._due, self._ask, self._to = desk.now, None, False, b""

    # What others say ------------------------------------------------------------------------------

    def on_look(self, value: Look, item: Statement, newest: int) -> None:
        """Somebody's word; ``newest``: the number of the game's last entry. Hostile until checked."""
        desk, key = self._desk, value.key
        if key == desk.crypto.key:
            return  # our own, passed on, or another window of ours
        seat = self._seat_of(key)
        if value.entry > newest or value.sight >= len(self._keys):
            desk.drop("place")
            return
        if value.sequence <= self._counts.get(key, (-1, 0.0))[0]:
            self._passing.pop(key, None)  # somebody has passed it on
            return
        if seat is None and key not in self._others and not self._room(value):
            desk.drop("crowd")
            return
        if not desk.verify(key, Tag.LOOK, item.body, item.signature):
            return
        self._counts[key] = (value.sequence, desk.now)
        if not self._paces.setdefault(key, _Pace(desk.now)).take(desk.now):
            desk.drop("pace")
            return
        self._hear(value, seat)
        if seat is None and self._seat is not None:
            at = desk.now + 0.05 + 0.15 * self._seat
            self._passing[key] = (at, (int(item.tag), item.body, item.signature))

    def _room(self, value: Look) -> bool:
        """Whether one more without a seat can be taken note of."""
        strangers = sum(one.seat is None for one in self._others.values())
        return strangers < _STRANGERS and len(self._counts) < _KEYS and value.stage > 0

    def _hear(self, value: Look, seat: int | None) -> None:
        leader = self.leader
        name = clean(value.name) or "?" if seat is None else self._names[seat]
        stage = Stage(value.stage)
        if stage is Stage.LEADS and (seat is not None or self._place is None):
            self._highest = max(self._highest, value.term)  # of those that ours could be lower than
        if stage is Stage.GONE:
            self._others.pop(value.key, None)
        else:
            self._others[value.key] = Looking(
                value.key, name, seat, stage, value.term, value.entry, value.sight
            )
        own = self.own
        if self.leader is not None:
            self._claim_at = None  # who comes has found somebody to follow
        if own is not None:
            gives = leader is not None and leader.key == value.key and stage is not Stage.LEADS
            if gives and value.to == own.key:
                self._claim()
            elif own.stage is Stage.LEADS and self.leader is not own:
                self._become(Stage.FOLLOWS)
            elif value.ask:
                self._say()
        self._desk.tell(Looked())

    # Time -----------------------------------------------------------------------------------------

    def again(self) -> None:
        """The link is back: say where we are, and ask where the others are."""
        if self.own is not None:
            self._ask = True
            self._say()

    def tick(self) -> None:
        """Say again that we are there, pass on what others said, and miss who is silent."""
        now = self._desk.now
        if self.own is not None:
            if self._claim_at is not None and now >= self._claim_at:
                self._claim_at = None
                if self.leader is None and self.own.stage is Stage.FOLLOWS:
                    self._claim()
            if now >= self._said_at + _SAID or (self._due is not None and now >= self._due):
                self._put()
        self._pass_on(now)
        gone = [key for key in self._others if now >= self._counts[key][1] + SILENT]
        for key in gone:
            del self._others[key]
        if gone:
            self._desk.tell(Looked())
        for key in [key for key, (_, at) in self._counts.items() if now >= at + _FORGOTTEN]:
            del self._counts[key]
            self._paces.pop(key, None)

    def _pass_on(self, now: float) -> None:
        due = [key for key, (at, _) in self._passing.items() if now >= at]
        for key in due:
            _, item = self._passing.pop(key)
            self._passed = [at for at in self._passed if now < at + 1.0]
            if len(self._passed) < _RELAYED:
                self._passed.append(now)
                self._desk.put(item)

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        times = [at for at, _ in self._passing.values()]
        times += [self._counts[key][1] + SILENT for key in self._others]
        times += [at + _FORGOTTEN for _, at in self._counts.values()]
        if self.own is not None:
            times.append(self._said_at + _SAID)
            times += [at for at in (self._due, self._claim_at) if at is not None]
        return min(times, default=None)


def _rank(one: Looking) -> tuple[bool, int, int, bytes]:
    return (one.seat is not None, one.term, -(one.seat or 0), one.key)
