"""A kept game as a table that can be gone through in both directions, and one that goes on from there.

``ReplayTable`` shows; nobody moves at it. ``BranchTable`` is a game of its own that begins at an
entry of a finished one, with the cards lying as they lay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final

from core.kernel.deck import learn
from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal
from netplay.review import Frame, Review, follow
from netplay.table import Event, Faltered, Finished, Played, Player, Shown, Turned
from netplay.thinking.mind import Mind

_AGAIN: Final = 0.03
"""Seconds until a bot that is still thinking is asked again."""


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


class BranchTable:
    """A game played on from an entry of a finished one, by the viewer and bots.

    ``bots``: by seat, None where the viewer sits. The deal is the old one: whatever is turned over
    next is what would have been. Raises ValueError where the cards are not known.
    """

    def __init__(
        self,
        review: Review,
        n: int,
        seat: int,
        players: Sequence[Player],
        bots: Sequence[Mind | None],
        *,
        pace: float = 0.6,
    ) -> None:
        self._deal, self._hands = review.deal_at(n)
        self._game = review.game
        self._state = review.game.copy(review.frames[n].state)
        self._seat, self._players, self._bots = seat, tuple(players), tuple(bots)
        self._pace = pace
        self._n = n
        self._next: float | None = None
        self._events: list[Event] = []
        self._answer()

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        return self._game

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where now."""
        return self._players

    @property
    def seat(self) -> int | None:
        """The viewer's."""
        return self._seat

    @property
    def state(self) -> Any:
        """The public state."""
        return self._state

    @property
    def secrets(self) -> Mapping[int, int]:
        """What the viewer's seat knows."""
        return self._hands[self._seat]

    def submit(self, move: Move) -> None:
        """The viewer's move; raises a RulesError."""
        self._game.check(self._state, self._seat, move)
        breach = self._game.duties(self._state, self._seat, move, self.secrets)
        if breach is not None:
            raise breach
        self._play(move)

    def step(self, now: float) -> list[Event]:
        """A bot's move, if it is time; what happened since the last step."""
        turn = self._state.turn
        bot = self._bots[turn] if turn is not None and not self._state.over else None
        if bot is None:
            self._next = None
        elif self._next is None:
            self._next = now + self._pace
        elif now < self._next:
            bot.begin(self._state, turn, self._hands[turn])
        elif (move := bot.move(self._state, turn, self._hands[turn])) is None:
            self._next = now + _AGAIN
        else:
            self._next = None
            if bot.replaced:
                self._events.append(Faltered(turn))
            self._play(move)
        out, self._events = self._events, []
        return out

    def wake_at(self) -> float | None:
        """When a bot moves; None while the viewer is to act and after the end."""
        turn = self._state.turn
        if self._events:
            return 0.0
        if self._state.over or turn is None or self._bots[turn] is None:
            return None
        return self._next if self._next is not None else 0.0

    def close(self) -> None:
        """The viewer goes away: nobody thinks here any more."""
        for bot in self._bots:
            if bot is not None:
                bot.forget()

    def save(self) -> bytes:
        """What is played on is not kept, for nobody signed it: raises ValueError."""
        raise ValueError("a game played on from a replay is not kept")

    def _play(self, move: Move) -> None:
        turn, before = self._state.turn, self._game.copy(self._state)
        self._game.apply(self._state, turn, move)
        self._n += 1
        event = Played(self._n, turn, move, before, self._game.copy(self._state))
        follow(event, self._game, self._deal, self._hands)
        self._events.append(event)
        self._answer()

    def _answer(self) -> None:
        state = self._state
        while state.awaiting:
            before, request = self._game.copy(state), state.awaiting[0]
            cards = self._deal.answer(request)
            for seat, hand in enumerate(self._hands):
                learn(hand, seat, request, cards)
            public = cards if isinstance(request, Reveal) and request.to == ALL else None
            self._game.answered(state, request, public)
            self._n += 1
            self._events.append(Turned(self._n, request, public, before, self._game.copy(state)))
            if isinstance(request, Reveal) and request.to == self._seat and cards is not None:
                self._events.append(Shown(request.slots, cards))
        if state.over and not any(isinstance(event, Finished) for event in self._events):
            self._events.append(Finished(self._game.winners(state)))
