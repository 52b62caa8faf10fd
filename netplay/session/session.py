"""One peer's table: the state machine that seats, deals, plays and checks, without any I/O."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from core.kernel.dealer import Dealer, SeededDealer
from core.kernel.deck import Deck
from core.kernel.game import Game
from core.kernel.move import Move
from netplay.crypto import Crypto
from netplay.session.actions import Action
from netplay.table import Event, Player

DealerFactory: TypeAlias = Callable[[bytes, Sequence[Deck], int, int], Dealer]
"""(joint seed, decks, own seat, number of seats) -> this seat's dealer."""


def open_dealer(seed: bytes, decks: Sequence[Deck], seat: int, seats: int) -> Dealer:
    """The open deal."""
    return SeededDealer(seed, decks, seat)


class Phase(Enum):
    """How far the table is."""

    SEATING = "seating"  # roster not full or not everyone ready
    STARTING = "starting"  # everyone is ready; signatures of entry 0, then nonces
    PLAYING = "playing"
    OVER = "over"  # the game is over and its end entry is in
    HALTED = "halted"  # stopped with a report
    CLOSED = "closed"  # refused, or dissolved before the start


@dataclass(frozen=True, slots=True)
class Ticket:
    """What one must know to sit or watch: the table id (16 bytes) and the creator's public key."""

    table: bytes
    creator: bytes


@dataclass(frozen=True, slots=True)
class Me:
    """Who this peer is. ``bot``: the strength if one plays here; ``device``: 1 unless the owner has several."""

    crypto: Crypto
    name: str
    bot: str | None = None
    device: int = 1


class Session:
    """One table seen by one peer. Satisfies ``netplay.table.Table``.

    Call ``receive``, ``tick`` or ``submit``, then ``actions()`` and carry those out in order.
    ``now`` is seconds on any monotonic clock.
    """

    @classmethod
    def create(
        cls,
        game: Game[Any],
        options: Any,
        seats: int,
        me: Me,
        *,
        salt: bytes,
        nonce: bytes,
        now: float,
        invited: Sequence[Me | None] = (),
        auto_ready: bool = True,
        dealers: DealerFactory = open_dealer,
        deal: str = "open",
    ) -> Session:
        """Open a table and sit down at its seat 0.

        ``salt``: 16 random bytes of the table id; ``nonce``: 32 random bytes. ``invited``: who
        has the seats from 1 on beforehand (only their keys, names and bots are used), None for
        a free one.
        """
        raise NotImplementedError

    @classmethod
    def join(
        cls,
        game: Game[Any],
        ticket: Ticket,
        me: Me,
        *,
        nonce: bytes,
        now: float,
        want: int | None = None,
        auto_ready: bool = True,
        dealers: DealerFactory = open_dealer,
        deal: str = "open",
    ) -> Session:
        """Ask for a seat (or take the one that the roster already gives this key)."""
        raise NotImplementedError

    @classmethod
    def watch(cls, game: Game[Any], ticket: Ticket, me: Me, *, now: float) -> Session:
        """Follow the table from outside."""
        raise NotImplementedError

    # In

    def receive(self, player: str, channel: str, payload: bytes, now: float) -> None:
        """Bytes from the topic of ``player``. Hostile until checked: never raises."""

    def tick(self, now: float) -> None:
        """Let time pass: repeat what was not acknowledged, ask for what is missing."""

    def submit(self, move: Move) -> None:
        """Make a move; raises a RulesError, changing nothing, where it is not legal now."""

    def ready(self, now: float) -> None:
        """Agree to the present roster and options (done by itself with ``auto_ready``)."""

    # Out

    def actions(self) -> list[Action]:
        """What to do and what happened since the last call, in order."""
        raise NotImplementedError

    def step(self, now: float) -> list[Event]:
        """``tick`` for a screen: only what ``netplay.table`` calls events, the rest stays queued."""
        raise NotImplementedError

    def wake_at(self) -> float | None:
        """When ``tick`` has something to do again; None if only input can bring anything."""
        raise NotImplementedError

    # What is

    @property
    def hears(self) -> frozenset[tuple[str, str]]:
        """(player id, channel) pairs to subscribe to; the player id ``+`` stands for anyone."""
        raise NotImplementedError

    game: Game[Any]
    ticket: Ticket
    phase: Phase
    seat: int | None
    state: Any
    players: Sequence[Player]
    secrets: Mapping[int, int]
    dropped: Counter[str]
    n: int
    """The number of the newest entry accepted here, -1 before the start."""
    settled: int
    head: bytes
    """The hash of that entry."""
    state_hash: bytes

    @property
    def my_turn(self) -> bool:
        """Whether ``submit`` can take a move now (own cards of every open reveal included)."""
        raise NotImplementedError

    def records(self) -> tuple[bytes, ...]:
        """Every entry with its signatures, from 0 on, as ``wire.Entry.record`` gives them."""
        raise NotImplementedError

    def save(self) -> bytes:
        """The transcript so far."""
        raise NotImplementedError
