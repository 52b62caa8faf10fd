"""Chat of the lobby and of tables."""

from __future__ import annotations

import pytest

from netplay.crypto import player_id
from netplay.lobby import ChatRefused
from netplay.lobby.wire import CHAT, NOWHERE, Line, seal_up, topic_of
from tests.netplay.lobby.readers import Peer, World, key

TABLE = bytes([5] * 16)


def say(peer: Peer, text: str, table: bytes | None = None) -> None:
    peer.lobby.say(text, peer.world.now, table)
    peer.world.settle()


def test_a_line_is_read_by_all_who_look_on_and_once_by_oneself() -> None:
    world = World()
    ana, ben, cy = world.peer(1, "Ana"), world.peer(2, "Ben"), world.peer(3, show=False)
    say(ana, "good evening")
    (heard,) = ben.said()
    assert (heard.name, heard.text, heard.table, heard.own) == ("Ana", "good evening", None, False)
    assert heard.player == ana.lobby.player
    assert [line.own for line in ana.said()] == [True]
    assert cy.said() == []


def test_whoever_writes_too_fast_is_told_when_to_go_on_and_the_line_is_not_sent() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    for number in range(5):
        say(ana, f"line {number}")
    with pytest.raises(ChatRefused, match="you can write again in 2 s"):
        say(ana, "one too many")
    assert len(ben.said()) == 5
    world.wait(2)
    say(ana, "again")
    assert ben.said()[-1].text == "again"


@pytest.mark.parametrize(("text", "says"), [("\x1b\u200b  ", "nothing"), ("x" * 241, "240")])
def test_a_line_that_cannot_be_sent_says_why(text: str, says: str) -> None:
    ana = World().peer(1)
    with pytest.raises(ChatRefused, match=says):
        say(ana, text)


def test_a_reader_holds_the_pace_of_those_who_do_not() -> None:
    world = World()
    reader, evil = world.peer(1), key(66)
    for count in range(100):
        line = Line(evil.key, bytes(8), count, "Eve", "spam")
        payload = seal_up(evil, CHAT, NOWHERE, line.wire())
        reader.lobby.receive(topic_of(player_id(evil.key), CHAT), payload, world.now)
    reader.carry()
    assert len(reader.said()) == 10
    assert reader.lobby.dropped["flood"] == 90


def test_a_line_that_is_played_again_or_moved_to_another_room_is_not_shown() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ben.lobby.room(TABLE, world.now)
    world.settle()
    say(ana, "for the lobby")
    sent = world.traffic[-1]
    world.route(sent)
    ben.lobby.receive(topic_of(ana.lobby.player, CHAT, TABLE), sent.payload, world.now)
    world.settle()
    assert len(ben.said()) == 1


def test_a_tables_chat_is_for_those_who_are_there_and_may_be_for_seats_only() -> None:
    world = World()
    ana, ben, cy = world.peer(1, "Ana"), world.peer(2, "Ben"), world.peer(3, "Cy")
    ana.lobby.room(TABLE, world.now)
    ben.lobby.room(TABLE, world.now, frozenset({ana.lobby.player}))
    world.settle()
    say(cy, "from beside", TABLE)
    say(ana, "from a seat", TABLE)
    assert [line.text for line in ana.said()] == ["from beside", "from a seat"]
    assert [line.text for line in ben.said()] == ["from a seat"]
    ben.lobby.leave_room(TABLE, world.now)
    world.settle()
    say(ana, "gone", TABLE)
    assert len(ben.said()) == 1


def test_what_a_muted_player_writes_is_not_shown() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ben.lobby.mute(ana.lobby.player)
    say(ana, "hello")
    assert ben.said() == []
    ben.lobby.mute(ana.lobby.player, False)
    say(ana, "hello?")
    assert [line.text for line in ben.said()] == ["hello?"]


def test_foreign_lines_are_harmless() -> None:
    world = World()
    reader, evil = world.peer(1), key(66)
    line = Line(evil.key, bytes(8), 1, "\x1b[2JEve\u202e", "[red]\x1b]0;owned\x07\nnext\u200b")
    payload = seal_up(evil, CHAT, NOWHERE, line.wire())
    reader.lobby.receive(topic_of(player_id(evil.key), CHAT), payload, world.now)
    reader.carry()
    (said,) = reader.said()
    assert (said.name, said.text) == ("[2JEve", "[red]]0;owned next")


def test_of_a_blocked_player_nothing_is_shown() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open("Lyon")
    ben.lobby.block(ana.lobby.player)
    say(ana, "hello")
    assert (ben.said(), ben.lobby.rows(), ben.lobby.people()) == ([], (), ())
    ben.lobby.block(ana.lobby.player, False)
    assert (ben.names(), len(ben.lobby.people())) == (["Lyon"], 1)


def test_a_spectator_who_chats_where_only_seats_do_is_told_so_and_nothing_is_sent() -> None:
    world = World()
    ana, cy = world.peer(1, "Ana"), world.peer(3, "Cy")
    for peer in (ana, cy):
        peer.lobby.room(TABLE, world.now, frozenset({ana.lobby.player}))
    world.settle()
    sent = len(world.traffic)
    with pytest.raises(ChatRefused, match="only those who sit at this table write"):
        say(cy, "from beside", TABLE)
    assert len(world.traffic) == sent
    say(ana, "from a seat", TABLE)
    assert [line.text for line in cy.said()] == ["from a seat"]
