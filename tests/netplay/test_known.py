"""The list of those one has met."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.known import MOST, Known, KnownUnusable, _read

ANA, BEN = "a" * 32, "b" * 32


@pytest.fixture
def known(tmp_path: Path) -> Known:
    return Known(tmp_path / "config" / "people.json")


def test_whoever_was_met_is_kept_with_the_first_day_and_the_last_name(known: Known) -> None:
    assert known.people() == ()
    known.meet([(ANA, "Ana"), (BEN, "\x1b[1mBen")], 1000.5)
    known.meet([(ANA, "Anna")], 2000)
    assert [(p.name, p.mark, p.met) for p in known.people()] == [
        ("Anna", "aaaa", 1000),
        ("[1mBen", "bbbb", 1000),
    ]


def test_a_note_and_a_mute_stay_when_somebody_is_met_again(known: Known) -> None:
    known.meet([(ANA, "Ana")], 1)
    assert known.change("aaaa", note="  from the\nclub ", muted=True).note == "from the club"
    known.meet([(ANA, "Ana")], 2)
    person = known.find("Ana")
    assert (person.note, person.muted, person.blocked) == ("from the club", True, False)
    assert known.forget(ANA).player == ANA
    assert known.people() == ()


def test_an_ambiguous_or_unknown_name_is_said(known: Known) -> None:
    known.meet([(ANA, "Ana"), ("ab" * 16, "ana")], 1)
    with pytest.raises(KnownUnusable, match="may be any of 2: aaaaaaaa"):
        known.find("ANA")
    with pytest.raises(KnownUnusable, match="nobody you have met is called 'Ben'"):
        known.change("Ben", muted=True)
    assert known.find("aaa").player == ANA


def test_the_list_has_an_end_and_notes_outlive_it(known: Known) -> None:
    known.meet([(ANA, "Ana")], 1)
    known.change("Ana", note="keep")
    known.meet([(f"{number:032x}", "x") for number in range(MOST + 5)], 2)
    people = known.people()
    assert len(people) == MOST
    assert people[0].player == ANA
    assert people[-1].player == f"{MOST + 4:032x}"


BROKEN = st.from_regex(r'\{"people": \[\{"player": "[0-9a-f]*".{0,60}', fullmatch=True)


@given(st.binary(max_size=200) | BROKEN.map(str.encode))
def test_a_damaged_list_is_refused_and_never_written_over(data: bytes) -> None:
    with pytest.raises((ValueError, RecursionError)):
        _read(data)


def test_a_damaged_list_is_said_in_one_sentence(known: Known, tmp_path: Path) -> None:
    file = tmp_path / "config" / "people.json"
    file.parent.mkdir()
    file.write_text("[")
    with pytest.raises(KnownUnusable, match="mend it or move it away"):
        known.meet([(ANA, "Ana")], 1)
    assert file.read_text() == "["


def test_a_list_of_an_older_program_is_read_and_counts_from_nothing(known: Known) -> None:
    known.meet([(ANA, "Ana")], 1)
    path = known._path
    path.write_text(path.read_text().replace(', "dissolved": 0', "").replace('"dissolved": 0', ""))
    text = path.read_text()
    path.write_text("".join(text.rstrip(" \n}]").rstrip().rstrip(",") + "}]}"))
    assert [(p.name, p.dissolved) for p in known.people()] == [("Ana", 0)]


def test_who_let_starts_dissolve_is_counted_and_not_forgotten_by_itself(known: Known) -> None:
    known.meet([(BEN, "Ben")], 1)
    known.dissolved([(ANA, "Ana")], 2)
    known.dissolved([(ANA, "Ana")], 3)
    assert [(p.name, p.dissolved, p.kept) for p in known.people()] == [
        ("Ben", 0, False),
        ("Ana", 2, True),
    ]


def test_somebody_only_heard_of_can_be_muted(known: Known) -> None:
    before = known.stamp()
    assert known.say(ANA, "Ana", 5.0, muted=True).muted
    assert known.stamp() != before
    assert not known.say(ANA, "Ana", 6.0, muted=False).muted
