"""Answers and options that cannot be are refused, and change nothing."""

import pytest

from core.games.vapeur.game import GAME
from core.kernel.errors import BadAnswer, BadOptions
from core.kernel.requests import ALL, Reveal, Shuffle
from tests.core.vapeur.play import Game


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
    state = Game(3, None, b"open").run(steps=20).state
    GAME.open_hand(state, 1, on=True)
    request = state.awaiting[-1]
    state.awaiting = [request]
    assert request.to == ALL
    with pytest.raises(BadAnswer):
        GAME.answered(state, request, (12,) * len(request.slots))
    with pytest.raises(BadAnswer):
        GAME.answered(state, Reveal(request.slots, 1), None)


@pytest.mark.parametrize("wire", [None, (), (0, 0), ("0",), (True,), (-1,), (6,), [0], 0])
def test_options_from_outside_are_checked(wire: object) -> None:
    with pytest.raises(BadOptions):
        GAME.unpack_options(wire)


@pytest.mark.parametrize("values", [{"dealer": 6}, {"dealer": "0"}, {"dealr": 0}, {1: 2}])
def test_options_by_name_are_checked(values: dict) -> None:
    with pytest.raises(BadOptions):
        GAME.options(values)
