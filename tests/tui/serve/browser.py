"""A real headless Chromium, spoken to over its DevTools: what its page is sent is what it shows."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pyte
import pytest
from websockets.sync.client import ClientConnection, connect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_chromium = pytest.mark.skipif(
    CHROMIUM is None and not os.environ.get("CABOOSE_REQUIRE_CHROMIUM"),
    reason="no chromium is installed",
)
_NAMED = {
    "\r": ("Enter", 13, "\r"),
    "\x1b": ("Escape", 27, ""),
    " ": ("Space", 32, " "),
}


class Browser:
    """One page. It has what ``tests.tui.serve.playing`` needs of a terminal.

    Keys are pressed in the page itself. What is shown is read from the wire between page and server,
    by a terminal emulator of the size that the page has told.
    """

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._count = 0
        self.screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self.screen)
        self.closed = False
        self._focused = False
        self.asked: list[str] = []
        """Addresses that the page has asked for something."""

    def call(self, method: str, **values: Any) -> Any:
        """Ask the browser; what it answers."""
        self._count += 1
        number = self._count
        self._line.send(json.dumps({"id": number, "method": method, "params": values}))
        while True:
            found = self._take(120)
            assert found is not None, f"no answer to {method}"
            if found.get("id") == number:
                assert "error" not in found, found
                return found["result"]

    def _take(self, seconds: float) -> dict[str, Any] | None:
        try:
            found: dict[str, Any] = json.loads(self._line.recv(timeout=seconds))
        except TimeoutError:
            return None
        method, values = found.get("method"), found.get("params", {})
        if method == "Network.webSocketFrameReceived":
            frame = values["response"]
            if frame["opcode"] == 2:
                self._stream.feed(base64.b64decode(frame["payloadData"]))
        elif method == "Network.webSocketFrameSent":
            said = json.loads(values["response"]["payloadData"])
            if said[0] == "resize":
                self.screen.resize(said[1]["height"], said[1]["width"])
        elif method == "Network.webSocketCreated":
            query = dict(
                part.split("=")
                for part in values["url"].partition("?")[2].split("&")
                if "=" in part
            )
            if "width" in query:
                self.screen.resize(int(query["height"]), int(query["width"]))
        elif method == "Network.webSocketClosed":
            self.closed = True
        elif method == "Network.requestWillBeSent":
            self.asked.append(values["request"]["url"])
        return found

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    def until(self, check: Callable[[str], bool] | str, seconds: float = 120.0) -> str:
        wanted = (lambda text, part=check: part in text) if isinstance(check, str) else check
        end = time.monotonic() + seconds
        # A frame comes in pieces: one half drawn may show the new at its top and the old below.
        while self._take(0.05) is not None or not wanted(self.text):
            assert time.monotonic() < end, f"not {check}:\n{self.text}"
        return self.text

    def settle(self, seconds: float = 0.15) -> str:
        while self._take(seconds) is not None:
            pass
        return self.text

    def type(self, keys: str) -> None:
        if not self._focused:
            self._focused = True
            self.call("Emulation.setFocusEmulationEnabled", enabled=True)
            script = "document.querySelector('.xterm-helper-textarea').focus()"
            self.call("Runtime.evaluate", expression=script)
        for key in keys:
            name, code, text = _NAMED.get(key, (key, ord(key.upper()), key))
            values = {"key": name if len(name) > 1 and name != "Space" else key, "text": text}
            self.call(
                "Input.dispatchKeyEvent", type="keyDown", windowsVirtualKeyCode=code, **values
            )
            self.call("Input.dispatchKeyEvent", type="keyUp", windowsVirtualKeyCode=code, key=key)

    def picture(self) -> bytes:
        """The page as it is painted, PNG."""
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])


@contextmanager
def browser(folder: Path, url: str) -> Iterator[Browser]:
    """A browser at an address, until this is left."""
    assert CHROMIUM is not None, "chromium is not installed"
    profile = folder / "profile"
    process = subprocess.Popen(
        [
            CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--no-first-run", "--disable-background-networking", "--disable-component-update",
            "--window-size=1100,700", "--remote-debugging-port=0", f"--user-data-dir={profile}",
            "about:blank",
        ],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    try:
        told = profile / "DevToolsActivePort"
        end = time.monotonic() + 120
        while not told.exists() or not told.read_text().strip():
            assert time.monotonic() < end, "the browser does not start"
            time.sleep(0.05)
        port = told.read_text().split()[0]
        import urllib.request

        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            pages = [page for page in json.load(answer) if page["type"] == "page"]
        with connect(pages[0]["webSocketDebuggerUrl"], max_size=None) as line:
            found = Browser(line)
            for part in ("Network", "Page", "Runtime"):
                found.call(f"{part}.enable")
            found.call("Page.navigate", url=url)
            yield found
    finally:
        process.terminate()
        try:
            process.wait(120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
