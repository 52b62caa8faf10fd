"""Waits until the table that was named on the command line is in sight."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from tui.cli.errors import Failed
from tui.cli.language import together

if TYPE_CHECKING:
    from netplay.lobby.departures import Departures, Listing

_SETTLE: Final = 0.5
"""Seconds without news after which what the brokers remember has arrived."""
_SETTLED: Final = 4.0
"""Seconds after which a name is taken as it is, whatever may still come."""


async def find_table(
    departures: Departures, text: str, wait: float, news: asyncio.Event, *, unfound: str = ""
) -> Listing:
    """The table of that name or code, as soon as it is seen; ``news`` is set by the departures.

    Raises Failed after ``wait`` seconds, or where a name is several tables', with what does not work.
    ``unfound``: what more is to be known where there is none.
    """
    from netplay.lobby import NoTable, Unfound

    loop = asyncio.get_running_loop()
    end = loop.time() + wait
    while True:
        news.clear()
        try:
            found = departures.find(text)
            news.clear()
            if found.row.code == text[:12].lower():
                return found
            # A second table of that name may still be on its way, from this broker or another.
            await _until_quiet(departures, news)
            return departures.find(text)
        except NoTable as error:
            left = end - loop.time()
            if error.why is Unfound.SEVERAL or left <= 0:
                problems = [f"{name}: {says}" for name, says in departures.problems.items()]
                more = [unfound] if unfound and error.why is Unfound.NONE else []
                raise Failed(together([error, *more, *problems])) from None
        try:
            await asyncio.wait_for(news.wait(), min(left, 1.0))
        except TimeoutError:
            continue


async def _until_quiet(departures: Departures, news: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_SETTLED):
            await departures.tried(_SETTLED)
            while await _heard(news):
                news.clear()


async def _heard(news: asyncio.Event) -> bool:
    """Whether there is news soon."""
    try:
        await asyncio.wait_for(news.wait(), _SETTLE)
    except TimeoutError:
        return False
    return True
