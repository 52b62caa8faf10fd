"""The end of the game: points, tie-break, and the scoring sheet line by line."""

from __future__ import annotations

from typing import NamedTuple

from core.games.continental.contracts import Grouping, best_grouping, contract_points
from core.games.continental.sheet import contract, objective
from core.games.continental.state import State


class ScoreSheet(NamedTuple):
    """One player's result. ``grouping`` and ``contract`` are None while the contract is hidden."""

    objectives: tuple[int, ...]
    objective_points: int
    contract: int | None
    grouping: Grouping | None
    tickets: int

    @property
    def total(self) -> int:
        """Objectives, contract and one point a ticket (rulebook, End of the Game)."""
        return self.objective_points + (self.grouping.points if self.grouping else 0) + self.tickets


def icons(state: State, seat: int) -> list[int]:
    """Icons by company: one an objective, one a token (ruling 29)."""
    counts = state.tokens[5 * seat : 5 * seat + 5]
    for card in state.claimed[seat]:
        counts[objective(card).company] += 1
    return counts


def objective_points(state: State, seat: int) -> int:
    """Points printed on the seat's objectives."""
    return sum([objective(card).points for card in state.claimed[seat]])


def score(state: State) -> tuple[int, ...]:
    """Points by seat; a contract counts once it was revealed."""
    totals: list[int] = []
    for seat, card in enumerate(state.contracts):
        total = objective_points(state, seat) + state.tickets[seat]
        if card is not None:
            total += contract_points(contract(card), icons(state, seat))
        totals.append(total)
    return tuple(totals)


def winners(state: State) -> tuple[int, ...]:
    """Most points; of those, most points on objectives; what is still equal shares (ruling 31)."""
    if not state.over:
        return ()
    ranks = [(points, objective_points(state, seat)) for seat, points in enumerate(score(state))]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def score_sheet(state: State, seat: int) -> ScoreSheet:
    """Everything the scoring sheet shows of one seat."""
    card = state.contracts[seat]
    grouping = None if card is None else best_grouping(contract(card), icons(state, seat))
    return ScoreSheet(
        tuple(state.claimed[seat]),
        objective_points(state, seat),
        card,
        grouping,
        state.tickets[seat],
    )


def contract_now(state: State, seat: int, card: int, extra: int | None = None) -> int:
    """What a contract card would bring the seat now, or with one more icon of company ``extra``."""
    counts = icons(state, seat)
    if extra is not None:
        counts[extra] += 1
    return contract_points(contract(card), counts)
