"""An interrupt ends a command as an interrupt, whatever the broken-off work makes of it."""

import asyncio
import os
import signal

import pytest

from tui.cli.running import run_async


async def interrupted() -> None:
    os.kill(os.getpid(), signal.SIGINT)
    await asyncio.sleep(10)


def test_an_interrupt_is_one() -> None:
    with pytest.raises(KeyboardInterrupt):
        run_async(interrupted())


def test_an_interrupt_that_is_reported_as_a_failure_is_one_all_the_same() -> None:
    async def connecting() -> None:
        try:
            await interrupted()
        except asyncio.CancelledError:
            raise OSError("no broker") from None

    with pytest.raises(KeyboardInterrupt):
        run_async(connecting())


def test_a_failure_without_an_interrupt_stays_a_failure() -> None:
    async def failing() -> None:
        raise OSError("no broker")

    with pytest.raises(OSError, match="no broker"):
        run_async(failing())
