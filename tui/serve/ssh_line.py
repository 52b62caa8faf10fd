"""One SSH connection: who is at its other end, and that it carries one game and nothing else."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import asyncssh

from tui.serve.ssh_session import House, Session
from tui.tongue import _

LOGIN: Final = 20.0
"""Seconds in which a connection must have logged in, and then have begun to play."""
_LAST_WORDS: Final = 3.0
"""Seconds a client has to take the end of a session before the connection is closed on it."""


class Line(asyncssh.SSHServer):
    """One connection: who is at its other end, and the one game that is played over it."""

    def __init__(self, house: House, lines: set[Line]) -> None:
        self._house = house
        self._lines = lines
        self._conn: asyncssh.SSHServerConnection | None = None
        self.address = "?"
        self._since = house.clock()
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
        if not self._house.doors.knock(self.address):
            conn.abort()
            return
        self._waits = True
        self._lines.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever it was is gone; the game puts itself away."""
        if self._waits:
            self._waits = False
            self._house.doors.gone(self.address)
        if self.session is None:
            self.forget()
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
        self._since = self._house.clock()
        if self._waits:
            self._waits = False
            self._house.doors.gone(self.address)

    @property
    def who(self) -> str:
        """For the operator's eyes."""
        return _(
            "{who} from {address}",
            who=self._mark or _("a guest without a key"),
            address=self.address,
        )

    # What they may ------------------------------------------------------------------------------

    def session_requested(self) -> Session | bool:
        """One game a connection; connections, ports, sockets and tunnels are refused by default."""
        if self.session is not None:
            return False
        self.session = Session(self, self._house)
        return self.session

    def look(self) -> None:
        """End what nobody uses, and what is not used as it should."""
        now = self._house.clock()
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
            self.forget()

    def forget(self) -> None:
        """It is none of the server's lines any more."""
        self._lines.discard(self)

    def close(self) -> None:
        """The game is over; the client hangs up once it has the exit code, or is made to."""
        self.forget()
        if self._conn is not None:
            asyncio.get_running_loop().call_later(_LAST_WORDS, self._conn.close)
