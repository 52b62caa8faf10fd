"""All moves of Continental Express, with their texts.

    keep 1|2            keep the first or second of the two contracts dealt
    take 2 1            take from line 2 the card at the place that costs 1 ticket
    invest 2 1          the Investor takes that card for nothing
    rob 3               the Pickpocket takes all tickets of seat 3
    swap A 2 L          the Switchman gives a boxcar to seat 2 for a locomotive
    token blue          the Director takes a blue company token
    decline             the character's effect is not used
    claim b A A L       claim the second objective, paying these wagons
    pass                end the turn without claiming

Texts count lines and seats from 1 as people do; arguments and wire forms count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import Final

from core.games.continental.sheet import COMPANIES, LETTERS, MAX_SEATS
from core.kernel.move import Move, MoveTable

KEEP, TAKE, INVEST, ROB = "keep", "take", "invest", "rob"
SWAP, TOKEN, DECLINE, CLAIM, PASS = "swap", "token", "decline", "claim", "pass"

ROWS: Final = "abc"
"""The letters of the three objectives on display."""


def _all() -> Iterator[tuple[Move, str]]:
    for which in range(2):
        yield Move(KEEP, (which,)), f"keep {which + 1}"
    for verb in (TAKE, INVEST):
        for line in range(3):
            for place in range(3):
                yield Move(verb, (line, place)), f"{verb} {line + 1} {place}"
    for seat in range(MAX_SEATS):
        yield Move(ROB, (seat,)), f"rob {seat + 1}"
    for give in range(6):
        for seat in range(MAX_SEATS):
            for get in range(6):
                text = f"swap {LETTERS[give]} {seat + 1} {LETTERS[get]}"
                yield Move(SWAP, (give, seat, get)), text
    for company, name in enumerate(COMPANIES):
        yield Move(TOKEN, (company,)), f"token {name}"
    yield Move(DECLINE), "decline"
    for row in range(3):
        for size in (2, 3, 4):
            for wagons in combinations_with_replacement(range(6), size):
                letters = " ".join(LETTERS[wagon] for wagon in wagons)
                yield Move(CLAIM, (row, *wagons)), f"claim {ROWS[row]} {letters}"
    yield Move(PASS), "pass"


MOVES: Final = MoveTable((KEEP, TAKE, INVEST, ROB, SWAP, TOKEN, DECLINE, CLAIM, PASS), _all())
