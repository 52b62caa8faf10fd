"""The files in `deploy/mosquitto/` as they are, in a real mosquitto: TLS, logins, who may write where."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from core.games.registry import game
from netplay.brokers import Broker, broker_of
from netplay.crypto import player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby.client import LobbyClient
from netplay.lobby.departures import place_of
from netplay.lobby.host import HostedTable, JoinedTable
from netplay.transport import BrokerUnreachable, Inbound, Will
from netplay.transport.mqtt import MqttTransport
from netplay.transport.security import Security
from tests.deploy.clusters import DEPLOY
from tests.netplay.buses import MOSQUITTO, free_port, need_mosquitto, take
from tests.tui.serve.terminal import in_terminal

pytestmark = pytest.mark.mosquitto

GAME = game("continental-express")
ROOT = Path(__file__).parents[2]
CABOOSE = "from tui.cli.main import main; raise SystemExit(main())"
PLAYERS = [NaclCrypto(bytes([number]) * 32) for number in range(3)]
ANA, BEN, MAL = (player_id(crypto.key) for crypto in PLAYERS)


@dataclass(frozen=True)
class Box:
    """A broker as `docs/deploy.md` sets it up, and each player's password file."""

    port: int
    folder: Path

    @property
    def url(self) -> str:
        return f"mqtts://localhost:{self.port}"

    @property
    def ca(self) -> str:
        return str(self.folder / "ca.pem")

    def password_file(self, user: str) -> str:
        return str(self.folder / f"{user}.password")

    def broker(self, user: str) -> Broker:
        """What `caboose add-broker` would remember."""
        return broker_of([self.url], user=user, password_file=self.password_file(user), ca=self.ca)

    def transport(self, user: str, will: Will | None = None) -> MqttTransport:
        security = Security((user, f"secret of {user}"), self.ca)
        return MqttTransport([self.url], will=will, security=security, timeout=3)


