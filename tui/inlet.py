"""What a terminal sends, made into keys and pastes in bounded work, whatever somebody pastes.

Textual's own parser takes an escape sequence inside a paste for keys: the paste presses them, each is
a frame, and a page of coloured text keeps the program busy for many seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.events import AppBlur, AppFocus, Key, Paste
from textual.message import Message

MOST_PASTED: Final = 4096
"""Characters of a paste that are kept: more than any line takes."""
BURST: Final = 512
"""Keys and pastes that are taken at once: more than anybody types ahead, or than any line holds."""
RATE: Final = 100.0
"""How many a second are taken from then on."""
SILENCE: Final = 5.0
"""Seconds after which a paste whose end never came is over."""
_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"
HOLD: Final = 0.02
"""Seconds for which what may be the beginning of a paste is kept back."""


class Inlet(XTermParser):
    """Textual's parser for all but pastes, which never reach it."""

    def __init__(self, debug: bool = False, clock: Callable[[], float] = get_time) -> None:
        super().__init__(debug)
        self._clock = clock
        self._held = ""
        """The last characters, where they may be the first of a mark that has not come whole."""
        self._kept: list[str] | None = None
        """What was pasted so far, None outside of a paste."""
        self._count = 0
        self._at = 0.0

    @property
    def waits(self) -> bool:
        """Whether ``tick`` is wanted in ``HOLD`` seconds: something may be a lone escape."""
        return bool(self._held) and self._kept is None

    def feed(self, data: str) -> Iterable[Message]:
        """Keys, mouse, replies and pastes, in order."""
        if not data:
            yield from super().feed(data)
            return
        self._at = self._clock()
        data, self._held = self._held + data, ""
        while data:
            if self._kept is None:
                before, begin, data = data.partition(_BEGIN)
                if not begin and before != "\x1b":  # by itself it is the key of that name
                    before, self._held = _split(before, _BEGIN)
                if before:
                    yield from super().feed(before)
                if begin:
                    self._kept, self._count = [], 0
            else:
                inside, end, data = data.partition(_END)
                if not end:
                    inside, self._held = _split(inside, _END)
                self._keep(inside)
                if end:
                    yield from self._pasted()

    def tick(self) -> Iterable[Message]:
        """What time alone brings: a lone escape, the end of a paste that has none."""
        if self._kept is not None:
            if self._clock() - self._at > SILENCE:
                self._held = ""
                yield from self._pasted()
        elif self._held and self._clock() - self._at >= HOLD:
            held, self._held = self._held, ""
            yield from super().feed(held)
        yield from super().tick()

    def _keep(self, text: str) -> None:
        assert self._kept is not None
        text = text[: MOST_PASTED - self._count]
        if text:
            self._kept.append(text)
            self._count += len(text)

    def _pasted(self) -> Iterator[Message]:
        text = "".join(self._kept or ()).replace("\x00", "")
        self._kept = None
        yield Paste(text)


def _split(text: str, mark: str) -> tuple[str, str]:
    """The text, and its end where that is the beginning of the mark."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if text.endswith(mark[:length]):
            return text[:-length], text[-length:]
    return text, ""


class Sluice:
    """Lets as many keys through as people press, and of a flood only the first.

    Pastes, and that the terminal is looked at or not, count as keys: each costs a frame or more.
    """

    def __init__(self, clock: Callable[[], float] = get_time) -> None:
        self._clock = clock
        self._free = float(BURST)
        self._at = clock()

    def lets(self, message: Message) -> bool:
        """Whether this goes on."""
        if not isinstance(message, Key | Paste | AppFocus | AppBlur):
            return True
        now = self._clock()
        self._free = min(float(BURST), self._free + RATE * (now - self._at))
        self._at = now
        if self._free < 1.0:
            return False
        self._free -= 1.0
        return True
