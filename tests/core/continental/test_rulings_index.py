"""Every ruling is written down, and has a test named after it."""

import re
from pathlib import Path

HERE = Path(__file__).resolve().parent
RULINGS = set(range(1, 38))


def test_every_ruling_has_a_test_named_after_it() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    assert {int(n) for n in re.findall(r"def test_ruling_(\d\d)_", source)} == RULINGS


def test_every_ruling_is_in_the_document_once() -> None:
    text = (HERE.parents[2] / "docs/rulings.md").read_text(encoding="utf-8")
    assert sorted(int(n) for n in re.findall(r"^\| (\d+) \| [A-Z]", text, re.MULTILINE)) == sorted(
        RULINGS
    )
