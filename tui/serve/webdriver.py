"""The browser as a terminal that can be closed: then the game is put away as on any other."""

from __future__ import annotations

import asyncio
import signal
from codecs import getincrementaldecoder
from contextlib import suppress
from typing import Any

from textual.drivers._byte_stream import ByteStream
from textual.drivers.web_driver import WebDriver, _ExitInput
from textual.message import Message

from tui.driver import Ended
from tui.inlet import Inlet, Sluice


class PageDriver(WebDriver):
    """Textual's driver for a browser, whose way out is ours: nothing that is not kept is lost."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._sluice = Sluice()

    def start_application_mode(self) -> None:
        """Hear of an end in our own way."""
        super().start_application_mode()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._end, number)

    def process_message(self, message: Message) -> None:
        """Keys and mouse on their way to the app; of a flood of keys only the first."""
        if self._sluice.lets(message):
            super().process_message(message)

    def run_input_thread(self) -> None:
        """As Textual's, with a parser that pastes cannot keep busy."""
        parser, stream = Inlet(self._debug), ByteStream()
        decode = getincrementaldecoder("utf-8")("replace").decode
        try:
            for data in self._input_reader:
                for kind, payload in stream.feed(data) if data else ():
                    if kind == "D":
                        for message in parser.feed(decode(payload)):
                            self.process_message(message)
                    else:
                        self._on_meta(kind, payload)
                for message in parser.tick():
                    self.process_message(message)
        except _ExitInput:
            pass
        except Exception as error:
            self._app.call_later(self._app._handle_exception, error)
        finally:
            self._input_reader.close()

    def write(self, data: str) -> None:
        """Nothing to a server that is gone."""
        with suppress(BrokenPipeError):
            super().write(data)

    def on_meta(self, packet_type: str, payload: dict[str, object]) -> None:
        """The server's words; that the page is closed is the end of a terminal."""
        if packet_type == "quit":
            self._end(signal.SIGHUP)
        else:
            super().on_meta(packet_type, payload)

    def _end(self, number: int) -> None:
        self._app.post_message(Ended(number))
