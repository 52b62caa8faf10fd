"""Where the panels go and how large cards are drawn, from 80x24 upwards: the same keys everywhere."""

from __future__ import annotations

from typing import Final, NamedTuple

from tui.boards.area import HEIGHT, WIDTH, Rect

OBJECTIVE_CARD: Final = 6
"""Rows of an objective drawn as a card, where they stand beside each other."""


class Layout(NamedTuple):
    """A rectangle a panel, and how richly things are drawn.

    card_rows: rows of a yard card (1, 3 with a box, 5 with art). objective_rows: 1 or 2 in a list, 6 as
    cards beside each other. player_rows: 1, 2 with the train, 4 with the train drawn, 5 with what was
    claimed too. drawn: whether the viewer's own train is drawn.
    """

    header: Rect
    objectives: Rect
    yard: Rect
    players: Rect
    train: Rect
    contract: Rect
    log: Rect
    prompt: Rect
    card_rows: int
    objective_rows: int
    player_rows: int
    drawn: bool


def layout(width: int, height: int, seats: int) -> Layout:
    """The layout of a terminal of at least WIDTH by HEIGHT; smaller ones are drawn as if that."""
    width, height = max(width, WIDTH), max(height, HEIGHT)
    wide = width >= 100
    log = 22 if not wide else 30 if width < 120 else max(36, width // 4)
    left = width - log
    card_rows = objective_rows = player_rows = 1
    bottom = 5
    spare = height - (1 + 5 + 5 + (seats + 2) + bottom + 2)
    if wide and spare >= 6:
        card_rows, spare = 3, spare - 6
    if spare >= seats:
        player_rows, spare = 2, spare - seats
    if spare >= 3:
        objective_rows, spare = 2, spare - 3
    rich = card_rows == 3 and left >= 98 and spare >= 6
    if rich:
        card_rows, spare = 5, spare - 6
        # First what is looked at most: the own train drawn needs one row, cards for objectives none.
        if spare >= 1:
            bottom, spare = bottom + 1, spare - 1
        objective_rows = OBJECTIVE_CARD
        if spare >= 2 * seats:
            player_rows, spare = 4, spare - 2 * seats
            if spare >= seats + 1:
                player_rows, spare = 5, spare - seats
    more = min(spare, 3 if not rich else 1)
    bottom, spare = bottom + more, spare - more
    drawn = rich and bottom >= 6
    objectives = 2 + (objective_rows if objective_rows == OBJECTIVE_CARD else 3 * objective_rows)
    yard = 2 + 3 * card_rows
    # What is left over on a very tall terminal is the players' and stays blank.
    players = 2 + seats * player_rows + spare
    upper = objectives + yard + players
    right = max(38, width * 2 // 5)
    base = 1 + upper
    return Layout(
        header=Rect(0, 0, width, 1),
        objectives=Rect(0, 1, left, objectives),
        yard=Rect(0, 1 + objectives, left, yard),
        players=Rect(0, 1 + objectives + yard, left, players),
        log=Rect(left, 1, log, upper),
        train=Rect(0, base, width - right, bottom),
        contract=Rect(width - right, base, right, bottom),
        prompt=Rect(0, base + bottom, width, 2),
        card_rows=card_rows,
        objective_rows=objective_rows,
        player_rows=player_rows,
        drawn=drawn,
    )
