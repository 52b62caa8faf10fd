"""A first evening, from the first login to the second game's chart, over a real ``ssh`` at 80 by 24."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.serve.playing import choose, confirm, mine, over
from tests.tui.serve.servers import needs_ssh, ssh_town
from tests.tui.serve.terminal import Terminal

pytestmark = [needs_ssh, pytest.mark.slow]

GO_ON = "n  go on"


def play_to_the_sheet(person: Terminal, moves: int = 300) -> set[str]:
    """By trying what is shown, listening to the conductor where there is one; what was in the panel
    that the conductor speaks in.
    """
    said = set()
    for _ in range(moves):
        person.until(lambda text: over(text) or mine(person) or hears(person))
        person.settle()
        if over(person.text):
            return said
        if hears(person):
            said.add(person.text)
            before = person.text
            person.type("n")
            person.until(lambda text, was=before: text != was)
            continue
        choose(person)
        if not over(person.text):
            confirm(person)
    raise AssertionError(f"the game did not end:\n{person.text}")


def hears(person: Terminal) -> bool:
    """Whether the conductor waits to be heard."""
    return GO_ON in person.text


def press(person: Terminal, key: str, shows: str) -> str:
    person.type(key)
    text = person.until(shows)
    person.settle()
    return text


def entry(text: str) -> tuple[int, int]:
    """The entry of the replay that is shown, and how many there are."""
    found = re.search(r"^ (\d+) of (\d+) ", text, re.MULTILINE)
    return (int(found[1]), int(found[2])) if found else (-1, -1)


def test_a_new_user_learns_plays_looks_back_and_changes_language_and_signs(tmp_path: Path) -> None:
    with ssh_town(tmp_path / "town") as town, town.come("eve") as person:
        person.until("Enter goes on")
        press(person, "\r", "D E P A R T U R E S")
        press(person, "t", "Welcome aboard!")
        said = play_to_the_sheet(person)
        person.until(" win")
        assert len(said) > 5, "the conductor explains what comes up"
        press(person, "h", "D E P A R T U R E S")

        press(person, "1\r", "Choose the contract")
        play_to_the_sheet(person)
        person.until(" win")  # the sheet builds up line by line

        person.type("v")
        person.until(lambda text: entry(text)[1] > 10)
        last, count = entry(person.text)
        assert last == count
        person.type("\x1b[D")
        person.until(lambda text: entry(text)[0] == count - 1)
        person.type("\x1b[H")
        person.until(lambda text: 0 <= entry(text)[0] <= 1)
        first = person.text
        person.type(" ")  # it plays by itself
        person.until(lambda text: entry(text)[0] >= 3 and text != first)
        press(person, "\x1b", "scoring sheet")

        press(person, ",", "Settings")
        press(person, "\x1b[C", "English")
        press(person, "\x1b[C", "Réglages")
        press(person, "\x1b[B\x1b[B\x1b[C", "unicode")
        press(person, "\x1b[C", "+- Réglages")
        text = press(person, "\x1b", "La partie est finie")
        assert not set(text) & set("┌─│▰◊═"), "signs are ASCII now"

        person.type("\r")
        wins = (" gagne", " victoire", "emporte")
        person.until(lambda text: "Total" in text and any(word in text for word in wins))
        chart = press(person, "c", "Points par tour")
        assert "Lantern" in chart
        assert not set(chart) & set("┌─│▰◊═")
        press(person, "\x1b", "La partie est finie")
        press(person, "\r", "Total")
        person.type("q")
        assert person.end() == 0
        assert not person.modes_left()
