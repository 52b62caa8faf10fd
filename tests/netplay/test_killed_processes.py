"""Real processes that are killed with no time to say anything: peers and brokers, over real brokers."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core.games.registry import game
from netplay import transcript
from netplay.crypto_nacl import NaclCrypto
from netplay.identity import create
from netplay.node import Node
from netplay.session import Action, Complete, Me, Session, Ticket
from netplay.transport.mqtt import MqttTransport
from netplay.wire import table_id
from tests.netplay.buses import MosquittoBus, free_port, need_mosquitto

ROOT = Path(__file__).parents[2]
LIMIT = 90.0
BROKER = """
import asyncio, sys
from netplay.broker.embedded import EmbeddedBroker
async def main():
    async with EmbeddedBroker(port=int(sys.argv[1])):
        print("ready", flush=True)
        await asyncio.Event().wait()
asyncio.run(main())
"""


class Process:
    """A child whose lines are read as they come."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.lines: list[str] = []
        self.changed = asyncio.Event()
        self.reading = asyncio.ensure_future(self._read())

    async def _read(self) -> None:
        assert self.child.stdout is not None
        async for line in self.child.stdout:
            self.lines.append(line.decode().strip())
            self.changed.set()
        self.changed.set()

    @property
    def moves(self) -> int:
        return max([int(x.split()[1]) for x in self.lines if x.startswith("move")], default=0)

    async def until(self, check: Callable[[], bool]) -> None:
        async with asyncio.timeout(LIMIT):
            while not check():
                self.changed.clear()
                if self.reading.done():
                    assert check(), (self.lines[-5:], await self.errors())
                    return
                await self.changed.wait()

    async def errors(self) -> str:
        assert self.child.stderr is not None
        return (await self.child.stderr.read()).decode()[-1500:]

    async def kill(self) -> None:
        """SIGKILL: no handler runs, no buffer is written."""
        if self.child.returncode is None:
            self.child.kill()
        await self.child.wait()
        await self.reading


