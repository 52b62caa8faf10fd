"""Who is let in: limits on connections before a login, and on games at a time, in all and by address."""

from __future__ import annotations

import ipaddress
from collections import Counter
from typing import Final, NamedTuple

from tui.tongue import N_, Tongue

_YOURS: Final = N_("Others play here from your address already ({count}); try again later.")
_FULL: Final = N_("All places on this server are taken; try again later.")
IDLE: Final = 30 * 60.0
"""Seconds without a key after which a game is put away."""


class Limits(NamedTuple):
    """sessions: guests at a time. address: of these, from one address. waiting: connections that
    have not logged in yet, in all; a quarter of them from one address. idle: seconds without a key.
    """

    sessions: int = 32
    address: int = 4
    waiting: int = 64
    idle: float = IDLE


class Doors:
    """Counts; every ``knock`` that is let in is followed by ``gone``, every ``enter`` by ``left``."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._waiting: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()

    def knock(self, address: str) -> bool:
        """A connection: whether there is room for it to log in."""
        net = network(address)
        each = max(4, self.limits.waiting // 4)
        if self._waiting.total() >= self.limits.waiting or self._waiting[net] >= each:
            return False
        self._waiting[net] += 1
        return True

    def gone(self, address: str) -> None:
        """It has logged in, or has given up."""
        _less(self._waiting, network(address))

    def enter(self, address: str, tongue: Tongue) -> str:
        """A guest wants to play: empty, or why not, in the guest's language."""
        net = network(address)
        if self._inside[net] >= self.limits.address:
            return tongue.one(_YOURS).format(count=self._inside[net])
        if self._inside.total() >= self.limits.sessions:
            return tongue.one(_FULL)
        self._inside[net] += 1
        return ""

    def left(self, address: str) -> None:
        """The guest is gone."""
        _less(self._inside, network(address))

    @property
    def inside(self) -> int:
        """How many play now."""
        return self._inside.total()


def network(address: str) -> str:
    """What counts as one address: an IPv4 address, the 64 bits of an IPv6 one that a line is given."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def _less(counts: Counter[str], key: str) -> None:
    counts[key] -= 1
    if counts[key] <= 0:
        del counts[key]
