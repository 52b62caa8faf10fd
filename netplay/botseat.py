"""A bot at a seat with a journal, from sitting down (or coming back) to the end: no screen needed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from netplay.botplayer import BotPlayer
from netplay.journal import Journal
from netplay.node import Node
from netplay.resume import put_away
from netplay.session import Action, Phase, Session
from netplay.transport import Transport

LINGER: Final = 20.0
"""Seconds that a finished bot stays for seats that are not known to have everything."""
_REPORTS: Final = 3.0
"""Seconds in which a stopped table's reports are exchanged."""


@dataclass(frozen=True, slots=True)
class Left:
    """How a bot left its table. ``kept``: where the finished game is."""

    phase: Phase
    n: int
    state_hash: bytes
    kept: Path | None


async def play_seat(
    session: Session,
    transport: Transport,
    key: bytes,
    strength: str,
    journal: Journal,
    *,
    pace: float = 0.0,
    told: Callable[[Action], None] = lambda action: None,
) -> Left:
    """Play ``session``'s seat until the game is over, the table closed, or stopped.

    ``transport`` is entered already; ``key`` is the seat's public key; ``pace`` seconds a move. The
    journal is closed, and put away where the game is over. A journal to give: ``Journal.begin``
    for a new seat, ``netplay.resume.resume`` for one that was left. Raises what ends the node.
    """
    changed = asyncio.Event()
    player = BotPlayer(session, strength, pace=pace)

    def hear(action: Action) -> None:
        told(action)
        player.hear(action)
        changed.set()

    try:
        async with Node(session, transport, key, told=hear, journal=journal) as node:
            player.send = node.flush
            player.hear()
            fault = asyncio.create_task(node.wait(), name="caboose-seat-fault")
            try:
                await _until_done(session, changed, fault)
            finally:
                player.stop()
                fault.cancel()
                await asyncio.gather(fault, return_exceptions=True)
    except BaseException:
        journal.close()
        raise
    kept = put_away(session, journal)
    return Left(session.phase, session.n, session.state_hash, kept)


async def _until_done(session: Session, changed: asyncio.Event, fault: asyncio.Task[None]) -> None:
    loop = asyncio.get_running_loop()
    until: float | None = None
    while True:
        if session.phase is Phase.CLOSED or (
            session.phase is Phase.OVER and session.settled == session.n
        ):
            return
        if until is None and session.phase in (Phase.OVER, Phase.HALTED):
            until = loop.time() + (LINGER if session.phase is Phase.OVER else _REPORTS)
        rest = None if until is None else until - loop.time()
        if rest is not None and rest <= 0:
            return
        changed.clear()
        news = asyncio.create_task(_true(changed), name="caboose-seat-news")
        await asyncio.wait({news, fault}, timeout=rest, return_when=asyncio.FIRST_COMPLETED)
        news.cancel()
        if fault.done():
            fault.result()


async def _true(changed: asyncio.Event) -> None:
    await changed.wait()
