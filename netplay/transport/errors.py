"""What can go wrong with a link or a broker, each as one clear sentence for the person at the keyboard."""


class TransportError(Exception):
    """Base of all faults of links and brokers; `str()` of it is one sentence, fit to be shown as it is."""


class BrokerUnreachable(TransportError):
    """No broker could be reached at the start: refused, timed out, unknown name, or not an MQTT broker."""


class SubscriptionRefused(TransportError):
    """The broker answered a subscription with a failure code."""


class BrokerNotStarted(TransportError):
    """The embedded broker could not listen where it was told to."""


class PortBusy(BrokerNotStarted):
    """The port asked for is already in use on this machine."""
