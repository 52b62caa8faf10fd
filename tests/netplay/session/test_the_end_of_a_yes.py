"""A yes binds no longer than it must, whoever is gone; and who lost its journal hears of its own again."""

from typing import Any

import pytest

from netplay.wire import Kind
from tests.netplay.session.forging import mid_game, on_turn
from tests.netplay.session.returning import burnt
from tests.netplay.session.simnet import all_complete
from tests.netplay.session.test_agreements import STAND_IN, VOTE, decided, entries, gone, play_on


def bound_seat(seats: int) -> Any:
    """(network, all peers, proposer, the seat that said yes to it, the mover that both thought gone).

    The mover is there after all: it makes its move while only the yes is out, and the proposer has
    not signed.
    """
    network, peers = mid_game(seats, 20, policy=STAND_IN)
    mover = on_turn(peers)
    others = [peer for peer in peers[:seats] if peer is not mover]
    proposer, yes = others[0], others[1]
    parted = {proposer, yes}

    def tamper(sender: Any, to: Any, sent: Any) -> Any:
        if {sender, to} & {mover, *others[2:]} and {sender, to} & parted:
            return None
        return None if sender is yes and to is proposer else sent

    network.tamper = tamper
    assert network.run(lambda: yes.session._play.bound, 60)
    play_on(network, [mover])
    assert network.run(lambda: mover.session.n > yes.session.n, 5)
    mover.bot = None
    return network, peers, proposer, yes, mover


@pytest.mark.parametrize("seats", [3, 4])
def test_who_said_yes_to_a_proposer_gone_for_good_gets_the_others_to_go_on_without_it(
    seats: int,
) -> None:
    network, peers, proposer, yes, mover = bound_seat(seats)
    number = yes.session.n + 1
    gone(network, proposer)
    network.tamper = None
    rest = [peer for peer in peers if peer is not proposer]
    play_on(network, rest)
    assert network.run(all_complete(rest), 900)
    assert len({peer.session.records()[:-1] for peer in rest}) == 1
    agreed = [e for e in entries(yes, Kind.AGREED) if e.n == number]
    if seats == 3:
        assert agreed, "the entry that the bound seat could not take was taken back by agreement"
        assert agreed[0].body[4], "and the agreement says which"
        assert "taken back" in decided(mover, "stand-in")[0].says
    assert f"stand-in for {proposer.session.players[proposer.session.seat].name}" in (
        mover.session.note
    )


def test_who_is_bound_asks_whoever_came_back_too_where_the_rest_would_be_too_few() -> None:
    # Seat 0 plays for seat 1, whose owner is back, and proposes a stand-in for seat 2 that gives seat
    # 1 its own again. Then it is gone: without seat 1 only two of four are left, and not the lowest.
    for n in range(20, 40):
        network, peers = mid_game(4, n, policy=STAND_IN)
        if on_turn(peers) is peers[1]:
            break
    deputy, owner, mover, yes = peers[:4]
    gone(network, owner)
    assert network.run(lambda: mover.session.my_turn, 60)
    assert dict(yes.session.stood) == {1: 0}
    network.tamper = lambda sender, to, sent: None if mover in (sender, to) else sent
    owner.wakes = network.now
    wanted = [deputy.session._play.absence.wanted, yes.session._play.absence.wanted]
    assert network.run(lambda: all(1 in seats for seats in wanted), 9)
    network.tamper = lambda sender, to, sent: (
        None if mover in (sender, to) or (sender is not deputy and to is deputy) else sent
    )
    assert network.run(lambda: owner.session._play.bound and yes.session._play.bound, 60)
    play_on(network, [mover])
    assert network.run(lambda: mover.session.n > yes.session.n, 5)
    number = yes.session.n + 1
    gone(network, deputy)
    network.tamper = None
    rest = [peer for peer in peers if peer is not deputy]
    play_on(network, rest)
    assert network.run(all_complete(rest), 900)
    assert len({peer.session.records()[:-1] for peer in rest}) == 1
    (agreed,) = [entry for entry in entries(yes, Kind.AGREED) if entry.n == number]
    assert [seat for seat, _ in agreed.signatures] == [1, 2, 3]
    assert dict(yes.session.stood).keys() == {0}


def test_who_all_agreed_with_and_is_gone_before_its_own_signature_does_not_hold_the_game() -> None:
    network, peers = mid_game(4, 20, policy=VOTE)
    seats = peers[:4]
    proposer = next(peer for peer in seats[1:] if not peer.session.my_turn)
    rest = [peer for peer in peers if peer is not proposer]
    network.tamper = lambda sender, to, sent: None if to is proposer else sent
    proposer.session.propose_pause(network.now)
    network.pump(proposer)
    bound = [peer.session._play for peer in seats if peer is not proposer]
    assert network.run(lambda: all(play.bound for play in bound), 30)
    gone(network, proposer)
    network.tamper = None
    play_on(network, rest)
    assert network.run(all_complete(rest), 900)
    assert len({peer.session.records()[:-1] for peer in rest}) == 1
    assert dict(rest[0].session.stood).keys() == {proposer.session.seat}


def test_a_voter_that_went_on_from_another_entry_has_said_no() -> None:
    network, peers, proposer, yes, mover = bound_seat(4)
    # The proposer hears of the move, gives its own proposal up, goes on, and is gone.
    network.tamper = lambda sender, to, sent: None if yes in (sender, to) else sent
    assert network.run(lambda: proposer.session.n == mover.session.n, 60)
    number, move = mover.session.n, mover.session.records()[-1]
    play_on(network, [peer for peer in peers[:4] if peer is not yes])
    assert network.run(lambda: proposer.session._play.acks.settled < number < mover.session.n, 60)
    network.run(lambda: False, 1)
    gone(network, proposer)
    network.tamper = None
    rest = [peer for peer in peers if peer is not proposer]
    play_on(network, rest)
    assert network.run(all_complete(rest), 900)
    assert len({peer.session.records()[:-1] for peer in rest}) == 1
    assert yes.session.records()[number] == move, "nothing had to be taken back"


def test_what_may_be_settled_is_not_taken_back() -> None:
    _, peers = mid_game(3, 20, policy=VOTE)
    seat = peers[0].session
    play = seat._play
    held = play.replica.log[-1]
    binding = play.council.binding
    assert play.acks.settled == held.n
    assert not binding.may_yield(held, held.hash, play.acks.settled)
    assert binding.may_yield(held, held.hash, held.n - 1) == (held.kind in (Kind.MOVE, Kind.ANSWER))
    assert not binding.may_yield(held, bytes(32), held.n - 1)


def test_a_seat_that_lost_its_journal_is_told_what_it_said_yes_to() -> None:
    network, peers = mid_game(4, 20, policy=STAND_IN)
    mover = on_turn(peers)
    others = [peer for peer in peers[:4] if peer is not mover]
    _, yes, third = others
    network.tamper = lambda sender, to, sent: (
        None if mover in (sender, to) or sender is third else sent
    )
    assert network.run(lambda: yes.session._play.bound, 60)
    network.run(lambda: False, 2)
    said = dict(yes.session._play.council.binding.said)
    network.tamper = lambda sender, to, sent: None if mover in (sender, to) else sent
    burnt(network, yes)
    network.tamper = None
    assert network.run(lambda: not yes.session.returning, 30)
    held = {key: one for key, one in yes.session._play.council.binding.said.items() if one.yes}
    assert held.keys() >= {key for key, one in said.items() if one.yes}
    play_on(network, peers)
    assert network.run(all_complete(peers), 900)
    assert len({peer.session.records()[:-1] for peer in peers}) == 1
