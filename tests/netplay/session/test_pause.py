"""Pausing by consent: nobody moves, no time runs, and most decide when the game goes on."""

from typing import Any

import pytest

from core.kernel.errors import NotYourTurn
from netplay.session.agreeing import Act, Agreed
from netplay.table import Asked
from netplay.wire import Kind
from tests.netplay.session.forging import nacl
from tests.netplay.session.simnet import all_settled, watcher
from tests.netplay.session.test_agreements import (
    STAND_IN,
    VOTE,
    decided,
    entries,
    gone,
    governed,
    play_on,
)


def paused(seats: int = 3, policy: Any = STAND_IN, **more: Any) -> Any:
    network, peers, sitting = governed(seats, policy, **more)
    sitting[0].session.propose_pause(network.now)
    network.pump(sitting[0])
    assert network.run(lambda: all(peer.session.paused is not None for peer in peers), 30)
    return network, peers, sitting


def to_move(peers: list[Any]) -> Any:
    return peers[peers[0].session.state.turn]


def persons(seats: list[Any]) -> None:
    for peer in seats:
        peer.session._play.council.docket.bot = False


def test_while_paused_nobody_moves_and_nobody_is_absent_however_long() -> None:
    network, peers, seats = paused()
    play_on(network, peers)
    n = seats[0].session.n
    gone(network, to_move(peers))
    network.run(lambda: False, 300)
    for peer in peers:
        assert peer.session.n == n
        assert not peer.session.stood
        assert not peer.session.absent
        assert not peer.session.my_turn


def test_a_move_in_a_pause_is_refused_with_the_reason() -> None:
    _network, peers, _ = paused()
    mover = to_move(peers)
    moves = mover.session.game.moves(mover.session.state, mover.session.secrets)
    with pytest.raises(NotYourTurn, match="paused"):
        mover.session.submit(moves[0])


def test_nobody_is_stood_in_for_and_nothing_is_taken_back_in_a_pause() -> None:
    network, _peers, seats = paused()
    seats[1].session.resign(network.now)
    network.pump(seats[1])
    network.run(lambda: False, 30)
    with pytest.raises(NotYourTurn):
        seats[0].session.propose_stand_in(network.now)
    with pytest.raises(NotYourTurn):
        seats[0].session.propose_undo(network.now)


def test_the_game_goes_on_when_it_is_agreed_and_all_of_the_time_is_there_again() -> None:
    network, peers, seats = paused()
    network.run(lambda: False, 200)
    late = to_move(peers)
    seats[2].session.propose_go_on(network.now)
    network.pump(seats[2])
    assert network.run(lambda: all(peer.session.paused is None for peer in peers), 30)
    network.run(lambda: False, 5)
    assert not any(late.session.seat in peer.session.absent for peer in peers)
    play_on(network, peers)
    assert network.run(all_settled(peers), 600)
    assert [event.what for event in peers[-1].of(type(decided(peers[-1], "pause")[0]))] == [
        "pause",
        "go on",
    ]


def test_most_decide_to_go_on_though_one_seat_does_not_want_to() -> None:
    network, peers, seats = paused()
    persons(seats)
    seats[0].session.propose_go_on(network.now)
    network.pump(seats[0])
    assert network.run(lambda: all(peer.of(Asked) for peer in seats[1:]), 10)
    for peer, yes in ((seats[1], True), (seats[2], False)):
        peer.session.answer(peer.session.questions[0].round, yes, network.now)
        network.pump(peer)
    network.run(lambda: False, 3)
    assert seats[0].session.paused is not None
    seats[0].session.propose_go_on(network.now)
    network.pump(seats[0])
    network.run(lambda: bool(seats[1].session.questions), 10)
    assert "without the word of" in seats[1].session.questions[0].says
    seats[1].session.answer(seats[1].session.questions[0].round, True, network.now)
    network.pump(seats[1])
    assert network.run(lambda: all(peer.session.paused is None for peer in peers), 30)


def test_of_two_players_neither_goes_on_alone() -> None:
    network, _peers, seats = paused(2)
    gone(network, seats[1])
    seats[0].session.link(1, False, network.now)
    with pytest.raises(NotYourTurn, match="alone"):
        seats[0].session.propose_go_on(network.now)


