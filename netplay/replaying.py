"""A kept game as a table that can be gone through in both directions; nobody moves at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final

from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.review import Frame, Review
from netplay.table import Event, Player, Turned


class Sight(Enum):
    """Whose eyes a replay is seen with."""

    PUBLIC = "what everyone saw"
    SEAT = "what one seat saw"
    OPEN = "everything, from whoever is to act"


class ReplayTable:
    """Implements ``netplay.table.Table`` at one entry of a game; ``step`` plays it on by itself.

    ``pace``: seconds between two moves while it plays by itself.
    """

    def __init__(self, review: Review, pace: float = 1.5) -> None:
        self.review = review
        self.at = 0
        self.sight = Sight.PUBLIC
        self.playing = False
        self._whose = 0
        self._pace = pace
        self._next: float | None = None
        frames = review.frames
        self.stops: Final = [
            frame.n
            for frame in frames
            if frame.n == len(frames) - 1 or not isinstance(frames[frame.n + 1].event, Turned)
        ]
        """Entries after which somebody chooses: what a move turned over belongs to the move."""

    # A table ------------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self.review.game

    @property
    def players(self) -> Sequence[Player]:
        """Who sat where."""
        return self.review.players

    @property
    def seat(self) -> int | None:
        """Through whose eyes it is seen; None: as a spectator."""
        if self.sight is Sight.PUBLIC:
            return None
        if self.sight is Sight.SEAT:
            return self._whose
        turn: int | None = self.state.turn
        return turn if turn is not None else self._whose

    @property
    def state(self) -> Any:
        """The public state after the entry."""
        return self.frame.state

    @property
    def secrets(self) -> Mapping[int, int]:
        """What the seat knew then; nothing where it is seen publicly or not known."""
        seat = self.seat
        hands = self.frame.secrets
        return hands[seat] if seat is not None and hands else {}

    def submit(self, move: Move) -> None:
        """Nobody moves at a replay: raises NotYourTurn."""
        raise NotYourTurn("this game has been played; it is only shown")

    def step(self, now: float) -> list[Event]:
        """While it plays by itself: the next move, if it is time."""
        if not self.playing:
            return []
        if self._next is None:
            self._next = now + self._pace
        if now < self._next:
            return []
        self._next = now + self._pace
        told = self.forward()
        if self.at == len(self.review.frames) - 1:
            self.play(False)
        return told

    def wake_at(self) -> float | None:
        """When ``step`` shows the next move; None while it stands still."""
        if not self.playing:
            return None
        return self._next if self._next is not None else 0.0

    def close(self) -> None:
        """Nobody thinks in a replay."""

    def save(self) -> bytes:
        """A replay is kept already: raises ValueError."""
        raise ValueError("a replay is kept already")

    # Going through it ---------------------------------------------------------------------------

    @property
    def frame(self) -> Frame:
        """The entry it stands at."""
        return self.review.frames[self.at]

    @property
    def deed(self) -> str:
        """The move that led here, or what else did: cards turned over belong to their move."""
        frames = self.review.frames
        n = self.at
        while n and isinstance(frames[n].event, Turned):
            n -= 1
        return frames[n].text

    def play(self, on: bool) -> None:
        """Play by itself from here on, or stand still."""
        self.playing = on
        self._next = None

    def go(self, n: int) -> None:
        """Stand at entry n, or at the nearest there is."""
        self.at = min(max(n, 0), len(self.review.frames) - 1)

    def forward(self) -> list[Event]:
        """One move on, with what it turned over; what happened."""
        then = next((n for n in self.stops if n > self.at), self.at)
        told = [event for n in range(self.at + 1, then + 1) for event in self.told(n)]
        self.at = then
        return told

    def back(self) -> None:
        """One move back."""
        self.go(max((n for n in self.stops if n < self.at), default=0))

    def next_turn(self) -> None:
        """To where another seat is to act than now, or the end."""
        turn = self.state.turn
        for n in self.stops:
            if n > self.at and self.review.frames[n].state.turn != turn:
                self.go(n)
                return
        self.go(len(self.review.frames) - 1)

    def last_turn(self) -> None:
        """To the start of the turn before this one."""
        frames = self.review.frames
        earlier = [n for n in self.stops if n < self.at]
        while len(earlier) > 1 and frames[earlier[-2]].state.turn == frames[earlier[-1]].state.turn:
            earlier.pop()
        self.go(earlier[-1] if earlier else 0)

    def told(self, n: int) -> list[Event]:
        """What a live table would have told of entry n to whom it is seen as."""
        return self.review.told(n, self.seat)

    def look(self, sight: Sight, seat: int = 0) -> None:
        """Change whose eyes it is seen with."""
        self.sight, self._whose = sight, seat

    def sights(self) -> list[tuple[Sight, int]]:
        """All ways to see it: without the cards' owners known, only as everyone did."""
        ways = [(Sight.PUBLIC, 0)]
        if self.review.deal is not None:
            ways += [(Sight.SEAT, seat) for seat in range(len(self.players))]
            ways.append((Sight.OPEN, 0))
        return ways

    @property
    def way(self) -> tuple[Sight, int]:
        """The way it is seen now, one of ``sights``."""
        return (self.sight, self._whose if self.sight is Sight.SEAT else 0)
