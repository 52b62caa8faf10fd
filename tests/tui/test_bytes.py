"""What a table writes to a real pseudo-terminal: nothing while nothing happens, little for a move."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.smallest import cells, smallest
from tests.tui.serve.playing import choose, confirm, mine, over
from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import Terminal, in_terminal

MOST = 3000
"""Bytes of one move at 80 by 24, half of the moves: what we set ourselves."""
REDRAW = 40_000
"""Bytes of all of 140 by 45: likewise."""
MORE = 1.5
"""Times what the smallest text would need that turns the screen before a move into the one after it."""


CLOCK = 66
"""Bytes of a clock that changes, three times in its last minute and once in others: under 200 a minute."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Terminal]:
    words = [*CABOOSE, "play", "--seats", "2", "--bots", "greedy", "--seed", "7"]
    env = clean_environment(tmp_path) | {"TERM": "xterm-256color", "COLORTERM": "truecolor"}
    with in_terminal(words, env) as person:
        person.until("Choose the contract")
        person.settle(1.0)
        yield person


def test_an_idle_table_writes_nothing(table: Terminal) -> None:
    before = len(table.raw)
    table.take(3.0)
    assert len(table.raw) == before, bytes(table.raw[before:])


def test_a_move_writes_little_more_than_what_changes(table: Terminal) -> None:
    wrote, needed = [], []
    while len(wrote) < 8 and not over(table.text):
        choose(table)
        before, shown = len(table.raw), cells(table.screen)
        confirm(table)  # the bot answers later, as a person would
        wrote.append(len(table.raw) - before)
        needed.append(smallest(shown, cells(table.screen)))
        table.until(lambda text: over(text) or mine(table))
        table.settle(0.5)
    assert statistics.median(wrote) < MOST, wrote
    assert sum(wrote) < MORE * sum(needed), (wrote, needed)


def test_all_of_a_large_screen_is_written_once(table: Terminal) -> None:
    table.resize(139, 45)
    table.until(lambda text: bool(text.splitlines()[-1].strip()))
    table.settle(1.0)
    before = len(table.raw)
    table.resize(140, 45)
    table.until(lambda _: len(table.raw) > before)
    table.settle(1.0)
    wrote = len(table.raw) - before
    nothing = [[table.screen.default_char] * 140] * 45
    assert 0 < wrote < REDRAW
    assert wrote < 1.2 * smallest(nothing, cells(table.screen))


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
