"""The wire format: both ways without loss, strictly, within bounds, and as the document says."""

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import Malformed, pack
from netplay.text import clean
from netplay.wire import (
    MAX_PACKET,
    Ack,
    Again,
    Deal,
    Entry,
    Heard,
    Kind,
    Leave,
    Log,
    Look,
    Nonce,
    Propose,
    Range,
    Ready,
    Refuse,
    Reply,
    Report,
    Resign,
    Roster,
    Seat,
    Sign,
    Sit,
    Stance,
    Statement,
    Tag,
    Take,
    Vote,
    Want,
    entry_data,
    make_entry,
    pack_body,
    pack_packet,
    read_body,
    read_packet,
    read_record,
    read_roster,
)
from tests.netplay.session.vectors import vectors

H, S, K, T = bytes(32), bytes(16), b"k" * 32, b"t" * 16
ROSTER = Roster(
    3, K, S, "ed25519", "0.1.0", "game", 1, S, (1, None), "open", (Seat(K, 1, "A", None, 0), None)
)
VALUES: dict[Tag, Any] = {
    Tag.ROSTER: ROSTER,
    Tag.SIT: Sit(K, 2, "Anna", 1, "greedy", 1, "game", 1, S, "0.1.0", "ed25519"),
    Tag.REFUSE: Refuse(K, 1, 2, S, "0.2.0"),
    Tag.READY: Ready(1, 3, H, H),
    Tag.SIGN: Sign(2, H),
    Tag.NONCE: Nonce(0, 0, 1, b"sealed"),
    Tag.WANT: Want(1, 4, (0, 2)),
    Tag.ACK: Ack(1, 0, 9, H, S),
    Tag.RANGE: Range(K, 5, 10),
    Tag.REPLY: Reply(0, H),
    Tag.DEAL: Deal(0, -1, (0, 4, 2), b"share"),
    Tag.HEARD: Heard(1, (3, 0, 2)),
    Tag.LEAVE: Leave(K, 3),
    Tag.TAKE: Take(K, 9),
    Tag.PROPOSE: Propose(1, b"entry"),
    Tag.VOTE: Vote(1, 7, 9, H, 1, bytes(64)),
    Tag.AGAIN: Again(1, 7),
    Tag.RESIGN: Resign(1, 7),
    Tag.STANCE: Stance(1, 7, 1, 1, S, 0),
    Tag.LOOK: Look(K, 7, "Ana", 3, 2, 40, -1, b"", 1),
    Tag.LOG: Log(K, 0, 0, b"packed"),
    Tag.REPORT: Report(1, K, 7, 0, (b"record",), 7, S, b"state", "0.1.0", S),
}


def statement(tag: Tag) -> Statement:
    return Statement(tag, pack_body(VALUES[tag]), bytes(64))


@pytest.mark.parametrize("tag", sorted(VALUES))
def test_every_statement_comes_back_as_it_was(tag: Tag) -> None:
    assert read_body(statement(tag)) == VALUES[tag]


def test_the_list_of_statements_is_whole() -> None:
    assert set(VALUES) == set(Tag) - {Tag.ENTRY}


@pytest.mark.parametrize("tag", sorted(VALUES))
@given(data=st.data())
def test_a_statement_with_one_field_of_another_kind_is_malformed_or_another_value(
    tag: Tag, data: st.DataObject
) -> None:
    from core.kernel.canonical import unpack

    fields = list(unpack(pack_body(VALUES[tag])))
    place = data.draw(st.integers(0, len(fields) - 1))
    junk = st.none() | st.booleans() | st.integers(-5, 2**63) | st.text() | st.binary(max_size=99)
    fields[place] = data.draw(junk | st.lists(junk, max_size=3).map(tuple))
    try:
        read_body(Statement(tag, pack(tuple(fields)), bytes(64)))
    except Malformed:
        return
    assert True  # whatever was accepted, nothing else was raised


@pytest.mark.parametrize("tag", sorted(VALUES))
def test_a_statement_with_a_field_too_few_or_too_many_is_malformed(tag: Tag) -> None:
    from core.kernel.canonical import unpack

    fields = unpack(pack_body(VALUES[tag]))
    for changed in (fields[:-1], (*fields, 0), ()):
        with pytest.raises(Malformed):
            read_body(Statement(tag, pack(changed), bytes(64)))


def entry(**changed: Any) -> bytes:
    fields = {
        "table": T,
        "n": 4,
        "kind": Kind.MOVE,
        "seat": 1,
        "device": 1,
        "previous": H,
        "body": (1, 2, 0),
        "state_hash": S,
    } | changed
    return entry_data(**fields)


def test_an_entry_comes_back_as_it_was() -> None:
    made = make_entry(entry(), ((1, bytes(64)),))
    assert read_record(made.record()) == made
    packed = pack_packet(T, [made.item()])
    assert read_packet(packed, T) == [made]


