"""`caboose known` as a person runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from netplay.known import Known
from tests.cli.conftest import Run


@pytest.fixture
def known(environment: dict[str, str]) -> Known:
    made = Known(Path(environment["CABOOSE_CONFIG_DIR"]) / "people.json")
    made.meet([("a" * 32, "Ana"), ("b" * 32, "Ben")], 1_700_000_000)
    return made


def test_it_lists_those_who_were_met_with_what_one_said_of_them(caboose: Run, known: Known) -> None:
    assert caboose("known", "aaaa", "--note", "from the club").code == 0
    assert caboose("known", "Ben", "--block").code == 0
    done = caboose("known")
    assert (done.code, done.err) == (0, "")
    first, second = done.out.splitlines()
    assert first.startswith("aaaa  Ana")
    assert first.endswith("from the club")
    assert second.endswith("blocked")
    assert caboose("known", "Ben", "--unblock").code == 0
    assert not known.find("Ben").blocked
    assert caboose("known", "Ben", "--forget").code == 0
    assert [person.name for person in known.people()] == ["Ana"]


def test_an_empty_list_says_so(caboose: Run) -> None:
    assert "nobody yet" in caboose("known").out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--mute",), 2),
        (("Ana", "--mute", "--unmute"), 2),
        (("Ana", "--forget", "--mute"), 2),
        (("Cy", "--mute"), 1),
    ],
)
def test_what_cannot_be_done_is_one_line(
    caboose: Run, known: Known, arguments: tuple[str, ...], code: int
) -> None:
    done = caboose("known", *arguments)
    assert (done.code, done.out) == (code, "")
    assert done.complaint()
