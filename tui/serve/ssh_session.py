"""One terminal at the other end of an SSH connection, and one game here."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Protocol

import asyncssh

from netplay.brokers import BrokersUnusable
from netplay.config import FolderUnusable
from tui.serve import terms
from tui.serve.child import Child
from tui.serve.doors import Doors
from tui.serve.guests import Guest, Guests
from tui.told import told
from tui.tongue import N_, Tongue, _, from_locale

_MOST_SAID: Final = 16_384
"""Bytes of environment a client may send; none has a reason to."""
_KEPT: Final = ("PATH", "TZ", "CABOOSE_BROKER_PASSWORD", "CABOOSE_DEBUG", "PYTHONPATH")
"""Variables of the server's that its games see."""
_NO_TERMINAL: Final = N_("Caboose needs a terminal; with ssh: ssh -t.")
_NO_GAME: Final = N_("This server cannot open a game just now; try again later.")
_IDLE: Final = N_("Put away after {minutes} minutes without a key.")


@dataclass(frozen=True, slots=True)
class House:
    """What all connections of a server share.

    ``game``: the command of a session. ``say``: takes a line for the operator. ``clock``: seconds.
    """

    guests: Guests
    doors: Doors
    game: tuple[str, ...]
    say: Callable[[str], None]
    clock: Callable[[], float]


class Connection(Protocol):
    """The connection that a session came over (``tui.serve.ssh_line.Line``)."""

    address: str
    key: bytes | None

    @property
    def who(self) -> str:
        """For the operator's eyes."""

    def cut(self) -> None:
        """No more."""

    def close(self) -> None:
        """The game is over."""

    def forget(self) -> None:
        """There was none."""


class Session(asyncssh.SSHServerSession[bytes]):
    """One terminal at the other end, and one game here."""

    def __init__(self, line: Connection, house: House) -> None:
        self._line = line
        self._house = house
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: tuple[str, tuple[int, int]] | None = None
        self._child: Child | None = None
        self._guest: Guest | None = None
        self._entered = False
        self._last = house.clock()
        self._idle = False

    @property
    def begun(self) -> bool:
        """Whether there is a game."""
        return self._child is not None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is there."""
        self._chan = chan

    def pty_requested(
        self,
        term_type: str,
        term_size: tuple[int, int, int, int],
        term_modes: Any,
    ) -> bool:
        """A terminal of any kind."""
        self._terminal = (term_type, terms.size(*term_size[:2]))
        return True

    def shell_requested(self) -> bool:
        """The game, which is all there is."""
        return True

    def exec_requested(self, command: str) -> bool:
        """No commands, so no scp either."""
        return False

    def subsystem_requested(self, subsystem: str) -> bool:
        """No sftp, nor anything else."""
        return False

    def session_started(self) -> None:
        """Begin to play, or say why not."""
        if self._terminal is None:
            self._refuse(self._tongue().one(_NO_TERMINAL))
            return
        if why := self._house.doors.enter(self._line.address, self._tongue()):
            self._refuse(why)
            return
        self._entered = True
        try:
            self._begin(*self._terminal)
        except (OSError, FolderUnusable, BrokersUnusable) as error:
            why = told(str(error))
            self._house.say(_("no game for {who}: {why}", who=self._line.who, why=why))
            self._refuse(self._tongue().one(_NO_GAME))
            self._put_away()

    def _tongue(self) -> Tongue:
        """The guest's language: what a guest who was here before has set, else what the client says."""
        said = self._chan.get_environment_bytes() if self._chan is not None else {}
        code = self._house.guests.language(self._line.key)
        return Tongue(code or from_locale(terms.environment(None, said)))

    def _begin(self, kind: str, size: tuple[int, int]) -> None:
        chan = self._chan
        assert chan is not None
        self._guest = self._house.guests.enter(self._line.key)
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        user = str(chan.get_extra_info("username") or "")
        said = terms.environment(kind, chan.get_environment_bytes(), user)
        own = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "LINES": "", "COLUMNS": ""}
        own["CABOOSE_OWN_BROKER"] = "off"  # a guest opens no port of this machine
        self._child = Child(
            self._house.game,
            kept | own | said | self._guest.environment(),
            size,
            told=self._told,
            ended=self._ended,
            room=self._room,
            cwd=str(self._guest.home),
        )
        self._last = self._house.clock()
        inside = self._house.doors.inside
        self._house.say(_("{who} plays ({count} now)", who=self._line.who, count=inside))

    def _refuse(self, says: str) -> None:
        if self._chan is not None:
            self._chan.write(f"{says}\r\n".encode())
            self._chan.exit(1)
        self._line.close()

    # While it is played -------------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keys."""
        self._last = self._house.clock()
        if self._child is not None:
            self._child.type(data)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The guest's window has another size."""
        if self._child is not None:
            self._child.resize(*terms.size(width, height))

    def break_received(self, msec: int) -> bool:
        """No such key."""
        return False

    def signal_received(self, signal: str) -> None:
        """A signal is no guest's to send."""

    def eof_received(self) -> bool:
        """No more keys will come: the same as a line that is cut."""
        self.hang_up()
        return True

    def pause_writing(self) -> None:
        """The guest's line is full."""
        if self._child is not None:
            self._child.pause(True)

    def resume_writing(self) -> None:
        """There is room again."""
        if self._child is not None:
            self._child.pause(False)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed."""
        self._chan = None
        if self._child is None:
            self._line.forget()
        self.hang_up()

    def look(self, now: float) -> None:
        """Put away a game that nobody plays."""
        said = self._chan.get_environment_bytes() if self._chan is not None else {}
        if sum(len(key) + len(value) for key, value in said.items()) > _MOST_SAID:
            self._line.cut()
        elif now - self._last > self._house.doors.limits.idle and not self._idle:
            self._idle = True
            self.hang_up()

    def hang_up(self, number: int = signal.SIGHUP) -> None:
        """The game goes: it keeps what is to be kept, and tells the others."""
        if self._child is not None:
            self._child.pause(False)  # its last words go where they can
            self._child.hang_up(number)

    def _told(self, data: bytes) -> None:
        if self._chan is not None:
            with suppress(OSError, BrokenPipeError):
                self._chan.write(data)

    def _room(self, room: bool) -> None:
        if self._chan is not None:
            (self._chan.resume_reading if room else self._chan.pause_reading)()

    def _ended(self, code: int) -> None:
        if self._chan is not None:
            with suppress(OSError, BrokenPipeError):
                if self._idle:
                    minutes = self._house.doors.limits.idle / 60
                    says = self._tongue().one(_IDLE).format(minutes=f"{minutes:g}")
                    self._chan.write(f"{says}\r\n".encode())
                self._chan.exit(code if 0 <= code < 256 else 128 - code)
        self._put_away()
        who, inside = self._line.who, self._house.doors.inside
        self._house.say(
            _("{who} is gone ({count} now)", who=who, count=inside)
            if code in (0, 129, 143)
            else _("{who} is gone (exit {code}) ({count} now)", who=who, code=code, count=inside)
        )
        self._line.close()

    def _put_away(self) -> None:
        if self._guest is not None:
            self._house.guests.leave(self._guest)
            self._guest = None
        if self._entered:
            self._entered = False
            self._house.doors.left(self._line.address)
