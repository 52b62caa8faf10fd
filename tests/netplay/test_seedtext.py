"""Seeds as people type them: any short text, in one form, always the same bytes."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.seedtext import MAX_CHARACTERS, BadSeed, derive, seed_text


@given(st.text(max_size=400))
def test_any_text_is_a_seed_in_its_one_form_or_refused(text: str) -> None:
    try:
        seed = seed_text(text)
    except BadSeed:
        return
    assert seed_text(seed) == seed == unicodedata.normalize("NFC", seed)
    assert 1 <= len(seed) <= MAX_CHARACTERS
    assert seed.isprintable()


def test_letters_typed_in_two_ways_are_one_seed() -> None:
    assert seed_text("e\u0301t\u00e9 ") == seed_text("\u00e9te\u0301")


@pytest.mark.parametrize("text", ["", "  ", "x" * 65, "a\nb", "\x1b[31m", "\u202e7", "x" * 10**7])
def test_what_is_no_seed_says_what_one_is(text: str) -> None:
    with pytest.raises(BadSeed, match="characters"):
        seed_text(text)


def test_purposes_and_numbers_and_seeds_do_not_mix() -> None:
    values = [
        derive(s, label, n) for s in ("7", "07") for label in ("key", "nonce") for n in (0, 1)
    ]
    assert len(set(values)) == 8
    assert {len(value) for value in values} == {32}
    assert derive("7", "key", 1) == values[1]
