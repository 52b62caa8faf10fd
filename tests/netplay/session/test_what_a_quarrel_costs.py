"""What peers say that follow different branches for ever: ever less."""

import contextlib

import pytest

from netplay.session.desk import Desk
from netplay.session.sparing import Sparing
from tests.netplay.session import governed
from tests.netplay.session.simnet import crypto


def test_what_was_said_is_said_again_ever_more_seldom() -> None:
    desk = Desk(crypto(0), bytes(16), 0.0)
    sparing, said = Sparing(desk), list[float]()
    for tick in range(2000):
        desk.now = tick / 10
        if sparing.may(b"entry"):
            said.append(desk.now)
    assert said == [0.0, 1.0, 3.0, 7.0, 15.0, 31.0, 61.0, 91.0, 121.0, 151.0, 181.0]
    sparing.clear()
    assert sparing.may(b"entry")


def test_peers_on_different_branches_do_not_answer_each_other_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(governed, "LIMIT", 1000.0)
    storm = governed.Governed(781067)
    with contextlib.suppress(governed.Broken):  # whether they come to one log is not in question
        storm.run()
    before = [len(peer.outbox) for peer in storm.peers]
    storm.network.run(lambda: False, 300.0)
    said = [len(peer.outbox) - n for peer, n in zip(storm.peers, before, strict=True)]
    assert max(said) < 300, said
