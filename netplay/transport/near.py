"""Addresses that a table's roster may send its peers to: of brokers nearby, and of nobody else.

They come from other people. Were any address taken, a roster could have everyone at a table knock at
a third party's door; so no names (whoever owns one says where it leads), no public addresses, no
ports of system services, and only what lies as near as the broker through which the table was found.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Final

from netplay.transport.address import BadAddress, BrokerAddress, parse_address

MOST_ADDRESSES: Final = 4
"""Addresses of one broker that are looked at."""
ADDRESS_LIMIT: Final = 64
"""Characters of one."""
_LOWEST_PORT: Final = 1024


class Nearness(Enum):
    """Where an address leads, as far as it says so itself."""

    MACHINE = "this machine"
    LAN = "a private network"
    LINK = "one cable"  # link-local: machines that nobody gave addresses to
    OVERLAY = "an overlay network"  # 100.64.0.0/10, as VPNs between friends have it


_NETWORKS: Final = tuple(
    (ipaddress.ip_network(text), near)
    for text, near in (
        ("127.0.0.0/8", Nearness.MACHINE),
        ("::1/128", Nearness.MACHINE),
        ("10.0.0.0/8", Nearness.LAN),
        ("172.16.0.0/12", Nearness.LAN),
        ("192.168.0.0/16", Nearness.LAN),
        ("fc00::/7", Nearness.LAN),
        ("169.254.0.0/16", Nearness.LINK),
        ("100.64.0.0/10", Nearness.OVERLAY),
    )
)


def nearness(host: str) -> Nearness | None:
    """How near an IP address is; None for public ones and for names."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return None
    return next((near for network, near in _NETWORKS if ip in network), None)


def nearness_of(addresses: Iterable[BrokerAddress]) -> frozenset[Nearness]:
    """What is near a broker with these addresses, which the person (or mDNS) named.

    Empty where all of it is out in the world, or wants TLS or WebSockets: then it is an operator's.
    """
    addresses = list(addresses)
    if any(address.scheme != "mqtt" for address in addresses):
        return frozenset()
    hosts = ["127.0.0.1" if a.host == "localhost" else a.host for a in addresses]
    return frozenset([near for host in hosts if (near := nearness(host)) is not None])


def usable(texts: Sequence[str], near: frozenset[Nearness]) -> tuple[BrokerAddress, ...]:
    """Those of somebody's addresses that may be gone to by who is ``near``; never raises."""
    found: dict[BrokerAddress, None] = {}
    for text in texts[:MOST_ADDRESSES]:
        if len(text) > ADDRESS_LIMIT:
            continue
        try:
            address = parse_address(text)
        except BadAddress:
            continue
        if (
            address.scheme == "mqtt"
            and address.port >= _LOWEST_PORT
            and nearness(address.host) in near
        ):
            found[address] = None
    return tuple(found)


__all__ = ["ADDRESS_LIMIT", "MOST_ADDRESSES", "Nearness", "nearness", "nearness_of", "usable"]
