"""The rows: what they say, their order, what may be sat at, and how a table is found by name or code."""

from __future__ import annotations

import pytest

from core.version import VERSION
from netplay.lobby import NoTable, Rank, Row, Stage, Unfound, Visibility
from netplay.lobby.wire import Card
from tests.netplay.lobby.readers import GAME, Peer, World, seated


def card(name: str, visibility: int = 0, opened: int = 1_700_000_000) -> Card:
    return Card(name, visibility, opened, 0)


def only(peer: Peer) -> Row:
    (row,) = peer.lobby.rows()
    return row


def test_a_row_says_what_a_person_wants_to_know() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    table = ana.open("Gare de Lyon")
    row = only(ben)
    assert (row.name, row.title, row.taken, row.free) == (
        "Gare de Lyon",
        "Continental Express",
        1,
        2,
    )
    assert row.seats[0] is not None
    assert (row.seats[0].name, row.seats[0].bot) == ("Ana", None)
    assert (row.rank, row.stage, row.refusal) == (Rank.OPEN, Stage.BOARDING, "")
    assert (row.ticket.table, row.ticket.creator) == (table.table, ana.crypto.key)
    assert table.table.hex().startswith(row.code)
    assert row.age(1_700_000_090.5) == 90
    assert row.age(0) == 0


def test_rows_are_sorted_by_expected_open_live_finished_and_the_newest_first() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    for number, (name, stage) in enumerate(
        [
            ("over", Stage.FINISHED),
            ("stopped", Stage.STOPPED),
            ("going", Stage.RUNNING),
            ("old", Stage.BOARDING),
            ("new", Stage.BOARDING),
        ]
    ):
        opened = 1_700_000_000 + number
        table = ana.open(name, salt=bytes([number] * 16), card=card(name, opened=opened))
        ana.lobby.stage(table.table, stage, 9, None, world.now)
    table = ana.open("mine", salt=bytes([9] * 16), seats=2, card=card("mine", opened=1))
    ana.lobby.open(seated(table, 1, ben.crypto), card("mine", opened=1), world.now)
    ana.lobby.stage(table.table, Stage.RUNNING, 9, 1, world.now)
    world.settle()
    assert ben.names() == ["mine", "new", "old", "going", "stopped", "over"]
    assert ben.lobby.rows()[0].rank is Rank.EXPECTED
    assert ben.lobby.rows()[0].mine == 1
    assert [row.rank for row in ana.lobby.rows()].count(Rank.EXPECTED) == 0


def test_whose_turn_it_is_is_advertised_at_a_pace_and_the_last_word_arrives() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    table = ana.open()
    ana.lobby.stage(table.table, Stage.RUNNING, 1, 0, world.now)
    world.settle()
    world.traffic.clear()
    for n in range(2, 30):
        ana.lobby.stage(table.table, Stage.RUNNING, n, n % 3, world.now)
        world.wait(0.5, step=0.5)
    world.wait(31)
    assert only(ben).entries == 29
    assert sum("/ad/" in sent.topic for sent in world.traffic) == 1


@pytest.mark.parametrize(
    ("version", "program", "who"),
    [(7, "9.1.0", "the guest must update"), (0, "0.0.1", "the table's creator must update")],
)
def test_other_rules_are_said_before_sitting_with_both_versions_and_who_must_update(
    version: int, program: str, who: str
) -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open(rules=bytes(16), version=version, program=program)
    row = only(ben)
    assert row.rank is Rank.LIVE
    for part in (f"rules {version} of Caboose {program}", f"of Caboose {VERSION}", who):
        assert part in row.refusal


def test_an_unknown_game_or_deal_is_refused_before_sitting() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open("a", game="orient-express", program="0.9.0")
    assert "orient-express" in only(ben).refusal
    assert "Caboose 0.9.0" in only(ben).refusal
    assert "you must update" in only(ben).refusal
    ana.lobby.withdraw(only(ben).ticket.table, world.now)
    ana.open("b", deal="sealed")
    assert "you must update" in only(ben).refusal


def test_an_unlisted_table_is_found_by_its_code_only() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    table = ana.open("hidden", card=card("hidden", visibility=1))
    assert ben.lobby.rows() == ()
    with pytest.raises(NoTable):
        ben.lobby.find("hidden")
    with pytest.raises(NoTable):
        ben.lobby.find(table.table.hex()[:8])
    found = ben.lobby.find(table.table.hex()[:12])
    assert (found.name, found.visibility) == ("hidden", Visibility.UNLISTED)
    assert ana.names() == ["hidden"]


def test_a_table_is_found_by_its_name_or_the_beginning_of_it() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open("Gare de Lyon", salt=bytes([1] * 16))
    ana.open("Gare du Nord", salt=bytes([2] * 16))
    assert ben.lobby.find("gare DE lyon").name == "Gare de Lyon"
    assert ben.lobby.find("Gare du").name == "Gare du Nord"
    with pytest.raises(NoTable, match="no table is called 'Roma'") as none:
        ben.lobby.find("Roma")
    assert none.value.why is Unfound.NONE


def test_two_tables_of_one_name_list_their_codes() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open("Lyon", salt=bytes([1] * 16))
    ana.open("lyon", salt=bytes([2] * 16))
    with pytest.raises(NoTable) as several:
        ben.lobby.find("Lyon")
    assert several.value.why is Unfound.SEVERAL
    for row in ben.lobby.rows():
        assert row.code in str(several.value)
        assert ben.lobby.find(row.code) == row


def test_a_finished_table_does_not_make_the_name_of_a_new_one_ambiguous() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    old = ana.open("Lyon", salt=bytes([1] * 16))
    ana.lobby.stage(old.table, Stage.FINISHED, 99, None, world.now)
    new = ana.open("Lyon", salt=bytes([2] * 16))
    assert ben.lobby.find("Lyon").ticket.table == new.table


def test_foreign_names_are_harmless_in_rows() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    evil = "\x1b[31m[bold]\u202eboo\n" + "x" * 12
    table = ana.open(evil, program="\x1b]0;x\x07", card=card(evil))
    named = table._replace(number=2, seats=(table.seats[0]._replace(name=evil), None, None))
    ana.lobby.open(named, card(evil), world.now)
    world.settle()
    row = only(ben)
    assert row.seats[0] is not None
    for text in (row.name, row.program, row.seats[0].name):
        assert text.isprintable()
    assert "[bold]" in row.name


def test_who_lost_its_seat_has_no_say_any_more() -> None:
    world = World()
    ana, ben, cy = world.peer(1), world.peer(2), world.peer(3)
    table = ana.open()
    with_ben = seated(table, 1, ben.crypto)
    ana.lobby.open(with_ben, card("Gare de Lyon"), world.now)
    ben.lobby.sit(with_ben, world.now)
    world.settle()
    ben.lobby.stage(table.table, Stage.FINISHED, 99, None, world.now)
    ana.lobby.open(table._replace(number=3), card("Gare de Lyon"), world.now)
    world.settle()
    assert (only(cy).stage, only(cy).taken) == (Stage.BOARDING, 1)


def test_the_game_of_a_row_is_the_one_whose_rules_id_was_compared() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    ana.open()
    assert only(ben).game == GAME.name
