"""Runs a command's coroutine so that an interrupt is an interrupt, whatever came of the broken-off work."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


def run_async(work: Coroutine[Any, Any, T]) -> T:
    """``asyncio.run``; raises KeyboardInterrupt where Ctrl-C cancelled the work.

    Cancelled in the middle of connecting, a library may report a failure of its own instead: the
    person pressed Ctrl-C and is not to be told of a broker that cannot be reached.
    """
    return asyncio.run(_work(work))


async def _work(work: Coroutine[Any, Any, T]) -> T:
    try:
        return await work
    except Exception as error:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError from error
        raise
