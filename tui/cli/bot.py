"""`caboose bot`: a bot that sits down at somebody's table and plays to the end, without a screen."""

from __future__ import annotations

import asyncio
import json
import logging
import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from netplay.text import clean
from tui.cli import places, values
from tui.cli.errors import Failed, Usage
from tui.cli.finding import find_table
from tui.cli.newfile import keep, new_file
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import _, both, p_

if TYPE_CHECKING:
    from core.kernel.game import Game
    from netplay.journal import Journal
    from netplay.lobby.carried import CarriedTable
    from netplay.lobby.client import LobbyClient
    from netplay.lobby.departures import Place
    from netplay.lobby.encore import Encore
    from netplay.lobby.host import Where
    from netplay.lobby.invite import Invite
    from netplay.session import Ticket
    from netplay.table import Player

EXAMPLES: Final = f"""\
examples:
  caboose bot --join "Gare de Lyon" --strength greedy
  caboose bot --join 94689243020b --broker mqtt://localhost:1883 --name Bertha
  caboose bot --join - < invite.txt            an invite, kept out of the shell's history
  caboose table --seats 2 --table Lyon & caboose bot --join Lyon        a game of two bots

It has a key of its own, kept in its journal: a bot that was killed comes back with `caboose resume`.
Where people sit at the table it stays after the game for --wait seconds, and comes along to another one
as soon as one of them asks for it.
{places.PASSWORDS}
"""


def run(argv: Sequence[str]) -> int:
    """Wait for the table, sit down, play; 0 only if the game came to its end."""
    parser = Parser("caboose bot", "A bot sits down at a table and plays to the end.", EXAMPLES)
    parser.add_argument("--join", metavar="NAME|CODE|INVITE", required=True,
                        help="the table; - reads it from the standard input")  # fmt: skip
    add_play(parser)
    places.add_places(parser)
    places.add_own_broker(parser)
    found = parser.parse_args(list(argv))
    found.join = places.table_text(found.join, "--join")
    invite = places.invite_of(found.join)
    known_strength(found.strength)
    found.pace = pace_of(found.pace)
    name = name_of(found.name, f"{found.strength} bot")
    wait = float(values.whole_of(found.wait, "--wait", 1, 86_400))
    target = new_file(found.transcript, "--transcript")
    if invite is not None and not found.broker:
        found.broker = [",".join(str(address) for address in invite.addresses)]
    where, lan = places.places_of(found)
    quieten()
    run_async(_go(found, name, wait, where, lan, target, invite))
    return 0


def add_play(parser: Parser) -> None:
    """The options of a program that plays without a person."""
    parser.add_argument("--strength", metavar="LEVEL", default="greedy", help="(default: greedy)")
    parser.add_argument("--name", metavar="NAME", help="what others call it")
    parser.add_argument("--wait", metavar="SECONDS", default="120",
                        help="give up when the table does not come about, or nothing happens there, "
                        "for so long (default: 120)")  # fmt: skip
    parser.add_argument("--pace", metavar="SECONDS", default="0",
                        help="think so long over each move, for those who watch (default: 0)")  # fmt: skip
    parser.add_argument("--transcript", metavar="FILE", help="keep the game in this new file")
    parser.add_argument("--json", action="store_true", help="print one JSON object at the end")


def known_strength(strength: str) -> None:
    """Raises Usage for a bot that there is not."""
    from core.bots.registry import NAMES

    if strength not in NAMES:
        raise Usage(f"no bot is called {strength[:40]!r}; there is: {', '.join(NAMES)}")


def pace_of(text: str) -> float:
    """Seconds a move, tenths allowed; raises Usage."""
    whole, _, tenths = text.partition(".")
    if not (whole + (tenths or "0")).isascii() or not (whole + (tenths or "0")).isdigit():
        raise Usage(f"--pace is seconds from 0 to 60, such as 0.5, not {text[:20]!r}")
    if len(text) > 6 or float(text) > 60:
        raise Usage("--pace is at most 60 seconds")
    return float(text)


def name_of(text: str | None, fallback: str) -> str:
    """A name others see; raises Usage."""
    name = clean(fallback if text is None else text)
    if not name:
        raise Usage("--name needs at least one letter")
    return name


def quieten() -> None:
    """What a library has to say of a lost link would stand among our lines."""
    if os.environ.get("CABOOSE_DEBUG") != "1":
        logging.getLogger("asyncio").setLevel(logging.CRITICAL + 1)


