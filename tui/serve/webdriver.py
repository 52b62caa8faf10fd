"""The browser as a terminal that can be closed: then the game is put away as on any other."""

from __future__ import annotations

import asyncio
import signal
from contextlib import suppress

from textual.drivers.web_driver import WebDriver

from tui.driver import Ended


class PageDriver(WebDriver):
    """Textual's driver for a browser, whose way out is ours: nothing that is not kept is lost."""

    def start_application_mode(self) -> None:
        """Hear of an end in our own way."""
        super().start_application_mode()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(number, self._end, number)

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
