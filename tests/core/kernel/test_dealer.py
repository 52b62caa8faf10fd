"""The open deal and the dealer that answers from it."""

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.canonical import pack, unpack
from core.kernel.dealer import Answer, Breach, OpenDeal, Polled, SeededDealer
from core.kernel.deck import Deck
from core.kernel.generator import Generator
from core.kernel.requests import ALL, Request, Reveal, Shuffle

DECKS = (Deck("small", 0, tuple(range(20))), Deck("long", 20, tuple(range(20, 30))))
SEED = b"a joint seed"


def cards() -> list[int]:
    return OpenDeal(SEED, DECKS).cards


def dealer(seat: int = 0) -> SeededDealer:
    return SeededDealer(SEED, DECKS, seat)


def test_every_deck_is_shuffled_by_its_own_label() -> None:
    small, long = list(range(20)), list(range(20, 30))
    Generator(SEED, "deck small").shuffle(small)
    Generator(SEED, "deck long").shuffle(long)
    assert cards() == small + long


def test_a_shuffle_reorders_its_slots_by_its_number() -> None:
    deal = OpenDeal(SEED, DECKS)
    for k, slots in enumerate([(3, 1, 4), (1, 5, 9, 2)]):
        before = list(deal.cards)
        values = [before[slot] for slot in slots]
        Generator(SEED, f"shuffle {k}").shuffle(values)
        assert deal.answer(Shuffle(slots)) is None
        assert [deal.cards[slot] for slot in slots] == values
        others = [slot for slot in range(30) if slot not in slots]
        assert [deal.cards[slot] for slot in others] == [before[slot] for slot in others]


@given(st.binary(min_size=1, max_size=64), st.lists(st.sets(st.integers(0, 19), min_size=1)))
def test_no_shuffle_loses_a_card(seed: bytes, shuffles: list[set[int]]) -> None:
    deal = OpenDeal(seed, DECKS)
    for slots in shuffles:
        deal.answer(Shuffle(tuple(sorted(slots))))
    assert Counter(deal.cards[:20]) == Counter(range(20))


def test_a_public_reveal_is_answered_alike_at_every_seat() -> None:
    expected = Polled(answers=[Answer(0, public=(cards()[3], cards()[25]))])
    for seat in range(3):
        one = dealer(seat)
        one.ask(Reveal((3, 25)))
        assert one.poll() == expected


def test_a_private_reveal_is_answered_to_its_seat_only() -> None:
    owner, other = dealer(1), dealer(0)
    for one in (owner, other):
        one.ask(Reveal((3,), 1))
    assert owner.poll().answers == [Answer(0, mine=(cards()[3],))]
    assert other.poll().answers == [Answer(0)]


def test_answers_come_in_the_order_of_the_questions_and_once() -> None:
    one = dealer()
    for request in (Reveal((1,)), Shuffle((2, 3)), Reveal((2, 3))):
        one.ask(request)
    assert [answer.number for answer in one.poll().answers] == [0, 1, 2]
    assert one.poll() == Polled()


def test_a_reveal_after_a_shuffle_shows_the_new_order() -> None:
    deal = OpenDeal(SEED, DECKS)
    deal.answer(Shuffle((2, 3, 4)))
    one = dealer()
    one.ask(Shuffle((2, 3, 4)))
    one.ask(Reveal((2, 3, 4)))
    assert one.poll().answers[1].public == tuple(deal.cards[2:5])


def test_a_true_claim_is_silent_and_a_false_one_names_its_seat() -> None:
    one = dealer()
    one.confirm(2, [(3, cards()[3])])
    assert one.poll().breaches == []
    one.confirm(2, [(3, cards()[3]), (4, cards()[5])])
    breaches = one.poll().breaches
    assert [breach.seat for breach in breaches] == [2]
    assert "seat 3 laid open a card that is not in slot 4" in breaches[0].says


@pytest.mark.parametrize("slot", [-1, 30, 10**9])
def test_a_claim_of_a_slot_that_is_none_is_a_breach(slot: int) -> None:
    one = dealer()
    one.confirm(1, [(slot, 0)])
    assert [breach.seat for breach in one.poll().breaches] == [1]


@given(st.integers(0, 3), st.binary(max_size=50))
def test_the_open_deal_shrugs_at_other_dealers_messages(seat: int, data: bytes) -> None:
    one = dealer()
    one.feed(seat, data)
    assert one.poll() == Polled()


REQUESTS = st.lists(
    st.one_of(
        st.builds(
            Reveal,
            st.lists(st.integers(0, 29), min_size=1, max_size=4, unique=True).map(tuple),
            st.integers(ALL, 3),
        ),
        st.builds(
            Shuffle,
            st.lists(st.integers(0, 19), min_size=1, max_size=9, unique=True).map(tuple),
        ),
    ),
    max_size=8,
)


@given(REQUESTS, REQUESTS, REQUESTS)
def test_a_restored_dealer_goes_on_as_if_nothing_had_happened(
    polled: list[Request], asked: list[Request], later: list[Request]
) -> None:
    one = dealer(1)
    for request in polled:
        one.ask(request)
    one.poll()
    for request in asked:
        one.ask(request)
    one.confirm(2, [(0, 99)])
    other = SeededDealer(b"another seed", DECKS, 0)
    other.restore(one.export())
    assert other.export() == one.export()
    # What was asked and not yet polled is still to come, a breach too.
    found = other.poll()
    assert found == one.poll()
    assert len(found.answers) == len(asked)
    assert [type(breach) for breach in found.breaches] == [Breach]
    for request in later:
        one.ask(request)
        other.ask(request)
        assert other.poll() == one.poll()


def good() -> bytes:
    one = dealer()
    one.ask(Reveal((1, 2)))
    one.ask(Shuffle((3, 4)))
    return one.export()


def refused(data: bytes) -> bool:
    """Whether a dealer refuses to be restored from this, and stays as it was."""
    one = dealer(1)
    one.ask(Reveal((5,)))
    before = one.export()
    try:
        one.restore(data)
    except ValueError:
        assert one.export() == before
        return True
    assert one.export() == data
    return False


@given(st.binary(max_size=80))
def test_any_bytes_are_refused_unless_they_are_an_export(data: bytes) -> None:
    assert refused(data)


@given(st.data())
def test_a_damaged_export_is_refused_or_still_exact(data: st.DataObject) -> None:
    damaged = bytearray(good())
    for _ in range(data.draw(st.integers(1, 2))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    refused(bytes(damaged))


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, "sealed"),
        (1, "text"),
        (1, b""),
        (1, bytes(65)),
        (2, None),
        (2, True),
        (3, 7),
        (3, ((0, (30,), -1),)),
        (3, ((0, (-1,), -1),)),
        (3, ((0, (), -1),)),
        (3, ((0, b"\1", -1),)),
        (3, ((2, (1,), -1),)),
        (3, ((False, (1,), -1),)),
        (3, ((0, (True,), -1),)),
        (3, ((1, (1,), 2),)),
        (3, ((0, (1,)),)),
        (4, 3),
        (4, -1),
        (4, True),
        (5, ((0, 1),)),
        (5, (("0", "x"),)),
        (5, None),
    ],
)
def test_near_misses_of_an_export_are_refused(place: int, value: Any) -> None:
    parts = list(unpack(good()))
    assert not refused(pack(parts))
    parts[place] = value
    assert refused(pack(parts))
