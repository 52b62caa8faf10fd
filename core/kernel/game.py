"""What a game is: one stateless object that session, bots and screens all speak to.

The state a game makes is public and the same at every peer, bit for bit; what is hidden is not
in it. A seat's ``Secrets`` (slot to card) live beside it, outside the hash.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from core.kernel.deck import Deck
from core.kernel.errors import IllegalMove
from core.kernel.move import Move
from core.kernel.requests import Request


class PublicState(Protocol):
    """The part of every game's state that the kernel reads; only the game writes it."""

    turn: int | None
    """The seat that acts, or whose move raised the open requests; None in the set-up and after."""
    awaiting: list[Request]
    """Requests to the dealer, answered from the front. While there is one, nobody acts."""
    over: bool


class Hidden(NamedTuple):
    """Face-down slots of one deck and the cards, copies repeated, that lie in them.

    Open ones that may come to lie face-down again, and be asked for, are told as well: each with the
    constraint that says what lies there.
    """

    slots: tuple[int, ...]
    cards: tuple[int, ...]


class Among(NamedTuple):
    """``card`` is known to lie in one of ``slots`` (one slot: it is known to lie there)."""

    card: int
    slots: tuple[int, ...]


class Never(NamedTuple):
    """None of ``cards`` can lie in any of ``slots``."""

    cards: tuple[int, ...]
    slots: tuple[int, ...]


class Prior(NamedTuple):
    """All that a viewer knows of face-down cards: any world that fits it is possible."""

    hidden: tuple[Hidden, ...]
    constraints: tuple[Among | Never, ...]


S = TypeVar("S", bound=PublicState)


class Game(Protocol[S]):
    """The rules of one game. Methods take seats counted from 0; errors are ``core.kernel.errors``."""

    name: str
    """The name on the command line and in the log, ``continental-express``."""
    title: str
    """The name for people."""
    version: int
    seats: range
    """The numbers of seats the game can be played with."""
    fields: tuple[str, ...]
    """Names of what ``encode`` packs, in order: reports name by them where two states differ."""
    idle: frozenset[str]
    """Verbs of moves that do nothing but go on (pass, decline)."""

    def options(self, values: Mapping[str, Any] | None = None) -> Any:
        """The table's options as a named tuple, defaults filled in; raises BadOptions."""

    def pack_options(self, options: Any) -> tuple[Any, ...]:
        """Options for the wire and the hash."""

    def unpack_options(self, wire: Any) -> Any:
        """Options from a decoded array; raises BadOptions."""

    def decks(self, options: Any, seats: int) -> tuple[Deck, ...]:
        """The public decks; every one starts shuffled."""

    def new(self, options: Any, seats: int) -> S:
        """The state before anything is turned over; raises BadOptions."""

    def moves(self, state: S, secrets: Mapping[int, int]) -> Sequence[Move]:
        """The legal moves of the seat to act (``secrets`` are its own), in a fixed order.

        Empty while a request is open and after the end.
        """

    def check(self, state: S, seat: int, move: Move) -> None:
        """Public facts only; raises NotYourTurn, UnknownMove or IllegalMove."""

    def why_not(self, state: S, seat: int, move: Move) -> IllegalMove | None:
        """The reason ``check`` would give for an illegal move, None where it is legal."""

    def claims(self, state: S, move: Move) -> tuple[tuple[int, int], ...]:
        """(slot, card) pairs that the move lays open."""

    def duties(
        self, state: S, seat: int, move: Move, hand: Mapping[int, int]
    ) -> IllegalMove | None:
        """The obligation from hidden cards that ``move`` would breach, given the seat's secrets."""

    def apply(self, state: S, seat: int, move: Move) -> None:
        """Carry out a checked move, in place; may append requests."""

    def answered(self, state: S, request: Request, cards: Sequence[int] | None) -> None:
        """Take the answer to ``state.awaiting[0]``, in place; may append requests.

        ``cards`` is None for a private reveal or a shuffle. Raises BadAnswer if ``request`` is
        not the one open or the cards cannot be the answer.
        """

    def open_hand(self, state: S, seat: int, on: bool) -> None:
        """Play the seat's hand face up from now on, or hidden again; may append requests.

        What the entry that puts a stand-in on a seat does first, because a stand-in knows public
        facts only. Does nothing in games that can be played on without seeing a hand.
        """

    def prior(self, state: S, secrets: Mapping[int, int]) -> Prior:
        """Where the unknown cards can be, for a viewer with these secrets."""

    def score(self, state: S) -> tuple[int, ...]:
        """Points by seat as the state shows them; final once ``over``."""

    def winners(self, state: S) -> tuple[int, ...]:
        """The winning seats of a finished game, several if they share it; () before the end."""

    def copy(self, state: S) -> S:
        """An independent copy."""

    def encode(self, state: S) -> bytes:
        """Canonical bytes of the whole public state."""

    def decode(self, data: bytes) -> S:
        """The state of canonical bytes; raises BadState."""

    def text(self, move: Move) -> str:
        """The move's short text, ``take 2 1``."""

    def parse(self, text: str) -> Move:
        """The move of a short text, strictly; raises UnknownMove."""

    def pack(self, move: Move) -> tuple[int, ...]:
        """The move's array for the wire."""

    def unpack(self, wire: Any) -> Move:
        """The move of a decoded array, strictly; raises UnknownMove."""

    def describe(self, state: S) -> str:
        """The public state as plain text, for replays, bug reports and tests."""

    def rules_id(self) -> bytes:
        """16 bytes that change whenever behaviour does."""
