"""Opens the link to a broker, one that can grow where that may be, and reaches what lies under others."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from netplay.transport.address import BrokerAddress
from netplay.transport.base import Transport, Will
from netplay.transport.bundle import Bundle
from netplay.transport.near import nearness_of
from netplay.transport.security import Security
from netplay.transport.wanted import Group


def open_link(
    addresses: Sequence[BrokerAddress],
    *,
    will: Will | None = None,
    security: Security | None = None,
    also: Sequence[BrokerAddress] = (),
    patient: bool = False,
    grows: bool = True,
) -> Transport:
    """A transport to one broker, which can grow where the broker is nearby and asks for no login.

    ``also``: further addresses of the same broker, for others. ``patient``: entering waits for no link.
    ``grows``: whether a roster may send us to further ones at all.
    An operator's broker gets a plain `MqttTransport`: nothing is added to it, ever.
    """
    from netplay.transport.mqtt import Backoff, MqttTransport

    unproven = Backoff(base=2.0, cap=300.0)
    link = MqttTransport(
        addresses, will=will, security=security, patient=Backoff(cap=30.0) if patient else None
    )
    near = nearness_of([*addresses, *also])
    guarded = security is not None and (security.login is not None or security.ca is not None)
    if not grows or not near or guarded:
        return link

    def make(group: Group) -> Transport:
        return MqttTransport(
            group, will=will, backoff=Backoff(base=0.5, cap=60.0), patient=unproven, linger=0.5
        )

    return Bundle(link, make, near, also)


def reach(
    transport: object,
    owner: Hashable,
    brokers: Sequence[Sequence[str]],
    *,
    spare: bool = False,
) -> None:
    """``Bundle.reach`` of what lies under branches and veils; nothing where there is no bundle."""
    while not isinstance(transport, Bundle):
        transport = getattr(transport, "under", None)
        if transport is None:
            return
    transport.reach(owner, brokers, spare=spare)


def brokers_of(transport: object) -> int:
    """How many brokers carry what is said on a transport now."""
    while not isinstance(transport, Bundle):
        transport = getattr(transport, "under", None)
        if transport is None:
            return 1
    return transport.brokers


__all__ = ["brokers_of", "open_link", "reach"]
