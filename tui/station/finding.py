"""Tables in sight at all brokers: as a list, and the one that a name or a code means."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from netplay.lobby import NoTable, Row, Unfound
from netplay.lobby.finding import find as find_row
from tui.station.post import Post

_SETTLE: Final = 2.0
"""Seconds, at most, for every broker to be tried before a name is taken for one table's."""
_MEMORY: Final = 0.3
"""Seconds for what a broker remembers to arrive."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A table, and the broker it was seen at."""

    post: Post
    row: Row


def listings(posts: Sequence[Post]) -> list[Listing]:
    """All tables in sight, each once, where you are expected first."""
    found: dict[bytes, Listing] = {}
    for post in posts:
        if post.client is not None:
            for row in post.client.rows():
                found.setdefault(row.ticket.table, Listing(post, row))
    return sorted(found.values(), key=lambda listing: (listing.row.rank, listing.row.freshness))


async def find(posts: Sequence[Post], news: asyncio.Event, text: str, seconds: float) -> Listing:
    """The table of that name or code, as soon as it is in sight; raises NoTable.

    ``posts`` may change meanwhile; ``news`` is set whenever there may be something else to see.
    """
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    settled = False
    while True:
        news.clear()
        try:
            found = _find(posts, text)
        except NoTable as error:
            left = end - loop.time()
            if error.why is Unfound.SEVERAL or left <= 0:
                raise
            with suppress(TimeoutError):
                async with asyncio.timeout(min(left, 0.5)):
                    await news.wait()
            continue
        if settled or found.row.code == text[:12].lower():
            return found
        settled = True
        await _settle(posts)


async def _settle(posts: Sequence[Post]) -> None:
    """Let a second table of the same name arrive, from this broker or another."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_SETTLE):
            for post in list(posts):
                await post.tried.wait()
    await asyncio.sleep(_MEMORY)


def _find(posts: Sequence[Post], text: str) -> Listing:
    """The one table that brokers, each asked alone, mean by it; raises NoTable."""
    found: dict[bytes, Listing] = {}
    fault: NoTable | None = None
    for post in posts:
        if post.client is None:
            continue
        try:
            row = post.client.lobby.find(text)
        except NoTable as error:
            if error.why is Unfound.SEVERAL:
                raise
            fault = error
        else:
            found.setdefault(row.ticket.table, Listing(post, row))
    if len(found) > 1:
        # Two brokers mean two tables: together they say so, with the codes.
        row = find_row([listing.row for listing in found.values()], text)
        return found[row.ticket.table]
    if not found:
        raise fault or NoTable(Unfound.NONE, _nowhere(posts))
    return next(iter(found.values()))


def _nowhere(posts: Sequence[Post]) -> str:
    says = [post.says for post in posts if post.says]
    return says[0] if says else "no broker is known; name one: caboose join mqtt://HOST:PORT"
