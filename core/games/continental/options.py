"""The table options of Continental Express (ruling 36), shown in the advert and fixed by the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.games.continental.sheet import MAX_SEATS
from core.kernel import options


class Options(NamedTuple):
    """House options.

    bonus_ticket: everyone but the first player begins with one ticket, which is none of the deck's.
    first_player: the seat that begins, or None for a shuffled deck of seats (ruling 33).
    effects_mandatory: a character's effect may not be declined where it is possible (ruling 7).
    """

    bonus_ticket: bool = False
    first_player: int | None = None
    effects_mandatory: bool = False

    @classmethod
    def of(cls, values: Mapping[str, Any] | None) -> Options:
        """Options from names and values; raises BadOptions for anything unknown or ill-typed."""
        return options.by_name(cls, values)

    def validate(self) -> None:
        """Raise BadOptions for ill-typed values."""
        bonus_ticket, first_player, effects_mandatory = self.pack()
        options.check_flag("bonus_ticket", bonus_ticket)
        options.check_seat("first_player", first_player, MAX_SEATS)
        options.check_flag("effects_mandatory", effects_mandatory)

    def pack(self) -> tuple[Any, ...]:
        """The array for the wire and the hash: every field in order."""
        return tuple(self)

    @classmethod
    def unpack(cls, wire: Any) -> Options:
        """Options from a decoded array; raises BadOptions."""
        return options.from_wire(cls, wire)