async def start(*arguments: str, **env: str) -> Process:
    return Process(
        await asyncio.create_subprocess_exec(
            sys.executable,
            *arguments,
            cwd=ROOT,
            env={**os.environ, **env},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
    )


class EmbeddedProcess:
    """The embedded broker alone in a process, as `caboose broker` runs it."""

    def __init__(self) -> None:
        self.port = free_port()
        self.process: Process | None = None

    async def start(self) -> None:
        self.process = await start("-c", BROKER, str(self.port))
        process = self.process
        await process.until(lambda: "ready" in process.lines)

    async def stop(self) -> None:
        if self.process is not None:
            await self.process.kill()
            self.process = None


class Party:
    """Bots of one table, each with its folders; any of them can be killed and started again."""

    def __init__(self, folder: Path, port: int, seats: int, pace: float, game: str) -> None:
        self.folder = folder
        self.peers: list[Process] = []
        keys = []
        for place in range(seats):
            (folder / str(place)).mkdir()
            keys.append(create(folder / str(place) / "config" / "identity.key").public().hex())
        self.plan: dict[str, Any] = {
            "broker": f"mqtt://127.0.0.1:{port}",
            "salt": os.urandom(16).hex(),
            "keys": keys,
            "game": game,
            "pace": pace,
        }

    def env(self, place: int) -> dict[str, str]:
        home = self.folder / str(place)
        return {"CABOOSE_CONFIG_DIR": f"{home}/config", "CABOOSE_DATA_DIR": f"{home}/data"}

    async def start(self, place: int) -> Process:
        plan = json.dumps({**self.plan, "place": place})
        return await start("-m", "tests.netplay.bot_process", plan, **self.env(place))

    async def sit(self) -> None:
        for place in range(len(self.plan["keys"])):
            self.peers.append(await self.start(place))

    async def kill_and_resume(self, place: int) -> None:
        await self.peers[place].kill()
        peer = self.peers[place] = await self.start(place)
        await peer.until(lambda: any(line.startswith("resumed") for line in peer.lines))

    async def end(self) -> None:
        """All come to the end, and to the same one; the kept games are the same bytes."""
        ends = set()
        for peer in self.peers:
            await peer.until(lambda peer=peer: any(x.startswith("end") for x in peer.lines))
            assert not [line for line in peer.lines if line.startswith("halted")]
            ends.add(next(line for line in peer.lines if line.startswith("end")))
            await peer.child.wait()
        assert len(ends) == 1, ends
        assert next(iter(ends)).startswith("end over")
        games = set()
        for place in range(len(self.peers)):
            data = self.folder / str(place) / "data"
            (kept,) = (data / "games").iterdir()
            games.add(transcript.decode(kept.read_bytes()))
            assert not list((data / "journals").iterdir())
        assert len(games) == 1

    async def close(self) -> None:
        for peer in self.peers:
            await peer.kill()


@pytest.fixture(params=["embedded", pytest.param("mosquitto", marks=pytest.mark.mosquitto)])
async def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    made: Any
    if request.param == "embedded":
        made = EmbeddedProcess()
    else:
        need_mosquitto()
        made = MosquittoBus(tmp_path)
    await made.start()
    yield made
    await made.stop()


@pytest.fixture
async def party(broker: Any, tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    seats, pace, game = getattr(request, "param", (3, 0.02, "continental-express"))
    made = Party(tmp_path, broker.port, seats, pace, game)
    await made.sit()
    yield made
    await made.close()


@pytest.mark.slow
async def test_a_peer_that_is_killed_comes_back_and_the_game_ends_alike(party: Any) -> None:
    await party.peers[1].until(lambda: party.peers[1].moves > 25)
    await party.kill_and_resume(1)
    await party.end()


@pytest.mark.slow
@pytest.mark.parametrize("party", [(4, 0.02, "a-toute-vapeur")], indirect=True)
async def test_peers_that_are_killed_again_and_again_finish_their_game(party: Any) -> None:
    rng = random.Random(7)
    for n in (5, 20, 35, 50, 65):
        places = rng.sample(range(4), rng.choice([1, 2, 4]))
        watched = party.peers[places[0]]
        await watched.until(lambda watched=watched, n=n: watched.moves >= n)
        await asyncio.gather(*(party.kill_and_resume(place) for place in places))
    await party.end()


CABOOSE = "from tui.cli.main import main; raise SystemExit(main())"


@pytest.mark.slow
async def test_caboose_resume_goes_on_with_a_seat_whose_program_was_killed(party: Any) -> None:
    await party.peers[1].until(lambda: party.peers[1].moves > 20)
    await party.peers[1].kill()
    listed = await start("-c", CABOOSE, "resume", "--json", **party.env(1))
    await listed.child.wait()
    await listed.reading
    (found,) = json.loads("".join(listed.lines))
    assert found["stage"] == "playing"
    assert found["seat"] == 1
    assert found["entry"] >= 20
    code = found["table"][:12]
    back = await start("-c", CABOOSE, "resume", code, "--bot", "greedy", **party.env(1))
    await back.until(lambda: any(line.startswith("over at entry") for line in back.lines))
    assert back.lines[0].startswith("back at entry")
    ended = next(line for line in back.lines if line.startswith("over"))
    assert await back.child.wait() == 0
    for place in (0, 2):
        peer = party.peers[place]
        await peer.until(lambda peer=peer: any(line.startswith("end") for line in peer.lines))
        end = next(line.split() for line in peer.lines if line.startswith("end"))
        assert ended == f"over at entry {end[2]}, state hash {end[3]}"


@pytest.mark.slow
async def test_a_broker_that_is_killed_and_comes_back_empty_loses_nothing(
    party: Any, broker: Any
) -> None:
    for n in (15, 40):
        await party.peers[0].until(lambda n=n: party.peers[0].moves > n)
        await broker.stop()
        await asyncio.sleep(0.3)
        await broker.start()
    await party.end()


@pytest.mark.slow
async def test_a_move_made_without_a_link_goes_out_when_the_broker_is_back(
    party: Any, broker: Any
) -> None:
    await party.peers[0].until(lambda: party.peers[0].moves > 15)
    await broker.stop()
    await asyncio.sleep(1.5)  # whoever is to move has done so by now, and nobody has heard it
    before = max(peer.moves for peer in party.peers)
    assert min(peer.moves for peer in party.peers) < before
    await broker.start()
    await party.end()


@pytest.mark.slow
async def test_all_peers_and_the_broker_killed_together_finish_their_game(
    party: Any, broker: Any
) -> None:
    await party.peers[2].until(lambda: party.peers[2].moves > 20)
    await broker.stop()
    for peer in party.peers:
        await peer.kill()
    await broker.start()
    party.peers = [await party.start(place) for place in range(3)]
    await party.end()


class RememberingMosquitto(MosquittoBus):
    """A mosquitto that writes what it retains to its disk at every change, and reads it back."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        text = self.config.read_text().replace(
            "persistence false",
            f"persistence true\npersistence_location {folder}/\n"
            "autosave_on_changes true\nautosave_interval 1",
        )
        self.config.write_text(text)


@pytest.mark.slow
@pytest.mark.mosquitto
async def test_a_broker_that_comes_back_with_its_memory_confuses_nobody(tmp_path: Path) -> None:
    need_mosquitto()
    broker = RememberingMosquitto(tmp_path)
    await broker.start()
    party = Party(tmp_path, broker.port, 3, 0.02, "continental-express")
    try:
        await party.sit()
        for n in (25, 50):
            await party.peers[0].until(lambda n=n: party.peers[0].moves > n)
            await broker.stop()
            await party.peers[1].kill()
            await broker.start()
            await party.kill_and_resume(1)
        await party.end()
    finally:
        await party.close()
        await broker.stop()


async def look_on(party: Party, address: str) -> tuple[Session, float]:
    """A spectator who follows to the end; how long it took to have what had been played."""
    keys = [bytes.fromhex(key) for key in party.plan["keys"]]
    ticket = Ticket(table_id(keys[0], bytes.fromhex(party.plan["salt"])), keys[0])
    loop = asyncio.get_running_loop()
    me = Me(NaclCrypto(os.urandom(32)), "Spectator")
    there = max(peer.moves for peer in party.peers)
    session = Session.watch(game(party.plan["game"]), ticket, me, now=loop.time())
    seen: list[float] = []
    over = asyncio.Event()

    def told(action: Action) -> None:
        if not seen and session.n >= there - 16:
            seen.append(loop.time())
        if isinstance(action, Complete):
            over.set()

    async with MqttTransport([address]) as transport:
        began = loop.time()
        async with Node(session, transport, me.crypto.key, told=told):
            async with asyncio.timeout(LIMIT):
                await over.wait()
    return session, seen[0] - began


@pytest.mark.slow
async def test_a_late_spectator_has_the_game_from_the_broker_at_once_and_sees_its_end(
    party: Any,
) -> None:
    await party.peers[0].until(lambda: party.peers[0].moves > 60)
    session, seconds = await look_on(party, party.plan["broker"])
    await party.end()
    assert seconds < 1.0
    (kept,) = (party.folder / "0" / "data" / "games").iterdir()
    assert transcript.decode(kept.read_bytes()) == session.records()
