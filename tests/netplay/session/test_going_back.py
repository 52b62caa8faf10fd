"""After a stop all seats may agree to go on from before it; a second stop there has no way back."""

from typing import Any

import pytest

from core.kernel.errors import NotYourTurn
from netplay.session import Phase, Session
from netplay.table import Asked, Halted
from netplay.wire import Gone, Kind, Policy, read_record
from tests.netplay.session.forging import nacl
from tests.netplay.session.returning import crash
from tests.netplay.session.simnet import GAME, Network, all_complete, table
from tests.netplay.session.test_what_stops_a_table import Broken, all_halted

VOTE = Policy(Gone.VOTE, 30)


def stopped(seats: int, broken: int = 1, watchers: int = 1) -> Any:
    """A table of bots whose peer ``broken`` had a fault in its rules until everyone had stopped."""
    network, fault = Network(), Broken()
    games: list[Any] = [GAME] * seats
    games[broken] = fault
    peers = table(network, seats, watchers=watchers, games=games, cryptos=nacl, policy=VOTE)
    assert network.run(all_halted(peers), 300)
    network.run(lambda: False, 30)
    return network, peers, fault


def mend(fault: Broken) -> None:
    fault._after = 10**9


def go_back(network: Network, peer: Any) -> None:
    peer.session.propose_back(network.now)
    network.pump(peer)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("asks", [0, 1])
def test_with_the_fault_mended_all_go_back_and_the_game_is_played_to_its_end(
    seats: int, asks: int
) -> None:
    network, peers, fault = stopped(seats)
    n = peers[0].session.finding.n
    mend(fault)
    assert all(peer.session.can_go_back for peer in peers[:seats])
    go_back(network, peers[asks])
    assert network.run(all_complete(peers), 900)
    assert len({peer.session.state_hash for peer in peers}) == 1
    (entry,) = [e for e in map(read_record, peers[0].session.records()) if e.kind is Kind.AGREED]
    assert entry.n <= n
    assert [seat for seat, _ in entry.signatures] == list(range(seats))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_same_fault_again_stops_the_table_for_good(seats: int) -> None:
    network, peers, _ = stopped(seats)
    n = peers[0].session.finding.n
    go_back(network, peers[0])
    assert network.run(lambda: peers[0].session.phase is Phase.PLAYING, 60)
    assert network.run(all_halted(peers), 300)
    network.run(lambda: False, 30)
    for peer in peers[:seats]:
        repeated = peer.session.finding.n <= n + 1
        assert peer.session.can_go_back is not repeated
        if repeated:
            with pytest.raises(NotYourTurn):
                peer.session.propose_back(network.now)
    assert seats == 3 or not peers[0].session.can_go_back, "the move that turned cards was repeated"
    assert all(len(peer.of(Halted)) >= 2 for peer in peers)


def test_one_person_s_no_leaves_the_table_stopped() -> None:
    network, peers, fault = stopped(3)
    mend(fault)
    person = peers[2]
    person.session._play.council.docket.bot = False
    go_back(network, peers[0])
    assert network.run(lambda: bool(person.session.questions), 10)
    asked = person.of(Asked)[-1]
    assert "before what stopped the table" in asked.says
    person.session.answer(asked.round, False, network.now)
    network.pump(person)
    network.run(lambda: False, 30)
    assert all(peer.session.phase is Phase.HALTED for peer in peers)


def test_nothing_else_can_be_agreed_on_while_a_table_is_stopped() -> None:
    network, peers, _ = stopped(3)
    for propose in (Session.propose_end, Session.propose_undo, Session.propose_stand_in):
        with pytest.raises(NotYourTurn):
            propose(peers[0].session, network.now)


def test_a_move_that_turned_cards_is_made_again_as_it_was() -> None:
    network, peers, fault = stopped(3)
    mend(fault)
    mover = peers[0].session
    assert [read_record(record).seat for record in mover.records()[-2:]] == [0, 0]
    before, old = mover.settled, read_record(mover.records()[-2])
    go_back(network, peers[1])
    assert network.run(all_complete(peers), 900)
    log = [read_record(record) for record in mover.records()]
    assert old.n == before + 1
    assert log[old.n].kind is Kind.AGREED
    assert (log[old.n + 1].seat, log[old.n + 1].body) == (0, old.body)


def test_a_seat_started_anew_after_going_back_is_not_stopped() -> None:
    network, peers, fault = stopped(3)
    mend(fault)
    go_back(network, peers[0])
    assert network.run(lambda: all(p.session.phase is Phase.PLAYING for p in peers), 60)
    crash(network, peers[2])
    assert peers[2].session.phase is Phase.PLAYING
    assert network.run(all_complete(peers), 900)


def test_the_peer_at_fault_may_be_started_anew_with_a_mended_program() -> None:
    network, peers, fault = stopped(3)
    mend(fault)
    crash(network, peers[1])
    assert peers[1].session.phase is Phase.HALTED
    go_back(network, peers[0])
    assert network.run(all_complete(peers), 900)
    assert len({peer.session.state_hash for peer in peers}) == 1
