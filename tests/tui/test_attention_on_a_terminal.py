"""Your turn on a real terminal: bell, title and notice, each off by its setting; the title comes back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import Terminal, in_terminal

SAVE, BACK = b"\x1b[22;2t", b"\x1b[23;2t"
TITLE = b"\x1b]2;Caboose: Your turn\x07"
NOTICES = (b"\x1b]9;", b"\x1b]777;notify;Caboose;")


def at_a_networked_table(person: Terminal) -> None:
    person.until("What shall others call you?")
    person.type("Ana\r")
    person.until("press r when you are ready", 90)
    person.type("r")
    person.until("Choose the contract", 90)
    person.type("1")
    person.until("Keep contract 1?", 90)
    person.type("\r")
    person.until("your turn", 90)
    person.settle(0.5)


def leave(person: Terminal) -> None:
    person.type("q")
    person.until("quit Caboose", 90)
    person.type("q")
    while person.take(1.0):
        pass


def words(*more: str) -> list[str]:
    return [*CABOOSE, "host", "--seats", "2", "--bots", "random", "--no-lan", *more]


@pytest.mark.parametrize("off", ["", "bell", "title", "notice"])
def test_it_rings_names_the_window_and_notifies_unless_that_is_off(
    tmp_path: Path, off: str
) -> None:
    environment = clean_environment(tmp_path) | {"TERM": "xterm-256color"}
    if off:
        (tmp_path / "config").mkdir()
        (tmp_path / "config" / "settings.toml").write_text(f"{off} = false\n")
    with in_terminal(words(), environment) as person:
        at_a_networked_table(person)
        leave(person)
        raw = bytes(person.raw)
    bare = re.sub(
        rb"\x1b\][^\x07]*\x07", b"", raw
    )  # such a sequence ends with the sign of the bell
    assert (b"\x07" in bare) is (off != "bell")
    assert (TITLE in raw) is (off != "title")
    assert all((notice in raw) is (off != "notice") for notice in NOTICES)
    assert raw.count(SAVE) == raw.count(BACK) == (0 if off == "title" else 1)
    if off != "title":
        assert raw.rindex(BACK) > raw.rindex(b"\x1b]2;")
