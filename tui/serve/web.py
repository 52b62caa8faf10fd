"""Serves Caboose to browsers: textual-serve's page and wire, with doors, and a game's own way out.

textual-serve brings the page, the terminal in it and the wire between page and process. What is ours
is whom it listens to: only pages that this server has sent (any page a person visits could otherwise
open a game at their own machine), so many at a time, and nothing that is not of the wire.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import shlex
import sys
from asyncio.subprocess import Process
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Any, Final, Self, cast
from urllib.parse import urlsplit

import aiohttp_jinja2
import jinja2
from aiohttp import WSMsgType, web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from netplay.brokers import BrokersUnusable
from netplay.config import FolderUnusable
from tui import guest
from tui.serve import terms
from tui.serve.doors import Doors, Limits
from tui.serve.guests import Guest, Guests
from tui.told import told
from tui.tongue import N_, Tongue, _

GAME: Final = f"exec {shlex.join((sys.executable, '-P', '-m', 'tui.serve.game'))}"
_DRIVER: Final = "tui.serve.webdriver:PageDriver"
_MESSAGE: Final = 65_536
"""Bytes of one message of a page."""
_GRACE: Final = 10.0
_FONTS: Final = re.compile(r"<link\s[^>]*fonts\.googleapis[^>]*/>", re.DOTALL)
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'"
)
_ELSEWHERE: Final = N_("This is not the address of this Caboose.")
_STRANGER: Final = N_("Only a page of this Caboose may do that.")
_NO_GAME: Final = N_("No game can be opened just now.")
_LOOPBACK: Final = ("127.0.0.1", "::1", "localhost")


def is_loopback(host: str) -> bool:
    """Whether only this machine can come to an address."""
    return host in _LOOPBACK or host.startswith("127.")


class WebServer(Server):
    """Listens while it is entered. ``guests``: None where whoever comes is the person who runs it.

    ``public``: the address people type, where a proxy stands before it. Entering raises OSError.
    """

    def __init__(
        self,
        host: str,
        port: int,
        guests: Guests | None,
        limits: Limits | None = None,
        *,
        public: str = "",
        say: Callable[[str], None] = lambda line: None,
        command: str = GAME,
    ) -> None:
        super().__init__(command, host, port, title="Caboose", public_url=public or None)
        self._public = public.rstrip("/")
        self._guests = guests
        self._say = say
        self.doors = Doors(limits or Limits())
        self._runner: web.AppRunner | None = None
        self._sockets: set[web.WebSocketResponse] = set()
        self._games: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        logging.getLogger("textual-serve").setLevel(logging.CRITICAL)
        self._runner = web.AppRunner(await self._make_app(), access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.host, self.port)
        await site.start()
        (self.port, *_rest) = {int(address[1]) for address in self._runner.addresses}
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Pages are closed first: their games get the time to put themselves away.
        await asyncio.gather(*[socket.close() for socket in self._sockets], return_exceptions=True)
        if self._games:
            await asyncio.wait(self._games, timeout=_GRACE + 1)
        if self._runner is not None:
            await self._runner.cleanup()

    async def _make_app(self) -> web.Application:
        """The page, its parts, its wire, and no more."""
        app = web.Application(client_max_size=_MESSAGE)
        aiohttp_jinja2.setup(app, loader=jinja2.FileSystemLoader(self.templates_path))
        app.add_routes(
            [
                web.get("/", self.page, name="index"),
                web.get("/ws", self.wire, name="websocket"),
                web.static("/static", self.statics_path, name="static"),
            ]
        )
        return app

    # The page -----------------------------------------------------------------------------------

    async def page(self, request: web.Request) -> web.Response:
        """The page; it asks nobody else for anything."""
        self.public_url = self._public or f"{request.scheme}://{request.host}"
        if not self._ours(request):
            raise web.HTTPForbidden(text=_guests(request).one(_ELSEWHERE))
        # Decorated there: what comes back is no longer the values for the template.
        shown = await cast(Any, self.handle_index)(request)
        assert isinstance(shown, web.Response)
        shown.text = _FONTS.sub("", shown.text or "")
        shown.headers["Content-Security-Policy"] = _POLICY
        shown.headers["X-Content-Type-Options"] = "nosniff"
        shown.headers["Referrer-Policy"] = "no-referrer"
        return shown

    def _ours(self, request: web.Request) -> bool:
        """Whether it is asked by the name it goes by: a foreign name may point here, too."""
        if self._public:
            return True
        name = urlsplit(f"//{request.host}").hostname or ""
        return is_loopback(name) if is_loopback(self.host) else bool(name)

    def _own_page(self, request: web.Request) -> bool:
        """Whether the page that asks is one of ours."""
        origin = request.headers.get("Origin", "")
        expected = self._public or f"{request.scheme}://{request.host}"
        return origin == expected and self._ours(request)

    # The wire -----------------------------------------------------------------------------------

    async def wire(self, request: web.Request) -> web.StreamResponse:
        """One page, one game."""
        if not self._own_page(request):
            raise web.HTTPForbidden(text=_guests(request).one(_STRANGER))
        address = request.remote or "?"
        tongue = _guests(request)
        if why := self.doors.enter(address, tongue):
            raise web.HTTPServiceUnavailable(text=why)
        visitor: Guest | None = None
        try:
            visitor = self._guests.enter(None) if self._guests is not None else None
            return await self._serve(request, visitor)
        except (OSError, FolderUnusable, BrokersUnusable) as error:
            self._say(_("no game for {who}: {why}", who=address, why=told(str(error))))
            raise web.HTTPServiceUnavailable(text=tongue.one(_NO_GAME)) from None
        finally:
            if visitor is not None and self._guests is not None:
                self._guests.leave(visitor)
            self.doors.left(address)

    async def _serve(self, request: web.Request, visitor: Guest | None) -> web.StreamResponse:
        socket = web.WebSocketResponse(heartbeat=15, max_msg_size=_MESSAGE)
        await socket.prepare(request)
        self._say(_("{who} plays ({count} now)", who=request.remote, count=self.doors.inside))
        game = _Game(self.command, socket, self.download_manager, visitor)
        width, height = request.query.get("width", ""), request.query.get("height", "")
        await game.start(*terms.size(_number(width), _number(height)))
        self._sockets.add(socket)
        try:
            await self._hear(socket, game)
        finally:
            self._sockets.discard(socket)
            # A page that is closed ends the task that serves it; the game still has to end well.
            ending = asyncio.create_task(game.stop())
            self._games.add(ending)
            ending.add_done_callback(self._games.discard)
            await asyncio.shield(ending)
            self._say(_("{who} is gone", who=request.remote))
        return socket

    async def _hear(self, socket: web.WebSocketResponse, game: _Game) -> None:
        """What the page says, as far as it is of the wire; a page that says else is not heard on."""
        idle = self.doors.limits.idle
        while True:
            try:
                async with asyncio.timeout(idle):
                    message = await socket.receive()
            except TimeoutError:
                return
            if message.type is not WSMsgType.TEXT:
                return
            try:
                what, *rest = json.loads(message.data)
                data = rest[0] if rest else None
                if what == "stdin" and isinstance(data, str):
                    await game.send_bytes(data.encode("utf-8", "replace"))
                elif what == "resize" and isinstance(data, dict):
                    size = terms.size(_number(data["width"]), _number(data["height"]))
                    await game.set_terminal_size(*size)
                elif what == "ping":
                    await socket.send_json(["pong", str(data)[:100]])
                elif what == "blur":
                    await game.blur()
                elif what == "focus":
                    await game.focus()
                else:
                    return
            except (ValueError, TypeError, KeyError, RecursionError, ConnectionError):
                return


class _Game(AppService):
    """One game's process, with an environment of its own and an end that does not wait for ever."""

    def __init__(
        self, command: str, socket: web.WebSocketResponse, downloads: Any, visitor: Guest | None
    ) -> None:
        super().__init__(
            command,
            write_bytes=socket.send_bytes,
            write_str=socket.send_str,
            close=self._close,
            download_manager=downloads,
        )
        self._visitor = visitor
        self._socket = socket

    async def _close(self) -> None:
        await self._socket.close()

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        found: dict[str, str] = super()._build_environment(width, height)
        found |= {
            "TEXTUAL_DRIVER": _DRIVER,
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONUTF8": "1",
            "LINES": str(height),
        }
        found.pop("NO_COLOR", None)
        # A page reads UTF-8, whatever the terminal does that the server was started in.
        language = found.pop("LC_ALL", "")
        if language not in ("", "C", "POSIX"):
            found["LANG"] = language
        found["LC_CTYPE"] = "C.UTF-8"
        if self._visitor is not None:  # else it is oneself who sits at the browser
            found |= self._visitor.environment() | {guest.VARIABLE: guest.WEB}
        return found

    async def stop(self) -> None:
        """Tell the game that its page is closed; it has some seconds to put itself away."""
        task, process = self._task, self._process
        if task is None:
            return
        self._task = None
        with suppress(ConnectionError, RuntimeError):
            await self.send_meta({"type": "quit"})
        done, _late = await asyncio.wait({task}, timeout=_GRACE)
        if not done:
            _kill(process)
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        if process is not None:
            await process.wait()


def _kill(process: Process | None) -> None:
    if process is not None:
        with suppress(ProcessLookupError):
            process.kill()


def _guests(request: web.Request) -> Tongue:
    return Tongue(terms.language(request.headers.get("Accept-Language", "")))


def _number(said: object) -> int:
    """A size as a page says it; 0 for anything else."""
    if isinstance(said, str) and said.isascii() and said.isdigit() and len(said) < 6:
        return int(said)
    return said if type(said) is int and 0 < said < 100_000 else 0
