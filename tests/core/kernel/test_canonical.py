"""Canonical bytes: one value, one encoding; everything else is refused, and nothing crashes."""

from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import MAX_DEPTH, Malformed, digest, pack, unpack

LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(1 << 63), (1 << 64) - 1),
    st.binary(max_size=40),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
)
VALUES = st.recursive(LEAVES, lambda parts: st.lists(parts, max_size=6).map(tuple), max_leaves=20)


def same(one: Any, other: Any) -> bool:
    """Equality that does not take True for 1."""
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other


@given(VALUES)
def test_every_value_comes_back_the_same(value: Any) -> None:
    assert same(unpack(pack(value)), value)


@given(VALUES)
def test_lists_and_tuples_have_one_encoding(value: Any) -> None:
    def as_lists(part: Any) -> Any:
        return [as_lists(inner) for inner in part] if type(part) is tuple else part

    assert pack(as_lists(value)) == pack(value)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_canonical_value_or_malformed(data: bytes) -> None:
    try:
        value = unpack(data)
    except Malformed:
        return
    assert pack(value) == data


@given(VALUES, st.data())
def test_damaged_bytes_are_a_canonical_value_or_malformed(value: Any, data: st.DataObject) -> None:
    damaged = bytearray(pack(value))
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(damaged[: data.draw(st.integers(0, len(damaged)))])
    try:
        found = unpack(cut)
    except Malformed:
        return
    assert pack(found) == cut


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x01\x02", id="bytes after the value"),
        pytest.param(b"\x92\x01", id="cut off"),
        pytest.param(b"\xc1", id="never used"),
        pytest.param(b"\xcc\x01", id="a longer integer than needed"),
        pytest.param(b"\xcd\x00\x01", id="a much longer integer"),
        pytest.param(b"\xd0\x01", id="a signed form of a positive integer"),
        pytest.param(b"\xd9\x01a", id="a longer text than needed"),
        pytest.param(b"\xdc\x00\x01\x01", id="a longer array than needed"),
        pytest.param(b"\xcb" + bytes(8), id="a float"),
        pytest.param(b"\xca" + bytes(4), id="a short float"),
        pytest.param(b"\x80", id="an empty map"),
        pytest.param(b"\x81\x01\x02", id="a map"),
        pytest.param(b"\x91\x80", id="a map inside"),
        pytest.param(b"\xd4\x01\x00", id="an extension"),
        pytest.param(b"\xc7\x00\x05", id="an empty extension"),
        pytest.param(b"\xd6\xff" + bytes(4), id="a timestamp"),
        pytest.param(b"\xa1\xff", id="no UTF-8"),
        pytest.param(b"\xa3\xed\xa0\x80", id="half a surrogate pair"),
        pytest.param(b"\xdd\xff\xff\xff\xff", id="an array of four milliards"),
        pytest.param(b"\xc6\xff\xff\xff\xff", id="four milliard bytes"),
        pytest.param(b"\x91" * 60000, id="very deep"),
    ],
)
def test_hostile_bytes_are_malformed(data: bytes) -> None:
    with pytest.raises(Malformed):
        unpack(data)


def test_nesting_ends_at_the_limit() -> None:
    def nested(depth: int) -> Any:
        return () if depth == 1 else (nested(depth - 1),)

    assert unpack(pack(nested(MAX_DEPTH))) == nested(MAX_DEPTH)
    with pytest.raises(Malformed, match="deep"):
        unpack(pack(nested(MAX_DEPTH + 1)))


def test_longer_data_than_allowed_is_not_even_looked_at() -> None:
    data = pack(bytes(100))
    assert unpack(data, limit=len(data)) == bytes(100)
    with pytest.raises(Malformed, match="allowed"):
        unpack(data, limit=len(data) - 1)


def test_a_value_that_cannot_be_packed_leaves_nothing_behind() -> None:
    with pytest.raises(OverflowError):
        pack((1, 2, 1 << 70))
    assert pack(3) == b"\x03"


def test_the_encoding_is_plain_messagepack() -> None:
    value = (1, -1, 300, b"ab", "é", None, True, (0,))
    assert pack(value).hex() == "9801ffcd012cc4026162a2c3a9c0c39100"
    assert msgpack.unpackb(pack(value), use_list=False) == value


def test_digests_are_blake2b() -> None:
    # RFC 7693's "abc", for the two sizes in use; computed with another implementation.
    assert digest(b"abc").hex() == "cf4ab791c62b8d2b2109c90275287816"
    assert digest(b"abc", 32).hex() == (
        "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
    )
