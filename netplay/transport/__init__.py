"""How bytes travel between peers: one interface, an in-process bus and MQTT behind it.

Only the light half is re-exported here. `netplay.transport.mqtt` loads aiomqtt and is imported by
whoever really opens a connection, so that a game against bots never pays for it.
"""

from netplay.transport.address import BadAddress, BrokerAddress, parse_address
from netplay.transport.base import MAX_PAYLOAD, Inbound, LinkState, Transport, Will
from netplay.transport.errors import (
    BrokerNotStarted,
    BrokerUnreachable,
    PortBusy,
    SubscriptionRefused,
    TransportError,
)
from netplay.transport.memory import MemoryHub, MemoryTransport

__all__ = [
    "MAX_PAYLOAD",
    "BadAddress",
    "BrokerAddress",
    "BrokerNotStarted",
    "BrokerUnreachable",
    "Inbound",
    "LinkState",
    "MemoryHub",
    "MemoryTransport",
    "PortBusy",
    "SubscriptionRefused",
    "Transport",
    "TransportError",
    "Will",
    "parse_address",
]
