"""What can go wrong with a link or a broker, each as one clear sentence for the person at the keyboard."""

from __future__ import annotations

import enum


class Fault(enum.Enum):
    """The kinds of reasons for which something can be done at one end; OTHER for all else."""

    OTHER = enum.auto()
    NO_MQTT = enum.auto()
    NO_TLS = enum.auto()
    UNKNOWN_AUTHORITY = enum.auto()
    WRONG_NAME = enum.auto()
    EXPIRED = enum.auto()
    NOT_YET_VALID = enum.auto()
    NOT_TO_THE_LETTER = enum.auto()
    """The broker's certificate, or its authority's, lacks something that RFC 5280 wants."""
    CERTIFICATE = enum.auto()
    """Another thing that is wrong with the broker's certificate."""
    CERTIFICATE_WANTED = enum.auto()
    """The broker wants one of ours, and got none."""
    CERTIFICATE_REFUSED = enum.auto()
    """The broker does not accept ours."""
    FILE = enum.auto()
    """A file with a certificate or key on this machine cannot be used."""
    LOGIN = enum.auto()


class TransportError(Exception):
    """Base of all faults of links and brokers; `str()` of it is one sentence, fit to be shown as it is."""


class BrokerUnreachable(TransportError):
    """No broker could be reached at the start: refused, timed out, unknown name, or not an MQTT broker."""

    def __init__(self, says: str, fault: Fault = Fault.OTHER) -> None:
        super().__init__(says)
        self.fault = fault


class SubscriptionRefused(TransportError):
    """The broker answered a subscription with a failure code."""


class BrokerNotStarted(TransportError):
    """The embedded broker could not listen where it was told to."""


class PortBusy(BrokerNotStarted):
    """The port asked for is already in use on this machine."""
