"""A move, its text and its wire form are one thing: strict both ways, whoever wrote them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.registry import game as find
from core.kernel.canonical import pack, unpack
from core.kernel.errors import UnknownMove
from core.kernel.move import Move
from tests.core.every_game.odd import ODD
from tests.core.every_game.play import EVERY_GAME
from tests.core.every_game.test_legal_moves import moves_met

SHORT = 40
"""Characters of a text and bytes of a wire form: what a log full of them may cost."""


def parsed(rules: Any, text: str) -> Move | None:
    refusal = ""
    try:
        move: Move = rules.parse(text)
    except UnknownMove as reason:
        refusal = str(reason)
    if refusal:
        assert refusal.isprintable()
        assert len(refusal) < 200
        return None
    return move


def unpacked(rules: Any, wire: Any) -> Move | None:
    try:
        move: Move = rules.unpack(wire)
    except UnknownMove:
        return None
    return move


@EVERY_GAME
def test_every_move_has_one_text_and_one_wire_form(name: str) -> None:
    rules, moves = find(name), moves_met(name)
    assert len({rules.text(move) for move in moves}) == len(moves)
    assert len({rules.pack(move) for move in moves}) == len(moves)
    for move in moves:
        text, wire = rules.text(move), rules.pack(move)
        assert rules.parse(text) == move
        assert rules.unpack(unpack(pack(wire))) == move
        assert text.isascii()
        assert len(text) <= SHORT
        assert len(pack(wire)) <= SHORT
        assert text.split(" ")[0] == move.verb


@EVERY_GAME
@settings(max_examples=200)
@given(data=st.data())
def test_a_text_that_was_touched_is_refused_or_another_moves(name: str, data: Any) -> None:
    rules = find(name)
    text = rules.text(data.draw(st.sampled_from(moves_met(name))))
    at = data.draw(st.integers(0, len(text)))
    piece = data.draw(
        st.sampled_from([" ", "", "0", "1", "a", "A", ":", "-", "\n", "\0", "١", "é"])
    )
    touched = text[:at] + piece + text[at + data.draw(st.integers(0, 2)) :]
    move = parsed(rules, touched)
    assert move is None or rules.text(move) == touched


@EVERY_GAME
@pytest.mark.parametrize(
    "change", [str.upper, str.title, " {}".format, "{} ".format, "{}\n".format]
)
def test_a_text_is_a_moves_letter_for_letter_or_not_at_all(name: str, change: Any) -> None:
    rules = find(name)
    for move in moves_met(name):
        text = rules.text(move)
        assert change(text) == text or parsed(rules, change(text)) is None


@EVERY_GAME
@given(text=st.text(max_size=60))
def test_any_text_is_a_moves_or_refused(name: str, text: str) -> None:
    rules = find(name)
    move = parsed(rules, text)
    assert move is None or rules.text(move) == text


@EVERY_GAME
@settings(max_examples=300)
@given(data=st.data())
def test_an_array_that_was_touched_is_refused_or_another_moves(name: str, data: Any) -> None:
    rules = find(name)
    wire = list(rules.pack(data.draw(st.sampled_from(moves_met(name)))))
    at = data.draw(st.integers(0, len(wire)))
    wire[at : at + data.draw(st.integers(0, 2))] = data.draw(
        st.lists(ODD | st.integers(), max_size=2)
    )
    _unpacks_to_itself(rules, tuple(wire))


@EVERY_GAME
@given(wire=ODD)
def test_any_value_is_an_array_of_a_move_or_refused(name: str, wire: Any) -> None:
    _unpacks_to_itself(find(name), wire)


def _unpacks_to_itself(rules: Any, wire: Any) -> None:
    move = unpacked(rules, wire)
    if move is not None:
        # By their bytes, as True == 1.
        assert pack(rules.pack(move)) == pack(wire)
        assert rules.parse(rules.text(move)) == move


@EVERY_GAME
@pytest.mark.parametrize(
    "as_other", [list, lambda wire: tuple(map(bool, wire)), lambda wire: (wire,)]
)
def test_an_array_of_another_type_is_no_moves(name: str, as_other: Any) -> None:
    rules = find(name)
    for move in moves_met(name):
        assert unpacked(rules, as_other(rules.pack(move))) is None


@EVERY_GAME
@pytest.mark.parametrize("thing", [None, "end", 0, (), Move("fly"), Move("fly", (0,)), ("fly", ())])
def test_what_is_no_move_has_no_form_and_passes_no_check(name: str, thing: Any) -> None:
    rules = find(name)
    state = rules.new(rules.options(), rules.seats[0])
    for use in (rules.text, rules.pack, lambda one: rules.check(state, 0, one)):
        with pytest.raises(UnknownMove):
            use(thing)
