"""The ledger of public cards, and what a seat learns from an answer."""

from collections.abc import Sequence
from typing import Any

import pytest

from core.kernel.deck import Deck, Ledger, learn
from core.kernel.errors import BadAnswer
from core.kernel.requests import Request, Reveal, Shuffle

DECKS = (Deck("small", 0, (1, 1, 2, 3)), Deck("seats", 4, (7, 8)))


def told(*answers: tuple[Request, Sequence[int] | None]) -> Ledger:
    ledger = Ledger(DECKS)
    for request, cards in answers:
        ledger.check(request, cards)
        ledger.record(request, cards)
    return ledger


def test_a_deck_names_its_slots() -> None:
    assert list(DECKS[1].slots) == [4, 5]


def test_public_cards_are_remembered() -> None:
    ledger = told((Reveal((0, 2)), (1, 3)), (Reveal((4,)), (8,)))
    assert dict(ledger.known) == {0: 1, 2: 3, 4: 8}


@pytest.mark.parametrize(
    ("request_", "cards", "says"),
    [
        (Reveal((0,)), None, "needs its cards"),
        (Reveal((0,)), (), "0 cards for 1"),
        (Reveal((0,)), (1, 1), "2 cards for 1"),
        (Reveal((0,)), (7,), "no copy is left"),
        (Reveal((4,)), (1,), "no copy is left"),
        (Reveal((0, 1)), (2, 2), "no copy is left"),
        (Reveal((0, 1, 2)), (1, 1, 1), "no copy is left"),
        (Reveal((9,)), (1,), "does not exist"),
        (Reveal((0,)), (True,), "whole number"),
        (Reveal((0,)), ("1",), "whole number"),
        (Reveal((0,)), ([],), "whole number"),
        (Reveal((0,), 1), (1,), "no public answer"),
        (Shuffle((0, 1)), (1, 1), "no public answer"),
    ],
)
def test_an_answer_that_cannot_be_is_refused(request_: Request, cards: Any, says: str) -> None:
    ledger = Ledger(DECKS)
    with pytest.raises(BadAnswer, match=says):
        ledger.check(request_, cards)
    assert dict(ledger.known) == {}


def test_no_more_copies_than_exist_over_several_answers() -> None:
    ledger = told((Reveal((0,)), (1,)), (Reveal((1,)), (1,)))
    with pytest.raises(BadAnswer, match="no copy is left"):
        ledger.check(Reveal((2,)), (1,))
    ledger.check(Reveal((2,)), (2,))


def test_a_slot_that_was_public_holds_the_same_card() -> None:
    ledger = told((Reveal((0,)), (1,)))
    ledger.check(Reveal((0, 1)), (1, 1))
    with pytest.raises(BadAnswer, match="known to hold card 1, not 2"):
        ledger.check(Reveal((0,)), (2,))


def test_seeing_a_card_again_uses_up_no_copy() -> None:
    ledger = told((Reveal((0,)), (2,)), (Reveal((0,)), (2,)), (Reveal((0, 1)), (2, 1)))
    assert dict(ledger.known) == {0: 2, 1: 1}


def test_a_shuffle_makes_public_cards_unknown_again() -> None:
    ledger = told((Reveal((0,)), (3,)), (Shuffle((0, 1)), None))
    assert dict(ledger.known) == {}
    ledger.check(Reveal((1,)), (3,))
    ledger.check(Reveal((0,)), (3,))
    with pytest.raises(BadAnswer):
        ledger.check(Reveal((0, 1)), (3, 3))


def test_a_private_reveal_tells_the_public_nothing() -> None:
    assert dict(told((Reveal((0, 1), 1), None)).known) == {}


def test_a_seat_learns_what_is_shown_to_it() -> None:
    secrets: dict[int, int] = {}
    learn(secrets, 1, Reveal((0, 2), 1), (1, 2))
    assert secrets == {0: 1, 2: 2}


def test_a_seat_learns_nothing_of_what_is_shown_to_another() -> None:
    secrets: dict[int, int] = {}
    learn(secrets, 1, Reveal((0, 2), 0), (1, 2))
    learn(secrets, 1, Reveal((0, 2), 1), None)
    assert secrets == {}


def test_a_shuffle_erases_what_was_known_of_its_slots_only() -> None:
    secrets = {0: 1, 2: 2}
    learn(secrets, 1, Shuffle((0, 1)), None)
    assert secrets == {2: 2}


def test_a_card_that_everyone_sees_is_no_secret_any_more() -> None:
    secrets = {0: 1, 2: 2}
    learn(secrets, 1, Reveal((0,)), (1,))
    assert secrets == {2: 2}
