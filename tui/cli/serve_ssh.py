"""`caboose serve-ssh`: anyone with an SSH client plays here, without installing anything."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tui.cli import places, serving
from tui.cli.errors import Failed, one_line
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import _

if TYPE_CHECKING:
    from netplay.brokers import Broker
    from tui.serve.doors import Limits

EXAMPLES: Final = f"""\
examples:
  caboose serve-ssh                             on port 2222 of all this machine's addresses
  caboose serve-ssh --host 127.0.0.1 --port 0   for this machine only, on a free port
  caboose serve-ssh --broker mqtts://broker.example --user club --password-file FILE
  ssh -p 2222 THIS-MACHINE                      how people come

A guest is known by their SSH key, and gets the game and nothing but the game. Guests meet each
other, and whoever else plays at the brokers named here (default: those you have saved; without any,
one that runs inside this program, for the guests alone). docs/ssh.md tells more.
{places.PASSWORDS}
"""


def run(argv: Sequence[str]) -> int:
    """Serve until interrupted; 0 after ctrl-c or SIGTERM."""
    parser = Parser("caboose serve-ssh", "Let anyone with an SSH client play here.", EXAMPLES)
    parser.add_argument("--host", metavar="ADDRESS", default="",
                        help="the address to listen on (default: all of this machine)")  # fmt: skip
    serving.add(parser, port=2222, most=32)
    parser.add_argument("--host-key", metavar="FILE",
                        help="the server's own key (default: made once, in the data folder)")  # fmt: skip
    places.add_meeting_place(parser)
    found = parser.parse_args(list(argv))
    asked = serving.asked(found)
    brokers, _lan = places.brokers_of(found)
    try:
        import asyncssh  # noqa: F401 # only whether it is there
    except ImportError:
        raise Failed(serving.MISSING.format(command="serve-ssh", what="asyncssh")) from None
    from tui.serve.doors import Limits

    limits = Limits(asked.most, asked.each, max(64, 2 * asked.most), asked.idle)
    if os.environ.get("CABOOSE_DEBUG") != "1":
        logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)
    with contextlib.suppress(KeyboardInterrupt):
        run_async(_serve(found, asked.port, limits, brokers))
    return 0


async def _serve(found: Namespace, port: int, limits: Limits, brokers: list[Broker]) -> None:
    from netplay.brokers import BrokersUnusable
    from netplay.config import FolderUnusable, data_folder
    from tui.serve.brokers import meeting_place
    from tui.serve.guests import Guests
    from tui.serve.hostkey import FILE_NAME, HostKeyUnusable, load_or_create
    from tui.serve.ssh import SshServer

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    own_key = Path(found.host_key) if found.host_key else None
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        try:
            folder = data_folder()
            path = own_key or folder / FILE_NAME
            key, new = load_or_create(path)
            if not brokers:
                brokers = [await stack.enter_async_context(meeting_place(folder))]
            for broker in brokers:
                broker.security()  # a login that no guest could use is to be known now
            guests = Guests(folder / "guests", brokers)
            server = await stack.enter_async_context(
                SshServer(guests, key, found.host, port, limits, say=_say)
            )
        except (HostKeyUnusable, BrokersUnusable, FolderUnusable) as error:
            raise Failed(str(error)) from None
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise Failed(f"cannot listen on port {port} ({why}); name another: --port") from None
        command = f"ssh -p {server.port} HOST"
        print(
            _(
                "listening on port {port}; people come with: {command}",
                port=server.port,
                command=command,
            )
        )
        print(
            _("host key {key}", key=key.get_fingerprint())
            + (f" {_('(made just now)')}" if new else "")
        )
        for broker in brokers:
            print(_("guests meet at {where}", where=broker.addresses[0]))
        print(_("until ctrl-c"), flush=True)
        await stop.wait()
        print(_("stopping: games are put away"), flush=True)


def _say(line: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')}  {one_line(line)}", flush=True)
