"""What a viewer plays from, in any game, and the game's own answers about it: moves, reasons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple

from core.kernel.errors import RulesError
from core.kernel.game import Game, S
from core.kernel.move import Move


class Position(NamedTuple, Generic[S]):
    """The game, the state, and the viewer's seat (None: only watching) and secrets."""

    game: Game[S]
    state: S
    seat: int | None
    secrets: Mapping[int, int]

    @property
    def mine(self) -> bool:
        """Whether the viewer is the one to act."""
        state = self.state
        return self.seat is not None and state.turn == self.seat and not state.awaiting

    def moves(self) -> Sequence[Move]:
        """The viewer's legal moves."""
        return self.game.moves(self.state, self.secrets) if self.mine else ()

    def reason(self, move: Move) -> str | None:
        """Why the viewer may not make the move now, None where it may; its own cards count."""
        if self.seat is None:
            return "you are only watching this table"
        try:
            self.game.check(self.state, self.seat, move)
        except RulesError as err:
            return str(err)
        breach = self.game.duties(self.state, self.seat, move, self.secrets)
        return None if breach is None else str(breach)
