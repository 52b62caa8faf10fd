"""Which brokers a bundle is to use: what each owner asks for, within bounds that no roster moves."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, TypeAlias

from netplay.transport.address import BrokerAddress
from netplay.transport.near import Nearness, usable

MOST_LINES: Final = 12
"""Brokers beside the first that are connected to at a time, whatever rosters say."""

Group: TypeAlias = tuple[BrokerAddress, ...]
"""The addresses of one broker."""


class Wanted:
    """``near``: where brokers may be that are gone to."""

    def __init__(self, near: frozenset[Nearness]) -> None:
        self._near = near
        self._by_owner: dict[Hashable, tuple[tuple[Group, ...], bool]] = {}

    def ask(self, owner: Hashable, brokers: Sequence[Sequence[str]], *, spare: bool) -> bool:
        """What an owner wants from now on, addresses by broker; whether that is something new.

        They are anybody's words. None at all: the owner needs no more.
        """
        groups = tuple([usable(texts, self._near) for texts in brokers[:MOST_LINES]])
        groups = tuple([group for group in groups if group])
        if self._by_owner.get(owner, ((), False)) == (groups, spare):
            return False
        if groups:
            self._by_owner[owner] = (groups, spare)
        else:
            self._by_owner.pop(owner, None)
        return True

    @property
    def spares(self) -> bool:
        """Whether somebody would have brokers that are only for want of another."""
        return any(spare for _, spare in self._by_owner.values())

    def groups(self, taken: frozenset[BrokerAddress], *, spares: bool) -> list[Group]:
        """The brokers to use beside those with addresses that are ``taken``, each once."""
        wanted: list[Group] = []
        for groups, spare in self._by_owner.values():
            if spare and not spares:
                continue
            for group in groups:
                if taken.isdisjoint(group) and len(wanted) < MOST_LINES:
                    wanted.append(group)
                    taken |= set(group)
        return wanted