async def _go(
    found: Namespace,
    name: str,
    wait: float,
    where: Sequence[Place],
    lan: bool,
    target: Path | None,
    invite: Invite | None,
) -> None:
    from netplay.crypto_nacl import NaclCrypto
    from netplay.lobby.departures import Departures
    from netplay.lobby.encore import encore
    from netplay.lobby.host import JoinedTable
    from netplay.resume import begin_journal, put_away

    news = asyncio.Event()
    seed = os.urandom(32)
    crypto = NaclCrypto(seed)
    async with Departures(
        crypto,
        name,
        where,
        lan=lan,
        bot=found.strength,
        changed=news.set,
        own=places.own_broker(found, name),
    ) as departures:
        if invite is not None:
            await departures.tried(wait)
            for place in departures.places:
                if invite.key is not None and departures.up(place):
                    departures.client(place).cover(invite.ticket.table, invite.key)
        code = found.join if invite is None else invite.ticket.table.hex()
        listing = await find_table(departures, code, wait, news)
        if listing.row.refusal:
            raise Failed(listing.row.refusal)
        said = _Said(found.json)
        client = departures.client(listing.place)
        cover = invite.key if invite is not None else None

        def sit(where: Where, want: int | None = None) -> tuple[CarriedTable, Journal]:
            journal = begin_journal(client.transport, seed, cover)
            table = JoinedTable(
                client,
                where,
                want=want,
                strength=found.strength,
                pace=found.pace,
                told=said.hear,
                journal=journal,
            )
            return table, journal

        table, journal = sit(listing.row)
        said.print(
            _("{name} sits down at {table} ({game})", name=name, table=listing.row.name,
              game=listing.row.title)
        )  # fmt: skip
        while True:
            try:
                async with table:
                    await to_the_end(table, said, wait, target)
                    following = await encore(table, wait)
            finally:
                put_away(table.session, journal, keep=False)
            if following is None:
                return
            table, journal = sit(come_along(client, said, cover, following, table), following.want)
            target = None


def come_along(
    client: LobbyClient, said: _Said, cover: bytes | None, to: Encore, from_: CarriedTable
) -> tuple[Ticket, Game[Any]]:
    """To the table of another game, which is as private as the one before; ``said`` begins anew."""
    if cover is not None:
        client.cover(to.ticket.table, cover)
    said.begin()
    said.print(_("another game with the same people"))
    return to.ticket, from_.session.game


class _Said:
    """Hears the table and knows when something happened last; prints unless there will be JSON."""

    def __init__(self, quiet: bool) -> None:
        self.quiet = quiet
        self.begin()

    def begin(self) -> None:
        """At a table of which nothing was heard yet."""
        self.at = asyncio.get_running_loop().time()
        self.bad = ""
        self._told: object = None

    def print(self, text: str) -> None:
        """A line for the person."""
        if not self.quiet:
            print(text, flush=True)

    def hear(self, action: object) -> None:
        """What the session tells."""
        from netplay.session import Dissolved, Refused, Seated, Started
        from netplay.table import Faltered, Halted

        self.at = asyncio.get_running_loop().time()
        if isinstance(action, Refused | Dissolved | Halted):
            self.bad = action.says
        elif isinstance(action, Seated) and action.players != self._told:
            self._told = action.players
            players = ", ".join(_shown(player) for player in action.players)
            self.print(_("seats: {players}", players=players))
        elif isinstance(action, Faltered):
            self.print(_("the process that thinks failed; a quicker bot makes this move"))
        elif isinstance(action, Started):
            self.print(_("the game begins"))


def _shown(player: Player | None) -> str:
    if player is None:
        return p_("seat", "free")
    name = f"{player.name} {player.mark}"
    return _("{name} (bot {level})", name=name, level=player.bot) if player.bot else name


Said = _Said


async def to_the_end(table: CarriedTable, said: _Said, wait: float, target: Path | None) -> None:
    """Until the game is over and everyone has all of it; prints how it ended. Raises Failed."""
    session = table.session
    over = asyncio.ensure_future(table.wait())
    loop = asyncio.get_running_loop()
    try:
        while not session.complete:
            await asyncio.wait([over], timeout=0.05)
            if over.done():
                over.result()
            if said.bad:
                raise Failed(said.bad)
            if loop.time() > said.at + wait:
                raise Failed(f"nothing happened at the table for {wait:g} seconds; left it")
        end = loop.time() + 10.0
        while session.settled < session.n and loop.time() < end:
            await asyncio.wait([over], timeout=0.05)
    finally:
        over.cancel()
        await asyncio.gather(over, return_exceptions=True)
    if target is not None:
        keep(target, session.save(), _("the transcript"))
    result = _result(table)
    if said.quiet:
        print(json.dumps(result, ensure_ascii=False), flush=True)
        return
    names = result["players"]
    pairs = zip(names, result["scores"], strict=True)
    scores = ", ".join(f"{name} {score}" for name, score in pairs)
    print(_("scores: {scores}", scores=scores))
    print(_("won by {names}", names=both([names[seat] for seat in result["winners"]])))
    entries, digest = result["entries"], result["final_hash"]
    print(_("{count} entries, final hash {digest}", count=entries, digest=digest), flush=True)


def _result(table: CarriedTable) -> dict[str, Any]:
    session = table.session
    return {
        "table": session.ticket.table.hex(),
        "seat": session.seat,
        "players": [player.name for player in session.players],
        "entries": session.n + 1,
        "scores": list(session.game.score(session.state)),
        "winners": list(session.game.winners(session.state)),
        "final_hash": session.state_hash.hex(),
    }
