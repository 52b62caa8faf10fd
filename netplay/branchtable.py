"""A game of its own that begins at an entry of a finished one, with the cards lying as they lay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from core.kernel.deck import learn
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal
from netplay.review import Review, follow
from netplay.table import Event, Faltered, Finished, Played, Player, Shown, Turned
from netplay.thinking.mind import Mind

_AGAIN: Final = 0.03
"""Seconds until a bot that is still thinking is asked again."""


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
        if self._next is not None and now >= self._next:
            self._move(now)
        bot = self._to_move()
        if bot is None:
            self._next = None
            return self._told()
        if self._next is None:
            self._next = now + self._pace
        if now < self._next:
            # Also just after another bot's move: whoever moves next thinks while people follow it.
            turn = self._state.turn
            bot.begin(self._state, turn, self._hands[turn])
        return self._told()

    def _to_move(self) -> Mind | None:
        """The bot whose turn it is."""
        turn = self._state.turn
        return None if turn is None or self._state.over else self._bots[turn]

    def _move(self, now: float) -> None:
        """The move of the bot whose time has come, if it has found one."""
        bot, turn = self._to_move(), self._state.turn
        if bot is None:
            return
        move = bot.move(self._state, turn, self._hands[turn])
        if move is None:
            self._next = now + _AGAIN
            return
        self._next = None
        if bot.replaced:
            self._events.append(Faltered(turn))
        self._play(move)

    def _told(self) -> list[Event]:
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
