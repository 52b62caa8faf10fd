"""The greedy bot's judgement of moves: one turn ahead, by reasons that can be named.

It keeps wagons in the hand until a train is whole, because a partial train is easily stolen; keeps
inspections and controls for trains it can certify, until the pile runs low; and looks at whether the
ninth train would end the game in its favour. It knows only its own hand and what everyone sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from core.bots.weigh import Weighed, Weigher
from core.games.vapeur import legal
from core.games.vapeur.moves import ADD, CERTIFY, COMPLETE, LAY, STEAL
from core.games.vapeur.scoring import certified, score
from core.games.vapeur.sheet import CERTIFIED, TRAINS
from core.games.vapeur.state import State, complete, missing
from core.kernel.move import Move


class Reason(StrEnum):
    """Why a move is good or bad, in words that can follow ``because it``."""

    THEFT = "takes a train from another player"
    PROGRESS = "brings a train nearer to being whole"
    WHOLE = "makes a train whole"
    SAFE = "protects a train for good"
    DUTY = "lays a locomotive that has to be laid"
    FIRST = "can only be done before cards are laid"
    EXPOSED = "leaves a train that others can steal"
    CARDS = "spends cards that could do more later"
    ENDING = "ends the game at this moment"


Terms: TypeAlias = tuple[tuple[Reason, int], ...]

_TRAIN: Final = 100
_SAFE: Final = 50
_CERTIFY: Final = 90
_LEADER: Final = 5
_FIRST: Final = 200
_DUTY: Final = 150
_CARD: Final = 2
_PARTIAL: Final = 350
"""What a special is worth above a train that is not even complete."""
_BACK: Final = 600
_LOW_PILE: Final = 10
"""From this pile on there are few turns left in which a stolen train could be stolen back."""
_PROGRESS: Final = 10
_PART: Final = 15
_PATIENCE: Final = 1
"""Turns with an empty pile and no card laid after which nothing is held back: the game would stall."""
_WIN: Final = 2000
_LOSS: Final = 500


class _Judge:
    """One position, seen from the seat to act."""

    def __init__(self, state: State, seat: int, secrets: Mapping[int, int]) -> None:
        self.state = state
        self.seat = seat
        self.hand = Counter(legal.hand(state, seat, secrets).values())
        self.scores = score(state)
        self.stalling = state.quiet > _PATIENCE
        unsafe = sum(
            1
            for train, owner in enumerate(state.owners)
            if owner == seat and complete(state, train) and not state.certified[train]
        )
        self.spare_certificates = self.hand[CERTIFIED] - unsafe

    def move(self, move: Move) -> Terms:
        """A legal move of this game."""
        verb = move.verb
        if verb == LAY:
            return ((Reason.DUTY, _DUTY),)
        if verb == CERTIFY:
            return ((Reason.SAFE, _CERTIFY),)
        if verb == STEAL:
            return self._steal(move.args[0])
        if verb in (ADD, COMPLETE):
            return self._wagons(move)
        return ()

    def _steal(self, train: int) -> Terms:
        if not complete(self.state, train):
            return ((Reason.THEFT, _TRAIN), (Reason.CARDS, -_PARTIAL))
        leader = _LEADER * self.scores[self.state.owners[train]]
        terms: Terms = ((Reason.THEFT, _TRAIN + leader), (Reason.FIRST, _FIRST))
        if self.spare_certificates > 0:
            return (*terms, (Reason.SAFE, _SAFE))
        if self.state.pile > _LOW_PILE:
            return (*terms, (Reason.EXPOSED, -_BACK))
        return terms

    def _wagons(self, move: Move) -> Terms:
        """Cards laid on a train: one of an own one's, or all that another's lacks."""
        train = move.args[0]
        lacking = missing(self.state, train)
        if move.verb == ADD and any(self.hand[card] < lacking.count(card) for card in lacking):
            progress = (Reason.PROGRESS, _PROGRESS)
            if self.stalling:
                return (progress,)
            return (progress, (Reason.EXPOSED, -_PART - len(lacking)))
        terms: Terms = ((Reason.WHOLE, _TRAIN), (Reason.CARDS, -_CARD * len(lacking)))
        if sum(self.state.cabooses) == TRAINS - 1 and (move.verb == COMPLETE or len(lacking) == 1):
            terms += ((Reason.ENDING, self._ending()),)
        if move.verb == COMPLETE:
            terms += ((Reason.FIRST, _FIRST),)
            if self.spare_certificates > 0:
                terms += ((Reason.SAFE, _SAFE),)
        return terms

    def _ending(self) -> int:
        """What the last train, laid by this seat, makes of the result."""
        ranks = list(zip(self.scores, certified(self.state), strict=True))
        mine = (ranks[self.seat][0] + 1, ranks[self.seat][1])
        best = max(rank for seat, rank in enumerate(ranks) if seat != self.seat)
        return _WIN if mine > best else -_LOSS if mine < best and not self.stalling else 0


class Greedy(Weigher):
    """The judgement as ``core.bots.weigh.Weigher``."""

    def weigh(self, state: State, seat: int, secrets: Mapping[int, int]) -> list[Weighed]:
        """Every legal move, the best first, ties by move order; ``state`` is not changed."""
        judge = _Judge(state, seat, secrets)
        weighed = [Weighed(move, judge.move(move)) for move in legal.moves(state, secrets)]
        weighed.sort(key=lambda one: -one.worth)
        return weighed


WEIGHER: Final = Greedy()
