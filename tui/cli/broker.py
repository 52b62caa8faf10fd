"""`caboose broker`: the embedded broker alone, for a small box or a trusted network."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from tui.cli import values
from tui.cli.errors import Failed, Usage, one_line
from tui.cli.language import spoken
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import _, n_

if TYPE_CHECKING:
    from netplay.broker.limits import BrokerLimits

EXAMPLES: Final = """\
examples:
  caboose broker                                  for this network, on port 1883, announced there
  caboose broker --host 127.0.0.1 --port 0        for this machine only, on a free port
  caboose broker --max-connections 200 --rate 50

It runs until ctrl-c. It knows neither passwords nor TLS: it is for networks whose people you trust;
for the internet run mosquitto, which Caboose plays over just as well. It keeps nothing on disk.
"""


def run(argv: Sequence[str]) -> int:
    """Serve until interrupted; 0 after ctrl-c or SIGTERM."""
    parser = Parser("caboose broker", "Run the built-in MQTT broker alone.", EXAMPLES)
    parser.add_argument("--host", metavar="ADDRESS", default="0.0.0.0",  # noqa: S104 # it is for others
                        help="the address to listen on (default: all of this machine)")  # fmt: skip
    parser.add_argument("--port", metavar="N", default="1883", help="0: a free one (default: 1883)")
    parser.add_argument("--name", metavar="NAME", help="what others on this network see it as")
    parser.add_argument(
        "--quiet-lan", action="store_true", help="do not announce it on the network"
    )
    parser.add_argument("--max-connections", metavar="N", default="64", help="(default: 64)")
    parser.add_argument(
        "--max-message", metavar="KB", default="128", help="of one message (default: 128)"
    )
    parser.add_argument(
        "--rate", metavar="N", help="messages a second of one client (default: 2000)"
    )
    parser.add_argument(
        "--max-retained", metavar="N", default="4096", help="messages kept (default: 4096)"
    )
    found = parser.parse_args(list(argv))
    port = values.whole_of(found.port, "--port", 0, 65535)
    limits = _limits(found)
    if os.environ.get("CABOOSE_DEBUG") != "1":
        logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)
    with contextlib.suppress(KeyboardInterrupt):
        run_async(_serve(found, port, limits))
    return 0


def _limits(found: Namespace) -> BrokerLimits:
    connections = values.whole_of(found.max_connections, "--max-connections", 1, 10_000)
    kilobytes = values.whole_of(found.max_message, "--max-message", 128, 4096)
    retained = values.whole_of(found.max_retained, "--max-retained", 0, 1_000_000)
    rate = values.whole_of(found.rate or "2000", "--rate", 20, 100_000)
    from netplay.broker.limits import BrokerLimits

    if connections > _most_open():
        raise Usage(
            f"--max-connections: this system lets a program have {_most_open()} connections open; "
            "raise that with `ulimit -n`, or ask for fewer"
        )
    return BrokerLimits(
        max_connections=connections,
        max_packet=kilobytes * 1024,
        messages_per_second=float(rate),
        message_burst=3.0 * rate,
        max_retained=retained,
    )


def _most_open() -> int:
    try:
        import resource
    except ImportError:  # not on Windows
        return 10_000
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 32


async def _serve(found: Namespace, port: int, limits: BrokerLimits) -> None:
    from netplay.broker.embedded import EmbeddedBroker
    from netplay.discovery import Announcement, NoDiscovery, addresses_of, lan_is_on
    from netplay.transport import BrokerAddress, BrokerNotStarted

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # not on Windows
            loop.add_signal_handler(number, stop.set)
    async with contextlib.AsyncExitStack() as stack:
        try:
            broker = await stack.enter_async_context(
                EmbeddedBroker(found.host, port, limits=limits)
            )
        except BrokerNotStarted as error:
            raise Failed(str(error)) from None
        reached = addresses_of(found.host) or [broker.address.host]
        for address in reached:
            where = BrokerAddress("mqtt", address, broker.port)
            print(_("listening at {where}", where=where), flush=True)
        quiet = found.quiet_lan or not lan_is_on()
        if not quiet and not broker.address.host.startswith("127."):
            name = found.name or _(
                "broker of {name}", name=os.uname().nodename if hasattr(os, "uname") else "Caboose"
            )
            try:
                await stack.enter_async_context(Announcement(name, broker.port, reached))
                print(_("announced on the local network"), flush=True)
            except NoDiscovery as error:
                print(_("not announced: {why}", why=one_line(spoken(error))), flush=True)
        print(_("until ctrl-c"), flush=True)
        await stop.wait()
        connected = n_(
            "stopped; {count} was connected", "stopped; {count} were connected", broker.connections
        )
        print(connected, flush=True)
