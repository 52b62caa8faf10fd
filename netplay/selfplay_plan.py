"""What a self-played game is asked for, and what comes of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from core.kernel.game import Game
from core.kernel.move import Move
from netplay.transport import Transport


class NotFinished(Exception):
    """The game could not be played to its end; ``str()`` is one sentence that says why.

    ``transcript`` is what was played until then, as a file; empty before the start.
    """

    def __init__(self, says: str) -> None:
        super().__init__(says)
        self.transcript = b""


@dataclass(frozen=True, slots=True)
class Plan:
    """A game to be played: ``bots`` are strengths by seat, ``options`` house options by name.

    seed: makes deal, keys, table id and bots the same every time; None takes them from the system.
    patience: seconds without any progress after which the game is given up.
    """

    game: Game[Any]
    bots: tuple[str, ...]
    options: dict[str, Any]
    seed: str | None = None
    spectators: int = 0
    patience: float = 20.0


@dataclass(frozen=True, slots=True)
class Peer:
    """How one peer ended: the state it computed by itself."""

    name: str
    n: int
    state_hash: bytes


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished game, as seat 0 saw it, and what every peer came to: the seats in order, then spectators.

    entries: how many the log has. scores: by seat. winners: seats, counted from 0.
    latencies: seconds from a move's sending to its application, one for each move and other peer.
    """

    entries: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    peers: tuple[Peer, ...]
    seconds: float
    latencies: tuple[float, ...]
    state: Any
    transcript: bytes

    @property
    def hashes_agree(self) -> bool:
        """Whether every peer, spectators included, has the same state after the same entry."""
        return len({(peer.n, peer.state_hash) for peer in self.peers}) == 1


Connect: TypeAlias = Callable[[], Transport]
"""Makes one peer's connection, not entered yet."""


class Told(Protocol):
    """Hears of the game while it goes on."""

    def seated(self, players: Sequence[tuple[str, str]]) -> None:
        """(name, bot) by seat, once all sit."""

    def moved(self, n: int, seat: int, move: Move) -> None:
        """Seat 0 has applied a move, its own or another's."""


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest of ``values`` that at least ``part`` (0 to 1) of them do not exceed; 0.0 of none."""
    if not values:
        return 0.0
    ranked = sorted(values)
    return ranked[min(len(ranked), max(1, math.ceil(part * len(ranked)))) - 1]
