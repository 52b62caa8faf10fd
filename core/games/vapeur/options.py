"""The table options of À toute vapeur!, shown in the advert and fixed by the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.games.vapeur.sheet import MAX_SEATS
from core.kernel.errors import BadOptions


class Options(NamedTuple):
    """House options.

    dealer: the seat that deals, or None for a shuffled deck of seats; the player to its left starts,
    and the next game's dealer is the next seat (ruling 25).
    """

    dealer: int | None = None

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
        dealer = self.dealer
        if dealer is not None and (type(dealer) is not int or not 0 <= dealer < MAX_SEATS):
            raise BadOptions("dealer is a seat or none")

    def pack(self) -> tuple[Any, ...]:
        """The array for the wire and the hash."""
        return (self.dealer,)

    @classmethod
    def unpack(cls, wire: Any) -> Options:
        """Options from a decoded array; raises BadOptions."""
        if type(wire) is not tuple or len(wire) != 1:
            raise BadOptions("options are an array of one")
        options = cls(*wire)
        options.validate()
        return options
