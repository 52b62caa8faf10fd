"""Bots as peers play every registered game, from one command, with the same end on every transport."""

import pytest

from core.games.registry import game as find
from netplay.audit import Audit
from netplay.broker.embedded import EmbeddedBroker
from netplay.crypto_nacl import NaclCrypto
from netplay.selfplay import Plan, play
from netplay.transcript import decode
from netplay.transport import MemoryHub
from netplay.transport.mqtt import MqttTransport
from tests.core.every_game.play import EVERY_GAME, EVERY_TABLE


def plan(name: str, seats: int, spectators: int = 1) -> Plan:
    """Bots of every strength at one table, the same game each time."""
    cast = tuple(("random", "greedy")[seat % 2] for seat in range(seats))
    return Plan(find(name), cast, {}, seed="3", spectators=spectators)


@EVERY_TABLE
async def test_peers_end_alike_and_the_transcript_holds(name: str, seats: int) -> None:
    done = await play(plan(name, seats), MemoryHub().transport)
    assert done.hashes_agree
    assert len(done.peers) == seats + 1
    assert {peer.n for peer in done.peers} == {done.entries - 1}
    assert done.state.over
    audit = Audit(decode(done.transcript), NaclCrypto(bytes(32)))
    assert len(list(audit.steps())) == done.entries
    assert (audit.finished, audit.dealt) == (True, True)
    assert find(name).encode(audit.state) == find(name).encode(done.state)


@EVERY_GAME
@pytest.mark.parametrize("spectators", [0, 2])
async def test_spectators_change_nothing(name: str, spectators: int) -> None:
    seats = find(name).seats[0]
    watched = await play(plan(name, seats, spectators), MemoryHub().transport)
    other = await play(plan(name, seats), MemoryHub().transport)
    assert watched.transcript == other.transcript


@EVERY_GAME
async def test_a_full_table_over_a_real_broker_ends_as_in_memory(
    name: str, embedded: EmbeddedBroker
) -> None:
    seats = find(name).seats[-1]
    there = await play(plan(name, seats), lambda: MqttTransport([embedded.address]))
    here = await play(plan(name, seats), MemoryHub().transport)
    assert there.hashes_agree
    assert there.peers == here.peers
    assert there.transcript == here.transcript
