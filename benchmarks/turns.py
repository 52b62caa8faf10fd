"""Plays matches to their end: the one loop that all measurements of bots go through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.bots.search.playout import Player
from core.kernel.move import Move
from core.match import Match


def turns(match: Match, players: Sequence[Player]) -> Iterator[tuple[int, Move]]:
    """Who acts and the move chosen, until the match is over; ``players``: by seat.

    A move is made when the next one is asked for: meanwhile the position is the one it was chosen in.
    """
    state = match.state
    while not state.over:
        seat: Any = state.turn
        move = players[seat](state, seat, match.secrets[seat])
        yield seat, move
        match.play(move)
