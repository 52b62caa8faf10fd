"""What a table writes to a real pseudo-terminal: nothing while nothing happens, little for a move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import Terminal, in_terminal

MOST = 6000
"""Bytes of a move with the answer of one bot: two frames."""


CLOCK = 66
"""Bytes of a clock that changes, three times in its last minute and once in others: under 200 a minute."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    words = [*CABOOSE, "play", "--seats", "2", "--bots", "random", "--seed", "7"]
    with in_terminal(words, clean_environment(tmp_path) | {"TERM": "xterm-256color"}) as person:
        person.until("Choose the contract")
        person.settle(1.0)
        yield person


def test_an_idle_table_writes_nothing(table: Terminal) -> None:
    before = len(table.raw)
    table.take(3.0)
    assert len(table.raw) == before, bytes(table.raw[before:])


def test_a_move_with_a_bot_s_answer_writes_little(table: Terminal) -> None:
    table.type("1")
    table.until("Keep contract 1?")
    table.settle(0.5)
    before = len(table.raw)
    table.type("\r")
    table.until(lambda text: "Keep contract 1?" not in text)
    table.settle(0.5)
    assert 0 < len(table.raw) - before < MOST


def test_a_running_clock_writes_next_to_nothing(tmp_path: Path) -> None:
    words = [*CABOOSE, "host", "--seats", "2", "--bots", "random", "--due", "1m", "--no-lan"]
    with in_terminal(words, clean_environment(tmp_path) | {"TERM": "xterm-256color"}) as person:
        person.until("What shall others call you?")
        person.type("Ana\r")
        person.until("ready")
        person.type("r")
        person.until("Choose the contract", 90)
        person.until("1 min left", 90)
        person.settle(1.0)
        before = len(person.raw)
        person.until("40 s left", 90)
        person.settle(1.0)
        assert 0 < len(person.raw) - before < CLOCK, bytes(person.raw[before:])
