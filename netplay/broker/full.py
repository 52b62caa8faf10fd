"""A word to those for whom there is no room: a socket that just closes says nothing to anybody."""

from __future__ import annotations

import asyncio
from typing import Final, cast

MOST: Final = 64
"""Sockets that wait for this word; the next is closed without it."""
_PATIENCE: Final = 2.0
"""Seconds for the first bytes of who is turned away."""
_CONNECT: Final = b"\x10"
_UNAVAILABLE: Final = b"\x20\x02\x00\x03"
"""CONNACK with return code 3, server unavailable (MQTT 3.1.1, section 3.2.2.3)."""


class TurnedAway(asyncio.Protocol):
    """Answers a CONNECT with "server unavailable", and hangs up. ``waiting``: all of them."""

    def __init__(self, waiting: set[TurnedAway]) -> None:
        self._waiting = waiting
        self._transport: asyncio.Transport | None = None
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Called by asyncio for an accepted socket."""
        self._transport = cast("asyncio.Transport", transport)
        if len(self._waiting) >= MOST:
            self._transport.abort()
            return
        self._waiting.add(self)
        self._timer = asyncio.get_running_loop().call_later(_PATIENCE, self.abort)

    def data_received(self, data: bytes) -> None:
        """Called by asyncio; only after a CONNECT may a broker speak, so not before."""
        if self._transport is not None and not self._transport.is_closing():
            if data[:1] == _CONNECT:
                self._transport.write(_UNAVAILABLE)
            self._transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        """Called by asyncio when the connection is no more."""
        self._waiting.discard(self)
        if self._timer is not None:
            self._timer.cancel()

    def abort(self) -> None:
        """Hang up at once."""
        if self._transport is not None:
            self._transport.abort()
