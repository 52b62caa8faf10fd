"""Moves have strict two-way forms, and whatever is no move is refused in one way."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games.continental.moves import MOVES
from core.kernel.canonical import pack, unpack
from core.kernel.errors import UnknownMove
from core.kernel.move import Move, MoveTable


def test_every_move_comes_back_from_its_text_and_its_array() -> None:
    for move in MOVES:
        assert MOVES.parse(MOVES.text(move)) is move
        assert MOVES.unpack(MOVES.pack(move)) is move
        assert MOVES.unpack(unpack(pack(MOVES.pack(move)))) is move
        assert MOVES.of(move.verb, *move.args) is move


def test_texts_count_lines_and_seats_from_one() -> None:
    texts = {
        Move("keep", (0,)): "keep 1",
        Move("take", (1, 1)): "take 2 1",
        Move("invest", (1, 1)): "invest 2 1",
        Move("rob", (2,)): "rob 3",
        Move("swap", (0, 1, 5)): "swap A 2 L",
        Move("token", (0,)): "token blue",
        Move("decline"): "decline",
        Move("claim", (1, 0, 0, 5)): "claim b A A L",
        Move("pass"): "pass",
    }
    assert {move: MOVES.text(move) for move in texts} == texts


@pytest.mark.parametrize(
    "text",
    ["", " ", "take", "take 2", "take 2 3", "take 0 0", "take 02 1", "Take 2 1", "take 2 1 ",
     "take  2 1", "take 2 1\n", "take ２ 1", "claim b A A L L L", "claim b L A A", "claim d A A",
     "swap a 2 L", "rob 5", "token Blue", "pass pass", "\x1b[2J", "x" * 100_000, "\ud800"],
)  # fmt: skip
def test_near_misses_are_no_moves(text: str) -> None:
    with pytest.raises(UnknownMove) as error:
        MOVES.parse(text)
    assert len(str(error.value)) < 300
    assert str(error.value).isprintable()


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_unknown(text: str) -> None:
    try:
        move = MOVES.parse(text)
    except UnknownMove:
        return
    assert MOVES.text(move) == text


ARRAYS = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-2, 12), st.text(max_size=3), st.binary(max_size=3)
    ),
    lambda parts: st.lists(parts, max_size=6).map(tuple),
    max_leaves=8,
)


@given(ARRAYS)
def test_any_array_is_a_move_or_unknown(wire: Any) -> None:
    try:
        move = MOVES.unpack(wire)
    except UnknownMove:
        return
    assert pack(MOVES.pack(move)) == pack(wire)


@pytest.mark.parametrize(
    "wire",
    [(), (9,), (1,), (1, 0), (1, 0, 3), (1, False, 0), (1, 1 << 70, 0), [1, 0, 0], (1, (0,), 0), 1,
     None, "take", b"", (1, 0, 0, 0), (-1,), (1.0, 0, 0)],
)  # fmt: skip
def test_near_misses_on_the_wire_are_no_moves(wire: Any) -> None:
    with pytest.raises(UnknownMove):
        MOVES.unpack(wire)


@pytest.mark.parametrize("thing", [Move("take", (9, 9)), Move("x"), Move("take", [1]), 3, None])
def test_what_is_no_move_has_no_forms(thing: Any) -> None:
    with pytest.raises(UnknownMove):
        MOVES.text(thing)
    with pytest.raises(UnknownMove):
        MOVES.pack(thing)


def test_a_table_refuses_two_moves_with_one_form() -> None:
    with pytest.raises(ValueError, match="share"):
        MoveTable(("a",), [(Move("a", (1,)), "same"), (Move("a", (2,)), "same")])


def test_a_position_offers_at_most_two_hundred_moves() -> None:
    # The most there can be: a Switchman among four players with all six kinds.
    assert 6 * 3 * 6 + 1 <= 200
    assert len(MOVES) < 1000
