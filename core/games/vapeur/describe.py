"""The public state as plain text: for ``caboose replay``, bug reports and tests."""

from __future__ import annotations

from typing import Final

from core.games.vapeur.moves import TRAIN_LETTERS
from core.games.vapeur.scoring import certified, score, winners
from core.games.vapeur.sheet import CODES, COLOURS
from core.games.vapeur.state import Phase, State, trains_of
from core.games.vapeur.view import next_draw

_PHASES: Final = {
    Phase.THEFT: "may steal a train, lay and certify",
    Phase.LAY: "lays and certifies",
}


def train(state: State, number: int) -> str:
    """``c yellow LGG*``: letter, colour, cards; a star once it is certified."""
    cards = "L" + "G" * state.gondolas[number] + "C" * state.cabooses[number]
    star = "*" if state.certified[number] else ""
    return f"{TRAIN_LETTERS[number]} {COLOURS[state.colours[number]]} {cards}{star}"


def _turn(state: State) -> str:
    if state.over:
        seats = ", ".join(str(seat + 1) for seat in winners(state))
        return f"over, won by seat {seats}"
    if state.player is None:
        return "waiting for cards"
    if state.phase is Phase.DRAW:
        return f"seat {state.player + 1} draws"
    return f"seat {state.player + 1} {_PHASES[state.phase]}"


def _pile(state: State) -> str:
    draw = next_draw(state)
    if state.pile or draw is None:
        return f"pile {state.pile}"
    following, other = draw
    if other is None:
        return "pile empty"
    return f"pile empty, seat {following + 1} will draw from seat {other + 1}"


def describe(state: State) -> str:
    """Several lines, none with trailing space."""
    lines = [f"À toute vapeur!, {state.seats} players: {_turn(state)}"]
    spent = f"{state.spent[0]} inspections and {state.spent[1]} quality controls used"
    turns = "turn" if state.quiet == 1 else "turns"
    quiet = f", {state.quiet} {turns} without a card laid" if state.quiet else ""
    lines.append(f"  {_pile(state)}; {spent}{quiet}")
    shown = dict(state.shown)
    for seat, (trains, safe) in enumerate(zip(score(state), certified(state), strict=True)):
        own = "; ".join(train(state, number) for number in trains_of(state, seat))
        hand = state.hands[seat]
        known = " ".join(CODES[shown[slot]] for slot in hand if slot in shown)
        lines.append(
            f"  seat {seat + 1}: {own or '-'} ({trains} complete, {safe} certified), "
            f"hand {len(hand)}{f' with {known}' if known else ''}"
        )
    return "\n".join(lines)
