"""Weights of a shrewd fast player; made by ``benchmarks.evolve``."""

from __future__ import annotations

from typing import Final

from core.games.continental.taste import Taste, Weights, falling

SHREWD: Final = Taste(
    Weights(
        sure=falling((81, 56), (80, 52), (72, 53), (59, 39)),
        common=12,
        rare=17,
        second=(0, 16, 38, 51, 51),
        to_come=(0, 9, 41, 77, 112),
        ticket=11,
        switch=22,
        deny=(0, 0, 114, 44, 22),
        haste=0,
        ending=167,
        worst=-617,
        best=218,
        nearly=61,
        icon=145,
        token=94,
    )
)
