"""Four bots and two spectators, each a process; they and their broker are killed by a schedule."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.netplay.buses import MosquittoBus, need_mosquitto
from tests.netplay.test_killed_processes import EmbeddedProcess, Party, Process, start

pytestmark = pytest.mark.slow

SCHEDULE: tuple[tuple[int, tuple[int, ...], tuple[int, ...], bool], ...] = (
    # after so many entries: these seats, these spectators, the broker
    (8, (1,), (0,), False),
    (20, (), (), True),
    (32, (0, 2), (1,), False),
    (44, (3,), (), True),
    (56, (0, 1, 2, 3), (0, 1), False),
    (68, (0, 1, 2, 3), (0, 1), True),
)


@pytest.fixture(params=["embedded", pytest.param("mosquitto", marks=pytest.mark.mosquitto)])
async def broker(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[EmbeddedProcess | MosquittoBus]:
    made: EmbeddedProcess | MosquittoBus
    if request.param == "embedded":
        made = EmbeddedProcess()
    else:
        need_mosquitto()
        made = MosquittoBus(tmp_path)
    await made.start()
    yield made
    await made.stop()


class Audience:
    """The spectators of a party."""

    def __init__(self, party: Party) -> None:
        self._plan = json.dumps(party.plan)
        self.watchers: list[Process] = []

    async def begin(self) -> Process:
        return await start("-m", "tests.deploy.watcher_process", self._plan)


async def test_peers_spectators_and_broker_killed_by_a_schedule_finish_and_agree(
    broker: EmbeddedProcess | MosquittoBus, tmp_path: Path
) -> None:
    party = Party(tmp_path, broker.port, 4, 0.02, "continental-express")
    audience = Audience(party)
    try:
        await party.sit()
        audience.watchers = [await audience.begin() for _ in range(2)]
        for n, seats, watchers, broker_too in SCHEDULE:
            await party.peers[0].until(lambda n=n: party.peers[0].moves >= n)
            if broker_too:
                await broker.stop()
            for place in seats:
                await party.peers[place].kill()
            for number in watchers:
                await audience.watchers[number].kill()
            if broker_too:
                await asyncio.sleep(0.2)
                await broker.start()
            for place in seats:
                peer = party.peers[place] = await party.start(place)
                await peer.until(lambda peer=peer: any(x.startswith("resumed") for x in peer.lines))
            for number in watchers:
                audience.watchers[number] = await audience.begin()
        await party.end()
        (end,) = {line for line in party.peers[0].lines if line.startswith("end")}
        for watcher in audience.watchers:
            await watcher.until(lambda w=watcher: any(x.startswith("end") for x in w.lines))
            assert watcher.lines[-1] == end
            assert not [line for line in watcher.lines if line.startswith("halted")]
    finally:
        await party.close()
        for watcher in audience.watchers:
            await watcher.kill()
