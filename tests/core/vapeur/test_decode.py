"""Bytes from outside are a state's own or are refused with BadState; answers and options likewise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.vapeur.game import GAME
from core.games.vapeur.state import FIELDS, State
from core.kernel.canonical import pack, unpack
from core.kernel.errors import BadAnswer, BadOptions, BadState
from core.kernel.requests import ALL, Reveal, Shuffle
from tests.core.vapeur.play import Game


def _states() -> list[bytes]:
    game = Game(3, None, b"decode")
    found = []
    for number, step in enumerate(game.steps()):
        if number == 40:
            GAME.open_hand(game.state, 0, on=True)
        if number % 9 == 0:
            found.append(GAME.encode(game.state))
        step(game.state)
    return [*found, GAME.encode(game.state)]


STATES = _states()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 300) | st.binary(max_size=3) | st.text(max_size=3),
    lambda part: st.lists(part, max_size=4).map(tuple),
    max_leaves=6,
)


def _decoded(data: bytes) -> State | None:
    try:
        return GAME.decode(data)
    except BadState:
        return None


@given(st.binary(max_size=200))
def test_random_bytes_are_refused(data: bytes) -> None:
    assert _decoded(data) is None


@settings(max_examples=300)
@given(st.sampled_from(STATES), st.integers(0, len(FIELDS) - 1), VALUES)
def test_a_state_with_one_field_replaced_comes_back_the_same_or_is_refused(
    data: bytes, field: int, value: object
) -> None:
    values = list(unpack(data))
    values[field] = value
    state = _decoded(pack(values))
    if state is not None:
        assert GAME.encode(state) == pack(values)
        GAME.copy(state)


@settings(max_examples=300)
@given(st.sampled_from(STATES), st.data())
def test_a_damaged_byte_never_raises_anything_but_bad_state(
    data: bytes, draw: st.DataObject
) -> None:
    at = draw.draw(st.integers(0, len(data) - 1))
    changed = data[:at] + bytes([draw.draw(st.integers(0, 255))]) + data[at + 1 :]
    state = _decoded(changed)
    assert state is None or GAME.encode(state) == changed


@pytest.mark.parametrize("cut", [0, 1, -1])
def test_truncated_and_lengthened_states_are_refused(cut: int) -> None:
    for data in STATES:
        assert _decoded(data[:cut] if cut else b"") is None
        assert _decoded(data + b"\x00") is None


def test_answers_that_cannot_be_are_refused_and_change_nothing() -> None:
    state = GAME.new(GAME.options(), 3)
    before = GAME.encode(state)
    dealer, first = state.awaiting[:2]
    for request, cards in (
        (first, None),
        (dealer, None),
        (dealer, ()),
        (dealer, (0,)),
        (dealer, (15,)),
        (dealer, (True,)),
        (dealer, (12, 13)),
        (Shuffle(dealer.slots), None),
    ):
        with pytest.raises(BadAnswer):
            GAME.answered(state, request, cards)
        assert GAME.encode(state) == before
    GAME.answered(state, dealer, (13,))
    with pytest.raises(BadAnswer):
        GAME.answered(state, first, (0, 1, 2, 3, 4))  # a private reveal has no public answer


def test_a_hand_shown_to_everyone_takes_cards_of_the_main_deck_only() -> None:
    game = Game(2, 0, b"open").run()
    state = GAME.decode(STATES[3])
    GAME.open_hand(state, 1, on=True)
    request = state.awaiting[-1]
    state.awaiting = [request]
    assert request.to == ALL
    with pytest.raises(BadAnswer):
        GAME.answered(state, request, (12,) * len(request.slots))
    with pytest.raises(BadAnswer):
        GAME.answered(state, Reveal(request.slots, 1), None)
    assert game.state.over


@pytest.mark.parametrize("wire", [None, (), (0, 0), ("0",), (True,), (-1,), (6,), [0], 0])
def test_options_from_outside_are_checked(wire: object) -> None:
    with pytest.raises(BadOptions):
        GAME.unpack_options(wire)


@pytest.mark.parametrize("values", [{"dealer": 6}, {"dealer": "0"}, {"dealr": 0}, {1: 2}])
def test_options_by_name_are_checked(values: dict) -> None:
    with pytest.raises(BadOptions):
        GAME.options(values)


def test_options_come_back_from_the_wire() -> None:
    for values in ({}, {"dealer": 0}, {"dealer": 5}):
        options = GAME.options(values)
        assert GAME.unpack_options(unpack(pack(GAME.pack_options(options)))) == options
