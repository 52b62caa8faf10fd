"""A table in this process that is no session: the tests' own, on positions of their choice."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from core.bots.random_bot import RandomBot
from core.games.continental.game import GAME
from core.kernel.dealer import OpenDeal
from core.kernel.deck import learn
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal
from netplay.table import Event, Finished, Played, Player, Shown, Turned


class LocalTable:
    """Implements ``netplay.table.Table``. Bots move ``pace`` seconds apart.

    ``arrange`` may change the state when it first asks for a card to be taken.
    """

    def __init__(
        self,
        seats: int = 3,
        seed: int = 0,
        *,
        seat: int | None = 0,
        names: Sequence[str] = ("Ana", "Ben", "Cleo", "Dev"),
        pace: float = 0.0,
        options: Mapping[str, Any] | None = None,
        arrange: Callable[[Any], None] | None = None,
    ) -> None:
        self._game: Game[Any] = GAME
        opts = GAME.options(options or {"first_player": 0})
        self._state = GAME.new(opts, seats)
        self._deal = OpenDeal(seed.to_bytes(8, "big"), GAME.decks(opts, seats))
        self._secrets: list[dict[int, int]] = [{} for _ in range(seats)]
        self._seat = seat
        self._players = [Player(names[n], None if n == seat else "random") for n in range(seats)]
        self._bot = RandomBot(GAME, random.Random(seed))
        self._pace = pace
        self._events: list[Event] = []
        self._due: float | None = None
        self._n = 0
        self._arrange = arrange
        self._told = False
        self._answer()

    game = property(lambda self: self._game)
    players = property(lambda self: self._players)
    seat = property(lambda self: self._seat)
    state = property(lambda self: self._state)

    @property
    def secrets(self) -> Mapping[int, int]:
        return {} if self._seat is None else self._secrets[self._seat]

    def _answer(self) -> None:
        state = self._state
        while state.awaiting:
            before = state.copy()
            request = state.awaiting[0]
            cards = self._deal.answer(request)
            for seat, secrets in enumerate(self._secrets):
                learn(secrets, seat, request, cards)
            public = type(request) is Reveal and request.to == ALL
            known = cards if public else None
            self._game.answered(state, request, known)
            self._n += 1
            self._events.append(Turned(self._n, request, known, before, state.copy()))
            if type(request) is Reveal and request.to == self._seat:
                assert cards is not None
                self._events.append(Shown(request.slots, tuple(cards)))
        if self._arrange is not None and state.phase.name == "TAKE":
            arrange, self._arrange = self._arrange, None
            arrange(state)
        if state.over and not self._told:
            self._told = True
            self._events.append(Finished(self._game.winners(state)))

    def _play(self, seat: int, move: Move) -> None:
        before = self._state.copy()
        self._game.apply(self._state, seat, move)
        self._n += 1
        self._events.append(Played(self._n, seat, move, before, self._state.copy()))
        self._answer()

    def submit(self, move: Move) -> None:
        assert self._seat is not None
        self._game.check(self._state, self._seat, move)
        self._play(self._seat, move)

    def _waits(self) -> bool:
        return self._state.over or self._state.turn == self._seat

    def step(self, now: float) -> list[Event]:
        events, self._events = self._events, []
        if self._waits():
            self._due = None
            return events
        if self._due is None:
            self._due = now + self._pace
        if now >= self._due:
            seat = self._state.turn
            assert seat is not None
            self._play(seat, self._bot.choose(self._state, seat, self._secrets[seat]))
            self._due = None if self._waits() else now + self._pace
            events += self._events
            self._events = []
        return events

    def close(self) -> None:
        """Nobody thinks here."""

    def wake_at(self) -> float | None:
        if self._events:
            return 0.0
        return None if self._waits() else self._due

    def save(self) -> bytes:
        return b"no transcript"
