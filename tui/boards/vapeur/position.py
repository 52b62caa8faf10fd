"""What the viewer plays from, and the game's own answers about it: moves, thefts, reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from core.games.vapeur.moves import ADD, CERTIFY, COMPLETE, END, LAY, STEAL
from core.games.vapeur.sheet import CERTIFIED, LOCOMOTIVE, kind_of
from core.games.vapeur.state import State
from core.games.vapeur.view import Theft, grouped, thefts
from core.kernel.errors import RulesError
from core.kernel.game import Game
from core.kernel.move import Move

_OWN_FIRST: Final = (LAY, ADD, CERTIFY, COMPLETE, STEAL, END)
"""The order of ways: what is done with own trains comes before a theft."""


class Position(NamedTuple):
    """What the viewer plays from: the game, the state, the viewer's seat and secrets."""

    game: Game[State]
    state: State
    seat: int | None
    secrets: Mapping[int, int]

    @property
    def mine(self) -> bool:
        """Whether the viewer is the one to act."""
        state = self.state
        return self.seat is not None and state.turn == self.seat and not state.awaiting

    def hand(self) -> dict[int, tuple[int, ...]]:
        """Card to its slots, of the viewer's hand."""
        if self.seat is None:
            return {}
        return dict(grouped(self.state, self.seat, self.secrets))

    def thefts(self) -> list[Theft]:
        """Other players' trains that are not certified."""
        return [] if self.seat is None else thefts(self.state, self.seat, self.secrets)

    def moves(self) -> list[Move]:
        """The viewer's legal moves, those on own trains first."""
        found = self.game.moves(self.state, self.secrets) if self.mine else ()
        return sorted(found, key=lambda move: _OWN_FIRST.index(move.verb))

    def reason(self, move: Move) -> str | None:
        """Why the viewer may not make the move now, None where it may."""
        if self.seat is None:
            return "you are only watching this table"
        try:
            self.game.check(self.state, self.seat, move)
        except RulesError as err:
            return str(err)
        breach = self.game.duties(self.state, self.seat, move, self.secrets)
        return None if breach is None else str(breach)


def verb_of(card: int) -> str:
    """What a card is for, laid by itself."""
    kind = kind_of(card)
    if kind is None:
        return CERTIFY if card == CERTIFIED else STEAL
    return LAY if kind == LOCOMOTIVE else ADD
