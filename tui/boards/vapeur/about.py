"""What home and help say of À toute vapeur!, without anything of the game itself."""

from __future__ import annotations

from typing import Final

from tui.keymap import LOOK_UP, Row
from tui.tongue import N_

TITLE: Final = "À toute vapeur!"
TRAINS: Final = {
    2: (N_("Shuttle"), N_("One rival: what you leave uncertified comes and goes.")),
    3: (N_("Fruit train"), N_("Two rivals: the pile lasts, and so do hands.")),
    4: (N_("Market day"), N_("Three rivals: most trains change owners.")),
    5: (N_("Harvest"), N_("Four rivals: the pile is soon gone.")),
    6: (N_("Full steam"), N_("Five rivals: a full table, hands are drawn from early.")),
}
"""By seats: the table's name on the departure board, and a line about it."""
GREEDY: Final = N_("holds wagons back until a train is whole")
KEYS: Final = (
    Row("", N_("At the table")),
    Row("1-9", N_("the train card with that number: three digits a colour")),
    Row("u", N_("certified train: protects a complete train of yours")),
    Row("v w", N_("mechanical inspection, quality control: steal a train")),
    Row("a-i", N_("the train with that letter: lay on yours, steal another's")),
    Row(N_("both"), N_("card and train, in either order, where there are several")),
    Row(N_("arrows"), N_("where there are several ways: choose one")),
    Row(N_("space, enter"), N_("confirm what is staged; with nothing staged, end your turn")),
    Row(N_("escape"), N_("take back what is staged")),
    *LOOK_UP,
)
STAND_IN: Final = N_("Whoever a stand-in plays for plays with an open hand")
