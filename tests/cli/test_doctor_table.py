"""`caboose doctor --table` beside a game of bots at a real broker, with somebody hostile about."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from netplay.node import topic
from netplay.session import AT, WATCH
from netplay.transport import Inbound
from netplay.transport.mqtt import MqttTransport
from netplay.wire import Entry, Tag, pack_packet, read_packet
from tests.cli.conftest import Run
from tests.cli.test_lobby_commands import Process, Start, line, mosquitto, start
from tests.netplay.buses import free_port, need_mosquitto

__all__ = ["start"]

LIAR, CROWD, HEAVY, COPIER = ("1" * 32, "2" * 32, "3" * 32, "4" * 32)


def playing(start: Start, url: str, name: str) -> None:
    """A slow game of two bots under way."""
    where = ("--broker", url, "--pace", "0.5")
    start("table", "--seats", "2", "--table", name, "--name", "Ana", "--json", *where)
    bot = start("bot", "--join", name, "--name", "Ben", *where)
    line(bot, "the game begins")


async def until_it_asks(transport: MqttTransport) -> list[Inbound]:
    """What the seats say until the listener has asked for the log: from then on it hears all."""
    heard = []
    async with asyncio.timeout(60):
        async for message in transport.messages():
            heard.append(message)
            if f"/{WATCH}/" in message.topic:
                return heard
    raise AssertionError("the transport has ended")


def an_ack(messages: list[Inbound], table: bytes) -> tuple[str, tuple[int, bytes, bytes]]:
    """A seat's topic, and an acknowledgement of its."""
    for message in messages:
        for item in read_packet(message.payload, table):
            if not isinstance(item, Entry) and item.tag is Tag.ACK:
                return message.topic, (int(item.tag), item.body, item.signature)
    raise AssertionError("nobody has acknowledged anything")


async def be_hostile(url: str, table: bytes, listen: Callable[[], Process]) -> Process:
    """Wait for the listener, then say everything that no honest program says."""
    async with MqttTransport([url]) as transport:
        await transport.subscribe(topic("+", AT, table), topic("+", WATCH, table))
        listener = listen()
        heard = await until_it_asks(transport)
        async with asyncio.timeout(60):
            while True:
                try:
                    seat, (tag, body, signature) = an_ack(heard, table)
                    break
                except AssertionError:
                    heard.append(await anext(transport.messages()))
        forged = pack_packet(table, [(tag, body, bytes(64))])
        for _ in range(4):
            await transport.publish(seat, forged)
        for number in range(5):
            await transport.publish(topic(LIAR, WATCH, table), b"nonsense %d" % number)
        for _ in range(2):
            await transport.publish(topic(HEAVY, WATCH, table), os.urandom(110_000))
        copy = pack_packet(table, [(tag, body, signature)])
        for _ in range(3):
            await transport.publish(topic(COPIER, AT, table), copy)
        for _ in range(100):
            await transport.publish(topic(CROWD, WATCH, table), b"me me me")
        return listener


@pytest.mark.mosquitto
def test_kinds_and_counts_are_told_by_sender(start: Start, caboose: Run, tmp_path: Path) -> None:
    need_mosquitto()
    with mosquitto(tmp_path) as url:
        playing(start, url, "Gare de Lyon")
        found = json.loads(caboose("lobby", "--broker", url, "--json", "--seconds", "2").out)
        table = bytes.fromhex(found["tables"][0]["table"])

        def listen() -> Process:
            return start("doctor", "--table", "gare de lyon", "--broker", url, "--seconds", "12")

        listener = asyncio.run(be_hostile(url, table, listen))
        out, err = listener.communicate(timeout=120)
    assert "Gare de Lyon (Continental Express), " in out
    assert "Traceback" not in out + err
    assert re.search(r"(Ana|Ben) [0-9a-f]{4}: with a forged signature 4\n", out)
    assert "somebody 11111111: not readable 5\n" in out
    assert "somebody 33333333: too large 2\n" in out
    crowd = re.search(r"somebody 22222222: (.*) (\d+), (.*) (\d+)\n", out)
    assert crowd is not None
    assert {crowd[1], crowd[3]} == {"not readable", "more than is listened to"}
    assert int(crowd[2]) + int(crowd[4]) == 100
    copies = re.search(r"somebody 44444444: (.*)\n", out)
    assert copies is not None
    assert sum(map(int, re.findall(r" (\d+)", copies[1]))) == 3
    assert "a copy of what somebody said before" in copies[1]
    assert listener.returncode == 1
    assert err == "caboose: not all is well: 114 messages that no honest program sends\n"


def test_at_an_honest_table_nothing_is_counted(start: Start, caboose: Run) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    playing(start, url, "Lyon")
    done = caboose("doctor", "--table", "Lyon", "--broker", url, "--seconds", "3", "--json")
    assert (done.code, done.err) == (0, "")
    found = json.loads(done.out)
    assert (found["unused"], found["rest"], found["stopped"]) == ([], {}, "")
    assert found["messages"]["under_at"] > 0
    assert found["stage"] == "running"


def test_a_table_that_is_not_there_is_said(start: Start, caboose: Run) -> None:
    broker = start("broker", "--host", "127.0.0.1", "--port", "0")
    url = line(broker, "listening at ").split()[-1]
    done = caboose("doctor", "--table", "Nowhere", "--broker", url)
    assert done.code == 1
    assert done.complaint().startswith(
        "no table is called 'Nowhere', and none has that code; a game"
    )


def test_a_broker_that_is_not_there_is_said_at_once(caboose: Run) -> None:
    url = f"mqtt://127.0.0.1:{free_port()}"
    done = caboose("doctor", "--table", "Lyon", "--broker", url)
    assert done.code == 1
    assert "Nothing listens at" in done.complaint()


def test_a_damaged_invite_and_a_bad_time_are_wrong_command_lines(caboose: Run) -> None:
    assert caboose("doctor", "--table", "caboose:AAAA").code == 2
    assert "invite" in caboose("doctor", "--table", "caboose:AAAA").complaint()
    assert caboose("doctor", "--table", "Lyon", "--seconds", "0").code == 2
    assert caboose("doctor", "--seconds", "5").code == 2
