"""Who has won: most complete trains, then most certified ones (Fin de la partie; rulings 21-24)."""

from __future__ import annotations

from core.games.vapeur.state import State


def score(state: State) -> tuple[int, ...]:
    """Complete trains by seat; certificates and cards left in the hand are worth nothing."""
    totals = [0] * state.seats
    for owner, done in zip(state.owners, state.cabooses, strict=True):
        totals[owner] += done
    return tuple(totals)


def certified(state: State) -> tuple[int, ...]:
    """Certified trains by seat, which break a tie."""
    totals = [0] * state.seats
    for owner, safe in zip(state.owners, state.certified, strict=True):
        totals[owner] += safe
    return tuple(totals)


def winners(state: State) -> tuple[int, ...]:
    """Most complete trains; of those, most certified ones; what is still equal shares (ruling 24)."""
    if not state.over:
        return ()
    ranks = list(zip(score(state), certified(state), strict=True))
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)
