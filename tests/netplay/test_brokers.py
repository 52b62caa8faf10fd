"""The list of brokers: what may be in it, what is refused, and that it survives its own form."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.brokers import (
    MOST,
    Broker,
    BrokersUnusable,
    add,
    broker_of,
    load,
    read,
    read_foreign,
    read_password,
    remove,
    text_of,
)
from netplay.transport import BrokerAddress

PEM = "-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----\n"
PLAIN = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=40)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "brokers.toml"


def test_what_was_added_is_loaded_in_order_and_removed_by_name_or_address(path: Path) -> None:
    club = broker_of(["mqtts://a.example", "mqtts://b.example:1"], "club", user="ana")
    home = broker_of(["mqtt://192.168.1.5"])
    assert (home.name, club.tls, home.tls) == ("192.168.1.5", True, False)
    add([club], path)
    assert add([home], path) == (club, home) == load(path)
    assert path.stat().st_mode & 0o077 == 0
    assert remove("mqtt://192.168.1.5:1883", path) == home
    assert remove("CLUB", path) == club
    assert load(path) == ()
    with pytest.raises(BrokersUnusable, match="no broker is called 'club'"):
        remove("club", path)


def test_a_broker_of_a_known_name_takes_its_place(path: Path) -> None:
    add([broker_of(["mqtt://a.example"], "x"), broker_of(["mqtt://b.example"], "y")], path)
    add([broker_of(["mqtt://c.example"], "X")], path)
    assert [str(broker.addresses[0]) for broker in load(path)] == [
        "mqtt://c.example:1883",
        "mqtt://b.example:1883",
    ]


def test_a_list_has_an_end(path: Path) -> None:
    add([broker_of(["mqtt://a.example"], f"x{n}") for n in range(MOST)], path)
    with pytest.raises(BrokersUnusable, match=f"at most {MOST}"):
        add([broker_of(["mqtt://a.example"], "one more")], path)


@pytest.mark.parametrize(
    ("addresses", "options", "says"),
    [
        ([], {}, "1 to 8 addresses"),
        (["mqtt://h"] * 9, {}, "1 to 8 addresses"),
        (["http://h"], {}, "starts with mqtt://"),
        (["mqtt://u:p@h"], {}, "no user name or password"),
        (["mqtts://h", "mqtt://h"], {}, "never falls back to plain text"),
        (["mqtt://h.example"], {"user": "ana"}, "only over TLS"),
        (["mqtt://h.example"], {"ca": "/x"}, "certificates are for mqtts"),
        (["mqtts://h.example"], {"certificate": "/x"}, "go together"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_sentence(
    addresses: list[str], options: dict[str, str], says: str
) -> None:
    with pytest.raises(BrokersUnusable, match=says):
        broker_of(addresses, **options)  # type: ignore[arg-type]  # by name


def test_on_this_machine_a_password_needs_no_tls() -> None:
    assert broker_of(["mqtt://127.0.0.1"], user="ana").user == "ana"


@given(PLAIN, PLAIN, st.none() | PLAIN)
def test_any_name_and_user_survive_the_file(name: str, user: str, ca: str | None) -> None:
    made = Broker(name, (BrokerAddress("mqtts", "a.example", 8883),), user, None, ca)
    try:
        once = read(text_of([made]).encode(), "x")
    except BrokersUnusable:
        return
    assert once[0].user == user
    assert read(text_of(once).encode(), "x") == once


@given(
    st.binary(max_size=300)
    | st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace"))
)
def test_no_file_raises_anything_but_a_sentence(data: bytes) -> None:
    try:
        read(data, "FILE")
    except BrokersUnusable as error:
        says = str(error)
    else:
        says = "FILE"
    assert says.startswith("FILE")
    assert says.isprintable()


@pytest.mark.parametrize(
    "text",
    [
        "[[broker]]\naddresses = 'mqtt://h'",
        "[[broker]]\naddresses = [1]",
        "[[broker]]\naddresses = ['mqtt://h']\nuser = 3",
        "[[broker]]\naddresses = ['mqtt://h']\nshell = 'rm'",
        "[[broker]]\nname = 'x'",
        "[broker]\naddresses = ['mqtt://h']",
        "other = 1",
        "[[broker]]\naddresses = ['mqtt://h']\n" * 2,
        "[[broker]]\naddresses = ['mqtt://h']\n" * 33,
        "nonsense",
    ],
)
def test_a_damaged_list_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(BrokersUnusable, match="FILE"):
        read(text.encode(), "FILE")


def test_anothers_list_may_bring_its_authority_but_name_no_file_of_ours() -> None:
    club = broker_of(["mqtts://a.example"], "club", user="ana", ca=PEM)
    assert read_foreign(text_of([club]).encode(), "x") == (club,)
    for field in ("password_file", "ca", "certificate", "key"):
        evil = replace(club, **{field: "/home/ana/.ssh/id_ed25519"})
        evil = replace(
            evil, certificate=evil.key or evil.certificate, key=evil.key or evil.certificate
        )
        with pytest.raises(BrokersUnusable, match="names files of this machine"):
            read_foreign(text_of([evil]).encode(), "x")
    with pytest.raises(BrokersUnusable, match="lists no broker"):
        read_foreign(b"", "x")


def test_a_password_comes_from_a_file_that_only_its_owner_reads(tmp_path: Path) -> None:
    file = tmp_path / "password"
    file.write_text("secret\nmore\n")
    file.chmod(0o640)
    with pytest.raises(BrokersUnusable, match="chmod 600"):
        read_password(file)
    file.chmod(0o600)
    assert read_password(file) == "secret"
    club = broker_of(["mqtts://a.example"], user="ana", password_file=str(file))
    assert club.security().login == ("ana", "secret")
    assert "secret" not in repr(club.security())
    file.write_text("\n")
    with pytest.raises(BrokersUnusable, match="holds no password"):
        club.security()


def test_without_a_file_the_password_is_the_environments_or_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    club = broker_of(["mqtts://a.example"], "club", user="ana")
    monkeypatch.delenv("CABOOSE_BROKER_PASSWORD", raising=False)
    with pytest.raises(BrokersUnusable, match="CABOOSE_BROKER_PASSWORD"):
        club.security()
    asked: list[str] = []

    def ask(prompt: str) -> str:
        asked.append(prompt)
        return "typed"

    assert club.security(ask).login == ("ana", "typed")
    assert "ana" in asked[0]
    monkeypatch.setenv("CABOOSE_BROKER_PASSWORD", "kept")
    assert club.security(ask).login == ("ana", "kept")


def test_how_a_broker_was_reached_is_known_again_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from netplay.brokers import USED_NAME, known_at, note_used

    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    secret = tmp_path / "pw"
    secret.write_text("swordfish\n")
    used = broker_of(
        ["mqtts://localhost:18883"], user="club", password_file=str(secret), ca=str(tmp_path / "ca")
    )
    note_used(used)
    found = known_at(broker_of(["mqtts://localhost:18883"]).addresses)
    assert found is not None
    assert (found.user, found.password_file, found.ca) == (
        "club",
        str(secret),
        str(tmp_path / "ca"),
    )
    assert "swordfish" not in (tmp_path / USED_NAME).read_text()
    assert known_at(broker_of(["mqtts://localhost:8883"]).addresses) is None


def test_a_saved_broker_goes_before_one_that_was_only_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from netplay.brokers import add, known_at, note_used

    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    note_used(broker_of(["mqtts://localhost"], user="old"))
    add([broker_of(["mqtts://localhost"], "Club", user="new")])
    found = known_at(broker_of(["mqtts://localhost"]).addresses)
    assert found is not None
    assert found.user == "new"


def test_a_damaged_record_of_used_brokers_stands_in_nobody_s_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from netplay.brokers import USED_NAME, known_at, note_used

    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path))
    (tmp_path / USED_NAME).write_text("{")
    assert known_at(broker_of(["mqtts://localhost"]).addresses) is None
    note_used(broker_of(["mqtts://localhost"], user="me"))
    assert known_at(broker_of(["mqtts://localhost"]).addresses) is not None
