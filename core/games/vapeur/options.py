"""The table options of À toute vapeur!, shown in the advert and fixed by the start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.games.vapeur.sheet import MAX_SEATS
from core.kernel import options


class Options(NamedTuple):
    """House options.

    dealer: the seat that deals, or None for a shuffled deck of seats; the player to its left starts,
    and the next game's dealer is the next seat (ruling 25).
    """

    dealer: int | None = None

    @classmethod
    def of(cls, values: Mapping[str, Any] | None) -> Options:
        """Options from names and values; raises BadOptions for anything unknown or ill-typed."""
        return options.by_name(cls, values)

    def validate(self) -> None:
        """Raise BadOptions for ill-typed values."""
        (dealer,) = self.pack()
        options.check_seat("dealer", dealer, MAX_SEATS)

    def pack(self) -> tuple[Any, ...]:
        """The array for the wire and the hash: every field in order."""
        return tuple(self)

    @classmethod
    def unpack(cls, wire: Any) -> Options:
        """Options from a decoded array; raises BadOptions."""
        return options.from_wire(cls, wire)
