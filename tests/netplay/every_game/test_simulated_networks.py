"""Whole games of every registered game over networks that lose, double, delay and reorder."""

from functools import cache
from typing import Any

import pytest

from core.games.registry import game as find
from core.kernel.errors import BadState
from core.kernel.requests import ALL, Reveal
from netplay.audit import Audit
from netplay.session import Phase
from netplay.transcript import decode, encode
from netplay.wire import Kind, read_record
from tests.core.every_game.play import EVERY_TABLE
from tests.netplay.session.forging import nacl
from tests.netplay.session.oracle import Oracle
from tests.netplay.session.simnet import Network, Peer, all_settled, crypto, secret, table

ROUGH: dict[str, Any] = {"loss": 0.12, "double": 0.1, "delay": (0.01, 0.6)}


@cache
def rough_game(name: str, seats: int) -> list[Peer]:
    """Seats and one spectator, after the end."""
    network = Network(seats, **ROUGH)
    peers = table(network, seats, seats, watchers=1, game=find(name))
    assert network.run(all_settled(peers)), [
        (p.session.phase, p.session.n, p.session.settled, p.session.finding) for p in peers
    ]
    return peers


@cache
def oracle_game(name: str, seats: int) -> tuple[Oracle, list[Peer]]:
    """The same with a dealer that needs every seat for every request and answers late."""
    network = Network(seats, loss=0.05, double=0.1, delay=(0.01, 0.3))
    oracle = Oracle(secret("truth", seats), seats)
    peers = table(
        network,
        seats,
        seats,
        watchers=1,
        game=find(name),
        dealers=[oracle.dealer] * seats,
        deal="oracle",
        cryptos=nacl,
    )
    assert network.run(all_settled(peers))
    return oracle, peers


@EVERY_TABLE
def test_a_game_on_a_rough_network_ends_with_the_same_records_everywhere(
    name: str, seats: int
) -> None:
    peers = rough_game(name, seats)
    assert len({peer.session.records() for peer in peers}) == 1
    assert len({peer.session.state_hash for peer in peers}) == 1
    assert all(peer.session.phase is Phase.OVER for peer in peers)


@EVERY_TABLE
def test_its_transcript_is_kept_read_and_verified(name: str, seats: int) -> None:
    peers = rough_game(name, seats)
    records = decode(encode(peers[0].session.records()))
    assert records == peers[-1].session.records()
    audit = Audit(records, crypto("auditor"))
    steps = list(audit.steps())
    assert len(steps) == len(records)
    assert (audit.finished, audit.dealt) == (True, True)
    assert find(name).encode(audit.state) == find(name).encode(peers[-1].session.state)
    assert all(step.text.isprintable() for step in steps)


@EVERY_TABLE
def test_a_game_on_a_quiet_network_ends_as_on_a_rough_one(name: str, seats: int) -> None:
    network = Network()
    peers = table(network, seats, seats, game=find(name))
    assert network.run(all_settled(peers), 600)
    assert peers[0].session.state_hash == rough_game(name, seats)[0].session.state_hash


@EVERY_TABLE
def test_a_dealer_that_needs_every_seat_and_answers_late_changes_nothing_else(
    name: str, seats: int
) -> None:
    _, peers = oracle_game(name, seats)
    assert len({peer.session.records() for peer in peers}) == 1
    kinds = {read_record(record).kind for record in peers[0].session.records()}
    assert kinds == {Kind.START, Kind.MOVE, Kind.ANSWER, Kind.END}


@EVERY_TABLE
def test_that_dealer_tells_no_seat_what_only_another_may_see(name: str, seats: int) -> None:
    oracle, peers = oracle_game(name, seats)
    private = {
        number: request.to
        for number, request in enumerate(oracle._requests)
        if isinstance(request, Reveal) and request.to != ALL
    }
    assert private
    assert all(private.get(number, seat) == seat for seat, number in oracle.told)
    for place, peer in enumerate(peers):
        heard = b"".join(peer.heard)
        for number in private:
            shares = [oracle.share(number, seat) for seat in range(seats) if seat != place]
            assert not any(share in heard for share in shares), "a share in clear"


@EVERY_TABLE
def test_seats_know_what_was_shown_to_them_and_a_spectator_nothing(name: str, seats: int) -> None:
    oracle, peers = oracle_game(name, seats)
    for peer in peers[:seats]:
        seat = peer.session.seat
        shown = {
            slot
            for request in oracle._requests
            if isinstance(request, Reveal) and request.to == seat
            for slot in request.slots
        }
        assert set(peer.session.secrets) <= shown
        assert all(oracle.holds(slot, card) for slot, card in peer.session.secrets.items())
        assert not set(peer.session.secrets) & set(peer.session._play.replica.known)
    assert dict(peers[-1].session.secrets) == {}
    assert not [save for save in peers[-1].saves if save.secret]
    # Nor is there in the log anything that answers a private request.
    answers = [
        entry.body[1]
        for entry in map(read_record, peers[-1].session.records())
        if entry.kind is Kind.ANSWER
    ]
    for request, cards in zip(oracle._requests, answers, strict=True):
        assert (cards is None) is not (isinstance(request, Reveal) and request.to == ALL)


class Broken:
    """A game with one fault: what it makes of a move is off by one in some number of the state.

    ``spoilt`` collects where, as reports name it.
    """

    def __init__(self, game: Any) -> None:
        self._game = game
        self.spoilt: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state: Any, seat: int, move: Any) -> None:
        """As the game does, with the fault."""
        self._game.apply(state, seat, move)
        for name in reversed(self._game.fields):
            values = getattr(state, name)
            if isinstance(values, list) and values and type(values[0]) is int:
                for change in (1, -1):
                    values[0] += change
                    if self._decodes(state):
                        self.spoilt.add(f"{name}[0]")
                        return
                    values[0] -= change

    def _decodes(self, state: Any) -> bool:
        try:
            self._game.decode(self._game.encode(state))
        except BadState:
            return False
        return True


@EVERY_TABLE
@pytest.mark.parametrize("broken", [0, 1])
def test_a_peer_with_broken_rules_stops_everyone_with_a_report(
    name: str, seats: int, broken: int
) -> None:
    network = Network()
    games: list[Any] = [find(name)] * seats
    games[broken] = Broken(games[broken])
    peers = table(network, seats, watchers=1, games=games, game=find(name), cryptos=nacl)
    assert network.run(lambda: all(p.session.phase is Phase.HALTED for p in peers), 300)
    network.run(lambda: False, 20)
    assert len({peer.session.finding.n for peer in peers}) == 1
    for peer in peers:
        finding = peer.session.finding
        assert finding.difference is not None
        assert finding.difference.path in games[broken].spoilt
        if seats > 2:
            assert finding.culprits(seats) == (broken,)
