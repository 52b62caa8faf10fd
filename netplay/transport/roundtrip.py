"""How long the broker takes to confirm what is sent: smoothed, and only of what was sent once."""

from __future__ import annotations

from typing import Final

_SHARE: Final = 1 / 8
"""How much one measurement counts (as TCP's smoothed round trip, RFC 6298)."""


class RoundTrip:
    """Times between QoS 1 messages and their acknowledgements over one connection.

    Only messages of a move's size and nothing else under way are a measure of the link and not of our
    own queue, so a message is timed only while no other waits for its acknowledgement.
    """

    __slots__ = ("_number", "_since", "seconds")

    def __init__(self) -> None:
        self.seconds: float | None = None
        """Smoothed; None until the first acknowledgement of this connection."""
        self._number: int | None = None
        self._since = 0.0

    def sent(self, number: int, alone: bool, now: float) -> None:
        """A message went out under this number; ``alone``: no other waits for an acknowledgement."""
        self._number = number if alone else None
        self._since = now

    def acknowledged(self, number: int, now: float) -> None:
        """The broker has confirmed it."""
        if number != self._number:
            return
        self._number = None
        took = max(0.0, now - self._since)
        known = self.seconds
        self.seconds = took if known is None else known + _SHARE * (took - known)

    def lost(self) -> None:
        """The connection is gone: the next may go another way."""
        self.seconds, self._number = None, None