def make_certificates(folder: Path) -> None:
    """By the script that operators are told to run."""
    script = DEPLOY / "mosquitto" / "certificates"
    subprocess.run([str(script), "localhost"], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_mosquitto()
    if shutil.which("openssl") is None or shutil.which("mosquitto_passwd") is None:
        pytest.skip("openssl or mosquitto_passwd is not installed")
    folder = tmp_path_factory.mktemp("mosquitto")
    make_certificates(folder)
    (folder / "passwords").touch(0o600)
    for user in (ANA, BEN, MAL, "+", "bots"):
        made = ["mosquitto_passwd", "-b", "passwords", user, f"secret of {user}"]
        subprocess.run(made, cwd=folder, check=True, capture_output=True)
        (folder / f"{user}.password").write_text(f"secret of {user}\n")
        (folder / f"{user}.password").chmod(0o600)
    acl = (DEPLOY / "mosquitto" / "acl").read_text()
    assert "#user bots\n#topic" in acl
    (folder / "acl").write_text(acl.replace("#user bots\n#topic", "user bots\ntopic"))
    return folder


@pytest.fixture
async def box(files: Path, tmp_path: Path) -> AsyncIterator[Box]:
    """mosquitto with Debian's main file, and ours where Debian includes such files."""
    port = free_port()
    ours = (DEPLOY / "mosquitto" / "caboose.conf").read_text()
    ours = ours.replace("/etc/mosquitto/caboose", str(files))
    ours = ours.replace("\nlistener 8883\n", f"\nlistener {port} 127.0.0.1\n")
    (tmp_path / "conf.d").mkdir()
    (tmp_path / "conf.d" / "caboose.conf").write_text(ours)
    main = tmp_path / "mosquitto.conf"
    main.write_text(
        f"pid_file {tmp_path}/pid\npersistence true\npersistence_location {tmp_path}/\n"
        f"log_dest file {tmp_path}/log\ninclude_dir {tmp_path}/conf.d\n"
        + ("user root\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else "")
    )
    assert MOSQUITTO is not None
    process = subprocess.Popen([MOSQUITTO, "-c", str(main)], stderr=subprocess.DEVNULL)  # noqa: ASYNC220 # at once
    try:
        for _ in range(500):
            assert process.poll() is None, (tmp_path / "log").read_text()
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.close()
                break
            await asyncio.sleep(0.02)
        yield Box(port, files)
    finally:
        process.kill()
        process.wait()


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not what():  # noqa: ASYNC110 # what is waited for has no one event
            await asyncio.sleep(0.01)


async def test_two_players_with_logins_play_a_game_to_its_end_over_tls(box: Box) -> None:
    def client(place: int, name: str) -> LobbyClient:
        user = player_id(PLAYERS[place].key)
        return LobbyClient(PLAYERS[place], name, place_of(box.broker(user)).connect)

    async with client(0, "Ana") as ana, client(1, "Ben") as ben:
        ben.show()
        async with HostedTable(ana, GAME, GAME.options(), 2, "Lyon", strength="greedy") as host:
            await until(lambda: bool(ben.rows()))
            async with JoinedTable(ben, ben.rows()[0], strength="random") as guest:
                sessions = (host.session, guest.session)
                await until(lambda: all(session.complete for session in sessions))
                assert host.session.state_hash == guest.session.state_hash


@pytest.mark.parametrize("channel", ["at/t", "ad/t", "here/1", "watch/t", "log/t/1", "chat"])
async def test_nobody_writes_below_anothers_level(box: Box, channel: str) -> None:
    async with box.transport(ANA) as ana, box.transport(MAL) as mal, box.transport(BEN) as ben:
        await ben.subscribe("caboose/1/#")
        await ana.publish(f"caboose/1/{ANA}/{channel}", b"ana", retain=True)
        assert (await take(ben))[0].payload == b"ana"
        await mal.publish(f"caboose/1/{ANA}/{channel}", b"", retain=True)
        await mal.publish(f"caboose/1/{ANA}/{channel}", b"not ana", retain=True)
        await mal.publish(f"caboose/1/{MAL}/{channel}", b"mal")
        assert await take(ben) == [Inbound(f"caboose/1/{MAL}/{channel}", b"mal", False)]
        await ana.subscribe(f"caboose/1/{ANA}/{channel}")
        assert [m.payload for m in await take(ana)] == [b"ana"]


@pytest.mark.parametrize("topic", ["other", "caboose/2/x", "caboose/1", "caboose/1/chat"])
async def test_nothing_outside_of_caboose_is_written(box: Box, topic: str) -> None:
    async with box.transport(MAL) as mal, box.transport("bots") as bots:
        await bots.subscribe("caboose/1/#")
        await mal.publish(topic, b"x", retain=True)
        await mal.publish(f"caboose/1/{MAL}/chat", b"mine")
        assert [m.payload for m in await take(bots)] == [b"mine"]


async def test_a_will_below_anothers_level_does_nothing(box: Box) -> None:
    async with box.transport(ANA) as ana:
        await ana.publish(f"caboose/1/{ANA}/here/1", b"ana", retain=True)
        with contextlib.suppress(BrokerUnreachable):  # mosquitto may also refuse such a connection
            async with box.transport(MAL, Will(f"caboose/1/{ANA}/here/1")) as mal:
                mal.drop_link()
                await until(lambda: mal.connections == 2)
        await ana.subscribe(f"caboose/1/{ANA}/#")
        assert [m.payload for m in await take(ana)] == [b"ana"]


async def test_a_user_name_that_is_a_wildcard_opens_nothing(box: Box) -> None:
    async with box.transport("+") as sly, box.transport(ANA) as ana:
        await ana.subscribe("caboose/1/#")
        await sly.publish(f"caboose/1/{ANA}/chat", b"sly")
        await sly.subscribe("caboose/1/+/chat")
        await ana.publish(f"caboose/1/{ANA}/chat", b"ana")
        assert [m.payload for m in await take(ana)] == [b"ana"]


async def test_nobody_comes_in_without_a_login_or_without_tls(box: Box) -> None:
    for url, security in (
        (box.url, Security(None, box.ca)),
        (box.url, Security((ANA, "guess"), box.ca)),
        (f"mqtt://localhost:{box.port}", Security()),
    ):
        with pytest.raises(BrokerUnreachable):
            async with MqttTransport([url], security=security, timeout=2):
                pass


async def command(box: Box, home: Path, *arguments: str) -> asyncio.subprocess.Process:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CABOOSE_")}
    environment |= {"CABOOSE_CONFIG_DIR": f"{home}/config", "CABOOSE_DATA_DIR": f"{home}/data"}
    login = ("--user", "bots", "--password-file", box.password_file("bots"), "--ca", box.ca)
    return await asyncio.create_subprocess_exec(
        sys.executable, "-c", CABOOSE, *arguments, "--json", "--broker", box.url, *login,
        cwd=ROOT, env=environment, stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip


@pytest.mark.slow
async def test_two_bots_that_share_a_login_play_from_the_command_line(
    box: Box, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    table = await command(box, tmp_path / "one", "table", "--seats", "2", "--table", "Lyon")
    guest = await command(box, tmp_path / "two", "bot", "--join", "Lyon", "--strength", "random")
    async with asyncio.timeout(120):
        (out, errors), (out2, errors2) = await asyncio.gather(
            table.communicate(), guest.communicate()
        )
    assert (table.returncode, guest.returncode) == (0, 0), (errors, errors2)
    ends = [json.loads(text) for text in (out, out2)]
    assert ends[0]["final_hash"] == ends[1]["final_hash"]
    assert ends[0]["entries"] == ends[1]["entries"] > 20


@pytest.mark.parametrize("way", ["environment", "prompt"])
async def test_a_password_without_a_file_is_taken_from_the_environment_or_asked_for(
    box: Box, tmp_path: Path, way: str
) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("CABOOSE_")}
    environment |= {
        "CABOOSE_CONFIG_DIR": f"{tmp_path}/config",
        "CABOOSE_DATA_DIR": f"{tmp_path}/data",
    }
    environment |= {"LC_ALL": "C.UTF-8", "TERM": "xterm", "PYTHONPATH": str(ROOT)}
    if way == "environment":
        environment["CABOOSE_BROKER_PASSWORD"] = f"secret of {ANA}"
    words = ("lobby", "--broker", box.url, "--user", ANA, "--ca", box.ca, "--seconds", "1")
    with in_terminal([sys.executable, "-c", CABOOSE, *words], environment, (160, 24)) as person:
        if way == "prompt":
            person.until(f"Password of {ANA}")
            person.type(f"secret of {ANA}\r")
        person.until("no table is open")
        assert "secret" not in person.text
        assert person.end() == 0
