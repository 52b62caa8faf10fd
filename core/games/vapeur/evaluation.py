"""What a position promises each seat at the end, for the searching bots: a line fitted to results.

``python -m benchmarks.fit_evaluation a-toute-vapeur`` plays the games and works the weights out again.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Final

from core.games.vapeur.fitted import WEIGHTS
from core.games.vapeur.greedy import WEIGHER
from core.games.vapeur.moves import END, LAY
from core.games.vapeur.sheet import CERTIFIED, INSPECTION
from core.games.vapeur.state import State, complete, missing
from core.kernel.move import Move

STAGES: Final = 4
_SCALE: Final = 90
"""Most likely for who won 230 games of greedy's, 2 and 4 seats, by what was expected."""
_PILES: Final = (17, 8, 0)
"""Cards in the pile above which the first stages last; in the last one there is none."""


def stage(state: State) -> int:
    """How far the game is, by the cards still to be drawn."""
    return next((at for at, cards in enumerate(_PILES) if state.pile > cards), STAGES - 1)


def features(state: State, seat: int, secrets: Mapping[int, int]) -> tuple[int, ...]:
    """What counts for a seat's final trains, in hundredths.

    Trains that are certified, complete, and begun; cards these lack; certificates in the hand, cards
    to steal with, train cards that an own train lacks, others; turns until the own one; and a train.
    """
    safe = whole = begun = lacking = 0
    wanted: list[int] = []
    for train, owner in enumerate(state.owners):
        if owner == seat:
            if state.certified[train]:
                safe += 1
            elif complete(state, train):
                whole += 1
            else:
                begun += 1
                cards = missing(state, train)
                lacking += len(cards)
                wanted += cards
    certificates = tools = useful = others = 0
    shown = dict(state.shown) if state.shown else {}
    for slot in state.hands[seat]:
        card = secrets.get(slot, shown.get(slot, -1))
        if card == CERTIFIED:
            certificates += 1
        elif card >= INSPECTION:
            tools += 1
        elif card in wanted:
            wanted.remove(card)
            useful += 1
        else:
            others += 1
    player = state.player if state.player is not None else seat
    wait = (seat - player) % state.seats
    counts = (safe, whole, begun, lacking, certificates, tools, useful, others, wait, 1)
    return tuple([100 * count for count in counts])


class Judgement:
    """The judgement as ``core.bots.weigh.Evaluation``."""

    horizon: int | None = 4
    later: tuple[int, ...] = ()
    spread: int = 200

    def scale(self, state: State) -> int:
        """See ``_SCALE``."""
        return _SCALE

    def beliefs(self, state: State, viewer: int) -> dict[int, dict[int, int]]:
        """Hands are replaced too fast to say much of them."""
        return {}

    def quick(self, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
        """Greedy's move: it thinks fast in this game."""
        return WEIGHER.best(state, seat, secrets)

    def shrewd(self, state: State, seat: int, secrets: Mapping[int, int]) -> Move:
        """Greedy's move: there is no better one as fast."""
        return WEIGHER.best(state, seat, secrets)

    def worths(
        self, state: State, seat: int, secrets: Mapping[int, int], moves: Sequence[Move]
    ) -> list[int]:
        """Greedy's worths."""
        worth = {one.move: one.worth for one in WEIGHER.weigh(state, seat, secrets)}
        return [worth[move] for move in moves]

    def key(self, state: State, move: Move) -> Hashable:
        """The cards and the train, from whichever slots."""
        verb, args = move
        if verb == END:
            return verb
        return (verb, args[1]) if verb == LAY else (verb, args[0], args[2::2])

    def alike(self, state: State, move: Move) -> Hashable:
        """As in other worlds: it does not matter which of equal cards is played."""
        return self.key(state, move)

    def expected(self, state: State, secrets: Mapping[int, int]) -> tuple[int, ...]:
        """Final trains by seat, hundredths."""
        weights = WEIGHTS[state.seats][stage(state)]
        return tuple(
            [
                sum([a * b for a, b in zip(weights, features(state, seat, secrets), strict=True)])
                // 1000
                for seat in range(state.seats)
            ]
        )


EVALUATION: Final = Judgement()
