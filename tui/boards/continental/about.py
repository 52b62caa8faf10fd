"""What home and help say of Continental Express, without anything of the game itself."""

from __future__ import annotations

from typing import Final

from tui.keymap import TABLE_HELP
from tui.tongue import N_

TITLE: Final = "Continental Express"
TRAINS: Final = {
    2: (N_("Branch line"), N_("One rival: quick, and every card you leave is theirs.")),
    3: (N_("Main line"), N_("Two rivals: the yard changes before you are back.")),
    4: (N_("Continental"), N_("Three rivals: a full table, and the fewest turns.")),
}
"""By seats: the table's name on the departure board, and a line about it."""
GREEDY: Final = N_("weighs objectives, contract and your reply")
KEYS: Final = TABLE_HELP
STAND_IN: Final = ""
