"""The open deal recomputed from the seed: what a log's cards, claims and duties are checked against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.kernel.dealer import OpenDeal
from core.kernel.deck import Secrets, learn
from core.kernel.game import Game
from core.kernel.move import Move
from core.kernel.requests import ALL, Request, Reveal
from netplay.session.outcome import Code, Outcome, Wrong, reveal_of
from netplay.session.start import Start
from netplay.table import Played, Turned


class OpenCheck:
    """The open deal recomputed from the seed, to check answers, claims and duties against."""

    def __init__(self, game: Game[Any], start: Start, seed: bytes) -> None:
        seats = len(start.roster.seats)
        self._game = game
        self._deal = OpenDeal(seed, game.decks(start.options, seats))
        self._hands = [Secrets() for _ in range(seats)]

    def answered(self, request: Request, cards: Sequence[int] | None) -> None:
        """Raise Wrong unless the log's answer is the deal's."""
        true = self._deal.answer(request)
        for seat, hand in enumerate(self._hands):
            learn(hand, seat, request, true)
        public = isinstance(request, Reveal) and request.to == ALL
        if (tuple(cards) if cards is not None else None) != (true if public else None):
            raise Wrong(Code.ANSWER, "the cards turned over are not the ones that lay there")

    def played(
        self, before: Any, seat: int, move: Move, claims: Any, stand_in: bool = False
    ) -> None:
        """Raise Wrong for a false claim or a duty not done; a stand-in knows of no hidden duty."""
        for slot, card in claims:
            if not 0 <= slot < len(self._deal.cards) or self._deal.cards[slot] != card:
                raise Wrong(Code.CLAIM, "a card was laid open that is not in its slot")
        hand = {} if stand_in else self._hands[seat]
        breach = self._game.duties(before, seat, move, hand)
        if breach is not None:
            raise Wrong(Code.DUTY, str(breach))
        if claims:
            shown, cards = reveal_of(claims)
            for owner, hand in enumerate(self._hands):
                learn(hand, owner, shown, cards)


def check_outcome(check: OpenCheck, outcome: Outcome) -> None:
    """Let the open deal judge a move or an answer; raises Wrong."""
    event = outcome.event
    if isinstance(event, Played):
        check.played(event.before, event.seat, event.move, outcome.claims, outcome.stand_in)
    elif isinstance(event, Turned):
        check.answered(event.request, event.cards)
