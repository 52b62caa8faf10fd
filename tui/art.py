"""Wagons drawn from text, three rows of eleven cells each: only signs that every terminal has."""

from __future__ import annotations

from typing import Final

TRAIN: Final = {
    # a boxcar: a closed house on wheels, with a sliding door
    "A": (" .=======. ", " | |>A<| | ", " `-o---o-' "),
    # a flatcar: timber between stakes
    "B": ("  _______  ", " |=======| ", " `-o-B-o-' "),
    # a tank car
    "C": (" ,--|^|--. ", "(    C    )", " `-o---o-' "),
    # a stock car: slats
    "D": (" ,=======. ", " |=|=D=|=| ", " `-o---o-' "),
    # a mail car: windows, and a slot for letters
    "E": (" .-------. ", " |[]_E_[]| ", " `-o---o-' "),
    # a locomotive, its chimney to the left
    "L": (" o _  .--. ", " _| |_|L | ", "/oo-OO-OO' "),
}
