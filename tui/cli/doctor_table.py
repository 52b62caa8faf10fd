"""`caboose doctor --table`: listens beside a table for a while and says what was heard and not used."""

from __future__ import annotations

import asyncio
import json
import os
from argparse import Namespace
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tui.cli import places, values
from tui.cli.errors import Failed
from tui.cli.finding import find_table
from tui.cli.language import spoken, together
from tui.cli.lobby import STAGES
from tui.cli.running import run_async
from tui.tongue import _, n_, p_

if TYPE_CHECKING:
    from netplay.crypto import Crypto
    from netplay.lobby.client import LobbyClient
    from netplay.lobby.departures import Listing, Place
    from netplay.lobby.invite import Invite
    from netplay.lobby.values import Row
    from netplay.node import Node
    from netplay.session import Session

_FIND: Final = 8.0
"""Seconds in which the table must come in sight."""
_HARMLESS: Final = frozenset(("old", "late", "far", "branch", "bound", "copy", "rate"))
"""What lost links and people who come back bring about by themselves."""


class Heard(NamedTuple):
    """What a listener heard. ``unused``: by player id, and by reason; ``names``: of those who sit there."""

    name: str
    title: str
    code: str
    stage: str
    entries: int
    stopped: str
    seconds: int
    of_seats: int
    of_others: int
    unused: dict[str, Counter[str]]
    rest: Counter[str]
    names: dict[str, str]


def look(found: Namespace) -> int:
    """Listen and print; 0 where nothing hostile was heard. Raises Usage and Failed."""
    text = places.table_text(found.table, "--table")
    invite = places.invite_of(text)
    seconds = values.whole_of(found.seconds, "--seconds", 1, 3600)
    if invite is not None and not found.broker:
        found.broker = [",".join(str(address) for address in invite.addresses)]
    where, lan = places.places_of(found)
    heard = run_async(_listen(text, invite, where, lan, seconds))
    if found.json:
        print(json.dumps(_as_json(heard), ensure_ascii=False))
    else:
        _print(heard)
    hostile = _total(heard, hostile=True)
    if heard.stopped:
        # How and why is printed: the line for an error is too short for all of it.
        raise Failed("not all is well: the table has stopped")
    if hostile:
        raise Failed(f"not all is well: {hostile} messages that no honest program sends")
    return 0


async def _listen(
    text: str, invite: Invite | None, where: list[Place], lan: bool, seconds: int
) -> Heard:
    from netplay.crypto_nacl import NaclCrypto
    from netplay.lobby.departures import Departures

    news = asyncio.Event()
    crypto = NaclCrypto(os.urandom(32))
    async with Departures(
        crypto, "listener", where, lan=lan, seen=False, changed=news.set
    ) as departures:
        await departures.tried(_FIND)
        if where and not lan and not any(departures.up(place) for place in departures.places):
            raise Failed(together(departures.problems.values()) or "no broker can be reached")
        if invite is not None:
            for place in departures.places:
                if invite.key is not None and departures.up(place):
                    departures.client(place).cover(invite.ticket.table, invite.key)
        code = text if invite is None else invite.ticket.table.hex()
        gone = _(
            "a game that is over is in sight only while somebody stays at its table; "
            "`caboose verify FILE` checks the kept one"
        )
        listing = await find_table(departures, code, _FIND, news, unfound=gone)
        if listing.row.refusal:
            raise Failed(listing.row.refusal)
        return await _beside(departures.client(listing.place), listing, crypto, seconds)


async def _beside(client: LobbyClient, listing: Listing, crypto: Crypto, seconds: int) -> Heard:
    """Follow the table as a spectator does, but hear everybody below it; nobody sees us there."""
    from core.games.registry import game
    from netplay.crypto import player_id
    from netplay.node import Node
    from netplay.overhearing import Overhearing
    from netplay.session import AT, WATCH, Me, Session

    row = listing.row
    now = asyncio.get_running_loop().time()
    session = Session.watch(game(row.game), row.ticket, Me(crypto, client.name), now=now)
    ear = Overhearing(session, crypto)
    async with client.branch() as transport:
        node = Node(session, transport, crypto.key, ear=ear)
        async with node:
            try:
                async with asyncio.timeout(seconds):
                    await node.wait()
            except TimeoutError:
                pass
            seats = session.roster.seats if session.roster is not None else ()
            ids = [player_id(seat.key) for seat in seats if seat]
            people = [player for player in session.players if player.name]
            names = {one: f"{who.name} {who.mark}" for one, who in zip(ids, people, strict=True)}
            return Heard(
                row.name,
                row.title,
                row.code,
                _stage(session, row),
                session.n + 1,
                "" if session.finding is None else session.finding.says(_by_seat(session)),
                seconds,
                ear.heard[AT],
                ear.heard[WATCH],
                node.unused(),
                _rest(node),
                names,
            )


def _stage(session: Session, row: Row) -> str:
    """How far the table is now: the row is from before the listening."""
    from netplay.session import Phase

    if session.phase is Phase.OVER:
        return "finished"
    return "stopped" if session.phase is Phase.HALTED else row.stage.name.lower()


def _by_seat(session: Session) -> dict[int, str]:
    return {seat: player.name for seat, player in enumerate(session.players)}


def _rest(node: Node) -> Counter[str]:
    """What has no sender: a topic that is none of ours, and what did not fit into our queue."""
    rest = Counter({why: n for why, n in node.dropped.items() if why != "flood"})
    lost = node.transport.dropped - sum(node.transport.oversized.values())
    rest.update({"overflow": lost} if lost > 0 else {})
    return rest


def _total(heard: Heard, *, hostile: bool) -> int:
    counts: Counter[str] = Counter()
    for found in heard.unused.values():
        counts.update(found)
    return sum(n for why, n in counts.items() if not (hostile and why in _HARMLESS))


def _as_json(heard: Heard) -> dict[str, Any]:
    return {
        "table": heard.name,
        "code": heard.code,
        "stage": heard.stage,
        "entries": heard.entries,
        "stopped": heard.stopped,
        "seconds": heard.seconds,
        "messages": {"under_at": heard.of_seats, "under_watch": heard.of_others},
        "unused": [
            {"player": player, "name": heard.names.get(player), "reasons": dict(counts)}
            for player, counts in heard.unused.items()
        ],
        "rest": dict(heard.rest),
    }


def _print(heard: Heard) -> None:
    from tui.counters import told

    stage = STAGES.get(heard.stage, heard.stage)
    says = n_(
        "{table}: {stage}, {count} entry",
        "{table}: {stage}, {count} entries",
        heard.entries,
        table=f"{heard.name} ({heard.title}), {heard.code}",
        stage=_(stage),
    )
    print(says)
    says = _(
        "listened for {seconds} s: {count} messages under the topics of seats, {others} under those "
        "of guests and watchers",
        seconds=heard.seconds,
        count=heard.of_seats,
        others=heard.of_others,
    )
    print(f"  {says}")
    if heard.stopped:
        print(f"  {p_('a check', 'BAD')} {spoken(heard.stopped)}")
    lines = told(heard.unused, heard.rest, heard.names)
    if not lines:
        print(f"  {p_('a check', 'ok'):4}{_('nothing was heard that was not used')}")
        return
    head = _("not used, by the topic it came under (who wrote there only a signature could say):")
    print(f"  {head}")
    for line in lines:
        print(f"    {line}")
    print("  " + _("None of it can change a game."))
