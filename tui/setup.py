"""What a new game at one machine is made of: the command line and the home screen both fill it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class SoloSetup:
    """A game of one person against bots.

    seats: how many sit at the table, the person included.
    bots: strengths of the others in order; the last one serves for all seats that remain.
    seed: fixes the deal; None draws one.
    options: the game's house options by name, as ``Game.options`` takes them.
    name: what the person is called at the table; foreign text.
    others: further people at the same terminal, in the seats after the first.
    """

    game: str = "continental-express"
    seats: int = 3
    bots: tuple[str, ...] = ("greedy",)
    seed: int | str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    name: str = "You"
    others: tuple[str, ...] = ()

    turned: int = 0
    """By how many seats everyone has moved on since the first game: the person sits there."""

    def again(self) -> SoloSetup:
        """The same game once more: other cards, and everyone one seat on."""
        return replace(self, seed=None, turned=(self.turned - 1) % self.seats)

    def strengths(self) -> tuple[str, ...]:
        """The strength of each bot, one for each seat without a person."""
        wanted = self.seats - 1 - len(self.others)
        named = self.bots or ("random",)
        return (named + named[-1:] * wanted)[:wanted]
