"""Joins a lobby to a broker's transport, which the tables of this program share."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Self

from netplay.crypto import Crypto
from netplay.lobby.lobby import Lobby
from netplay.lobby.values import LobbyEvent, Row
from netplay.transport import Transport, Will

Open = Callable[[Will], Transport]
"""Makes a transport with this will, not entered yet."""


class LobbyClient:
    """One broker: its lobby and everything this program does there. Use with ``async with``."""

    lobby: Lobby
    transport: Transport
    """Branches of it carry the tables; see ``branch``."""

    def __init__(
        self,
        crypto: Crypto,
        name: str,
        connect: Open,
        *,
        bot: str | None = None,
        told: Callable[[LobbyEvent], None] = lambda event: None,
    ) -> None:
        raise NotImplementedError

    def branch(self) -> Transport:
        """A transport of its own for a table, over the same connection."""
        raise NotImplementedError

    def flush(self) -> None:
        """Carry out what the lobby wants done; call it after every ``lobby.say`` and the like."""
        raise NotImplementedError

    def rows(self) -> tuple[Row, ...]:
        """The lobby's rows now."""
        raise NotImplementedError

    async def __aenter__(self) -> Self:
        raise NotImplementedError

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        raise NotImplementedError
