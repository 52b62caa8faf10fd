"""`caboose host`: open a table for others and wait for them in its waiting room."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final

from netplay.text import clean
from tui.cli import people, places, values
from tui.cli.errors import Usage
from tui.cli.parser import Parser
from tui.cli.terminal import add_plain, need_terminal

EXAMPLES: Final = f"""\
examples:
  caboose host                                    three seats, on this network
  caboose host a-toute-vapeur --seats 4 --name "Gare de Lyon"
  caboose host --seats 4 --bots greedy,random     two people and two bots that run here
  caboose host --broker mqtts://broker.example    strangers can come, too

Without --broker a broker is started inside this program, for as long as it runs: others on the same
network see the table by starting `caboose`, or type the command that the waiting room shows.
{places.PASSWORDS}
"""


def run(argv: Sequence[str]) -> int:
    """Check all that is asked for, then open the waiting room; returns the app's exit code."""
    parser = Parser("caboose host", "Open a table for others.", EXAMPLES)
    values.add_game(parser)
    parser.add_argument("--seats", metavar="N", help="how many sit at the table, bots included")
    parser.add_argument(
        "--bots", metavar="LEVEL[,LEVEL]", help="bots for the last seats, one LEVEL each; run here"
    )
    parser.add_argument("--option", metavar="NAME=VALUE", action="append", default=[],
                        help=values.OPTION_HELP)  # fmt: skip
    parser.add_argument("--name", metavar="TABLE", default="", help="what the table is called")
    parser.add_argument(
        "--unlisted", action="store_true", help="in nobody's list: by invite or code"
    )
    parser.add_argument("--private", action="store_true",
                        help="sealed for those whom you give its invite")  # fmt: skip
    parser.add_argument("--absent", metavar="WHAT[:TIME]", help=values.ABSENT_HELP)
    parser.add_argument("--due", metavar="TIME", help=values.DUE_HELP)
    parser.add_argument("--claim", action="store_true",
                        help="those present may end a game as won when somebody is gone")  # fmt: skip
    parser.add_argument("--seats-only-chat", action="store_true", help=values.CHAT_HELP)
    people.add_me(parser)
    places.add_places(parser)
    parser.add_argument("--port", metavar="N", help="the port of its own broker (default: any)")
    add_plain(parser)
    found = parser.parse_args(list(argv))
    game = values.game_of(found.game)
    listed = len(found.bots.split(",", 99)) if found.bots else 0
    seats = values.seats_of(found.seats, game, default=max(3, listed + 1))
    if listed >= seats:
        raise Usage(f"--bots names {listed} bots, and besides you there are {seats - 1} seats")
    bots = values.bots_of(found.bots, listed, game) if listed else ()
    options = values.options_of(found.option, game, seats)
    absent = values.due_of(found.due, found.absent)
    table = clean(found.name, 40)
    if found.name and not table:
        raise Usage("--name needs at least one letter")
    if found.broker and found.port is not None:
        raise Usage("--port is for a broker of its own; with --broker it stands in the URL")
    if len(found.broker) > 1:
        raise Usage("a table is at one broker; its several addresses are joined by commas")
    port = values.whole_of(found.port or "0", "--port", 0, 65535)
    people.check_places(found)
    if not found.plain:
        need_terminal("caboose host")
    there, lan = people.places_of(found)
    if not lan and not there:
        os.environ["CABOOSE_LAN"] = "off"  # nor is the broker announced
    name = people.name_of(found.me)
    from tui.plan import Host
    from tui.setup import SoloSetup

    setup = SoloSetup(game=game.name, seats=seats, options=options, name=name)
    visibility = 2 if found.private else int(found.unlisted)
    place = there[0] if there else None
    plan = Host(setup, bots, table, place, port, visibility, absent, found.claim,
                found.seats_only_chat)  # fmt: skip
    if found.plain:
        from tui.plain.run import run_plain

        return run_plain(None, plan)
    from tui.launch import run_app

    return run_app(None, plan)