def test_seats_that_refused_each_other_can_still_agree_to_go_on() -> None:
    network, peers, seats = paused()
    persons(seats)
    for asker, others in ((0, (1, 2)), (1, (0, 2))):
        seats[asker].session.propose_go_on(network.now)
        network.pump(seats[asker])
        asked = [seats[n] for n in others]
        assert network.run(lambda asked=asked: all(peer.session.questions for peer in asked), 30)
        for peer in asked:
            peer.session.answer(peer.session.questions[0].round, False, network.now)
            network.pump(peer)
        network.run(lambda: False, 3)
    council = seats[0].session._play.council
    council.docket.refusals.against = {1, 2}
    seats[0].session.propose_go_on(network.now)
    network.pump(seats[0])
    assert network.run(lambda: all(peer.session.questions for peer in seats[1:]), 30)
    for peer in seats[1:]:
        peer.session.answer(peer.session.questions[0].round, True, network.now)
        network.pump(peer)
    assert network.run(lambda: all(peer.session.paused is None for peer in peers), 30)


def test_one_refusal_is_enough_against_a_pause() -> None:
    network, _peers, seats = governed(3, VOTE)
    persons(seats)
    seats[0].session.propose_pause(network.now)
    network.pump(seats[0])
    assert network.run(lambda: bool(seats[1].session.questions), 10)
    seats[1].session.answer(seats[1].session.questions[0].round, False, network.now)
    network.pump(seats[1])
    network.run(lambda: False, 5)
    assert seats[0].session.paused is None
    assert not seats[0].session.proposals


def test_a_restart_from_the_journal_keeps_the_pause() -> None:
    network, peers, seats = paused()
    network.kill(seats[1])
    network.run(lambda: False, 5)
    network.restore(seats[1])
    assert network.run(lambda: seats[1].session.paused is not None, 10)
    play_on(network, peers)
    network.run(lambda: False, 60)
    assert seats[1].session.n == seats[0].session.n == entries(seats[0], Kind.AGREED)[0].n


def test_a_watcher_who_comes_late_sees_the_pause() -> None:
    network, peers, _ = paused(cryptos=nacl)
    late = network.add(watcher(peers[0].session.ticket, 9, now=network.now, cryptos=nacl))
    assert network.run(lambda: late.session.n == peers[0].session.n, 30)
    assert late.session.paused == peers[0].session.paused


def test_what_is_no_pause_is_no_entry() -> None:
    _network, peers, _ = paused()
    replica = peers[0].session._play.replica
    for act, arg in ((Act.PAUSE, 0), (Act.GO_ON, 3)):
        body = Agreed(8, act, (), arg).wire()
        with pytest.raises(Exception, match="paused"):
            replica.advance(Kind.AGREED, -1, body)


def test_who_has_left_is_asked_nothing_any_more() -> None:
    network, _peers, seats = governed(3, VOTE)
    persons(seats)
    seats[0].session.propose_pause(network.now)
    network.pump(seats[0])
    assert network.run(lambda: bool(seats[1].session.questions), 10)
    seats[1].session.resign(network.now)
    assert not seats[1].session.questions


def test_however_often_going_on_was_refused_it_can_still_be_agreed() -> None:
    network, peers, seats = paused()
    persons(seats)
    for _ in range(40):
        seats[0].session.propose_go_on(network.now)
        network.pump(seats[0])
        assert network.run(lambda: bool(seats[1].session.questions), 30)
        seats[1].session.answer(seats[1].session.questions[0].round, False, network.now)
        network.pump(seats[1])
        network.run(lambda: False, 1)
        seats[0].session._play.council.docket.refusals.against.clear()
    seats[0].session.propose_go_on(network.now)
    network.pump(seats[0])
    assert network.run(lambda: all(peer.session.questions for peer in seats[1:]), 30)
    for peer in seats[1:]:
        peer.session.answer(peer.session.questions[0].round, True, network.now)
        network.pump(peer)
    assert network.run(lambda: all(peer.session.paused is None for peer in peers), 30)


def test_an_owner_who_came_back_in_a_pause_has_a_say_in_its_end_and_the_seat_again() -> None:
    network, peers, seats = governed(4, STAND_IN)
    lost = to_move(peers)
    rest = [peer for peer in seats if peer is not lost]
    gone(network, lost)
    assert network.run(lambda: all(peer.session.stood for peer in rest), 60)
    rest[0].session.propose_pause(network.now)
    network.pump(rest[0])
    assert network.run(lambda: all(peer.session.paused is not None for peer in rest), 30)
    deputy = seats[rest[0].session.stood[lost.session.seat]]
    gone(network, deputy)
    lost.wakes = network.now
    here = [peer for peer in seats if peer is not deputy]
    network.run(lambda: False, 20)
    for peer in here:
        peer.session.link(deputy.session.seat, False, network.now)
    asker = next(peer for peer in here if peer is not lost)
    asker.session.propose_go_on(network.now)
    network.pump(asker)
    assert network.run(lambda: all(peer.session.paused is None for peer in here), 60)
    assert lost.session.seat not in asker.session.stood
