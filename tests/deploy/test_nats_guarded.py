"""`deploy/nats/guarded.conf` as it is: TLS, logins, and everyone below their own level only."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from netplay.transport import BrokerUnreachable, Inbound
from netplay.transport.mqtt import MqttTransport
from netplay.transport.security import Security
from tests.deploy.clusters import DEPLOY, NatsCluster, need_nats
from tests.netplay.buses import QUICK, take

pytestmark = pytest.mark.slow

ANA, MAL = "0123456789abcdef0123456789abcdef", "f" * 32


def certificates(folder: Path) -> None:
    script = [str(DEPLOY / "mosquitto" / "certificates"), "localhost", "127.0.0.1"]
    subprocess.run(script, cwd=folder, check=True, capture_output=True)


@pytest.fixture
async def guarded(tmp_path: Path) -> AsyncIterator[NatsCluster]:
    need_nats()
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    for file in (DEPLOY / "nats").glob("*.conf"):
        shutil.copy(file, tmp_path)
    users = (tmp_path / "users.conf").read_text()
    first, last = users.index("    {\n"), users.rindex("]")
    another = users[first:last].replace(ANA, MAL)
    (tmp_path / "users.conf").write_text(users[:last] + another + users[last:])
    certificates(tmp_path)
    made = NatsCluster(tmp_path, tmp_path / "guarded.conf")
    made.scheme, made.probe = "mqtts", f"caboose/1/{ANA}/chat"
    made.security = Security((ANA, "change me"), str(tmp_path / "ca.pem"))
    try:
        await made.start()
        yield made
    finally:
        await made.stop()


async def test_each_player_writes_below_their_own_level_and_nobody_else_comes_in(
    guarded: NatsCluster,
) -> None:
    ca = guarded.security.ca
    mallory = Security((MAL, "change me"), ca)
    async with (
        guarded.transport() as ana,
        MqttTransport(guarded.urls(), security=mallory, backoff=QUICK) as mal,
    ):
        await ana.subscribe("caboose/1/+/at/+", "caboose/1/+/ad/+")
        await mal.publish(f"caboose/1/{ANA}/at/t", b"not ana")
        await mal.publish(f"caboose/1/{ANA}/ad/t", b"not ana", retain=True)
        await mal.publish("elsewhere", b"x")
        await mal.publish(f"caboose/1/{MAL}/at/t", b"mal")
        await ana.publish(f"caboose/1/{ANA}/ad/t", b"ana", retain=True)
        assert await take(ana, 2) == [
            Inbound(f"caboose/1/{MAL}/at/t", b"mal", False),
            Inbound(f"caboose/1/{ANA}/ad/t", b"ana", False),
        ]
    for login in (None, (ANA, "guess"), ("nobody", "change me")):
        with pytest.raises(BrokerUnreachable):
            async with MqttTransport(guarded.urls(), security=Security(login, ca), timeout=3):
                pass
