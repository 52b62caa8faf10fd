"""The doctor says of each check of TLS and of the login which one failed, and what to do about it."""

from __future__ import annotations

import contextlib
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from netplay.brokers import broker_of
from netplay.doctor import Check, examine
from netplay.transport.errors import BrokerUnreachable, Fault
from netplay.transport.mqtt import MqttTransport
from tests.netplay.buses import MosquittoBus, free_port
from tests.netplay.test_transport_security import Guarded, folder, guarded, openssl

__all__ = ["folder", "guarded"]

pytestmark = pytest.mark.mosquitto


def made(folder: Path, name: str, san: str, *more: str, ca: str = "ca", days: str = "2") -> None:
    """A certificate with these names, signed by that authority."""
    (folder / f"{name}.san").write_text(f"subjectAltName={san}")
    openssl(folder, "req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}",
            "-keyout", f"{name}.key", "-out", f"{name}.csr")  # fmt: skip
    openssl(folder, "x509", "-req", "-in", f"{name}.csr", "-CA", f"{ca}.pem", "-CAkey", f"{ca}.key",
            "-days", days, "-extfile", f"{name}.san", "-out", f"{name}.pem", *more)  # fmt: skip
    for file in folder.iterdir():
        file.chmod(0o600)


@contextlib.asynccontextmanager
async def broker(folder: Path, tmp: Path, name: str, *lines: str) -> AsyncIterator[str]:
    """A mosquitto with that certificate; yields its address."""
    bus = MosquittoBus(tmp)
    files = f"cafile {folder}/ca.pem\ncertfile {folder}/{name}.pem\nkeyfile {folder}/{name}.key\n"
    bus.config.write_text(bus.config.read_text() + files + "\n".join(lines) + "\n")
    await bus.start()
    try:
        yield f"mqtts://localhost:{bus.port}"
    finally:
        await bus.stop()


async def the_bad(url: str, **more: str) -> Check:
    """The one thing that is wrong with a broker."""
    (check,) = await examine(broker_of([url], **more))
    assert check.ok is False
    return check


async def test_an_authority_that_nobody_named(guarded: Guarded) -> None:
    check = await the_bad(f"mqtts://localhost:{guarded.tls}")
    assert check.what == "TLS"
    assert "give it with --ca FILE" in str(check)


async def test_an_authority_that_is_another(guarded: Guarded) -> None:
    other = str(guarded.folder / "other.pem")
    check = await the_bad(f"mqtts://localhost:{guarded.tls}", ca=other)
    assert check.what == "TLS"
    assert "another authority than that of the file given with --ca" in str(check)


async def test_a_certificate_for_another_name(folder: Path, tmp_path: Path) -> None:
    made(folder, "elsewhere", "DNS:elsewhere.example")
    async with broker(folder, tmp_path, "elsewhere") as url:
        check = await the_bad(url, ca=str(folder / "ca.pem"))
    assert check.what == "TLS"
    assert "It is for another name than 'localhost'" in str(check)


async def test_a_certificate_whose_time_is_over(folder: Path, tmp_path: Path) -> None:
    made(folder, "expired", "DNS:localhost", days="-1")
    async with broker(folder, tmp_path, "expired") as url:
        check = await the_bad(url, ca=str(folder / "ca.pem"))
    assert check.what == "TLS"
    assert "must renew it" in str(check)
    assert "this machine's clock is wrong (it says 2" in str(check)


async def test_an_authority_that_is_not_made_to_the_letter(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = ssl.create_default_context

    def strict(**given: Any) -> ssl.SSLContext:
        context = usual(**given)
        context.verify_flags |= ssl.VERIFY_X509_STRICT  # as every Python from 3.13 does by itself
        return context

    openssl(folder, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-subj", "/CN=loose", "-keyout", "loose.key", "-out", "loose.pem")  # fmt: skip
    made(folder, "under", "DNS:localhost", ca="loose")
    monkeypatch.setattr(ssl, "create_default_context", strict)
    async with broker(folder, tmp_path, "under") as url:
        check = await the_bad(url, ca=str(folder / "loose.pem"))
    assert check.what == "TLS"
    assert "must make it anew, and its authority's" in str(check)


@pytest.mark.parametrize("version", ["tlsv1.2", "tlsv1.3"])
async def test_no_certificate_of_our_own(folder: Path, tmp_path: Path, version: str) -> None:
    lines = ("require_certificate true", f"tls_version {version}")
    async with broker(folder, tmp_path, "server", *lines) as url:
        check = await the_bad(url, ca=str(folder / "ca.pem"))
    # The broker's word on it is lost now and then, for it shuts the link at once.
    assert check.what in ("TLS", "reached")
    assert "wants a certificate of yours" in str(check)
    assert "with --cert FILE and --key FILE" in str(check)


async def test_one_of_our_own_that_the_broker_does_not_take(folder: Path, tmp_path: Path) -> None:
    made(folder, "foreign", "DNS:me", ca="other")
    own = {"certificate": str(folder / "foreign.pem"), "key": str(folder / "foreign.key")}
    async with broker(folder, tmp_path, "server", "require_certificate true") as url:
        check = await the_bad(url, ca=str(folder / "ca.pem"), **own)
    # The broker's word on it is lost now and then, for it shuts the link at once.
    assert check.what in ("TLS", "reached")
    assert "signed by the authority that the broker trusts" in str(check)


async def test_a_link_that_was_shut_without_a_word_may_be_for_our_own_certificate(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def shut(transport: MqttTransport) -> None:
        says = "What listens at mqtts://localhost:1 does not answer as an MQTT broker."
        raise BrokerUnreachable(says, Fault.NO_MQTT)

    monkeypatch.setattr(MqttTransport, "__aenter__", shut)
    made(folder, "mine", "DNS:me")
    own = {"certificate": str(folder / "mine.pem"), "key": str(folder / "mine.key")}
    check = await the_bad("mqtts://localhost:1", ca=str(folder / "ca.pem"), **own)
    assert check.what == "reached"
    assert "signed by the authority that the broker trusts" in str(check)


async def test_tls_where_there_is_none_and_none_where_there_is(
    guarded: Guarded, tmp_path: Path
) -> None:
    bus = MosquittoBus(tmp_path)
    await bus.start()
    check = await the_bad(f"mqtts://localhost:{bus.port}")
    await bus.stop()
    assert check.what == "TLS"
    assert f"Without TLS it would be mqtt://localhost:{bus.port}" in str(check)
    check = await the_bad(f"mqtt://localhost:{guarded.tls}")
    assert "begins with mqtts://" in str(check)


async def test_a_login_that_is_missing(guarded: Guarded) -> None:
    check = await the_bad(f"mqtts://localhost:{guarded.tls}", ca=guarded.ca)
    assert check.what == "login"
    assert "give one with --user NAME and --password-file FILE" in str(check)


async def test_a_login_that_is_wrong_is_never_shown(guarded: Guarded, tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("guessed\n")
    password.chmod(0o600)
    login = {"user": "ana", "password_file": str(password), "ca": guarded.ca}
    check = await the_bad(f"mqtts://localhost:{guarded.tls}", **login)
    assert check.what == "login"
    assert "Look at the name given with --user and at the password" in str(check)
    assert "guessed" not in str(check)


async def test_nobody_there_needs_no_remedy_beyond_its_own_sentence() -> None:
    check = await the_bad(f"mqtts://localhost:{free_port()}")
    assert check.what == "reached"
    assert check.says.endswith("is the broker running?")
