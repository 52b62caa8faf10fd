"""Who else is at a table of ours: whose links we hear of, and who has no seat there any more."""

from __future__ import annotations

import asyncio

from netplay.crypto import player_id
from netplay.lobby.client import LobbyClient
from netplay.session import Phase
from netplay.wire import Roster, Seat
from tui.room import Room
from tui.station.post import Post


def count(room: Room, client: LobbyClient, post: Post) -> None:
    """Hear of the links of everyone at the table; bots are where their owner is."""
    session = room.net.session
    roster = session.roster
    if roster is None:
        return
    brokers = roster.brokers or ((),) * len(roster.seats)
    others = _others(roster, client.crypto.key)
    theirs = [bool(brokers[place]) for place, _ in others]
    post.spared = bool(theirs) and all(theirs)
    players = frozenset(player_id(seat.key) for _, seat in others)
    if client.lobby.accompanied(session.ticket.table) != players:
        client.lobby.company(session.ticket.table, players, asyncio.get_running_loop().time())
        client.flush()


def tell(room: Room, post: Post) -> None:
    """Let a table know what the lobby knows of its company."""
    session = room.net.session
    if post.client is None or not post.up or session.roster is None:
        return
    seen, table = post.client.lobby.seen, session.ticket.table
    others = _others(session.roster, post.client.crypto.key)
    room.net.hear_links({place: seen(table, player_id(seat.key)) for place, seat in others})


def turn_out(room: Room, client: LobbyClient) -> None:
    """Nobody who is blocked keeps a seat at a table of ours that has not begun."""
    session = room.net.session
    if not room.net.creator or session.phase is not Phase.SEATING or session.roster is None:
        return
    for place, seat in enumerate(session.roster.seats):
        if seat is not None and client.lobby.blocks(player_id(seat.key)):
            if session.remove(place, asyncio.get_running_loop().time(), ban=False):
                room.net.tick()
            return  # one at a time: each makes a new roster, and comes back here


def _others(roster: Roster, key: bytes) -> list[tuple[int, Seat]]:
    """Seats that have a link of their own, which is not ours; bots have their owner's."""
    return [
        (place, seat)
        for place, seat in enumerate(roster.seats)
        if seat is not None and seat.key != key and (seat.bot is None or seat.voice == place)
    ]
