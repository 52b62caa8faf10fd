"""Small cards drawn from text, three rows of eleven cells each."""

from __future__ import annotations

from typing import Final

from core.games.continental.sheet import LETTERS
from tui.art import TRAIN

ART: Final = (
    *(TRAIN[letter] for letter in LETTERS),
    # ticket
    (" .-------. ", " : $ 1 $ : ", " `-------' "),
    # Director: a company token
    ("   _____   ", "  / (D) \\  ", "  \\_____/  "),
    # Investor: a stack of notes
    ("  _______  ", " |  (I)  | ", " |$_$_$_$| "),
    # Pickpocket: a mask
    ("  _______  ", " / o(P)o \\ ", " \\__/ \\__/ "),
    # Switchman: a switch
    ("  ____/___ ", "  (S)/     ", " ___/_____ "),
)
"""By card number."""
