"""A session on whatever carries it, from when that is entered until its viewer leaves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import TracebackType
from typing import Any, Protocol

from netplay.node import Node


class Carrier(Protocol):
    """Carries a session, alive between ``async with``: a node, or a table of the lobby."""

    @property
    def node(self) -> Node:
        """What joins session and transport, and counts what it does not use."""

    def flush(self) -> None:
        """Send what the session has to say."""

    async def wait(self) -> None:
        """Never returns by itself; raises what ended it."""

    async def __aenter__(self) -> Any: ...

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...


class Ride:
    """Carried once; ``gone`` is set when the viewer leaves."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()
        self._carrier: Carrier | None = None

    @property
    def carried(self) -> bool:
        """Whether what the session says goes anywhere now."""
        return self._carrier is not None

    @property
    def node(self) -> Node | None:
        """What joins session and transport; None while nothing carries it."""
        return self._carrier.node if self._carrier is not None else None

    def flush(self) -> None:
        """Send what the session has to say."""
        if self._carrier is not None:
            self._carrier.flush()

    async def last(self, carrier: Carrier, entered: Callable[[], None]) -> None:
        """Until the viewer is gone; raises what ended the carrier before."""
        async with carrier:
            self._carrier = carrier
            try:
                entered()
                await self._until_gone(carrier)
            finally:
                self._carrier = None

    async def _until_gone(self, carrier: Carrier) -> None:
        gone = asyncio.create_task(self.gone.wait())
        over = asyncio.create_task(carrier.wait())
        try:
            await asyncio.wait((gone, over), return_when=asyncio.FIRST_COMPLETED)
            if over.done():
                over.result()
        finally:
            for task in (gone, over):
                task.cancel()
            await asyncio.gather(gone, over, return_exceptions=True)
