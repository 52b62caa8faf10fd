"""Pastes and floods of keys: one message, and no more work than a line is long."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.events import Key, MouseDown, Paste
from textual.message import Message

from tests.tui.serve.servers import CABOOSE, clean_environment
from tests.tui.serve.terminal import in_terminal
from tui.inlet import BURST, MOST_PASTED, RATE, SILENCE, Inlet, Sluice

COLOURED = "hello \x1b[31mred\x1b[0m \x1b]52;c;AAAA\x07 q\r \x1b\x1b[A " * 300


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def fed(data: str, pieces: int = 0, inlet: Inlet | None = None) -> list[Message]:
    made = inlet or Inlet(clock=Clock())
    pieces = pieces or len(data)
    found: list[Message] = []
    for n in range(0, len(data), pieces):
        found += made.feed(data[n : n + pieces])
    return found


@pytest.mark.parametrize("pieces", [0, 4096, 7, 2])
def test_a_paste_full_of_escape_sequences_is_one_message_of_bounded_length(pieces: int) -> None:
    assert len(COLOURED) > 11_000
    found = fed(f"a\x1b[200~{COLOURED}\x1b[201~b", pieces)
    assert [type(message) for message in found] == [Key, Paste, Key]
    paste = found[1]
    assert isinstance(paste, Paste)
    assert paste.text == COLOURED[:MOST_PASTED]


def test_what_is_not_pasted_is_what_it_was() -> None:
    found = fed("x\x1b[A\x1b[<0;5;6M\x1b[200~hi\x1b[201~\x1b[B")
    assert [type(message) for message in found] == [Key, Key, MouseDown, Paste, Key]
    assert [m.key for m in found if isinstance(m, Key)] == ["x", "up", "down"]


def test_a_lone_escape_is_a_key_also_at_the_end_of_others() -> None:
    clock = Clock()
    inlet = Inlet(clock=clock)
    assert not fed("\x1b", inlet=inlet)
    assert not inlet.waits
    assert [m.key for m in fed("ab\x1b", inlet=Inlet(clock=clock)) if isinstance(m, Key)] == [
        "a",
        "b",
    ]
    later = Inlet(clock=clock)
    list(later.feed("ab\x1b"))
    assert later.waits
    clock.now = 1.0
    list(later.tick())
    assert not later.waits
    # From here on it is Textual's, which waits whether a sequence follows.
    assert [m.key for m in later.feed("\x1b[A") if isinstance(m, Key)] == ["escape", "up"]


def test_a_paste_without_an_end_is_over_after_a_while_and_keys_are_keys_again() -> None:
    clock = Clock()
    inlet = Inlet(clock=clock)
    assert not fed("\x1b[200~never ends", inlet=inlet)
    clock.now = SILENCE - 1
    assert not list(inlet.tick())
    clock.now = SILENCE + 1
    assert [type(message) for message in inlet.tick()] == [Paste]
    assert [type(message) for message in inlet.feed("q")] == [Key]


@pytest.mark.parametrize("sent", ["x", "\x1b[A", "\x1b[200~x\x1b[201~", "\x1b[I", "\x1b[I\x1b[O"])
def test_of_a_flood_only_the_first_go_on_and_later_ones_as_people_type(sent: str) -> None:
    clock = Clock()
    sluice = Sluice(clock)
    flood = fed(sent * 2000)
    assert len(flood) >= 2000
    assert sum(map(sluice.lets, flood)) == BURST
    clock.now = 1.0
    assert sum(map(sluice.lets, flood)) == RATE


def test_the_mouse_moves_through_a_flood() -> None:
    flood = fed("\x1b[<35;10;5M" * 2000)
    assert len(flood) == 2000
    assert all(map(Sluice(Clock()).lets, flood))


def test_a_page_of_coloured_text_pasted_into_a_line_presses_nothing(tmp_path: Path) -> None:
    with in_terminal([*CABOOSE], clean_environment(tmp_path)) as person:
        person.until("What shall others call you?")
        person.type("\x15\x1b[200~Zoe\r\x1b[31mq\r" + COLOURED + "\x1b[201~")
        person.until("Zoe")
        person.type("\x7f" * 30 + "Yvonne" + "w" * 2000)
        person.until("Yvonnew")
        assert "What shall others call you?" in person.text
        # What comes in the wake of a flood may be dropped with it: who sees nothing presses again.
        for _ in range(60):
            person.type("\r")
            person.settle(1.0)
            if "depart" in person.text:
                break
        person.until("depart")
