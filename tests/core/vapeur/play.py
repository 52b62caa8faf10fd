"""Random games for the tests: every choice comes from hypothesis or from a seed, none by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from core.games.vapeur.game import GAME
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Ledger, Secrets, learn
from core.kernel.generator import Generator
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal

SEEDS = st.binary(min_size=1, max_size=8)
TABLES = st.integers(2, 6).flatmap(
    lambda seats: st.tuples(st.just(seats), st.none() | st.integers(0, seats - 1), SEEDS)
)
"""(seats, dealer, seed)"""


class Game:
    """A whole game step by step: moves and answers are separate steps, as in the log of a table.

    ``log`` holds what a watcher gets: ("move", seat, move) and ("answer", request, public cards).
    """

    def __init__(self, seats: int, dealer: int | None, seed: bytes) -> None:
        self.options = GAME.options({"dealer": dealer})
        self.state = GAME.new(self.options, seats)
        self.decks = GAME.decks(self.options, seats)
        self.deal = OpenDeal(seed, self.decks)
        self.ledger = Ledger(self.decks)
        self.secrets = [Secrets() for _ in range(seats)]
        self.log: list[tuple[str, Any, Any]] = []
        self._claims: tuple[tuple[int, int], ...] = ()
        self._choices = Generator(seed, "choices")

    def choose(self) -> Move:
        """A move of the seat to act, the end of the turn a little rarer so that games get on."""
        assert self.state.turn is not None
        moves = GAME.moves(self.state, self.secrets[self.state.turn])
        if self._choices.below(3):
            moves = [move for move in moves if move.verb not in GAME.idle] or moves
        return moves[self._choices.below(len(moves))]

    def upcoming(self) -> Callable[[Any], None]:
        """The next step as a function of a state, so that it can be carried out on several."""
        state = self.state
        if state.awaiting:
            request = state.awaiting[0]
            cards = self.answer(request)
            self.log.append(("answer", request, cards))
            return lambda other: GAME.answered(other, request, cards)
        seat, move = state.turn, self.choose()
        assert seat is not None
        GAME.check(state, seat, move)
        assert GAME.duties(state, seat, move, self.secrets[seat]) is None
        for slot, card in GAME.claims(state, move):
            assert self.deal.cards[slot] == card
        self._claims = GAME.claims(state, move)
        self.log.append(("move", seat, move))
        return lambda other: GAME.apply(other, seat, move)

    def answer(self, request: Request) -> tuple[int, ...] | None:
        """The public part of the deal's answer; every seat learns its own."""
        return self._tell(request, self.deal.answer(request))

    def _tell(self, request: Request, cards: tuple[int, ...] | None) -> tuple[int, ...] | None:
        for seat, secrets in enumerate(self.secrets):
            learn(secrets, seat, request, cards)
        public = cards if isinstance(request, Reveal) and request.to == ALL else None
        self.ledger.check(request, public)
        self.ledger.record(request, public)
        return public

    def steps(self) -> Iterator[Callable[[Any], None]]:
        """Every step to the end; whoever asks for the next has carried out the last on ``state``."""
        while not self.state.over:
            self._claims = ()
            yield self.upcoming()
            for slot, card in self._claims:
                self._tell(Reveal((slot,)), (card,))

    def run(self) -> Game:
        """Play to the end."""
        for step in self.steps():
            step(self.state)
        return self


def replay(game: Game, upto: int | None = None) -> Any:
    """The state of a watcher who has the log and nothing else."""
    state = GAME.new(game.options, game.state.seats)
    for kind, who, what in game.log[:upto]:
        if kind == "move":
            move = GAME.unpack(GAME.pack(GAME.parse(GAME.text(what))))
            GAME.check(state, who, move)
            GAME.apply(state, who, move)
        else:
            assert state.awaiting[0] == who
            GAME.answered(state, who, what)
    return state
