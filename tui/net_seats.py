"""Who sits where at a networked table, as this person's screens name them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from netplay.crypto import player_id
from netplay.known import Acquaintance
from netplay.session import Session
from netplay.table import Player
from tui.foreign import plain
from tui.people import People


class Seats:
    """``key``: our public key."""

    def __init__(self, session: Session, key: bytes) -> None:
        self.people = People(None)
        """What the person knows of others."""
        self._session = session
        self._key = key

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where. Names that two share have their key marks added: nobody passes for another."""
        found = [
            player._replace(note=self.note(seat))
            for seat, player in enumerate(self._session.players)
        ]
        names = [player.name.casefold() for player in found]
        return [
            player._replace(name=f"{player.name[:15]} {player.mark}")
            if player.name and names.count(player.name.casefold()) > 1
            else player
            for player in found
        ]

    def known(self, seat: int) -> Acquaintance | None:
        """What the person knows of whoever has that seat; None of bots and themselves."""
        roster = self._session.roster
        there = roster.seats[seat] if roster is not None and seat < len(roster.seats) else None
        if there is None or there.bot is not None or there.key == self._key:
            return None
        return self.people.of(player_id(there.key))

    def note(self, seat: int) -> str:
        """The person's note on whoever has that seat, harmless; empty where there is none."""
        known = self.known(seat)
        return plain(known.note) if known is not None else ""

    @property
    def bots(self) -> Mapping[int, int]:
        """Seats of bots, and the seat of whoever's machine runs each (its own: nobody's here)."""
        roster = self._session.roster
        seats = roster.seats if roster is not None else ()
        return {
            place: seat.voice
            for place, seat in enumerate(seats)
            if seat is not None and seat.bot is not None
        }
