"""One table for several people at one machine: each sees it from their own seat, and no further.

What a seat knows stays in its own session, its own events and its own view: nothing that a person is
shown is made from what another one was told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.kernel.errors import NotYourTurn
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.solo import SoloTable
from netplay.table import Event, Player, Shown


class SharedTable(SoloTable):
    """Bots play the seats that are none of ``people``. ``view`` is what one person's screen takes;
    the table itself is driven by the view that is looked at, by ``step``.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Player],
        bots: Sequence[Any],
        *,
        people: Sequence[int],
        **more: Any,
    ) -> None:
        self._queues: dict[int | None, list[Event]] = {seat: [] for seat in (None, *people)}
        self._public = min(people)
        super().__init__(game, players, bots, seat=min(people), people=people, **more)
        for queue in self._queues.values():
            queue.clear()  # the set-up is in the state

    def _heard(self, place: int, event: Event) -> None:
        queue = self._queues.get(place)
        if queue is not None:
            queue.append(event)
        if place == self._public and not isinstance(event, Shown):
            self._queues[None].append(event)

    @property
    def due(self) -> int | None:
        """The seat of the person to act; None while it is nobody's turn, or a bot's."""
        turn = self._turn()
        return turn if turn in self._queues else None

    def view(self, seat: int | None) -> SeatView:
        """The table from a person's seat; None: from beside it."""
        return SeatView(self, seat)

    def let(self, now: float) -> None:
        """Let a bot act, if it is time."""
        # What the table itself tells of its bots is for every seat.
        for event in self.step(now):
            for queue in self._queues.values():
                queue.append(event)

    def taken(self, seat: int | None) -> list[Event]:
        """What has happened since the last call for this seat, as it was told of it."""
        out, self._queues[seat] = self._queues[seat], []
        return out

    def state_of(self, seat: int | None) -> Any:
        """The public state, as this seat has it."""
        return self._sessions[self._public if seat is None else seat].state

    def secrets_of(self, seat: int | None) -> Mapping[int, int]:
        """What only this seat knows."""
        return {} if seat is None else self._sessions[seat].secrets

    def play(self, seat: int | None, move: Move) -> None:
        """A person's move; raises a RulesError."""
        if seat is None:
            raise NotYourTurn("nobody sits here")
        self._sessions[seat].submit(move)
        self._carry(0.0)
        self._next = -1.0  # to be planned by the next step, which knows the time


class SeatView:
    """Implements ``netplay.table.Table`` for one seat of a shared table, or for none."""

    def __init__(self, shared: SharedTable, seat: int | None) -> None:
        self.shared = shared
        self._seat = seat

    @property
    def game(self) -> Game[Any]:
        """The rules in force."""
        return self.shared.game

    @property
    def players(self) -> Sequence[Player]:
        """Who sits where."""
        return self.shared.players

    @property
    def seat(self) -> int | None:
        """This view's seat."""
        return self._seat

    @property
    def state(self) -> Any:
        """The public state now."""
        return self.shared.state_of(self._seat)

    @property
    def secrets(self) -> Mapping[int, int]:
        """What only this seat knows."""
        return self.shared.secrets_of(self._seat)

    def submit(self, move: Move) -> None:
        """This seat's move; raises a RulesError."""
        self.shared.play(self._seat, move)

    def step(self, now: float) -> list[Event]:
        """Let a bot act if it is time; what happened since this seat last looked."""
        self.shared.let(now)
        return self.shared.taken(self._seat)

    def wake_at(self) -> float | None:
        """When a bot moves."""
        return self.shared.wake_at()

    def close(self) -> None:
        """Nobody plays here any more."""
        self.shared.close()

    def save(self) -> bytes:
        """The transcript so far."""
        return self.shared.save()
