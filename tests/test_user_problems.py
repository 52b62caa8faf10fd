"""Every kind of fault in docs/user-problems.md is held by tests, and those are really there."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).resolve().parent
KINDS = 40


class Row(NamedTuple):
    """One kind of fault: where it was reported, and the tests that hold what is right here."""

    reported: str
    tests: list[str]


def rows() -> list[Row]:
    text = (HERE.parent / "docs/user-problems.md").read_text(encoding="utf-8")
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return [Row(row[0], re.findall(r"`([^`]+::[^`]+)`", row[-1])) for row in cells[2:]]


def test_no_kind_of_fault_is_missing() -> None:
    assert len(rows()) == KINDS


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.reported)
def test_a_kind_of_fault_has_tests_that_exist(row: Row) -> None:
    assert row.tests
    for name in row.tests:
        path, _, test = name.partition("::")
        source = (HERE / path).read_text(encoding="utf-8")
        assert re.search(rf"^(async )?def {re.escape(test)}\(", source, re.MULTILINE), name


def test_the_readme_says_how_it_is_with_windows() -> None:
    text = " ".join((HERE.parent / "README.md").read_text(encoding="utf-8").split())
    assert "Windows is untested: use WSL" in text
