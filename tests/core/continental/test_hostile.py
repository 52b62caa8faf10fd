"""Near misses of states, options and answers of Continental Express: each is plainly refused."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.continental.game import GAME
from core.games.continental.moves import MOVES
from core.games.continental.scoring import score_sheet
from core.games.continental.state import FIELDS, State
from core.kernel.canonical import pack, unpack
from core.kernel.errors import BadAnswer, BadOptions, BadState
from core.kernel.requests import ALL, Reveal, Shuffle
from tests.core.continental.play import Game
from tests.core.continental.table import SetUp, Table


@cache
def encodings() -> tuple[bytes, ...]:
    """States of every phase, with and without open requests."""
    found = []
    for seats in (2, 3, 4):
        game = Game(seats, {}, b"hostile%d" % seats)
        for number, step in enumerate(game.steps()):
            if number < 12 or number % 5 == 0:
                found.append(GAME.encode(game.state))
            step(game.state)
        found.append(GAME.encode(game.state))
    return tuple(found)


def usable(state: State) -> None:
    """Whatever decodes can at least be looked at: no reader of states may fall over it."""
    GAME.describe(state)
    GAME.score(state)
    GAME.winners(state)
    GAME.prior(state, {})
    for seat in range(state.seats):
        score_sheet(state, seat)
    moves = GAME.moves(state, {})
    if state.turn is not None:
        for move in MOVES:
            reason = GAME.why_not(state, state.turn, move)
            assert state.awaiting or (reason is None) == (move in moves) or state.over
    assert GAME.encode(GAME.copy(state)) == GAME.encode(state)


def decoded(data: bytes) -> State | None:
    try:
        state = GAME.decode(data)
    except BadState:
        return None
    assert GAME.encode(state) == data
    return state


ODD = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(-3, 200), st.text(max_size=3), st.binary(max_size=3)
    ),
    lambda parts: st.lists(parts, max_size=10).map(tuple),
    max_leaves=12,
)


@settings(max_examples=200)
@given(st.data(), ODD)
def test_a_field_of_another_kind_is_a_state_or_refused(data: st.DataObject, odd: Any) -> None:
    parts = list(unpack(data.draw(st.sampled_from(encodings()))))
    place = data.draw(st.integers(0, len(FIELDS) - 1))
    part = parts[place]
    if type(part) is tuple and part and data.draw(st.booleans()):
        inner = list(part)
        inner[data.draw(st.integers(0, len(inner) - 1))] = odd
        odd = tuple(inner)
    parts[place] = odd
    state = decoded(pack(parts))
    if state is not None:
        usable(state)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seats", 1),
        ("seats", 5),
        ("phase", 11),
        ("phase", True),
        ("turn", 2),
        ("over", 1),
        ("awaiting", ((0, (), -1),)),
        ("awaiting", ((0, (114,), -1),)),
        ("awaiting", ((0, (0,), 2),)),
        ("awaiting", ((0, (0,), -2),)),
        ("awaiting", ((2, (0,)),)),
        ("awaiting", ((1, (0,), 0),)),
        ("piles", ((), ())),
        ("piles", ((82,), (), ())),
        ("yard", (13, *[None] * 8)),
        ("yard", (None,) * 8),
        ("row", (12, None, None)),
        ("row", (33, None, None)),
        ("objective_pile", (81,)),
        ("buried", ((82,),)),
        ("buried", ((82, 12),)),
        ("claimed", ((33,), ())),
        ("claimed", ((),)),
        ("kept", (101, None)),
        ("contracts", (32, None)),
        ("contracts", (43, None)),
        ("wagons", (0,) * 11),
        ("wagons", (-1, *[0] * 11)),
        ("options", (False, None)),
        ("effect", 0),
        ("effect", 7),
    ],
)
def test_near_misses_of_a_state_are_refused(field: str, value: Any) -> None:
    parts = list(unpack(encodings()[0]))
    assert decoded(pack(parts)) is not None
    parts[FIELDS.index(field)] = value
    assert decoded(pack(parts)) is None


def test_a_strange_option_is_refused_in_one_short_printable_line() -> None:
    with pytest.raises(BadOptions) as refusal:
        GAME.options({"\x1b[2J" + "x" * 500: 1})
    assert str(refusal.value).isprintable()
    assert len(str(refusal.value)) < 80


def test_options_named_on_purpose_come_back() -> None:
    values = {"bonus_ticket": True, "first_player": 3, "effects_mandatory": True}
    options = GAME.options(values)
    assert GAME.pack_options(options) == (True, 3, True)
    assert GAME.unpack_options((True, 3, True)) == options


# Answers ----------------------------------------------------------------------------------------


def waiting(text: str) -> State:
    """A state in which a move has just raised a request."""
    table = Table("row: AA BBB ADD\nline 1: A B C | D E\nseat 1: AA")
    seat = 0
    GAME.apply(table.state, seat, GAME.parse("take 1 0"))
    if text == "objective":
        table.answer()
        GAME.apply(table.state, seat, GAME.parse("claim a A A"))
    return table.state


@pytest.mark.parametrize(
    "cards",
    [(), (0, 0), (-1,), (13,), (33,), (True,), ("A",), (None,), (1.0,), None],
)
def test_small_cards_that_are_none_are_refused_and_change_nothing(cards: Any) -> None:
    state = waiting("small")
    before = GAME.encode(state)
    with pytest.raises(BadAnswer):
        GAME.answered(state, state.awaiting[0], cards)
    assert GAME.encode(state) == before
    GAME.answered(state, state.awaiting[0], (0,))


@pytest.mark.parametrize("cards", [(12,), (33,), (), (14, 15), None])
def test_objectives_that_are_none_are_refused_and_change_nothing(cards: Any) -> None:
    state = waiting("objective")
    before = GAME.encode(state)
    with pytest.raises(BadAnswer):
        GAME.answered(state, state.awaiting[0], cards)
    assert GAME.encode(state) == before


@pytest.mark.parametrize(
    "request_", [Reveal((0,)), Reveal((26,), 0), Shuffle((26,)), Reveal((26, 27)), Reveal((27,))]
)
def test_an_answer_to_another_request_is_refused(request_: Any) -> None:
    state = waiting("small")
    assert state.awaiting == [Reveal((26,))]
    with pytest.raises(BadAnswer, match="not the one open"):
        GAME.answered(state, request_, (0,) * len(request_.slots))


def test_an_answer_that_nobody_asked_for_is_refused() -> None:
    with pytest.raises(BadAnswer):
        GAME.answered(Table().state, Reveal((0,)), (0,))


def test_a_private_reveal_must_not_be_answered_in_public() -> None:
    state = GAME.new(GAME.options(), 2)
    assert state.awaiting[0] == Reveal((102, 103), 0)
    with pytest.raises(BadAnswer, match="no public answer"):
        GAME.answered(state, state.awaiting[0], (33, 34))


def test_a_shuffle_has_no_public_answer() -> None:
    table = SetUp()
    for text in ("keep 1", "keep 1"):
        GAME.apply(table.state, table.state.turn, GAME.parse(text))
    request = table.state.awaiting[0]
    GAME.answered(table.state, request, (0, 0, 11, 0, 0, 0, 0, 0, 0))
    assert isinstance(table.state.awaiting[0], Shuffle)
    with pytest.raises(BadAnswer, match="no public answer"):
        GAME.answered(table.state, table.state.awaiting[0], (0,) * 26)


@pytest.mark.parametrize("card", [42, 45, 47])
def test_the_first_player_must_sit_at_this_table(card: int) -> None:
    table = SetUp()
    state = table.state
    while not state.awaiting or state.awaiting[0] != Reveal((112,)):
        if state.awaiting:
            request = state.awaiting[0]
            cards = [table.deal[slot] for slot in request.slots]
            GAME.answered(state, request, cards if getattr(request, "to", 0) == ALL else None)
        else:
            GAME.apply(state, state.turn, GAME.parse("keep 1"))
    before = GAME.encode(state)
    with pytest.raises(BadAnswer, match="another deck"):
        GAME.answered(state, state.awaiting[0], (card,))
    assert GAME.encode(state) == before
