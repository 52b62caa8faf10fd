"""A bot without a screen after its game: it stays for the people, and comes along to another game."""

from __future__ import annotations

import asyncio
from typing import Final, NamedTuple

from netplay.crypto import player_id
from netplay.lobby.carried import CarriedTable
from netplay.lobby.company import Seen
from netplay.rematch import own_voices, wishes
from netplay.session import Phase, Ticket
from netplay.session.stances import NO, YES

_LOOK: Final = 0.25
"""Seconds between two looks."""
_SURE: Final = 1.0
"""Seconds for which the same table must be the one that was opened: two may open one at once."""
_GONE: Final = frozenset((Seen.LEFT, Seen.LOST, Seen.CLOSED))
_UNHEARD: Final = 5.0
"""Seconds after which somebody of whom the broker has no sign is gone."""


class Encore(NamedTuple):
    """Where the next game is, and which seat is ours there."""

    ticket: Ticket
    want: int


def people(table: CarriedTable) -> list[int]:
    """The seats that people have."""
    roster = table.session.roster
    seats = roster.seats if roster is not None else ()
    return [place for place, seat in enumerate(seats) if seat is not None and seat.bot is None]


async def encore(table: CarriedTable, seconds: float) -> Encore | None:
    """At a table whose game is over: the next one that a person of it has opened.

    We say yes as soon as a person wants another game. None as soon as no person is left who may
    want one, and after ``seconds``; then no was said. The table is open, and stays so.
    """
    session, client = table.session, table.client
    roster, loop = session.roster, asyncio.get_running_loop()
    persons = people(table)
    if roster is None or session.seat is None or session.phase is not Phase.OVER or not persons:
        return None
    keys = {place: player_id(key) for place, key in enumerate(roster.keys())}
    others = [place for place in own_voices(roster) if place != session.seat]
    client.lobby.company(table.table, frozenset(keys[place] for place in others), loop.time())
    client.flush()
    began = loop.time()
    end, found, since = began + seconds, None, began
    try:
        while loop.time() < end:
            seen = {place: client.lobby.seen(table.table, keys[place]) for place in others}
            now = wishes(session, seen)
            if any(place in now.yes for place in persons):
                session.stand(loop.time(), again=YES)
                table.flush()
            if now.ticket != found:
                found, since = now.ticket, loop.time()
            if found is not None and now.opener is not None and loop.time() >= since + _SURE:
                seats = len(roster.seats)
                return Encore(found, (session.seat - now.opener) % seats)
            gone = {place for place in persons if seen[place] in _GONE}
            if loop.time() >= began + _UNHEARD:
                gone |= {place for place in persons if seen[place] is Seen.UNKNOWN}
            wanting = [place for place in persons if place not in now.no]
            if all(place in gone and place not in now.yes for place in wanting):
                break
            await asyncio.sleep(_LOOK)
        session.stand(loop.time(), again=NO)
        table.flush()
        return None
    finally:
        client.lobby.company(table.table, frozenset(), loop.time())
        client.flush()
