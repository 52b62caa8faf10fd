"""Invites, and private tables: sealed and under pseudonyms for everyone who has no key."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.secret import SecretBox

from core.games.registry import game
from netplay.crypto_nacl import NaclCrypto
from netplay.lobby import Said, Visibility
from netplay.lobby.client import LobbyClient
from netplay.lobby.host import HostedTable, JoinedTable, WatchedTable
from netplay.lobby.invite import BadInvite, Invite, is_invite, read_invite
from netplay.session import Ticket
from netplay.transport import Inbound, MemoryHub, parse_address
from netplay.transport.veil import Veil, pseudonym
from tests.netplay.buses import Bus

GAME = game("continental-express")
HERE = (parse_address("mqtt://127.0.0.1"),)
TICKET = Ticket(bytes(16), bytes(32))
INVITE = Invite(TICKET, GAME.name, "Lyon", HERE, b"k" * 32)


async def until(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not what():  # noqa: ASYNC110 # what is waited for has no one event
            await asyncio.sleep(0.01)


def client(bus: Bus | MemoryHub, name: str, told: list[Said] | None = None) -> LobbyClient:
    def hear(event: object) -> None:
        if told is not None and isinstance(event, Said):
            told.append(event)

    return LobbyClient(NaclCrypto(os.urandom(32)), name, bus.transport, told=hear)


def private(ana: LobbyClient, seats: int = 2) -> HostedTable:
    options = GAME.options()
    return HostedTable(
        ana, GAME, options, seats, "Lyon", visibility=Visibility.PRIVATE, strength="greedy"
    )


async def test_a_private_game_is_played_by_invite_and_nobody_else_sees_it(bus: Bus) -> None:
    heard: list[Said] = []
    async with (
        client(bus, "Ana", heard) as ana,
        client(bus, "Ben") as ben,
        client(bus, "Cy") as cy,
        client(bus, "Eve") as eve,
        bus.transport() as tap,
    ):
        await tap.subscribe("#")
        eve.show()
        ana.show()
        async with private(ana) as host:
            invite = read_invite(host.invite(HERE).text())
            async with JoinedTable(ben, invite, strength="greedy") as joined:
                await until(lambda: joined.session.complete and host.session.complete)
                async with WatchedTable(cy, invite) as watch:
                    await until(lambda: watch.session.complete)
                    watch.say("well played")
                    await until(lambda: bool(heard))
                assert watch.session.state_hash == joined.session.state_hash
                assert [row.visibility for row in ana.rows()] == [Visibility.PRIVATE]
                assert eve.rows() == ()
                with pytest.raises(LookupError):
                    eve.lobby.find(host.table.hex())
            table = host.table.hex()
            ids = {ana.lobby.player, ben.lobby.player, cy.lobby.player}
    await asyncio.sleep(0.05)
    said = tap._inbox._waiting  # type: ignore[attr-defined]  # every bus has one
    assert len(said) > 50
    for message in said:
        assert table not in message.topic
        assert bytes.fromhex(table) not in message.payload
        if "/here/" not in message.topic:
            assert not any(player in message.topic for player in ids)
            assert b"Lyon" not in message.payload
            assert b"well played" not in message.payload


async def test_nothing_of_a_private_table_stays_in_the_brokers_memory() -> None:
    hub = MemoryHub()
    async with client(hub, "Ana") as ana, private(ana):
        await until(lambda: len(hub._retained) == 2)
    assert hub._retained == {}


def covered() -> tuple[Veil, str, str]:
    veil = Veil(MemoryHub().transport())
    veil.cover(TICKET.table, b"k" * 32)
    real = f"caboose/1/{'0' * 32}/at/{TICKET.table.hex()}"
    return veil, real, veil.veiled(real)


def test_the_pseudonyms_differ_by_key_and_by_what_they_stand_for() -> None:
    names = {
        pseudonym(key, what, name)
        for key in (b"k" * 32, b"l" * 32)
        for what in ("player", "table")
        for name in ("0" * 32, "1" * 32)
    }
    assert len(names) == 8


def test_parts_below_a_table_and_filters_are_veiled_too() -> None:
    veil, real, veiled = covered()
    assert veil.veiled(real + "/7") == veiled + "/7"
    assert veil.veiled(real.replace("0" * 32 + "/at", "+/at")).startswith("caboose/1/+/at/")
    other = real.replace(TICKET.table.hex(), "f" * 32)
    assert veil.veiled(other) == other


@given(st.binary(max_size=200))
def test_bytes_that_the_key_does_not_open_are_dropped(payload: bytes) -> None:
    veil, _, veiled = covered()
    assert veil.opened(Inbound(veiled, payload, False)) is None
    assert veil.unread == (1 if payload else 0)


def test_a_sealed_message_that_is_moved_to_another_topic_says_nothing() -> None:
    veil, real, veiled = covered()
    sealed = bytes(SecretBox(b"k" * 32).encrypt(real.encode() + b"\0hello"))
    assert veil.opened(Inbound(veiled, sealed, False)) == Inbound(real, b"hello", False)
    assert veil.opened(Inbound(veiled + "/1", sealed, False)) is None
    plain = bytes(SecretBox(b"k" * 32).encrypt(b"caboose/1/x\0hello"))
    assert veil.opened(Inbound(veiled, plain, False)) is None


def test_an_invite_survives_being_copied_with_line_breaks() -> None:
    text = INVITE.text()
    wrapped = "\n  ".join(text[i : i + 40] for i in range(0, len(text), 40))
    assert read_invite(f" {wrapped} \n") == INVITE
    assert "kkkk" not in repr(INVITE)


def test_a_table_that_is_not_private_has_an_invite_without_a_key() -> None:
    assert read_invite(Invite(TICKET, GAME.name, "Lyon", HERE).text()).key is None


def test_a_damaged_invite_is_refused_in_one_sentence() -> None:
    text = INVITE.text()
    for bad in (text[:-1], text[:60], text[:30] + "_" + text[31:], text + "AAAA", "caboose:", "x"):
        with pytest.raises(BadInvite) as error:
            read_invite(bad)
        assert str(error.value).isprintable()


def test_an_invite_never_leads_from_tls_to_plain_text() -> None:
    mixed = (parse_address("mqtts://a.example"), parse_address("mqtt://a.example"))
    with pytest.raises(BadInvite, match="do not use it"):
        read_invite(Invite(TICKET, "g", "n", mixed).text())


@given(st.text(max_size=200))
def test_no_text_raises_anything_but_a_sentence(text: str) -> None:
    for line in (text, "caboose:" + text):
        try:
            found: object = read_invite(line)
        except BadInvite as error:
            found = str(error)
        assert found
    assert is_invite("  CABOOSE:x")
