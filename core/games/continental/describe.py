"""The public state as plain text: for ``caboose replay``, bug reports and tests."""

from __future__ import annotations

from typing import Final

from core.games.continental.moves import ROWS
from core.games.continental.scoring import objective_points, score, winners
from core.games.continental.sheet import COMPANIES, LETTERS, NAMES, contract, objective
from core.games.continental.state import Phase, State

_PHASES: Final = {
    Phase.KEEP: "chooses a contract",
    Phase.TAKE: "takes a card",
    Phase.EFFECT: "settles an effect",
    Phase.CLAIM: "may claim",
}


def small(card: int | None) -> str:
    """A small card in words, a wagon with its letter."""
    if card is None:
        return "-"
    return f"{NAMES[card]} {LETTERS[card]}" if card < len(LETTERS) else NAMES[card]


def objective_text(card: int | None) -> str:
    """``3 yellow A B C``."""
    if card is None:
        return "-"
    found = objective(card)
    return f"{found.points} {COMPANIES[found.company]} {' '.join(found.wagons)}"


def contract_text(card: int) -> str:
    """A contract in words."""
    found = contract(card)
    what = str(found.kind)
    if found.company is not None:
        what = f"each {COMPANIES[found.company]} icon"
    return f"{found.points} for {what}"


def _turn(state: State) -> str:
    if state.over:
        seats = ", ".join(str(seat + 1) for seat in winners(state))
        return f"over, won by seat {seats}"
    if state.awaiting or state.turn is None:
        return "waiting for cards"
    effect = f" ({NAMES[state.effect]})" if state.effect is not None else ""
    last = f", {state.last_turns} turns left" if state.last_turns is not None else ""
    return f"seat {state.turn + 1} {_PHASES.get(state.phase, 'waits')}{effect}{last}"


def describe(state: State) -> str:
    """Several lines, none with trailing space."""
    lines = [f"Continental Express, {state.seats} players: {_turn(state)}"]
    lines += [
        f"  objective {ROWS[row]}: {objective_text(card)}" for row, card in enumerate(state.row)
    ]
    for line in range(3):
        cards = ", ".join(small(card) for card in state.yard[3 * line : 3 * line + 3])
        lines.append(f"  line {line + 1}: {cards} | pile {len(state.piles[line])}")
    totals = score(state)
    for seat in range(state.seats):
        wagons = "".join(LETTERS[wagon] * state.wagons[6 * seat + wagon] for wagon in range(6))
        tokens = " ".join(
            name for c, name in enumerate(COMPANIES) for _ in range(state.tokens[5 * seat + c])
        )
        claimed = "; ".join(objective_text(card) for card in state.claimed[seat])
        card = state.contracts[seat]
        lines.append(
            f"  seat {seat + 1}: train {wagons or '-'}, tickets {state.tickets[seat]}, "
            f"tokens {tokens or '-'}, claimed {claimed or '-'} "
            f"({objective_points(state, seat)} points)"
        )
        if card is not None:
            lines.append(f"    contract {contract_text(card)}; total {totals[seat]}")
    return "\n".join(lines)
