"""Presence and ghosts: what the reader sees of others as time passes by its own clock."""

from __future__ import annotations

from netplay.lobby import Freshness, Send, Stage
from netplay.lobby.wire import HERE, MAX_HERE, Card
from tests.netplay.lobby.readers import World, seated

CARD = Card("Gare de Lyon", 0, 1_700_000_000, 0)


def test_a_newcomer_is_seen_at_once_and_those_before_are_unconfirmed_until_they_are_heard() -> None:
    world = World()
    ana, ben = world.peer(1, "Ana", show=False), world.peer(2, "Ben")
    assert [(p.name, p.freshness) for p in ben.lobby.people()] == [("Ana", Freshness.UNCONFIRMED)]
    world.wait(46)
    assert [(p.name, p.freshness) for p in ben.lobby.people()] == [("Ana", Freshness.LIVE)]
    ana.lobby.show(world.now)
    world.settle()
    world.peer(3, "Cy")
    assert ("Cy", Freshness.LIVE) in [(p.name, p.freshness) for p in ana.lobby.people()]


def test_in_a_small_lobby_a_newcomer_hears_from_those_who_look_on_within_two_seconds() -> None:
    world = World()
    world.peer(1, "Ana")
    ben = world.peer(2, "Ben")
    world.wait(2)
    assert [p.freshness for p in ben.lobby.people()] == [Freshness.LIVE]


