"""TLS, logins and WebSockets against a mosquitto of the test's own."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from netplay.transport import BrokerUnreachable, Inbound
from netplay.transport.mqtt import MqttTransport
from netplay.transport.security import Security
from tests.netplay.buses import MOSQUITTO, free_port, need_mosquitto, take

pytestmark = pytest.mark.mosquitto


@dataclass(frozen=True)
class Guarded:
    """Ports and files of a mosquitto that wants logins, and on one port client certificates."""

    tls: int
    mutual: int
    wss: int
    ws: int
    folder: Path

    @property
    def ca(self) -> str:
        return str(self.folder / "ca.pem")


def openssl(folder: Path, *arguments: str) -> None:
    subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)


def certificates(folder: Path) -> None:
    """An authority, another, and certificates for localhost and for a client."""
    for name in ("ca", "other"):
        openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                "-subj", f"/CN={name}", "-addext", "keyUsage=critical,keyCertSign,cRLSign",
                "-keyout", f"{name}.key", "-out", f"{name}.pem")  # fmt: skip
    (folder / "san").write_text("subjectAltName=DNS:localhost,IP:127.0.0.1")
    for name in ("server", "client"):
        openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}",
                "-keyout", f"{name}.key", "-out", f"{name}.csr")  # fmt: skip
        openssl(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
                "-days", "2", "-extfile", "san", "-out", f"{name}.pem")  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_mosquitto()
    if shutil.which("openssl") is None or shutil.which("mosquitto_passwd") is None:
        pytest.skip("openssl or mosquitto_passwd is not installed")
    made = tmp_path_factory.mktemp("tls")
    certificates(made)
    command = ["mosquitto_passwd", "-b", "-c", "users", "ana", "secret"]
    subprocess.run(command, cwd=made, check=True, capture_output=True)
    for file in made.iterdir():
        file.chmod(0o600)
    return made


@pytest.fixture
async def guarded(folder: Path, tmp_path: Path) -> AsyncIterator[Guarded]:
    found = Guarded(free_port(), free_port(), free_port(), free_port(), folder)
    files = f"cafile {folder}/ca.pem\ncertfile {folder}/server.pem\nkeyfile {folder}/server.key\n"
    config = tmp_path / "mosquitto.conf"
    config.write_text(
        f"allow_anonymous false\npassword_file {folder}/users\nset_tcp_nodelay true\n"
        f"persistence false\nlog_dest none\n"
        + ("user root\n" if hasattr(os, "geteuid") and os.geteuid() == 0 else "")
        + f"listener {found.tls} 127.0.0.1\n{files}"
        f"listener {found.mutual} 127.0.0.1\n{files}require_certificate true\n"
        f"listener {found.wss} 127.0.0.1\nprotocol websockets\n{files}"
        f"listener {found.ws} 127.0.0.1\nprotocol websockets\n"
    )
    assert MOSQUITTO is not None
    process = subprocess.Popen([MOSQUITTO, "-c", str(config)], stderr=subprocess.DEVNULL)  # noqa: ASYNC220 # at once
    try:
        for _ in range(500):
            assert process.poll() is None, "mosquitto has ended instead of listening"
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", found.ws)
                writer.close()
                break
            await asyncio.sleep(0.02)
        yield found
    finally:
        process.kill()
        process.wait()


ANA = ("ana", "secret")


async def works(url: str, security: Security) -> bool:
    async with (
        MqttTransport([url], security=security) as a,
        MqttTransport([url], security=security) as b,
    ):
        await b.subscribe("t")
        await a.publish("t", b"x" * 50_000)
        return await take(b) == [Inbound("t", b"x" * 50_000, False)]


async def why_not(url: str, security: Security) -> str:
    with pytest.raises(BrokerUnreachable) as refusal:
        async with MqttTransport([url], security=security, timeout=2):
            pass
    assert "secret" not in str(refusal.value)
    return str(refusal.value)


async def test_tls_with_the_given_authority_and_a_password(guarded: Guarded) -> None:
    assert await works(f"mqtts://localhost:{guarded.tls}", Security(ANA, guarded.ca))


async def test_the_authority_may_be_given_as_text(guarded: Guarded, folder: Path) -> None:
    text = (folder / "ca.pem").read_text()  # a file of a kilobyte
    assert await works(f"mqtts://127.0.0.1:{guarded.tls}", Security(ANA, text))


async def test_a_client_certificate_is_shown_where_it_is_wanted(guarded: Guarded) -> None:
    own = (str(guarded.folder / "client.pem"), str(guarded.folder / "client.key"))
    assert await works(f"mqtts://localhost:{guarded.mutual}", Security(ANA, guarded.ca, *own))


async def test_websockets_with_and_without_tls(guarded: Guarded) -> None:
    assert await works(f"wss://localhost:{guarded.wss}/mqtt", Security(ANA, guarded.ca))
    assert await works(f"ws://localhost:{guarded.ws}", Security(ANA))


async def test_an_unknown_authority_is_said(guarded: Guarded) -> None:
    url = f"mqtts://localhost:{guarded.tls}"
    assert "certificate" in await why_not(url, Security(ANA))
    assert "certificate" in await why_not(url, Security(ANA, str(guarded.folder / "other.pem")))


async def test_a_wrong_password_is_said(guarded: Guarded) -> None:
    url = f"mqtts://localhost:{guarded.tls}"
    assert "credentials" in await why_not(url, Security(("ana", "guess"), guarded.ca))
    assert "credentials" in await why_not(url, Security(None, guarded.ca))


async def test_a_file_that_is_no_certificate_is_said(guarded: Guarded) -> None:
    url = f"mqtts://localhost:{guarded.tls}"
    assert "no usable PEM" in await why_not(url, Security(ANA, str(guarded.folder / "users")))
    assert "no usable PEM" in await why_not(url, Security(ANA, "-----BEGIN CERTIFICATE-----\n"))
    assert "missing" in await why_not(url, Security(ANA, str(guarded.folder / "nothing")))
    key = (str(guarded.folder / "client.pem"), str(guarded.folder / "server.key"))
    assert "no usable PEM" in await why_not(url, Security(ANA, guarded.ca, *key))


async def test_plain_text_to_a_tls_port_is_said(guarded: Guarded) -> None:
    assert "does not answer as an MQTT broker" in await why_not(
        f"mqtt://localhost:{guarded.tls}", Security()
    )
