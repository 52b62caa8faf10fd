"""What the viewer plays from in À toute vapeur!: hand, thefts, and moves in the order of the screen."""

from __future__ import annotations

from typing import Final, TypeAlias

from core.games.vapeur.moves import ADD, CERTIFY, COMPLETE, END, LAY, STEAL
from core.games.vapeur.sheet import CERTIFIED, LOCOMOTIVE, kind_of
from core.games.vapeur.state import State
from core.games.vapeur.view import Theft, grouped, thefts
from core.kernel.move import Move
from tui.boards.position import Position as AnyPosition

_OWN_FIRST: Final = (LAY, ADD, CERTIFY, COMPLETE, STEAL, END)
"""The order of ways: what is done with own trains comes before a theft."""


Position: TypeAlias = AnyPosition[State]


def hand(position: Position) -> dict[int, tuple[int, ...]]:
    """Card to its slots, of the viewer's hand."""
    if position.seat is None:
        return {}
    return dict(grouped(position.state, position.seat, position.secrets))


def others_trains(position: Position) -> list[Theft]:
    """Other players' trains that are not certified."""
    if position.seat is None:
        return []
    return thefts(position.state, position.seat, position.secrets)


def ways(position: Position) -> list[Move]:
    """The viewer's legal moves, those on own trains first."""
    return sorted(position.moves(), key=lambda move: _OWN_FIRST.index(move.verb))


def verb_of(card: int) -> str:
    """What a card is for, laid by itself."""
    kind = kind_of(card)
    if kind is None:
        return CERTIFY if card == CERTIFIED else STEAL
    return LAY if kind == LOCOMOTIVE else ADD