def test_heartbeats_come_every_45_seconds_give_or_take_a_third_and_are_small() -> None:
    for draw, pause in ((0.0, 30), (0.5, 45), (0.999, 60)):
        world = World()
        world.peer(1, "Ż" * 24, show=False, draw=draw)
        world.traffic.clear()
        world.wait(600)
        assert len(world.traffic) in (600 // pause, 600 // pause + 1)
        for sent in world.traffic:
            assert f"/{HERE}/" in sent.topic
            assert len(sent.payload) < MAX_HERE
            assert (sent.retain, sent.qos) == (True, 0)


def test_who_leaves_in_order_or_by_the_will_is_gone_at_once_with_the_table() -> None:
    world = World()
    ana, ben, cy = world.peer(1), world.peer(2), world.peer(3)
    ana.open("one")
    ben.open("two")
    assert sorted(cy.names()) == ["one", "two"]
    ana.lobby.leave(world.now)
    world.settle()
    assert cy.names() == ["two"]
    ben.die()
    assert cy.names() == []
    assert cy.lobby.people() == ()


def test_the_silent_turn_grey_after_90_and_vanish_after_180_seconds() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open()
    ana.vanish()
    for seconds, expected in ((89, Freshness.LIVE), (2, Freshness.GREY), (88, Freshness.GREY)):
        world.wait(seconds)
        assert [row.freshness for row in ben.lobby.rows()] == [expected]
        assert [p.freshness for p in ben.lobby.people()] == [expected]
    world.wait(2)
    assert ben.lobby.rows() == ()
    assert ben.lobby.people() == ()


def test_a_ghost_in_the_brokers_memory_never_counts_as_live_and_vanishes() -> None:
    world = World()
    ana = world.peer(1)
    ana.open()
    ana.vanish()
    reader = world.peer(2)
    assert [row.freshness for row in reader.lobby.rows()] == [Freshness.UNCONFIRMED]
    world.wait(91)
    assert [row.freshness for row in reader.lobby.rows()] == [Freshness.GREY]
    world.wait(90)
    assert reader.lobby.rows() == ()
    reader.cut()
    reader.connect()  # the broker says it all again
    assert reader.lobby.rows() == ()


def test_what_a_killed_program_advertised_is_never_shown_to_who_comes_later() -> None:
    world = World()
    ana = world.peer(1)
    ana.open()
    ana.die()
    assert len(world.kept) == 1  # its will took the presence, nobody else may take the advert
    reader = world.peer(2)
    assert reader.lobby.rows() == ()
    world.wait(300)
    assert reader.lobby.rows() == ()


def test_the_will_of_a_connection_that_was_replaced_does_not_hide_who_is_back() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open()
    ana.cut()
    assert ben.names() == []
    ana.connect()
    assert ben.names() == ["Gare de Lyon"]
    world.route(Send(ana.lobby.will, b"", retain=True))  # late
    world.settle()
    assert ben.names() == ["Gare de Lyon"]
    assert ana.lobby.will in world.kept


def test_an_advert_that_somebody_else_emptied_is_said_again() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    table = ana.open()
    topic = f"caboose/1/{ana.lobby.player}/ad/{table.table.hex()}"
    world.route(Send(topic, b"", retain=True))
    world.settle()
    assert ben.names() == ["Gare de Lyon"]
    assert topic in world.kept


def test_a_broker_that_forgot_everything_is_told_again_by_all_who_reconnect() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open()
    for peer in (ana, ben):
        peer.up = False
        peer.lobby.lost(world.now)
    world.kept.clear()
    world.wait(20)
    ben.connect()
    ana.connect()
    assert ben.names() == ["Gare de Lyon"]
    assert [row.freshness for row in ben.lobby.rows()] == [Freshness.LIVE]


def test_after_a_lost_link_everyone_is_unconfirmed_rather_than_gone() -> None:
    world = World()
    ana, ben = world.peer(1, show=False), world.peer(2)
    ana.open()
    ben.cut()
    world.wait(400)
    ben.connect()
    assert [row.freshness for row in ben.lobby.rows()] == [Freshness.UNCONFIRMED]
    world.wait(46)
    assert [row.freshness for row in ben.lobby.rows()] == [Freshness.LIVE]


def test_what_an_earlier_run_of_ours_left_behind_is_erased() -> None:
    world = World()
    first = world.peer(1)
    first.open("old")
    first.vanish()
    again = world.peer(1)
    again.open("new", salt=bytes([7] * 16))
    assert len(world.kept) == 4
    world.wait(400)
    assert len(world.kept) == 2
    assert again.names() == ["new"]


def test_a_table_is_seen_while_one_of_its_seats_lives_but_not_before_the_start() -> None:
    world = World()
    ana, ben, cy = world.peer(1), world.peer(2), world.peer(3)
    full = seated(ana.open(seats=2), 1, ben.crypto)
    ana.lobby.open(full, CARD, world.now)
    ben.lobby.sit(full, world.now)
    world.settle()
    assert [(row.free, row.stage) for row in cy.lobby.rows()] == [(0, Stage.BOARDING)]
    for peer in (ana, ben):
        peer.lobby.stage(full.table, Stage.RUNNING, 5, 1, world.now)
    world.settle()
    ana.die()
    assert [(row.stage, row.freshness) for row in cy.lobby.rows()] == [
        (Stage.RUNNING, Freshness.LIVE)
    ]
    ben.die()
    assert cy.lobby.rows() == ()


def test_a_table_that_has_not_started_goes_with_its_creator() -> None:
    world = World()
    ana, ben, cy = world.peer(1), world.peer(2), world.peer(3)
    table = seated(ana.open(), 1, ben.crypto)
    ana.lobby.open(table, CARD, world.now)
    ben.lobby.sit(table, world.now)
    world.settle()
    ana.die()
    assert cy.lobby.rows() == ()


def test_a_reader_that_looks_away_forgets_and_starts_anew() -> None:
    world = World()
    ana, ben = world.peer(1, show=False), world.peer(2)
    ana.open()
    ben.lobby.hide(world.now)
    world.settle()
    assert ben.lobby.rows() == ()
    assert not any("+" in f.split("/")[2] for f in ben.heard)
    ben.lobby.show(world.now)
    world.settle()
    assert [row.freshness for row in ben.lobby.rows()] == [Freshness.UNCONFIRMED]
