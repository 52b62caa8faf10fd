"""What home and help say of Continental Express, without anything of the game itself."""

from __future__ import annotations

from typing import Final

from tui.keymap import TABLE_HELP

TITLE: Final = "Continental Express"
TRAINS: Final = {
    2: ("Branch line", "One rival: quick, and every card you leave is theirs."),
    3: ("Main line", "Two rivals: the yard changes before you are back."),
    4: ("Continental", "Three rivals: a full table, and the fewest turns."),
}
"""By seats: the table's name on the departure board, and a line about it."""
GREEDY: Final = "weighs objectives, contract and your reply"
KEYS: Final = TABLE_HELP
STAND_IN: Final = ""
