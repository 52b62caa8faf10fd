"""Bytes, options and answers from outside are a game's own or refused in its own words."""

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.registry import game as find
from core.kernel.canonical import pack, unpack
from core.kernel.errors import BadAnswer, BadOptions, BadState
from core.kernel.requests import ALL, Request, Reveal, Shuffle
from tests.core.every_game.odd import ODD
from tests.core.every_game.play import EVERY_GAME, EVERY_TABLE, SEEDS, deal, values_of
from tests.core.every_game.reach import attributes, leaves


@cache
def states(name: str) -> tuple[bytes, ...]:
    """Encoded states of every part of a game, with hands open and hidden."""
    found = []
    for seats in find(name).seats:
        game = deal(name, seats, b"outside")
        for number, step in enumerate(game.steps()):
            if number == 30:
                game.rules.open_hand(game.state, seats - 1, on=True)
            if number < 12 or number % 5 == 0:
                found.append(game.rules.encode(game.state))
            step(game.state)
        found.append(game.rules.encode(game.state))
    return tuple(found)


@cache
def kinds(name: str) -> dict[str, set[type]]:
    """The types that each attribute of a state of the game holds, at any depth."""
    found: dict[str, set[type]] = {}
    for data in states(name):
        for attribute, value in attributes(find(name).decode(data)).items():
            found.setdefault(attribute, set()).update(leaves(value))
    return found


def decoded(name: str, data: bytes) -> Any:
    """The state, used as its readers would, or None if it is refused."""
    rules = find(name)
    try:
        state = rules.decode(data)
    except BadState:
        return None
    assert rules.encode(state) == data
    assert rules.encode(rules.copy(state)) == data
    for attribute, value in attributes(state).items():
        # What is a number in real states is never yes or no, nor the other way round.
        there, real = leaves(value), kinds(name)[attribute]
        assert bool in real or bool not in there, attribute
        assert int in real or bool not in real or int not in there, attribute
    rules.describe(state), rules.score(state), rules.winners(state)
    return state


@EVERY_GAME
@given(data=st.binary(max_size=300) | ODD.map(pack))
def test_bytes_that_are_no_state_are_refused(name: str, data: bytes) -> None:
    assert decoded(name, data) is None


