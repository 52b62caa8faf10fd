"""`caboose lobby`: the tables in sight as a list, for people without a screen and for scripts."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from tui.cli import places, values
from tui.cli.errors import Failed
from tui.cli.language import spoken, together
from tui.cli.parser import Parser
from tui.cli.running import run_async
from tui.tongue import N_, _, p_

if TYPE_CHECKING:
    from netplay.lobby.departures import Departures, Listing, Place

EXAMPLES: Final = f"""\
examples:
  caboose lobby                                       saved brokers and the local network
  caboose lobby --broker mqtt://localhost:1883 --seconds 1
  caboose lobby --json | jq -r '.tables[] | select(.free > 0) | .name'

{places.PASSWORDS}

Nobody sees you look. What the broker remembers of somebody who was not heard yet is marked with a
question mark; who has been silent for a while, with a tilde.
"""
STAGES: Final = {
    "boarding": N_("boarding"),
    "running": N_("running"),
    "finished": N_("finished"),
    "stopped": N_("stopped"),
}
_MARKS: Final = {"live": " ", "unconfirmed": "?", "grey": "~"}


def run(argv: Sequence[str]) -> int:
    """Listen for a while and print what there is; 1 only where no broker could be reached."""
    parser = Parser("caboose lobby", "List the tables in sight.", EXAMPLES)
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object and nothing else"
    )
    parser.add_argument("--seconds", metavar="N", default="3", help="listen so long (default: 3)")
    places.add_places(parser)
    found = parser.parse_args(list(argv))
    seconds = values.whole_of(found.seconds, "--seconds", 1, 3600)
    where, lan = places.places_of(found)
    seen = run_async(_listen(where, lan, float(seconds)))
    if found.json:
        print(json.dumps(seen, ensure_ascii=False))
    else:
        _print(seen)
    broken = [
        f"{place['name']}: {place['problem']}" for place in seen["places"] if place["problem"]
    ]
    if where and len(broken) >= len(where) and not any(p["up"] for p in seen["places"]):
        raise Failed(together(broken))
    return 0


async def _listen(where: Sequence[Place], lan: bool, seconds: float) -> dict[str, Any]:
    from netplay.crypto_nacl import NaclCrypto
    from netplay.lobby.departures import Departures

    crypto = NaclCrypto(os.urandom(32))
    async with Departures(crypto, "reader", where, lan=lan, seen=False) as departures:
        await departures.tried(10.0)
        await asyncio.sleep(seconds)
        return _as_json(departures)


def _as_json(departures: Departures) -> dict[str, Any]:
    problems = departures.problems
    names = [*departures.places, *(name for name in problems if name not in departures.places)]
    return {
        "places": [
            {"name": name, "up": departures.up(name), "problem": problems.get(name, "")}
            for name in names
        ],
        "tables": [_table(listing) for listing in departures.listings()],
    }


def _table(listing: Listing) -> dict[str, Any]:
    row = listing.row
    return {
        "place": listing.place,
        "name": row.name,
        "code": row.code,
        "table": row.ticket.table.hex(),
        "creator": row.ticket.creator.hex(),
        "game": row.game,
        "title": row.title,
        "seats": [
            None if seat is None else {"name": seat.name, "mark": seat.mark, "bot": seat.bot}
            for seat in row.seats
        ],
        "free": row.free,
        "deal": row.deal,
        "stage": row.stage.name.lower(),
        "entries": row.entries,
        "turn": row.turn,
        "absent": None
        if row.policy is None
        else {
            "what": row.policy.gone.name.lower().replace("_", "-"),
            "seconds": row.policy.seconds,
            "claim": row.policy.claim,
        },
        "brokers": sum(map(bool, row.brokers)) or 1,
        "freshness": row.freshness.name.lower(),
        "age": row.age(time.time()),
        "program": row.program,
        "refusal": row.refusal,
    }


def _print(seen: dict[str, Any]) -> None:
    for place in seen["places"]:
        reached = _("reached") if place["up"] else _("not reached")
        says = spoken(place["problem"]) or reached
        print(_("{who}: {what}", who=place["name"], what=says))
    if not seen["places"]:
        print(_("no broker is saved, and none is announced on the local network"))
    tables = seen["tables"]
    if not tables:
        print(
            _(
                "no table is open; play against bots (caboose play), open one yourself (caboose host),\n"
                "or name a broker where others meet (caboose add-broker URL)"
            )
        )
        return
    table, seats = p_("a column", "Table"), p_("a column", "Seats")
    print(
        f"  {table:24} {p_('a column', 'Game'):20} {seats:8} {p_('a column', 'Age'):>5}  "
        f"{p_('a column', 'Code'):12}  {p_('a column', 'Status')}"
    )
    for table in tables:
        seats = "".join("." if seat is None else "*" for seat in table["seats"])
        mark = _MARKS[table["freshness"]]
        stage = table["stage"]
        status = _(STAGES.get(stage, stage))
        if table["refusal"]:
            status = _("not for this program")
        line = f"{mark} {table['name'][:24]:24} {table['title'][:20]:20} {seats:8} "
        print(f"{line}{_age(table['age']):>5}  {table['code']}  {status}")
        if table["refusal"]:
            print(f"    {spoken(table['refusal'])}")


def _age(seconds: int) -> str:
    if seconds >= 86_400:
        return _("{count} d", count=min(seconds // 86_400, 999))
    if seconds >= 3_600:
        return _("{count} h", count=seconds // 3_600)
    return _("{count} m", count=seconds // 60) if seconds >= 60 else _("now")
