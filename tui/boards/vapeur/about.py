"""What home and help say of À toute vapeur!, without anything of the game itself."""

from __future__ import annotations

from typing import Final

from tui.keymap import LOOK_UP, Row

TITLE: Final = "À toute vapeur!"
TRAINS: Final = {
    2: ("Shuttle", "One rival: what you leave uncertified comes and goes."),
    3: ("Fruit train", "Two rivals: the pile lasts, and so do hands."),
    4: ("Market day", "Three rivals: most trains change owners."),
    5: ("Harvest", "Four rivals: the pile is soon gone."),
    6: ("Full steam", "Five rivals: a full table, hands are drawn from early."),
}
"""By seats: the table's name on the departure board, and a line about it."""
GREEDY: Final = "holds wagons back until a train is whole"
KEYS: Final = (
    Row("", "At the table"),
    Row("1-9", "the train card with that number: three digits a colour"),
    Row("u", "certified train: protects a complete train of yours"),
    Row("v w", "mechanical inspection, quality control: steal a train"),
    Row("a-i", "the train with that letter: lay on yours, steal another's"),
    Row("both", "card and train, in either order, where there are several"),
    Row("arrows", "where there are several ways: choose one"),
    Row("space, enter", "confirm what is staged; with nothing staged, end your turn"),
    Row("escape", "take back what is staged"),
    *LOOK_UP,
)
STAND_IN: Final = "Whoever a stand-in plays for plays with an open hand"
