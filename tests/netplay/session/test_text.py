"""Foreign text: whatever comes in, what goes on is plain, printable, short and stable."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.text import clean

anything = st.text(st.characters(exclude_categories=[]), max_size=200)


@given(anything, st.integers(1, 40))
def test_cleaned_text_is_short_printable_and_on_one_line(text: str, limit: int) -> None:
    out = clean(text, limit)
    assert len(out) <= limit
    assert out == out.strip()
    assert all(char == " " or char.isprintable() for char in out)
    assert not any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn") for char in out)
    out.encode()  # no lone surrogate is left


@given(anything, st.integers(1, 40))
def test_cleaning_twice_changes_nothing(text: str, limit: int) -> None:
    once = clean(text, limit)
    assert clean(once, limit) == once


@given(anything)
def test_cleaned_text_is_in_nfc(text: str) -> None:
    assert unicodedata.is_normalized("NFC", clean(text, 30))


@given(st.text("abcdefghijklmnopqrstuvwxyz ÄÖÜéß中文кот[]{}!?", max_size=24))
def test_ordinary_names_stay_as_they_are(text: str) -> None:
    assert clean(text, 24) == " ".join(text.split())


@pytest.mark.parametrize(
    ("text", "out"),
    [
        ("\x1b[31mred\x1b[0m", "[31mred[0m"),
        ("\x9b2J", "2J"),
        ("a\u202eb\u2066c\u2069d", "abcd"),
        ("z\u200be\u200dr\u2060o\ufeff", "zero"),
        ("line\nbreak\r\ttab\x0b", "line break tab"),
        ("e\u0301", "é"),
        ("Z" + "\u0300" * 50, "Z\u0300\u0300"),
        ("\u0301alone", "alone"),
        ("\ud800half", "half"),
        ("\U000e0041tag", "tag"),
        ("\u3164", ""),
        ("\u2800 \u115f", ""),
        ("[bold red]x[/]", "[bold red]x[/]"),
        ("\u00a0 a \u3000 b ", "a b"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_known_tricks_are_undone(text: str, out: str) -> None:
    assert clean(text) == out


@pytest.mark.parametrize("value", [None, 5, b"bytes", ("a",), True, 1.5])
def test_what_is_no_text_counts_as_empty(value: object) -> None:
    assert clean(value, 10, "nameless") == "nameless"


def test_nothing_left_gives_the_fallback() -> None:
    assert clean("\u200b\x00", 10, "nameless") == "nameless"


def test_a_huge_text_is_cut_before_it_is_worked_on() -> None:
    assert clean("x" * 50_000_000, 5) == "xxxxx"
