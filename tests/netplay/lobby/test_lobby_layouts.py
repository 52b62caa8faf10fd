"""The published layouts of the lobby are what the program makes, and it reads its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.kernel.canonical import Malformed
from netplay.lobby.wire import (
    MAX_AD,
    MAX_CHAT,
    MAX_HERE,
    NAME_BYTES,
    Where,
    open_up,
    read_ad,
    read_ads_roster,
    read_here,
    read_line,
    read_topic,
    short,
    topic_of,
)
from tests.netplay.lobby.vectors import rows, vectors

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "protocol.md"
PLAYER = "0462f7a0f9beb41b3d5c442509f2d8b2"
TABLE = bytes.fromhex("65b7b8179a7e9e6799e4c5fe447db6df")


def test_the_documents_vectors_are_what_the_program_computes() -> None:
    written = DOCUMENT.read_text().splitlines()
    assert [row for row in rows() if row not in written] == []


def test_the_vectors_are_read_back_on_their_topics() -> None:
    made = {name: value for name, (_, value) in vectors().items()}
    here = read_here(
        open_up(made["presence of A"], MAX_HERE).body, Where(PLAYER, "here", b"\t" * 8)
    )
    assert (here.name, here.count) == ("Anna", 1)
    ad = read_ad(open_up(made["advert by A"], MAX_AD).body, Where(PLAYER, "ad", TABLE))
    assert read_ads_roster(ad, TABLE).full() is False
    line = read_line(open_up(made["line of chat by A"], MAX_CHAT).body, Where(PLAYER, "chat", b""))
    assert line.text == "hello"
    with pytest.raises(Malformed):
        read_ads_roster(ad, bytes(16))


@pytest.mark.parametrize(
    ("kind", "of"),
    [("here", bytes(8)), ("ad", bytes(16)), ("chat", b""), ("chat", bytes(16))],
)
def test_a_topic_is_read_as_it_is_written(kind: str, of: bytes) -> None:
    assert read_topic(topic_of(PLAYER, kind, of)) == Where(PLAYER, kind, of)


@pytest.mark.parametrize(
    "topic",
    [
        "caboose/1/" + PLAYER.upper() + "/chat",
        f"caboose/1/{PLAYER}/here",
        f"caboose/1/{PLAYER}/here/{'0' * 32}",
        f"caboose/1/{PLAYER}/ad/{'0' * 16}",
        f"caboose/1/{PLAYER}/chat/",
        f"caboose/1/{PLAYER}/at/{'0' * 32}",
        f"caboose/2/{PLAYER}/chat",
        f"caboose/1/{PLAYER}/chat\n",
    ],
)
def test_other_topics_are_not_the_lobbys(topic: str) -> None:
    assert read_topic(topic) is None


def test_a_name_is_cut_between_two_characters() -> None:
    assert short("é" * 40) == "é" * (NAME_BYTES // 2)
    assert short("aé" * 20) == ("aé" * 16)[:33]