@EVERY_GAME
@settings(max_examples=300)
@given(data=st.data())
def test_damaged_bytes_are_a_state_or_refused(name: str, data: Any) -> None:
    damaged = bytearray(data.draw(st.sampled_from(states(name))))
    for _ in range(data.draw(st.integers(1, 3))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    decoded(name, bytes(damaged))


@EVERY_GAME
@settings(max_examples=400)
@given(data=st.data(), odd=ODD)
def test_a_state_with_one_part_replaced_is_a_state_or_refused(
    name: str, data: Any, odd: Any
) -> None:
    """A part at any depth: a whole field, or a place in a list in it."""

    def replaced(value: Any) -> Any:
        if type(value) is tuple and value and data.draw(st.integers(0, 3)):
            at = data.draw(st.integers(0, len(value) - 1))
            return (*value[:at], replaced(value[at]), *value[at + 1 :])
        return odd

    decoded(name, pack(replaced(unpack(data.draw(st.sampled_from(states(name)))))))


@EVERY_GAME
def test_truncated_and_lengthened_states_are_refused(name: str) -> None:
    for data in states(name):
        for changed in (
            b"",
            data[:1],
            data[: len(data) // 2],
            data[:-1],
            data + b"\0",
            data + data,
        ):
            assert decoded(name, changed) is None


@EVERY_GAME
def test_a_state_of_another_number_of_seats_or_another_game_is_refused(name: str) -> None:
    rules = find(name)
    for data in states(name)[:5]:
        parts = list(unpack(data))
        for seats in (0, 1, rules.seats[-1] + 1, True, None):
            for at, part in enumerate(parts):
                if type(part) is int and part == rules.seats[0]:
                    assert decoded(name, pack([*parts[:at], seats, *parts[at + 1 :]])) is None
                    break
        assert decoded(name, pack(parts[:-1])) is None
        assert decoded(name, pack([*parts, None])) is None


@EVERY_TABLE
@given(seed=SEEDS)
def test_options_come_back_from_the_wire_and_are_part_of_the_state(
    name: str, seats: int, seed: bytes
) -> None:
    rules = find(name)
    options = rules.options(values_of(rules, seats, seed))
    assert rules.unpack_options(unpack(pack(rules.pack_options(options)))) == options
    plain = rules.encode(rules.new(rules.options(), seats))
    assert (rules.encode(rules.new(options, seats)) == plain) is (options == rules.options())


@EVERY_GAME
@settings(max_examples=200)
@given(wire=ODD)
def test_any_value_is_options_or_refused(name: str, wire: Any) -> None:
    rules = find(name)
    try:
        options = rules.unpack_options(wire)
    except BadOptions:
        return
    assert pack(rules.pack_options(options)) == pack(wire)


@EVERY_GAME
@settings(max_examples=200)
@given(data=st.data())
def test_any_names_and_values_are_options_or_refused(name: str, data: Any) -> None:
    rules = find(name)
    names = st.sampled_from(rules.options()._fields) | st.text(max_size=8) | st.integers()
    refusal = ""
    try:
        options = rules.options(data.draw(st.dictionaries(names, ODD, max_size=3)))
    except BadOptions as reason:
        refusal = str(reason)
    if refusal:
        assert refusal.isprintable()
        assert len(refusal) < 100
        return
    assert rules.unpack_options(rules.pack_options(options)) == options


@EVERY_GAME
@pytest.mark.parametrize("change", [-100, -1, 0, 1, 1.0, True, None, "2", 1 << 70])
def test_a_game_begins_with_a_number_of_seats_it_is_for_and_no_other(
    name: str, change: Any
) -> None:
    rules = find(name)
    for seats in (change, rules.seats[0] - 1, rules.seats[-1] + 1):
        with pytest.raises(BadOptions) as reason:
            rules.new(rules.options(), seats)
        assert str(rules.seats[0]) in str(reason.value)


@EVERY_TABLE
@settings(max_examples=6)
@given(seed=SEEDS)
def test_an_answer_that_cannot_be_is_refused_and_changes_nothing(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    rules = game.rules
    for step in game.steps():
        state = game.state
        if not state.awaiting:
            with pytest.raises(BadAnswer):
                rules.answered(state, Reveal((0,)), (game.deal.cards[0],))
        step(state)
        if state.awaiting:
            request, before = state.awaiting[0], rules.encode(state)
            for other, cards in _impossible(request, game.deal.cards, game.decks, seats):
                with pytest.raises(BadAnswer):
                    rules.answered(state, other, cards)
                assert rules.encode(state) == before


def _impossible(request: Request, true: list[int], decks: Any, seats: int) -> list[Any]:
    """(request, cards) that cannot answer an open request."""
    slots = request.slots
    cards = tuple(true[slot] for slot in slots)
    if not isinstance(request, Reveal) or request.to != ALL:
        return [
            (request, cards),
            (request, ()),
            (Reveal(slots), cards),
            (Shuffle((*slots, 0)), None),
            (Reveal(slots, seats), None),
        ]
    elsewhere = next(deck for deck in decks if slots[0] not in deck.slots).cards[0]
    return [
        (request, None),
        (request, ()),
        (request, (*cards, cards[0])),
        (request, (*cards[:-1], -1)),
        (request, (*cards[:-1], 1 << 20)),
        (request, (*cards[:-1], str(cards[-1]))),
        (request, (*cards[:-1], None)),
        (request, (*cards[:-1], True)),
        (request, (*cards[:-1], float(cards[-1]))),
        (request, (elsewhere, *cards[1:])),
        (Reveal((*slots, 0)), (*cards, true[0])),
        (Reveal(slots, 0), None),
        (Shuffle(slots), None),
    ]
