"""Hostile bytes, forged and repeated adverts, floods: dropped, counted, and nobody else notices."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.canonical import pack
from netplay.crypto import player_id
from netplay.lobby import Send, Stage
from netplay.lobby.adverts import MOST_OF_ONE as ADS_OF_ONE
from netplay.lobby.adverts import MOST_TABLES
from netplay.lobby.presence import MOST, MOST_OF_ONE, Presences
from netplay.lobby.wire import (
    AD,
    HERE,
    NOWHERE,
    Ad,
    Card,
    Here,
    Signed,
    seal_up,
    sign_card,
    sign_roster,
    topic_of,
)
from tests.netplay.lobby.readers import Peer, World, key, roster, seated

CARD = Card("Gare de Lyon", 0, 1_700_000_000, 0)
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.binary(max_size=80)
    | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=12),
    max_leaves=24,
)
ME = key(1)


def topics(peer: Peer) -> st.SearchStrategy[str]:
    mine = peer.lobby.player
    return st.sampled_from(
        [
            topic_of(mine, HERE, peer.lobby.session),
            topic_of("0" * 32, HERE, bytes(8)),
            topic_of("0" * 32, AD, bytes(16)),
            topic_of("0" * 32, "chat"),
            topic_of("0" * 32, "chat", bytes(16)),
            "caboose/1/x/here/y",
            "caboose/1/" + "0" * 32 + "/at/" + "0" * 32,
            "",
        ]
    )


@given(st.data(), st.binary(max_size=400), st.booleans())
def test_no_bytes_of_a_stranger_raise_or_show(
    data: st.DataObject, payload: bytes, retained: bool
) -> None:
    reader = World().peer(1)
    before = reader.lobby.people(), reader.lobby.rows()
    topic = data.draw(topics(reader))
    reader.lobby.receive(topic, payload, 1001.0, retained=retained)
    assert (reader.lobby.people(), reader.lobby.rows()) == before


@given(st.data(), VALUES, st.sampled_from([HERE, AD, "chat"]))
def test_no_signed_nonsense_raises_or_shows(data: st.DataObject, value: object, kind: str) -> None:
    reader, evil = World().peer(1), key(66)
    table = bytes(16)
    where = {HERE: bytes(8), AD: table, "chat": b""}[kind]
    try:
        payload = seal_up(evil, kind, table if kind == AD else NOWHERE, value)  # type: ignore[arg-type]  # on purpose
    except (OverflowError, ValueError):
        return
    topic = topic_of(player_id(evil.key), kind, where)
    reader.lobby.receive(topic, payload, 1001.0)
    assert reader.lobby.rows() == ()
    assert reader.lobby.people() == ()
    assert sum(reader.lobby.dropped.values()) == 1


def ad_of(author: int, *, creator: int = 1, number: int = 1, **changes: object) -> Ad:
    table = roster(key(creator))
    if author != creator:
        table = seated(table, 1, key(author))
    made = Ad(
        key(author).key,
        bytes([author] * 8),
        number,
        0,
        0,
        None,
        sign_card(key(creator), table.table, CARD),
        sign_roster(key(creator), table),
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # fields by name


def show(reader: Peer, ad: Ad, author: int, creator: int = 1, *, retained: bool = False) -> None:
    table = roster(key(creator)).table
    payload = seal_up(key(author), AD, table, ad.wire())
    topic = topic_of(player_id(key(author).key), AD, table)
    reader.lobby.receive(topic, payload, reader.world.now, retained=retained)


def test_only_seats_of_the_creators_roster_can_advertise_a_table() -> None:
    reader = World().peer(9)
    theirs = ad_of(1)
    forged = seated(roster(key(1)), 1, key(2))
    for bad in (
        replace(theirs, key=key(2).key),  # no seat
        replace(ad_of(2), roster=sign_roster(key(2), forged)),  # signed by a guest
        replace(ad_of(2), card=sign_card(key(2), roster(key(1)).table, CARD)),
        replace(ad_of(2), roster=Signed(b"x" * 50, bytes(64))),
        replace(ad_of(2), card=Signed(pack(CARD.wire()), bytes(64))),
    ):
        show(reader, bad, 2)
    assert reader.lobby.rows() == ()
    show(reader, ad_of(2, stage=1), 2)
    assert len(reader.lobby.rows()) == 1


def test_an_old_advert_that_is_repeated_changes_nothing() -> None:
    reader = World().peer(9)
    show(reader, ad_of(1, number=2, stage=int(Stage.RUNNING), entries=9), 1)
    show(reader, ad_of(1, number=1), 1)
    (row,) = reader.lobby.rows()
    assert (row.stage, row.entries) == (Stage.RUNNING, 9)
    assert reader.lobby.dropped["old"] == 1


def test_heartbeats_that_are_played_again_keep_nobody_alive() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    world.wait(100)
    beats = [sent for sent in world.traffic if sent.topic == ana.lobby.will]
    ana.vanish()
    for _ in range(8):
        world.wait(30)
        for sent in beats:
            world.route(sent)
    assert ben.lobby.people() == ()


def test_a_presence_on_the_topic_of_another_is_malformed() -> None:
    world = World()
    ana, ben = world.peer(1), world.peer(2)
    evil = key(66)
    here = Here(evil.key, ana.lobby.session, 99, "Ana", None)
    world.route(Send(ana.lobby.will, seal_up(evil, HERE, NOWHERE, here.wire()), retain=True))
    assert ben.lobby.dropped["malformed"] == 1
    assert [p.name for p in ben.lobby.people()] == ["player 1"]


def test_a_flood_of_one_players_messages_is_cut_and_others_are_heard() -> None:
    world = World()
    reader = world.peer(9)
    for number in range(500):
        show(reader, ad_of(1, number=number + 1), 1)
    assert reader.lobby.dropped["flood"] > 400
    world.peer(2, "Ben")
    assert "Ben" in [p.name for p in reader.lobby.people()]


def test_one_player_cannot_fill_the_list() -> None:
    world = World()
    ana, reader = world.peer(1), world.peer(2)
    for number in range(60):
        ana.open("x", salt=number.to_bytes(16, "big"))
        world.wait(1)
    assert len(reader.lobby.rows()) == ADS_OF_ONE


def test_memory_is_bounded_when_players_without_number_come_by() -> None:
    lives = Presences()
    for number in range(MOST + 500):
        run = (f"{number:032x}", bytes(8))
        here = Here(bytes(32), bytes(8), 1, "x", None)
        lives.heard(run, here, 0.0, retained=False)
    assert len(lives) == MOST
    assert lives.freshness((f"{0:032x}", bytes(8)), 1.0) is not None  # who came first stays
    for number in range(10):  # when the first have fallen silent there is room again
        here = Here(bytes(32), bytes(8), 1, "x", None)
        assert lives.heard((f"new {number}", bytes(8)), here, 100.0, retained=False)
    assert len(lives) == MOST


def test_runs_of_one_player_are_bounded_and_the_living_one_finds_room() -> None:
    lives = Presences()
    for number in range(100):
        here = Here(bytes(32), number.to_bytes(8, "big"), 1, "x", None)
        lives.heard(("a", here.session), here, 0.0, retained=True)
    assert len(lives) == MOST_OF_ONE
    here = Here(bytes(32), b"liveness", 1, "x", None)
    assert lives.heard(("a", here.session), here, 1.0, retained=False)
    assert len(lives) == MOST_OF_ONE


@settings(max_examples=3, deadline=None)
@given(st.integers(1, 5))
def test_tables_are_bounded_and_ghosts_make_room(start: int) -> None:
    from netplay.lobby.adverts import Advert, Adverts

    lives, adverts = Presences(), Adverts()

    def add(number: int, now: float) -> bool:
        player, table = f"{number:032x}", number.to_bytes(16, "big")
        ad = ad_of(1)
        life = lives.expect((player, ad.session), now)
        assert life is not None
        life.heard = now
        made = Advert(player, ad, CARD, roster(key(1)))
        return adverts.put(table, made, lives, now)

    for number in range(start, MOST_TABLES + start):
        assert add(number, 0.0)
    assert not add(10_000, 1.0)
    assert add(10_001, 500.0)
    assert len(adverts) <= MOST_TABLES
