"""At the creator: who asks for a seat, and gets one, or is told why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from core.kernel.game import Game
from core.version import VERSION
from netplay.session.actions import TurnedAway
from netplay.session.desk import Desk, Once
from netplay.session.versions import other_rules
from netplay.text import NAME_LIMIT, clean
from netplay.wire import Refuse, Roster, Seat, Sit, Statement, Tag, entry_hash

FULL: Final = 0
OTHER_RULES: Final = 1
REMOVED: Final = 2
_CALLERS: Final = 64
"""Keys that the creator is told of."""


class Guests:
    """Decides who may sit; the roster itself is the seating's."""

    def __init__(self, desk: Desk, game: Game[Any]) -> None:
        self._desk = desk
        self._game = game
        self._seen = Once()
        self._told: set[bytes] = set()
        self.removed: set[bytes] = set()
        """Keys that the creator wants no more at this table."""
        self.unwelcome: Callable[[bytes], bool] = lambda key: False
        """Whether the creator has blocked a key."""

    def true(self, sit: Sit, item: Statement) -> bool:
        """Whether a request is signed and new."""
        hash_ = entry_hash(item.body)
        if hash_ in self._seen:
            self._desk.drop("replayed")
            return False
        if not self._desk.verify(sit.key, Tag.SIT, item.body, item.signature):
            return False
        self._seen.add(hash_)
        return True

    def seat(self, sit: Sit, roster: Roster, locked: bool) -> Roster | None:
        """The roster with this guest in it, or None after having turned it away."""
        game = self._game
        ours = (game.name, game.rules_id(), self._desk.crypto.scheme)
        if (sit.game, sit.rules, sit.scheme) != ours:
            theirs = (sit.version, clean(sit.program, 16, "?"))
            says = other_rules(game.title, (game.version, VERSION), theirs)
            self._turn_away(sit, OTHER_RULES, says)
            return None
        if sit.key in self.removed:
            self._turn_away(sit, REMOVED, "removed from this table")
            return None
        if self.unwelcome(sit.key):
            self._turn_away(sit, REMOVED, "you have blocked them")
            return None
        free = [place for place, taken in enumerate(roster.seats) if taken is None]
        if not free or locked:
            self._turn_away(sit, FULL, "all seats are taken")
            return None
        place = sit.want if sit.want is not None and sit.want in free else free[0]
        # Each guest's seat is a voice of its own: which machine runs it is not known here.
        seat = Seat(sit.key, sit.device, sit.name, sit.bot, place)
        # At an operator's broker nobody else's is used: the creator has none of her own there.
        return roster.placed(place, seat, sit.brokers if any(roster.brokers[:1]) else ())

    def _turn_away(self, sit: Sit, code: int, says: str) -> None:
        game, desk = self._game, self._desk
        refusal = Refuse(sit.key, code, game.version, game.rules_id(), VERSION)
        desk.put(desk.sign(Tag.REFUSE, refusal))
        if sit.key not in self._told and len(self._told) < _CALLERS:
            self._told.add(sit.key)
            desk.tell(TurnedAway(clean(sit.name, NAME_LIMIT, "nameless"), says))
