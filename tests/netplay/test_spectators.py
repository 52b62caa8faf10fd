"""What a spectator, or anyone who listens at the broker, gets to see: the public state and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from core.games.registry import NAMES, game
from core.kernel.canonical import Malformed, unpack
from core.kernel.requests import ALL, Reveal
from netplay.audit import Audit
from netplay.crypto import Unsealable
from netplay.crypto_nacl import NaclCrypto
from netplay.seedtext import derive
from netplay.selfplay import Plan, play
from netplay.session.copies import read_part
from netplay.transcript import decode
from netplay.transport import MemoryHub
from netplay.wire import Entry, Kind, Nonce, Tag, read_body, read_packet, read_record, seed_of

SEATS = 3


@dataclass(frozen=True)
class Overheard:
    """Every payload up to the end entry, and the log, which holds what came out at the end."""

    payloads: list[bytes]
    log: list[Entry]
    records: tuple[bytes, ...]

    def items(self) -> Iterator[Any]:
        for payload in self.payloads:
            yield from read_packet(payload, self.log[0].table)


async def listen(name: str) -> Overheard:
    """A whole game, heard by someone who subscribed to everything."""
    hub = MemoryHub()
    payloads: list[bytes] = []
    async with hub.transport() as ear:
        await ear.subscribe("#")
        plan = Plan(game(name), ("random",) * SEATS, {}, seed="7", spectators=1)
        done = await play(plan, hub.transport)
        waiting = ear._inbox._waiting
        payloads = [message.payload for message in waiting]
    assert done.hashes_agree
    records = decode(done.transcript)
    log = [read_record(record) for record in records]
    end = next(i for i, payload in enumerate(payloads) if log[-1].data in payload)
    return Overheard(payloads[:end], log, records)


def within(value: Any) -> Iterator[bytes]:
    """Every run of bytes in a decoded value, and in whatever those decode to."""
    if isinstance(value, tuple):
        for part in value:
            yield from within(part)
    elif isinstance(value, bytes):
        yield value
        try:
            yield from within(unpack(value))
        except Malformed:
            return


@pytest.mark.parametrize("name", NAMES)
async def test_neither_seed_nor_nonce_is_said_before_the_end(name: str) -> None:
    heard = await listen(name)
    nonces = heard.log[-1].body
    assert nonces == tuple(derive("7", "nonce", seat) for seat in range(SEATS))
    secrets = (*nonces, seed_of(heard.log[0].hash, nonces))
    keys = [derive("7", "key", seat) for seat in range(SEATS)]
    for payload in heard.payloads:
        for part in (payload, *within(unpack(payload, limit=1 << 20))):
            assert not any(secret in part for secret in (*secrets, *keys))


@pytest.mark.parametrize("name", NAMES)
async def test_sealed_nonces_open_for_the_seat_they_are_for_and_nobody_else(name: str) -> None:
    heard = await listen(name)
    sealed = [
        read_body(item)
        for item in heard.items()
        if not isinstance(item, Entry) and item.tag is Tag.NONCE
    ]
    assert {(nonce.seat, nonce.to) for nonce in sealed} >= {
        (a, b) for a in range(SEATS) for b in range(SEATS) if a != b
    }
    watcher = NaclCrypto(derive("7", "watcher"))
    for nonce in sealed:
        assert isinstance(nonce, Nonce)
        for seat in range(SEATS):
            crypto = NaclCrypto(derive("7", "key", seat))
            if seat == nonce.to:
                assert derive("7", "nonce", nonce.of) in crypto.unseal(nonce.sealed)
            else:
                with pytest.raises(Unsealable):
                    crypto.unseal(nonce.sealed)
        with pytest.raises(Unsealable):
            watcher.unseal(nonce.sealed)


@pytest.mark.parametrize("name", NAMES)
async def test_answers_hold_no_card_that_is_not_for_everyone(name: str) -> None:
    heard = await listen(name)
    audit = Audit(heard.records)
    requests: list[Any] = []
    for step in audit.steps():
        entry = heard.log[step.n]
        if entry.kind is Kind.ANSWER:
            request = requests[-1]
            public = isinstance(request, Reveal) and request.to == ALL
            assert (entry.body[1] is None) is not public
        requests.append(audit.state.awaiting[0] if audit.state.awaiting else None)


@pytest.mark.parametrize("name", NAMES)
async def test_nothing_else_is_said_that_could_carry_a_card(name: str) -> None:
    """Beside entries and sealed nonces: who sits, that one is ready, acknowledgements, requests."""
    heard = await listen(name)
    tags = {Tag.ENTRY if isinstance(item, Entry) else item.tag for item in heard.items()}
    without_cards = {Tag.ROSTER, Tag.SIT, Tag.READY, Tag.SIGN, Tag.ACK, Tag.RANGE, Tag.REPLY}
    assert tags <= without_cards | {Tag.ENTRY, Tag.NONCE, Tag.WANT, Tag.LOG}
    copied = [
        entry.record()
        for item in heard.items()
        if not isinstance(item, Entry) and item.tag is Tag.LOG
        for entry in read_part(read_body(item))
    ]
    assert set(copied) <= set(heard.records)


async def test_a_contract_that_was_not_revealed_is_nowhere_in_a_spectator_s_state() -> None:
    heard = await listen("continental-express")
    audit = Audit(heard.records)
    for step in audit.steps():
        if step.kind is Kind.MOVE and not audit.state.over:
            assert audit.state.contracts == [None] * SEATS
    assert None not in audit.state.contracts
