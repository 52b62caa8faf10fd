"""Another game with the same people: who wants one, who opens its table, and who sits where there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from netplay.lobby import Seen
from netplay.session import Session, Ticket
from netplay.session.stances import NO, UNSAID, YES, Standing
from netplay.wire import Roster

_GONE = frozenset((Seen.LEFT, Seen.LOST))


class Berth(NamedTuple):
    """Who is to have a seat of the new table. ``bot``: run by whoever opens it; ``key``: a person's."""

    name: str
    key: bytes
    bot: str | None


class Wishes(NamedTuple):
    """How it stands. Seats are those of the game that is over; bots that a person runs are in none."""

    yes: tuple[int, ...]
    waiting: tuple[int, ...]
    no: tuple[int, ...]
    """Who does not want to, or is gone."""
    leader: int | None
    """Who opens the table: the first of ``yes`` after the seat that had the first place now."""
    ticket: Ticket | None
    """The table that was opened."""
    opener: int | None
    """Who opened it."""

    @property
    def settled(self) -> bool:
        """Whether everyone who is there has said something."""
        return not self.waiting


def own_voices(roster: Roster) -> list[int]:
    """The seats that answer for themselves; a bot beside a person goes where that person goes."""
    return [
        place
        for place, seat in enumerate(roster.seats)
        if seat is not None and (seat.bot is None or seat.voice == place)
    ]


def wishes(session: Session, seen: Mapping[int, Seen]) -> Wishes:
    """What the seats of a game that is over want, as far as is known here."""
    roster = session.roster
    if roster is None:
        return Wishes((), (), (), None, None, None)
    stances, places = session.stances, own_voices(roster)
    said = {place: stances.get(place, Standing()) for place in places}
    yes = tuple([place for place in places if said[place].again == YES])
    no = tuple(
        [
            place
            for place in places
            if said[place].again == NO
            or (said[place].again == UNSAID and seen.get(place) in _GONE and place != session.seat)
        ]
    )
    waiting = tuple([place for place in places if place not in (*yes, *no)])
    seats = len(roster.seats)
    order = sorted(yes, key=lambda place: (place - 1) % seats)
    bots = {
        place for place, seat in enumerate(roster.seats) if seat is None or seat.bot is not None
    }
    people = [place for place in order if place not in bots]
    opener = next((place for place in order if said[place].table), None)
    ticket = None
    if opener is not None:
        ticket = Ticket(said[opener].table, roster.keys()[opener])
    return Wishes(yes, waiting, no, people[0] if people else None, ticket, opener)


def berths(roster: Roster, leader: int, coming: tuple[int, ...]) -> list[Berth | None]:
    """The seats of the new table in their order: all move on by so many that ``leader`` comes first.

    Who does not come along leaves a free seat; so does a bot whose person does not.
    """
    seats = len(roster.seats)
    found: list[Berth | None] = []
    for step in range(seats):
        place = (leader + step) % seats
        seat = roster.seats[place]
        if seat is None:
            found.append(None)
        elif seat.bot is not None and seat.voice != place:
            found.append(Berth(seat.name, b"", seat.bot) if seat.voice in coming else None)
        else:
            found.append(Berth(seat.name, seat.key, seat.bot) if place in coming else None)
    return found


def fits(old: Roster, new: Roster, opener: int) -> bool:
    """Whether a full roster is the one that was agreed to: same game, options, policy, everyone known."""
    same = (old.game, old.rules, old.options, old.deal, old.extra, len(old.seats))
    if same != (new.game, new.rules, new.options, new.deal, new.extra, len(new.seats)):
        return False
    for step, seat in enumerate(new.seats):
        before = old.seats[(opener + step) % len(old.seats)]
        if seat is None or before is None:
            return False
        if before.bot is not None and seat.bot == before.bot:
            continue
        if seat.key != before.key:
            return False
    return True
