"""The roster: the creator decides who sits where, guests ask, and other rules are refused."""

from __future__ import annotations

from typing import Any

from core.kernel.canonical import Malformed, pack
from core.kernel.game import Game
from core.version import VERSION
from netplay.crypto import Crypto, mark
from netplay.session.actions import WATCH, Refused
from netplay.session.desk import Desk, Timer
from netplay.session.guests import OTHER_RULES, REMOVED, Guests
from netplay.session.replica import check_roster
from netplay.session.versions import other_rules
from netplay.table import Player
from netplay.text import NAME_LIMIT, clean
from netplay.wire import (
    Entry,
    Refuse,
    Roster,
    Seat,
    Sit,
    Statement,
    Tag,
)


def player(seat: Seat) -> Player:
    """A seat as screens see it; here the foreign name is cleaned."""
    bot = clean(seat.bot, 16) if seat.bot is not None else None
    return Player(clean(seat.name, NAME_LIMIT, "nameless"), bot or None, mark(seat.key))


class Rostering:
    """The roster at one peer, and whether it can be played by here. ``Seating`` goes on from it."""

    def __init__(
        self,
        desk: Desk,
        game: Game[Any],
        creator: bytes,
        seat: Seat | None,
        deal: str,
        want: int | None,
    ) -> None:
        self.desk = desk
        self.game = game
        self.creator = creator
        self.mine = seat
        self.roster: Roster | None = None
        self.seat: int | None = None
        self.start: Entry | None = None
        self.closed = False
        self.brokers: tuple[str, ...] = ()
        """The addresses of a broker of ours, for the roster."""
        self._crypto: Crypto = desk.crypto
        self._deal = deal
        self._want = want
        self._guests = Guests(desk, game)
        self._seated_at: dict[bytes, int] = {}
        self._was_seated = False
        self._leaving = False
        self._timer = Timer(desk.now, 0.5, 5.0)

    @property
    def is_creator(self) -> bool:
        """Whether this peer opened the table."""
        return self.mine is not None and self._crypto.key == self.creator

    def key_of(self, seat: int) -> bytes | None:
        """The key of a taken seat."""
        roster = self.roster
        if roster is None or not 0 <= seat < len(roster.seats):
            return None
        found = roster.seats[seat]
        return found.key if found else None

    def _changed(self) -> None:
        """There is a new roster."""
        raise NotImplementedError

    def _help(self) -> None:
        """Say again where we are, to somebody who has not heard it."""
        raise NotImplementedError

    def _without_us(self) -> None:
        """A newer roster has our seat no more."""
        raise NotImplementedError

    @property
    def agreed(self) -> bool:
        """Whether everyone is ready: from here on it is for machines."""
        raise NotImplementedError

    # The roster

    def open(self, roster: Roster) -> None:
        """The creator's first roster."""
        self._settle(roster)

    def _settle(self, roster: Roster) -> None:
        """At the creator: a new roster, said before our ready to it."""
        self.roster = roster
        self._say_roster()
        self._take_roster(roster)

    def ask(self) -> None:
        """A guest asks for a seat, again and again until there is a roster with it."""
        if self.mine is None or self.is_creator:
            return
        mine, game = self.mine, self.game
        asks = Sit(
            mine.key,
            self.desk.sequence(),
            mine.name,
            self._want,
            mine.bot,
            mine.device,
            game.name,
            game.version,
            game.rules_id(),
            VERSION,
            self._crypto.scheme,
            self.brokers,
        )
        self.desk.put(self.desk.sign(Tag.SIT, asks), WATCH)

    def _say_roster(self) -> None:
        if self.roster is not None:
            self.desk.put(self.desk.sign(Tag.ROSTER, self.roster))

    def on_roster(self, roster: Roster, item: Statement) -> None:
        """The creator decided who sits where."""
        if self.is_creator or self.closed or self.start is not None:
            return
        if roster.creator != self.creator or roster.table != self.desk.table:
            self.desk.drop("foreign")
            return
        if self.roster is not None and roster.number <= self.roster.number:
            return
        if not self.desk.verify(self.creator, Tag.ROSTER, item.body, item.signature):
            return
        if not self._acceptable(roster):
            return
        self._take_roster(roster)

    def _acceptable(self, roster: Roster) -> bool:
        """Whether we can play by this roster; if not, the table is closed to us, with the reason."""
        game = self.game
        if roster.game == game.name and roster.rules != game.rules_id():
            theirs = (roster.version, clean(roster.program, 16, "?"))
            self.close(Refused(other_rules(game.title, theirs, (game.version, VERSION))))
            return False
        try:
            check_roster(roster, game)
        except Malformed as err:
            self.close(Refused(f"this table cannot be played by this program: {err}"))
            return False
        if roster.scheme != self._crypto.scheme:
            self.close(Refused("this table is not for play between machines"))
            return False
        if roster.deal != self._deal and self.mine is not None:
            deal = clean(roster.deal, 16, "?")
            self.close(
                Refused(f"this table is dealt in a way unknown here ({deal}): update Caboose")
            )
            return False
        return True

    def _place(self, roster: Roster) -> None:
        """Let a roster hold: where do we sit?"""
        self.roster = roster
        self.seat = None
        for place, seat in enumerate(roster.seats):
            if seat is not None:
                self._seated_at.setdefault(seat.key, roster.number)
                if self.mine is not None and seat.key == self.mine.key:
                    self.seat = place
        keys = [seat.key for seat in roster.seats if seat]
        self._seated_at = {key: n for key, n in self._seated_at.items() if key in keys}
        self._was_seated = self._was_seated or self.seat is not None

    def _take_roster(self, roster: Roster) -> None:
        gone = self._was_seated and not self.is_creator
        self._place(roster)
        if gone and self.seat is None and self.mine is not None:
            self._without_us()
            return
        if self.seat is not None:
            self.desk.save("roster", pack(roster.wire()))
        self._timer.reset(self.desk.now)
        self._changed()

    def on_sit(self, sit: Sit, item: Statement) -> None:
        """At the creator: somebody asks for a seat."""
        roster = self.roster
        if not self.is_creator or roster is None or self.closed:
            return
        if not self._guests.true(sit, item):
            return
        if any(seat is not None and seat.key == sit.key for seat in roster.seats):
            self._help()
            return
        changed = self._guests.seat(sit, roster, locked=self.agreed)
        if changed is not None:
            self._settle(changed)

    def invite(self, guest: Seat) -> bool:
        """At the creator: give the first free seat to somebody who has not asked; whether possible."""
        roster = self.roster
        if not self.is_creator or self.closed or self.agreed or roster is None or roster.full():
            return False
        if any(seat is not None and seat.key == guest.key for seat in roster.seats):
            return False
        place = roster.seats.index(None)
        self._settle(roster.placed(place, guest))
        return True

    def on_refuse(self, refuse: Refuse, item: Statement) -> None:
        """At a guest: the creator cannot seat us."""
        if self.mine is None or refuse.key != self.mine.key or self.seat is not None or self.closed:
            return
        if not self.desk.verify(self.creator, Tag.REFUSE, item.body, item.signature):
            return
        game = self.game
        if refuse.code == OTHER_RULES and refuse.rules != game.rules_id():
            theirs = (refuse.version, clean(refuse.program, 16, "?"))
            says = other_rules(game.title, theirs, (game.version, VERSION))
        elif refuse.code == REMOVED:
            says = "the creator of this table does not want you at it"
        else:
            says = "all seats of this table are taken"
        self.close(Refused(says))

    def close(self, why: Any) -> None:
        """This table is not for us, or no more."""
        if not self.closed:
            self.closed = True
            if self.mine is not None:
                self.desk.save("closed", pack(getattr(why, "says", "you left this table")))
            self.desk.tell(why)
