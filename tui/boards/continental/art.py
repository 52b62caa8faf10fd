"""Cards drawn from text, three rows each: only signs that every terminal has."""

from __future__ import annotations

from typing import Final

ART: Final = (
    # A boxcar: a closed house on wheels, with a sliding door
    (" .=======. ", " | |>A<| | ", " `-o---o-' "),
    # B flatcar: timber between stakes
    ("  _______  ", " |=======| ", " `-o-B-o-' "),
    # C tank car
    (" ,--|^|--. ", "(    C    )", " `-o---o-' "),
    # D stock car: slats
    (" ,=======. ", " |=|=D=|=| ", " `-o---o-' "),
    # E mail car: windows and a letter slot
    (" .-------. ", " |[]_E_[]| ", " `-o---o-' "),
    # L locomotive
    ("  __ o  .o ", " |L |_|_|_ ", " `-oOO-oo-\\"),
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
WIDTH: Final = 11
