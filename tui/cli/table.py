"""`caboose table`: opens a table at which a bot has the first seat, without a screen."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from netplay.text import clean
from tui.cli import places, values
from tui.cli.bot import (
    Said,
    add_play,
    come_along,
    known_strength,
    name_of,
    pace_of,
    quieten,
    to_the_end,
)
from tui.cli.errors import Failed, Usage
from tui.cli.language import spoken
from tui.cli.newfile import new_file
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import _

if TYPE_CHECKING:
    from core.kernel.game import Game
    from netplay.lobby import Visibility
    from netplay.lobby.carried import CarriedTable
    from netplay.lobby.departures import Place

EXAMPLES: Final = f"""\
examples:
  caboose table --seats 3 --table "Gare de Lyon"                 two seats for whoever comes
  caboose table a-toute-vapeur --seats 4 --bots greedy --broker mqtt://localhost:1883

Without --broker a broker is started in this program and announced on the local network.
{places.PASSWORDS}
"""


def run(argv: Sequence[str]) -> int:
    """Open the table, wait for guests, play; 0 only if the game came to its end."""
    parser = Parser("caboose table", "A bot opens a table for others.", EXAMPLES)
    values.add_game(parser)
    parser.add_argument("--seats", metavar="N", help="how many sit at the table (default: 3)")
    parser.add_argument("--table", metavar="NAME", help="what the table is called")
    parser.add_argument(
        "--bots", metavar="LEVEL[,LEVEL]", help="bots for the last seats, one LEVEL each"
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[],
                        help=values.OPTION_HELP)  # fmt: skip
    parser.add_argument("--unlisted", action="store_true", help="in nobody's list: found by code")
    parser.add_argument("--private", action="store_true",
                        help="sealed for those whom you give the invite that is printed")  # fmt: skip
    parser.add_argument("--port", metavar="N", help="the port of its own broker (default: any)")
    parser.add_argument("--absent", metavar="WHAT[:TIME]", help=values.ABSENT_HELP)
    parser.add_argument("--claim", action="store_true",
                        help="those who stay may end the game as won by them")  # fmt: skip
    parser.add_argument("--seats-only-chat", action="store_true", help=values.CHAT_HELP)
    add_play(parser)
    places.add_places(parser)
    found = parser.parse_args(list(argv))
    game = values.game_of(found.game)
    listed = len(found.bots.split(",", 99)) if found.bots else 0
    seats = values.seats_of(found.seats, game, default=max(3, listed + 1))
    if listed >= seats:
        raise Usage(
            f"--bots names {listed} bots, and besides the first there are {seats - 1} seats"
        )
    bots = values.bots_of(found.bots, listed, game) if listed else ()
    options = values.options_of(found.option, game, seats)
    known_strength(found.strength)
    found.pace = pace_of(found.pace)
    name = name_of(found.name, f"{found.strength} bot")
    table = clean(found.table or f"{name}'s table", 32)
    if not table:
        raise Usage("--table needs at least one letter")
    wait = float(values.whole_of(found.wait, "--wait", 1, 86_400))
    if found.broker and found.port is not None:
        raise Usage("--port is for a broker of its own; with --broker it stands in the URL")
    if len(found.broker) > 1:
        raise Usage("a table is at one broker; its several addresses are joined by commas")
    port = values.whole_of(found.port or "0", "--port", 0, 65535)
    absent = (*values.absent_of(found.absent), found.claim)
    target = new_file(found.transcript, "--transcript")
    where = places.places_of(found)[0][0] if found.broker else port
    quieten()
    run_async(_go(found, game, seats, options, bots, (name, table), absent, wait, where, target))
    return 0


async def _go(
    found: Namespace,
    game: Game[Any],
    seats: int,
    options: dict[str, Any],
    bots: tuple[str, ...],
    names: tuple[str, str],
    absent: tuple[int, int, bool],
    wait: float,
    where: Place | int,
    target: Path | None,
) -> None:
    from netplay.crypto_nacl import NaclCrypto
    from netplay.lobby.client import LobbyClient
    from netplay.lobby.encore import encore
    from netplay.lobby.host import HostedTable, JoinedTable
    from netplay.lobby.ownbroker import own_addresses
    from netplay.session.standin import usual
    from netplay.transport import TransportError
    from netplay.wire import Gone, Policy

    name, table_name = names
    said = Said(found.json)
    async with AsyncExitStack() as stack:
        place = (
            await _own_broker(stack, where, name, said, found.no_lan)
            if isinstance(where, int)
            else where
        )
        crypto = NaclCrypto(os.urandom(32))
        try:
            client = await stack.enter_async_context(
                LobbyClient(crypto, name, place.connect, bot=found.strength)
            )
        except TransportError as error:
            raise Failed(str(error)) from None
        table = HostedTable(
            client,
            game,
            game.options(options),
            seats,
            table_name,
            bots=bots,
            visibility=_visibility(found),
            seats_only_chat=found.seats_only_chat,
            strength=found.strength,
            policy=Policy(Gone(absent[0]), absent[1], absent[2], usual(game)),
            brokers=own_addresses(place.addresses[0].port) if isinstance(where, int) else (),
            pace=found.pace,
            told=said.hear,
        )
        code = table.table.hex()[:12]
        said.print(_("{table} ({game}), code {code}", table=table_name, game=game.title, code=code))
        if found.private or found.unlisted:
            # On the error output where there will be JSON: without it nobody could come.
            out = sys.stderr if found.json else sys.stdout
            invite = table.invite(place.addresses).text()
            print(_("invite: {text}", text=invite), file=out, flush=True)
        cover = table.key
        seat: CarriedTable = table
        while True:
            async with seat:
                await to_the_end(seat, said, wait, target)
                following = await encore(seat, wait)
            if following is None:
                return
            seat = JoinedTable(
                client,
                come_along(client, said, cover, following, seat),
                want=following.want,
                strength=found.strength,
                pace=found.pace,
                told=said.hear,
            )
            target = None


def _visibility(found: Namespace) -> Visibility:
    from netplay.lobby import Visibility

    if found.private:
        return Visibility.PRIVATE
    return Visibility.UNLISTED if found.unlisted else Visibility.PUBLIC


async def _own_broker(
    stack: AsyncExitStack, port: int, name: str, said: Said, quiet: bool
) -> Place:
    from netplay.broker.embedded import EmbeddedBroker
    from netplay.brokers import Broker
    from netplay.discovery import Announcement, NoDiscovery, addresses_of, lan_is_on
    from netplay.lobby.departures import place_of
    from netplay.transport import BrokerAddress, BrokerNotStarted

    everywhere = "0.0.0.0"  # noqa: S104 # others on this network are to come
    try:
        broker = await stack.enter_async_context(EmbeddedBroker(everywhere, port))
    except BrokerNotStarted as error:
        raise Failed(str(error)) from None
    reached = addresses_of(everywhere)
    for address in reached:
        said.print(_("broker at {where}", where=f"mqtt://{address}:{broker.port}"))
    if lan_is_on() and not quiet:
        try:
            await stack.enter_async_context(Announcement(name, broker.port, reached))
        except NoDiscovery as error:
            said.print(_("not announced: {why}", why=spoken(error)))
    outside = tuple(BrokerAddress("mqtt", address, broker.port) for address in reached)
    return place_of(Broker(name, (broker.address,)), also=outside)
