"""What a table writes to a real pseudo-terminal: nothing while nothing happens, little for a move."""

from __future__ import annotations

from pathlib import Path

from tests.tui.serve.playing import one_move
from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import in_terminal


def test_an_idle_table_writes_nothing_and_a_move_writes_little(tmp_path: Path) -> None:
    words = [*CABOOSE, "play", "--seats", "2", "--bots", "random", "--seed", "7"]
    with in_terminal(words, clean_environment(tmp_path) | {"TERM": "xterm-256color"}) as person:
        person.until("Choose the contract")
        person.settle(1.0)
        before = len(person.raw)
        person.take(3.0)
        assert len(person.raw) == before, bytes(person.raw[before:])
        person.type("1")
        person.until("Keep contract 1?")
        person.settle(0.5)
        before = len(person.raw)
        person.type("\r")
        person.until(lambda text: "Keep contract 1?" not in text)
        person.settle(0.5)
        assert 0 < len(person.raw) - before < 6000, "a move and the answer of one bot"
        one_move(person)
