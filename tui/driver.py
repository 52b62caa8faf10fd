"""The terminal when it misbehaves: bytes that are no text, a line that is cut, a signal to end.

Textual's driver shows a traceback for the first, spins for ever on the second, and leaves the
terminal as it is on the third: in raw mode, with the mouse reporting to the shell.
"""

from __future__ import annotations

import os
import re
import select
import signal
import termios
import time
from codecs import getincrementaldecoder
from types import FrameType
from typing import Any, Final

from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key
from textual.message import Message

from tui.inlet import HOLD, Inlet, Sluice
from tui.mirror import Mirror

ENDING: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
"""Signals that end Caboose in an orderly way. Ctrl+c is no signal here: it is a key."""
_SGR: Final = re.compile(r"\x1b\[([\d;]*)m")
_BEHIND: Final = 0.5
"""Seconds for which there was always output that waited, from which on a terminal is a slow one."""
_REMEMBERED: Final = 120.0
"""Seconds for which it is then taken for one."""
_FULL: Final = 0.01
"""Seconds after which it is looked again whether a terminal takes more."""
_TICK: Final = 0.1
"""Seconds after which an escape that nothing follows is the key of that name."""


class Ended(Message):
    """To the app: somebody wants the program gone; ``signal`` is what was said, SIGHUP for a cut line."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.signal = signal.Signals(number)


_MODERN: Final = ("\x1b[>", "\x1b[<", "\x1b[?2026$p", "\x1b[?2048$p")
"""What asks for the kitty keyboard, or whether something newer is known: an old terminal prints it."""
_OLD: Final = ("vt", "linux", "ansi", "cons", "sun", "dumb", "unknown")


def old(term: str) -> bool:
    """Whether a terminal of this kind may show what it does not understand."""
    return term.startswith(_OLD) or not term


def _without_colour(data: str) -> str:
    return _SGR.sub(_plain_sgr, data)


def _plain_sgr(found: re.Match[str]) -> str:
    """The same change of style without what it says of colours."""
    codes = found.group(1).split(";")
    kept: list[str] = []
    while codes:
        code = codes.pop(0)
        number = int(code or "0")
        if number in (38, 48):  # 5;n or 2;r;g;b follow
            del codes[: 2 if codes[:1] == ["5"] else 4]
        elif not (30 <= number <= 49 or 90 <= number <= 107):
            kept.append(code)
    return f"\x1b[{';'.join(kept)}m" if kept else ""


class TerminalDriver(LinuxDriver):
    """A LinuxDriver that always gives the terminal back."""

    _cut = False
    _taken = False
    """Whether the terminal is ours now."""
    _slow_until = 0.0
    _waits_since = 0.0
    _old = old(os.environ.get("TERM", ""))
    _colourless = bool(os.environ.get("NO_COLOR"))
    """Then no colour leaves this program, whatever a toolkit thinks of greys (no-color.org)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._mirror = Mirror()
        self._sluice = Sluice()

    def start_application_mode(self) -> None:
        """Be ready to give the terminal back before it is taken."""
        for number in ENDING:
            self._loop.add_signal_handler(number, self._end, number)
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual's lacks "-> None"
        self._taken = True
        resized = signal.getsignal(signal.SIGWINCH)

        def again(number: int, frame: FrameType | None) -> None:
            if callable(resized):
                resized(number, frame)
            # A terminal that was small for a moment has cut what it showed, though its size is the same.
            if self._get_terminal_size() == tuple(self._app.size):
                self._loop.call_soon_threadsafe(self._redraw)

        signal.signal(signal.SIGWINCH, again)

    def stop_application_mode(self) -> None:
        """Give the terminal back."""
        self._taken = False
        super().stop_application_mode()

    def _sigcont_application(self, *about: Any) -> None:
        """Awake again. Textual takes the terminal a second time where it was not given back before.

        So it is after a SIGSTOP, and after the SIGCONT that systemd sends with every SIGTERM: two threads
        then read the keys, the one never ends, and the shell gets back a terminal in raw mode.
        """
        if self._must_signal_resume:  # ctrl+z: it was given back
            super()._sigcont_application(*about)
        elif self._taken:
            # Whoever was there meanwhile may have left it in any mode.
            self.suspend_application_mode()
            self.resume_application_mode()
        else:
            return
        self._loop.call_soon_threadsafe(self._redraw)

    def write(self, data: str) -> None:
        """Nothing to a terminal that is gone: the thread that writes would have died of it.

        Nor what it already shows.
        """
        if self._cut or (self._old and data.startswith(_MODERN)):
            return
        self._measure()
        said = _without_colour(data) if self._colourless else data
        said = self._mirror.draw(said, self._app.size)
        if said and self._room():
            super().write(said)

    def close(self) -> None:
        """Let the thread that writes come to its end, if there is still a terminal."""
        if self._room():
            super().close()

    def _room(self) -> bool:
        """Wait for a terminal that takes nothing just now; whether there is one.

        Textual waits for the queue, without an end: of a terminal that is closed meanwhile nobody
        empties it any more.
        """
        while (thread := self._writer_thread) is not None and thread._queue.full():
            if self._cut or not thread.is_alive():
                return False
            time.sleep(_FULL)
        return True

    def process_message(self, message: Message) -> None:
        """Keys and mouse on their way to the app; ctrl+l draws all anew, as everywhere."""
        if isinstance(message, Key) and message.key == "ctrl+l":
            self._app.call_later(self._redraw)
        elif self._sluice.lets(message):
            super().process_message(message)

    def _redraw(self) -> None:
        self._mirror.forget()
        self._app.screen.refresh()

    def _measure(self) -> None:
        """Whether the terminal takes what it is sent: it is slow where some of it waits for long."""
        thread = self._writer_thread
        now = time.monotonic()
        if thread is None or thread._queue.qsize() == 0:
            self._waits_since = now
        elif now - self._waits_since > _BEHIND:
            self._slow_until = now + _REMEMBERED

    @property
    def slow(self) -> bool:
        """Whether the terminal was slow lately."""
        return time.monotonic() < self._slow_until

    def _end(self, number: int) -> None:
        try:
            termios.tcgetattr(self.fileno)
        except termios.error:
            self._cut = True
        self._app.post_message(Ended(number))

    def _run_input_thread(self) -> None:
        try:
            self.run_input_thread()
        except Exception as error:
            self._app.call_later(self._app._handle_exception, error)

    def run_input_thread(self) -> None:
        """Pass on keys and mouse until told to stop, or until there is no terminal any more."""
        parser = Inlet(self._debug)
        # A terminal in Latin-1, a mouse that reports as in 1985: no reason to end a game.
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            if select.select([self.fileno], [], [], HOLD if parser.waits else _TICK)[0]:
                try:
                    data = os.read(self.fileno, 4096)
                except BlockingIOError:
                    continue
                except OSError:
                    data = b""
                if not data:
                    self._cut = True
                    self._end(signal.SIGHUP)
                    return
                for message in parser.feed(decode(data)):
                    self.process_message(message)
            for message in parser.tick():
                self.process_message(message)
