"""How much one connection may ask of the embedded broker, and the meter that says when it is too much."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BrokerLimits:
    """Bounds of the embedded broker; whoever exceeds one is disconnected, nobody else notices.

    The rates are far above a table of fast bots (some hundred messages a second) and far below what
    would keep the event loop from its other work.
    """

    max_connections: int = 64
    max_packet: int = 128 * 1024
    """Bytes of one packet, its header included."""
    messages_per_second: float = 2_000.0
    message_burst: float = 6_000.0
    bytes_per_second: float = 4.0 * 1024 * 1024
    byte_burst: float = 16.0 * 1024 * 1024
    max_unsent: int = 8 * 1024 * 1024
    """Bytes that may wait for a client which does not read."""
    max_unacknowledged: int = 30_000
    """Messages a client may leave unacknowledged (their numbers come round at 65,535)."""
    connect_seconds: float = 10.0
    """Time for the first packet of a connection."""
    max_subscriptions: int = 256
    """Filters of one client."""
    max_retained: int = 4_096
    max_retained_bytes: int = 32 * 1024 * 1024


class Meter:
    """A token bucket: `take` says whether there was still enough.

    Time is passed in, so that tests need no clock.
    """

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = now

    def take(self, amount: float, now: float) -> bool:
        """Take `amount` at time `now` (seconds, never falling); False where the bucket is empty."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        self._left -= amount
        return self._left >= 0
