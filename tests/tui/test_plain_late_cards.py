"""Hidden cards that come after the table was told, in the line mode."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping

from netplay.table import Event, Shown
from tests.tui.local_table import LocalTable
from tui.plain.lines import Voice
from tui.plain.table import PlainTable


class LateTable(LocalTable):
    """Its viewer's cards are on their way until ``come``."""

    late = True

    @property
    def secrets(self) -> Mapping[int, int]:
        return {} if self.late else super().secrets

    def step(self, now: float) -> list[Event]:
        events = super().step(now)
        return [event for event in events if not (self.late and isinstance(event, Shown))]

    def come(self) -> None:
        """The cards are here."""
        self.late = False
        own = super().secrets
        self._events.append(Shown(tuple(own), tuple(own.values())))


async def test_contracts_that_come_late_are_told_when_they_come_and_once() -> None:
    said: list[str] = []
    voice = Voice(said.append)
    table = LateTable(3, seed=3)
    played = PlainTable(table, voice, time.monotonic)
    task = asyncio.create_task(played.play())
    try:
        async with asyncio.timeout(120):
            while not any("contract" in line.lower() for line in said):  # noqa: ASYNC110 # lines
                await asyncio.sleep(0.01)
            assert not [line for line in said if line.startswith("Contract ")]
            table.come()
            voice.type("again")
            while len([line for line in said if line.startswith("Contract ")]) < 2:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
            voice.type("moves")
            while not any(line.startswith("keep 2") for line in said):  # noqa: ASYNC110 # lines
                await asyncio.sleep(0.01)
            told = [line.split(":")[0] for line in said if line.startswith("Contract ")]
            assert told == ["Contract 1", "Contract 2"]
            voice.type("quit")
            await task
    finally:
        task.cancel()
