"""The table options of Continental Express (ruling 36), shown in the advert and fixed by the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.games.continental.sheet import MAX_SEATS
from core.kernel.errors import BadOptions


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
        values = dict(values or {})
        for name in values:
            if name not in cls._fields:
                raise BadOptions(f"no such option: {str(name)[:40]!r}")
        options = cls(**values)
        options.validate()
        return options

    def validate(self) -> None:
        """Raise BadOptions for ill-typed values."""
        for name in ("bonus_ticket", "effects_mandatory"):
            if type(getattr(self, name)) is not bool:
                raise BadOptions(f"{name} is yes or no")
        first = self.first_player
        if first is not None and (type(first) is not int or not 0 <= first < MAX_SEATS):
            raise BadOptions("first_player is a seat or none")

    def pack(self) -> tuple[Any, ...]:
        """The array for the wire and the hash."""
        return (self.bonus_ticket, self.first_player, self.effects_mandatory)

    @classmethod
    def unpack(cls, wire: Any) -> Options:
        """Options from a decoded array; raises BadOptions."""
        if type(wire) is not tuple or len(wire) != 3:
            raise BadOptions("options are an array of three")
        options = cls(*wire)
        options.validate()
        return options