@pytest.mark.parametrize(
    "changed",
    [
        {"table": S[:15]},
        {"n": -1},
        {"n": True},
        {"n": 1 << 40},
        {"seat": -2},
        {"seat": 8},
        {"device": 256},
        {"previous": S},
        {"body": 5},
        {"state_hash": H},
        {"branch": -1},
    ],
)
def test_an_entry_out_of_its_bounds_is_malformed(changed: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        make_entry(entry(**changed), ())


def test_an_unknown_kind_of_entry_is_malformed() -> None:
    data = entry().replace(bytes([4, 1, 1, 1]), bytes([4, 9, 1, 1]), 1)
    assert data != entry()
    with pytest.raises(Malformed):
        make_entry(data, ())


@pytest.mark.parametrize(
    "signatures",
    [((1, b"short"),), ((1, bytes(64)), (0, bytes(64))), ((1, bytes(64)),) * 2, ((9, bytes(64)),)],
)
def test_signatures_out_of_order_twice_or_mistyped_are_malformed(signatures: Any) -> None:
    with pytest.raises(Malformed):
        read_record(pack((entry(), signatures)))


def test_a_packet_of_another_table_is_told_apart() -> None:
    with pytest.raises(Malformed, match="foreign table"):
        read_packet(pack_packet(T, []), S)


def test_a_packet_that_is_too_long_is_not_read() -> None:
    with pytest.raises(Malformed):
        read_packet(bytes(MAX_PACKET + 1), T)


@given(st.binary(max_size=400))
def test_decoders_raise_nothing_but_malformed(data: bytes) -> None:
    for read in (
        lambda: read_packet(data, T),
        lambda: read_record(data),
        lambda: make_entry(data, ()),
        *[lambda tag=tag: read_body(Statement(tag, data, bytes(64))) for tag in VALUES],
    ):
        try:
            read()
        except Malformed:
            continue


def test_names_in_a_roster_are_bounded_and_cleaned_by_whoever_shows_them() -> None:
    long = Roster(1, K, S, "l", "1", "g", 1, S, (), "o", (Seat(K, 1, "x" * 65, None, 0),))
    with pytest.raises(Malformed):
        read_roster(long.wire())
    assert clean("x" * 64) == "x" * 24


def test_one_key_has_one_seat() -> None:
    twice = Roster(1, K, S, "l", "1", "g", 1, S, (), "o", (Seat(K, 1, "a", None, 0),) * 2)
    with pytest.raises(Malformed):
        read_roster(twice.wire())


BROKERS = (("mqtt://192.168.1.5:41883", "mqtt://[fd00::5]:41883"), ())


def test_brokers_of_the_seats_come_back_as_they_were_and_are_part_of_what_is_signed() -> None:
    roster = ROSTER._replace(brokers=BROKERS)
    assert read_roster(roster.wire()) == roster
    assert roster.hash() != ROSTER.hash()
    sit = VALUES[Tag.SIT]._replace(brokers=BROKERS[0])
    assert read_body(Statement(Tag.SIT, pack_body(sit), bytes(64))) == sit


@pytest.mark.parametrize(
    "brokers",
    [
        (),
        ((), ()),
        (BROKERS[0],),
        (("mqtt://192.168.1.5:41883",) * 5, ()),
        (("mqtt://router.local:1883",), ()),
        (("mqtts://192.168.1.5:8883",), ()),
        (("mqtt://192.168.1.5:80",), ()),
        (("mqtt://192.168.1.5:41883\n",), ()),
        (("mqtt://" + "1" * 60,), ()),
        ((7,), ()),
        7,
    ],
)
def test_brokers_that_are_no_seats_own_are_malformed(brokers: Any) -> None:
    with pytest.raises(Malformed):
        read_roster((*ROSTER.wire(), brokers))


@pytest.mark.parametrize("brokers", [(), ("mqtt://router.local:1883",), 7])
def test_a_guest_says_addresses_or_nothing(brokers: Any) -> None:
    with pytest.raises(Malformed):
        read_body(Statement(Tag.SIT, pack((*VALUES[Tag.SIT][:-1], brokers)), bytes(64)))


# The document

DOC = Path(__file__).parents[3] / "docs" / "protocol.md"


def written() -> dict[str, str]:
    """Name and hex of every vector in the document's table."""
    found = re.findall(r"^\| `([^`]+)` \|[^|]*\| `([0-9a-f]+)` \|$", DOC.read_text(), re.MULTILINE)
    return dict(found)


def test_the_documents_vectors_are_what_the_program_computes() -> None:
    assert written() == {name: value.hex() for name, (_, value) in vectors().items()}


def test_every_tag_and_kind_has_its_place_in_the_document() -> None:
    text = DOC.read_text()
    for tag in Tag:
        assert f"| {int(tag)} | {tag.name.lower()} |" in text
    for kind in Kind:
        assert f"| {int(kind)} | {kind.name.lower()} |" in text


def test_a_vectors_entry_is_readable() -> None:
    made = vectors()
    assert isinstance(read_record(made["record of entry 0"][1]), Entry)
