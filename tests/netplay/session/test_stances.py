"""What seats let each other know beside the game: newest wins, only the seat's own word counts."""

from netplay.session.stances import YES, Standing
from netplay.wire import Stance, Tag
from tests.netplay.session.forging import mid_game, nacl, statement, tell


def test_a_change_is_said_once_and_heard_by_seats_and_watchers() -> None:
    network, peers = mid_game(3, 10)
    peers[0].session.stand(network.now, away=True)
    network.pump(peers[0])
    network.run(lambda: False, 5)
    for peer in peers[1:]:
        assert peer.session.stances[0] == Standing(away=True)
    assert not peers[1].session.own_stance.away


def test_an_older_or_a_forged_word_changes_nothing() -> None:
    network, peers = mid_game(3, 10, cryptos=nacl)
    table = peers[0].session.ticket.table
    new = statement(peers[1].session._me.crypto, table, Tag.STANCE, Stance(1, 9, 0, YES, b"", 0))
    old = statement(peers[1].session._me.crypto, table, Tag.STANCE, Stance(1, 8, 1, 0, b"", 0))
    lie = statement(nacl("stranger"), table, Tag.STANCE, Stance(2, 9, 1, 0, b"", 0))
    tell(network, peers[1], [peers[0]], new)
    tell(network, peers[1], [peers[0]], old)
    tell(network, peers[1], [peers[0]], lie)
    assert dict(peers[0].session.stances) == {1: Standing(again=YES)}


def test_who_comes_back_hears_who_wants_another_game() -> None:
    network, peers = mid_game(3, 10)
    network.kill(peers[2])
    peers[0].session.stand(network.now, again=YES)
    network.pump(peers[0])
    network.run(lambda: False, 1)
    if peers[2].dead:
        network.restore(peers[2])
    assert network.run(lambda: peers[2].session.stances.get(0) == Standing(again=YES), 120)
