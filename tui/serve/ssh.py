"""Serves Caboose over SSH: whoever logs in gets the game, and nothing but the game."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

import asyncssh

from core.version import VERSION
from tui.serve.doors import Doors, Limits
from tui.serve.guests import Guests
from tui.serve.ssh_line import LOGIN, Line
from tui.serve.ssh_session import House

GAME: Final = (sys.executable, "-P", "-m", "tui.serve.game")
"""The program of a session."""
_LOOK_ROUND: Final = 5.0


class SshServer:
    """Listens while it is entered.

    ``key``: the host key. ``say``: takes a line for the operator about who comes and goes.
    ``game``: the command of a session. Entering raises OSError where the port can't be had.
    """

    def __init__(
        self,
        guests: Guests,
        key: asyncssh.SSHKey,
        host: str,
        port: int,
        limits: Limits | None = None,
        *,
        say: Callable[[str], None] = lambda line: None,
        game: Sequence[str] = GAME,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.doors = Doors(limits or Limits())
        self.lines: set[Line] = set()
        self._house = House(guests, self.doors, tuple(game), say, clock)
        self._key = key
        self._where = (host, port)
        self._listening: asyncssh.SSHAcceptor | None = None
        self._round: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port it listens on, once it does."""
        return self._listening.get_port() if self._listening is not None else self._where[1]

    def line(self) -> Line:
        """A new connection, at which nobody has said a word."""
        return Line(self._house, self.lines)

    async def __aenter__(self) -> Self:
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
        self._house.guests.sweep()
        host, port = self._where
        self._listening = await asyncssh.listen(
            host or None,
            port,
            server_factory=self.line,
            server_host_keys=[self._key],
            server_version=f"Caboose_{VERSION}",
            encoding=None,
            line_editor=False,
            allow_scp=False,
            agent_forwarding=False,
            x11_forwarding=False,
            gss_host=None,
            login_timeout=LOGIN,
            keepalive_interval=30,
            keepalive_count_max=4,
            max_pktsize=32_768,
            config=None,
        )
        self._round = asyncio.create_task(self._look_round(), name="caboose-ssh-round")
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._round is not None:
            self._round.cancel()
            await asyncio.gather(self._round, return_exceptions=True)
        if self._listening is not None:
            self._listening.close()
        for line in list(self.lines):
            line.end(signal.SIGTERM)
        # Games say good-bye to the others first; none has longer than ``child.GRACE``.
        for _ in range(240):
            if not self.lines:
                break
            await asyncio.sleep(0.05)
        for line in list(self.lines):
            line.cut()

    async def _look_round(self) -> None:
        while True:
            await asyncio.sleep(min(_LOOK_ROUND, self.doors.limits.idle / 4))
            for line in list(self.lines):
                with suppress(Exception):  # one line's trouble is no other's
                    line.look()
