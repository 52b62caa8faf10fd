"""One whole game in one process: state, every seat's secrets and the open deal together.

For bots playing each other, benchmarks, tests and golden games. A table of people uses
``netplay``'s session, where nobody holds all of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.kernel.canonical import digest
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Secrets, all_see, learn
from core.kernel.errors import IllegalMove
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal


class Match:
    """A game in progress; ``play`` takes moves until ``state.over``."""

    __slots__ = ("_deal", "game", "secrets", "state")

    def __init__(self, game: Game[Any], seats: int, seed: bytes, options: Any = None) -> None:
        options = game.options() if options is None else options
        self.game = game
        self.state = game.new(options, seats)
        self.secrets: list[Secrets] = [Secrets() for _ in range(seats)]
        self._deal = OpenDeal(seed, game.decks(options, seats))
        self._answer()

    def _answer(self) -> None:
        state = self.state
        while state.awaiting:
            request = state.awaiting[0]
            cards = self._deal.answer(request)
            if cards is not None and type(request) is Reveal and request.to == ALL:
                all_see(self.secrets, request.slots, cards)
                self.game.answered(state, request, cards)
                continue
            for seat, secrets in enumerate(self.secrets):
                learn(secrets, seat, request, cards)
            self.game.answered(state, request, None)

    @property
    def cards(self) -> Sequence[int]:
        """The card of every slot as they lie now: what nobody at a table may see, for measurements."""
        return tuple(self._deal.cards)

    def moves(self) -> Sequence[Move]:
        """The legal moves of the seat to act, () after the end."""
        turn = self.state.turn
        return self.game.moves(self.state, self.secrets[turn]) if turn is not None else ()

    def play(self, move: Move) -> None:
        """Carry out a legal move of the seat to act and answer all it asks for.

        Raises IllegalMove for a claim that the deal gives the lie; nothing else is checked.
        """
        turn = self.state.turn
        assert turn is not None
        claims = self.game.claims(self.state, move)
        if claims:
            self._lay_open(claims)
        self.game.apply(self.state, turn, move)
        if self.state.awaiting:
            self._answer()

    def open_hand(self, seat: int, on: bool = True) -> None:
        """Let a stand-in play the seat: its hand is shown to everyone, where the game needs that."""
        self.game.open_hand(self.state, seat, on)
        self._answer()

    def _lay_open(self, claims: Sequence[tuple[int, int]]) -> None:
        """A claim is a reveal to everyone with an expected card."""
        slots, cards = zip(*claims, strict=True)
        shown = self._deal.answer(Reveal(slots))
        if shown != cards:
            raise IllegalMove("false-claim", "a card laid open is not in its slot")
        all_see(self.secrets, slots, cards)

    def hash(self) -> bytes:
        """The state hash."""
        return digest(self.game.encode(self.state))
