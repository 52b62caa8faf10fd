"""`caboose serve-web`: Caboose in a browser, one's own or, if told so, others'."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.cli import places, serving
from tui.cli.errors import Failed, one_line
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import N_, _

if TYPE_CHECKING:
    from netplay.brokers import Broker
    from tui.serve.doors import Limits

EXAMPLES: Final = f"""\
examples:
  caboose serve-web                             then open http://127.0.0.1:8000 in a browser
  caboose serve-web --port 0                    on a free port
  caboose serve-web --host 0.0.0.0              others' browsers, too: read the warning
  caboose serve-web --public-url https://play.example.org   behind a proxy that brings TLS

At this machine's own addresses whoever opens the page plays as you. Elsewhere each page is a guest
of its own for as long as it is open. docs/ssh.md tells the same of guests over SSH.
{places.PASSWORDS}
"""
WARNING: Final = N_(
    "warning: anyone who can reach this address can play here, and what they type and see goes over the "
    "network unencrypted; put a proxy with TLS before it (--public-url), or serve over SSH"
)


def run(argv: Sequence[str]) -> int:
    """Serve until interrupted; 0 after ctrl-c or SIGTERM."""
    parser = Parser("caboose serve-web", "Play Caboose in a browser.", EXAMPLES)
    parser.add_argument("--host", metavar="ADDRESS", default="127.0.0.1",
                        help="the address to listen on (default: 127.0.0.1, this machine)")  # fmt: skip
    serving.add(parser, port=8000, most=16)
    parser.add_argument("--public-url", metavar="URL", default="",
                        help="what guests type, where a proxy stands before it")  # fmt: skip
    places.add_meeting_place(parser)
    found = parser.parse_args(list(argv))
    asked = serving.asked(found)
    public = _public(found.public_url)
    brokers, _lan = places.brokers_of(found)
    try:
        import textual_serve  # noqa: F401 # only whether it is there
    except ImportError:
        raise Failed(serving.MISSING.format(command="serve-web", what="textual-serve")) from None
    from tui.serve.doors import Limits

    # Behind a proxy all pages come from one address.
    limits = Limits(asked.most, asked.most if public else asked.each, 64, asked.idle)
    if os.environ.get("CABOOSE_DEBUG") != "1":
        for name in ("asyncio", "aiohttp"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    with contextlib.suppress(KeyboardInterrupt):
        run_async(_serve(found, asked.port, limits, brokers, public))
    return 0


def _public(text: str) -> str:
    from urllib.parse import urlsplit

    from tui.cli.errors import Usage

    if not text:
        return ""
    try:
        parts = urlsplit(text)
        good = parts.scheme in ("http", "https") and parts.hostname and parts.path in ("", "/")
    except ValueError:
        good = False
    if not good:
        raise Usage(f"--public-url is written https://NAME or https://NAME:PORT, not {text[:60]!r}")
    return text.rstrip("/")


async def _serve(
    found: Namespace, port: int, limits: Limits, brokers: list[Broker], public: str
) -> None:
    from netplay.brokers import BrokersUnusable
    from netplay.config import FolderUnusable, data_folder
    from tui.serve.brokers import meeting_place
    from tui.serve.guests import Guests
    from tui.serve.web import WebServer, is_loopback

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    own = is_loopback(found.host) and not public
    async with contextlib.AsyncExitStack() as stack:
        try:
            guests = None
            if not own:
                folder = data_folder()
                if not brokers:
                    brokers = [await stack.enter_async_context(meeting_place(folder))]
                guests = Guests(folder / "guests", brokers)
            server = await stack.enter_async_context(
                WebServer(found.host, port, guests, limits, public=public, say=_say)
            )
        except (BrokersUnusable, FolderUnusable) as error:
            raise Failed(str(error)) from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise Failed(f"cannot listen on port {port} ({why}); name another: --port") from None
        if not own and not public.startswith("https:"):
            print(_(WARNING))
        where = public or f"http://{found.host}:{server.port}"
        print(_("open {where} in a browser", where=where))
        print(_("until ctrl-c"), flush=True)
        await stop.wait()
        print(_("stopping: games are put away"), flush=True)


def _say(line: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')}  {one_line(line)}", flush=True)
