"""What a table writes to a real pseudo-terminal: nothing while nothing happens, little for a move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import Terminal, in_terminal

MOST = 6000
"""Bytes of a move with the answer of one bot: two frames."""


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
