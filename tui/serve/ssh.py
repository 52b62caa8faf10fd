"""Serves Caboose over SSH: whoever logs in gets the game, and nothing but the game."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import asyncssh

from core.version import VERSION
from netplay.brokers import BrokersUnusable
from netplay.config import FolderUnusable
from tui.serve import terms
from tui.serve.child import Child
from tui.serve.doors import Doors, Limits
from tui.serve.guests import Guest, Guests

GAME: Final = (sys.executable, "-P", "-m", "tui.serve.game")
"""The program of a session."""
LOGIN: Final = 20.0
"""Seconds in which a connection must have logged in, and then have begun to play."""
_LOOK_ROUND: Final = 5.0
_LAST_WORDS: Final = 3.0
"""Seconds a client has to take the end of a session before the connection is closed on it."""
_MOST_SAID: Final = 16_384
"""Bytes of environment a client may send; none has a reason to."""
_KEPT: Final = ("PATH", "TZ", "CABOOSE_BROKER_PASSWORD", "CABOOSE_DEBUG", "PYTHONPATH")
"""Variables of the server's that its games see."""
_NO_TERMINAL: Final = "Caboose needs a terminal; with ssh: ssh -t"


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
        self.guests = guests
        self.doors = Doors(limits or Limits())
        self.say = say
        self.game = tuple(game)
        self.clock = clock
        self.lines: set[Line] = set()
        self._key = key
        self._where = (host, port)
        self._listening: asyncssh.SSHAcceptor | None = None
        self._round: asyncio.Task[None] | None = None

    @property
    def port(self) -> int:
        """The port it listens on, once it does."""
        return self._listening.get_port() if self._listening is not None else self._where[1]

    async def __aenter__(self) -> Self:
        logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
        self.guests.sweep()
        host, port = self._where
        self._listening = await asyncssh.listen(
            host or None,
            port,
            server_factory=lambda: Line(self),
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


class Line(asyncssh.SSHServer):
    """One connection: who is at its other end, and the one game that is played over it."""

    def __init__(self, server: SshServer) -> None:
        self._server = server
        self._conn: asyncssh.SSHServerConnection | None = None
        self.address = "?"
        self._since = server.clock()
        self._waits = False
        self._offered: bytes | None = None
        self._mark = ""
        self.key: bytes | None = None
        """The public key that has signed, in its wire form; None for who came without."""
        self.session: Session | None = None

    # Who comes ----------------------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Somebody knocks."""
        self._conn = conn
        peer = conn.get_extra_info("peername") or ("?",)
        self.address = str(peer[0])
        if not self._server.doors.knock(self.address):
            conn.abort()
            return
        self._waits = True
        self._server.lines.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever it was is gone; the game puts itself away."""
        if self._waits:
            self._waits = False
            self._server.doors.gone(self.address)
        if self.session is None:
            self._server.lines.discard(self)
        else:
            self.session.hang_up()

    def begin_auth(self, username: str) -> bool:
        """Always ask: a client that is let in at once never shows its key."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Every key is somebody."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Also asked before anything is signed, so this decides nothing: the last key that was looked
        at before ``auth_completed`` is the one whose signature was good.
        """
        self._offered = key.public_data
        self._mark = key.get_fingerprint()
        return True

    def kbdint_auth_supported(self) -> bool:
        """The way in for who has no key: nothing is asked."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """No question."""
        self._offered, self._mark = None, ""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """No question is always answered."""
        self._offered, self._mark = None, ""
        return True

    def password_auth_supported(self) -> bool:
        """Nobody is to type a password here that is good elsewhere."""
        return False

    def auth_completed(self) -> None:
        """It is certain now who this is."""
        self.key = self._offered
        self._since = self._server.clock()
        if self._waits:
            self._waits = False
            self._server.doors.gone(self.address)

    @property
    def who(self) -> str:
        """For the operator's eyes."""
        return f"{self._mark or 'a guest without a key'} from {self.address}"

    # What they may ------------------------------------------------------------------------------

    def session_requested(self) -> Session | bool:
        """One game a connection; connections, ports, sockets and tunnels are refused by default."""
        if self.session is not None:
            return False
        self.session = Session(self, self._server)
        return self.session

    def look(self) -> None:
        """End what nobody uses, and what is not used as it should."""
        now = self._server.clock()
        session = self.session
        if session is None or not session.begun:
            if not self._waits and now - self._since > LOGIN:
                self.cut()
        else:
            session.look(now)

    def end(self, number: int) -> None:
        """The server ends."""
        if self.session is not None and self.session.begun:
            self.session.hang_up(number)
        else:
            self.cut()

    def cut(self) -> None:
        """No more."""
        if self._conn is not None:
            self._conn.abort()
        if self.session is None or not self.session.begun:
            self._server.lines.discard(self)

    def close(self) -> None:
        """The game is over; the client hangs up once it has the exit code, or is made to."""
        self._server.lines.discard(self)
        if self._conn is not None:
            asyncio.get_running_loop().call_later(_LAST_WORDS, self._conn.close)


class Session(asyncssh.SSHServerSession[bytes]):
    """One terminal at the other end, and one game here."""

    def __init__(self, line: Line, server: SshServer) -> None:
        self._line = line
        self._server = server
        self._chan: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: tuple[str, tuple[int, int]] | None = None
        self._child: Child | None = None
        self._guest: Guest | None = None
        self._entered = False
        self._last = server.clock()
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
            self._refuse(_NO_TERMINAL)
            return
        if why := self._server.doors.enter(self._line.address):
            self._refuse(f"{why[:1].upper()}{why[1:]}; try again later")
            return
        self._entered = True
        try:
            self._begin(*self._terminal)
        except (OSError, FolderUnusable, BrokersUnusable) as error:
            self._server.say(f"no game for {self._line.who}: {error}")
            self._refuse("This server cannot open a game just now; try again later")
            self._put_away()

    def _begin(self, kind: str, size: tuple[int, int]) -> None:
        chan = self._chan
        assert chan is not None
        self._guest = self._server.guests.enter(self._line.key)
        kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
        user = str(chan.get_extra_info("username") or "")
        said = terms.environment(kind, chan.get_environment_bytes(), user)
        own = {"PYTHONUTF8": "1", "PYTHONDONTWRITEBYTECODE": "1", "LINES": "", "COLUMNS": ""}
        own["CABOOSE_OWN_BROKER"] = "off"  # a guest opens no port of this machine
        self._child = Child(
            self._server.game,
            kept | own | said | self._guest.environment(),
            size,
            told=self._told,
            ended=self._ended,
            room=self._room,
            cwd=str(self._guest.home),
        )
        self._last = self._server.clock()
        self._server.say(f"{self._line.who} plays ({self._server.doors.inside} now)")

    def _refuse(self, says: str) -> None:
        if self._chan is not None:
            self._chan.write(f"{says}.\r\n".encode())
            self._chan.exit(1)
        self._line.close()

    # While it is played -------------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Keys."""
        self._last = self._server.clock()
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
            self._server.lines.discard(self._line)
        self.hang_up()

    def look(self, now: float) -> None:
        """Put away a game that nobody plays."""
        said = self._chan.get_environment_bytes() if self._chan is not None else {}
        if sum(len(key) + len(value) for key, value in said.items()) > _MOST_SAID:
            self._line.cut()
        elif now - self._last > self._server.doors.limits.idle and not self._idle:
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
                    minutes = self._server.doors.limits.idle / 60
                    says = f"Put away after {minutes:g} minutes without a key."
                    self._chan.write(f"{says}\r\n".encode())
                self._chan.exit(code if 0 <= code < 256 else 128 - code)
        how = f" (exit {code})" if code not in (0, 129, 143) else ""
        self._put_away()
        self._server.say(f"{self._line.who} is gone{how} ({self._server.doors.inside} now)")
        self._line.close()

    def _put_away(self) -> None:
        if self._guest is not None:
            self._server.guests.leave(self._guest)
            self._guest = None
        if self._entered:
            self._entered = False
            self._server.doors.left(self._line.address)


def key_file(folder: Path) -> Path:
    """Where the host key of a server is."""
    from tui.serve.hostkey import FILE_NAME

    return folder / FILE_NAME
