"""Random games for the tests: every choice comes from hypothesis or from a seed, none by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from core.games.continental.game import GAME
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Ledger, Secrets, learn
from core.kernel.generator import Generator
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal

SEEDS = st.binary(min_size=1, max_size=8)
SEATS = st.integers(2, 4)


def options(seats: int) -> st.SearchStrategy[dict[str, Any]]:
    """Any house options for that many seats."""
    return st.fixed_dictionaries(
        {},
        optional={
            "bonus_ticket": st.booleans(),
            "first_player": st.none() | st.integers(0, seats - 1),
            "effects_mandatory": st.booleans(),
        },
    )


TABLES = SEATS.flatmap(
    lambda seats: st.tuples(
        st.just(seats), options(seats), SEEDS, st.sampled_from([False, False, True])
    )
)
"""(seats, options, seed, hoarding), what ``Game`` takes"""


class Log:
    """What happened, in order: moves with their seat, answers with the public cards or None."""

    def __init__(self) -> None:
        self.steps: list[tuple[str, Any, Any]] = []


class Game:
    """A whole game step by step: moves and answers are separate steps, as in the log of a table."""

    def __init__(
        self, seats: int, values: dict[str, Any], seed: bytes, hoarding: bool = False
    ) -> None:
        self.hoarding = hoarding
        self.options = GAME.options(values)
        self.state = GAME.new(self.options, seats)
        self.decks = GAME.decks(self.options, seats)
        self.deal = OpenDeal(seed, self.decks)
        self.ledger = Ledger(self.decks)
        self.secrets = [Secrets() for _ in range(seats)]
        self.log = Log()
        self._choices = Generator(seed, "choices")

    def choose(self) -> Move:
        """A move of the seat to act, idle ones a little rarer so that games get on.

        Hoarding players hardly ever validate, so that all piles run out before the end.
        """
        assert self.state.turn is not None
        moves = GAME.moves(self.state, self.secrets[self.state.turn])
        if self.hoarding and self._choices.below(30):
            moves = [move for move in moves if move.verb != "claim"] or moves
        if self._choices.below(3):
            moves = [move for move in moves if move.verb not in GAME.idle] or moves
        return moves[self._choices.below(len(moves))]

    def upcoming(self) -> Callable[[Any], None]:
        """The next step as a function of a state, so that it can be carried out on several."""
        state = self.state
        if state.awaiting:
            request = state.awaiting[0]
            cards = self.answer(request)
            self.log.steps.append(("answer", request, cards))
            return lambda other: GAME.answered(other, request, cards)
        seat, move = state.turn, self.choose()
        assert seat is not None
        GAME.check(state, seat, move)
        self.log.steps.append(("move", seat, move))
        return lambda other: GAME.apply(other, seat, move)

    def answer(self, request: Request) -> tuple[int, ...] | None:
        """The public part of the deal's answer; every seat learns its own."""
        cards = self.deal.answer(request)
        for seat, secrets in enumerate(self.secrets):
            learn(secrets, seat, request, cards)
        public = cards if isinstance(request, Reveal) and request.to == ALL else None
        self.ledger.check(request, public)
        self.ledger.record(request, public)
        return public

    def steps(self) -> Iterator[Callable[[Any], None]]:
        """Every step to the end; whoever asks for the next has carried out the last on ``state``."""
        while not self.state.over:
            assert len(self.log.steps) < 2000, "this game does not end"
            yield self.upcoming()

    def run(self) -> Game:
        """Play to the end."""
        for step in self.steps():
            step(self.state)
        return self
