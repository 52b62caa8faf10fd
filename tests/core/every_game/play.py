"""Random games of any registered game: every choice follows from a seed, none from chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import strategies as st

from core.games.registry import NAMES
from core.games.registry import game as find
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Ledger, Secrets, learn
from core.kernel.errors import BadOptions
from core.kernel.generator import Generator
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal, Shuffle

SEEDS = st.binary(min_size=1, max_size=8)
TABLES = tuple((name, seats) for name in NAMES for seats in find(name).seats)

EVERY_GAME = pytest.mark.parametrize("name", NAMES)
EVERY_TABLE = pytest.mark.parametrize(("name", "seats"), TABLES)

LONGEST = 2000
"""More steps than any game may have."""

Step = Callable[[Any], None]


class Game:
    """A whole game step by step: moves and answers are separate steps, as in the log of a table.

    ``log`` holds what a watcher gets: ("move", seat, move) and ("answer", request, public cards).
    ``facts`` has for each of these the cards by slot that it laid open; for a shuffle, those that
    everyone knew before it.
    Verbs of which ``shy`` is true are hardly ever chosen where something else is legal, so that rarer
    ends of a game are met.
    """

    def __init__(
        self,
        rules: Any,
        seats: int,
        values: Mapping[str, Any] | None,
        seed: bytes,
        shy: Callable[[str], bool] = lambda verb: False,
    ) -> None:
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.options = rules.options(values)
        self.state = rules.new(self.options, seats)
        self.decks = rules.decks(self.options, seats)
        self.deal = OpenDeal(seed, self.decks)
        self.ledger = Ledger(self.decks)
        self.secrets = [Secrets() for _ in range(seats)]
        self.log: list[tuple[str, Any, Any]] = []
        self.facts: list[dict[int, int]] = []
        self._shy = shy
        self._claims: tuple[tuple[int, int], ...] = ()
        self._choices = Generator(seed, "choices")

    def moves(self) -> list[Move]:
        """The legal moves of the seat to act, [] where nobody is."""
        turn = self.state.turn
        return [] if turn is None else list(self.rules.moves(self.state, self.secrets[turn]))

    def choose(self) -> Move:
        """A move of the seat to act, idle ones a little rarer so that games get on."""
        moves = self.moves()
        if self._choices.below(30):
            moves = [move for move in moves if not self._shy(move.verb)] or moves
        if self._choices.below(3):
            moves = [move for move in moves if move.verb not in self.rules.idle] or moves
        return moves[self._choices.below(len(moves))]

    def upcoming(self) -> Step:
        """The next step as a function of a state, so that it can be carried out on several."""
        rules, state = self.rules, self.state
        if state.awaiting:
            request = state.awaiting[0]
            known = self.ledger.known
            before = {slot: known[slot] for slot in request.slots if slot in known}
            cards = self.tell(request, self.deal.answer(request))
            self.log.append(("answer", request, cards))
            shown = zip(request.slots, cards, strict=True) if cards is not None else ()
            self.facts.append(before if isinstance(request, Shuffle) else dict(shown))
            return lambda other: rules.answered(other, request, cards)
        seat, move = state.turn, self.choose()
        assert seat is not None
        self._claims = rules.claims(state, move)
        self.log.append(("move", seat, move))
        self.facts.append(dict(self._claims))
        return lambda other: rules.apply(other, seat, move)

    def tell(self, request: Request, cards: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """Every seat learns its own of an answer; what everyone may see of it comes back."""
        for seat, secrets in enumerate(self.secrets):
            learn(secrets, seat, request, cards)
        public = cards if isinstance(request, Reveal) and request.to == ALL else None
        self.ledger.check(request, public)
        self.ledger.record(request, public)
        return public

    def steps(self) -> Iterator[Step]:
        """Every step to the end; whoever asks for the next has carried out the last on ``state``."""
        while not self.state.over:
            assert len(self.log) < LONGEST, "this game does not end"
            self._claims = ()
            yield self.upcoming()
            for slot, card in self._claims:
                self.tell(Reveal((slot,)), (card,))

    def run(self, steps: int = LONGEST) -> Game:
        """Play to the end, or so many steps and then on until a move is due."""
        for number, step in enumerate(self.steps()):
            step(self.state)
            if number + 1 >= steps and not self.state.awaiting:
                # What a claim shows is learned when the next step is asked for.
                for slot, card in self._claims:
                    self.tell(Reveal((slot,)), (card,))
                self._claims = ()
                break
        return self


def values_of(rules: Any, seats: int, seed: bytes) -> dict[str, Any]:
    """House options that follow from the seed: of each a value that the game takes, or none."""
    chance = Generator(seed, "options")
    values: dict[str, Any] = {}
    for field in rules.options()._fields:
        taken = []
        for value in (None, False, True, *range(seats)):
            try:
                rules.new(rules.options({field: value}), seats)
            except BadOptions:
                continue
            taken.append(value)
        if taken and chance.below(2):
            values[field] = taken[chance.below(len(taken))]
    return values


def shy(seed: bytes) -> Callable[[str], bool]:
    """One verb in five, which ones follows from the seed."""
    return cache(lambda verb: not Generator(seed, f"shy {verb}").below(5))


def deal(name: str, seats: int, seed: bytes) -> Game:
    """A game of that name whose cards, options and players all follow from the seed."""
    rules = find(name)
    return Game(rules, seats, values_of(rules, seats, seed), seed, shy(seed))


def replay(game: Game, read: Callable[[Move], Move] = lambda move: move) -> Any:
    """The state of a watcher who has the log and nothing else, each move as ``read`` gives it."""
    rules, state = game.rules, game.rules.new(game.options, game.seats)
    for kind, who, what in game.log:
        if kind == "move":
            move = read(what)
            rules.check(state, who, move)
            rules.apply(state, who, move)
        else:
            assert state.awaiting[0] == who
            rules.answered(state, who, what)
    return state
