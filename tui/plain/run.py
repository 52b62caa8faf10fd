"""Starts the line mode: a game on this machine, or a table between machines."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tui.plain.lines import Voice
from tui.tongue import from_locale, use

if TYPE_CHECKING:
    from tui.plan import Host, Resume, Visit
    from tui.setup import SoloSetup


def run_plain(start: SoloSetup | None, plan: Host | Visit | Resume | None = None) -> int:
    """Play in lines of text; returns the exit code. Raises Failed, Stopped."""
    from tui.cli.running import run_async

    use(from_locale(os.environ))
    return run_async(_ended_by_signals(start, plan))


async def _ended_by_signals(start: SoloSetup | None, plan: Host | Visit | Resume | None) -> int:
    """Be as orderly as the full screen is when the terminal is closed or the system wants an end."""
    from tui.cli.errors import Stopped

    told: list[signal.Signals] = []
    work = asyncio.ensure_future(_play(start, plan, lambda: signal.SIGHUP in told))
    loop = asyncio.get_running_loop()

    def end(number: signal.Signals) -> None:
        told.append(number)
        work.cancel()

    for number in (signal.SIGTERM, signal.SIGHUP):
        with contextlib.suppress(NotImplementedError, AttributeError):
            loop.add_signal_handler(number, end, number)
    try:
        return await work
    except asyncio.CancelledError:
        if not told:
            raise
        raise Stopped(f"ended by {told[0].name}", 128 + told[0]) from None


async def _play(
    start: SoloSetup | None, plan: Host | Visit | Resume | None, cut: Callable[[], bool]
) -> int:
    voice = Voice()
    voice.listen()
    if start is None:
        assert plan is not None
        from tui.plain.rooms import travel

        return await travel(voice, plan, cut)
    from tui.keep import keep
    from tui.plain.table import PlainTable
    from tui.solo import solo_table

    table = solo_table(start, pace=0.0)
    try:
        await PlainTable(table, voice, time.monotonic).play()
    finally:
        voice.say(keep(table))
        close = getattr(table, "close", None)
        if close is not None:
            close()
    return 0
