"""The last word of a program whose terminal was closed."""

from __future__ import annotations

import pytest

from core.kernel.canonical import Malformed, pack
from netplay.crypto import player_id
from netplay.lobby.adverts import Adverts
from netplay.lobby.company import Company, Seen
from netplay.lobby.presence import Presences
from netplay.lobby.wire import CUT_SHORT, HERE, MAX_HERE, Here, Where, read_here
from tests.netplay.lobby.readers import World

KEY, RUN = bytes(range(32)), b"a run it"
WHERE = Where(player_id(KEY), HERE, RUN)


def test_a_parting_is_said_once_not_retained_and_small_and_then_everything_is_taken_back() -> None:
    world = World()
    ana = world.peer(1, "Ż" * 24)
    world.peer(2, "Ben")
    world.traffic.clear()
    ana.lobby.part(world.now)
    ana.lobby.leave(world.now)
    world.settle()
    said = [sent for sent in world.traffic if f"/{HERE}/" in sent.topic]
    assert [(bool(sent.payload), sent.retain) for sent in said] == [(True, False), (False, True)]
    assert len(said[0].payload) < MAX_HERE


def test_who_left_by_choice_and_whose_terminal_was_closed_are_told_apart() -> None:
    table, player = bytes(16), player_id(KEY)
    for parting, seen in ((0, Seen.LEFT), (CUT_SHORT, Seen.CLOSED)):
        company, lives = Company(), Presences()
        company.keep(table, frozenset((player,)))
        company.advertised(table, player)
        # An earlier run went in the other way.
        lives.heard(
            (player, b"older   "),
            Here(KEY, b"older   ", 1, "Ana", None, 1 - parting),
            0.0,
            retained=False,
        )
        lives.left((player, b"older   "), 1.0)
        lives.heard((player, RUN), Here(KEY, RUN, 2, "Ana", None, parting), 2.0, retained=False)
        lives.left((player, RUN), 3.0)
        assert company.seen(table, player, lives, Adverts(), 4.0) is seen


@pytest.mark.parametrize("more", [(0,), (2,), (None,), ("1",), (1, 1), (True,)])
def test_a_parting_of_another_kind_is_dropped(more: tuple[object, ...]) -> None:
    body = pack((KEY, RUN, 1, "Ana", None, *more))
    with pytest.raises(Malformed):
        read_here(body, WHERE)


def test_a_parting_is_read_as_it_was_written() -> None:
    for parting in (0, CUT_SHORT):
        here = Here(KEY, RUN, 7, "Ana", "greedy", parting)
        assert read_here(pack(here.wire()), WHERE) == here
