"""Plays a game through a terminal as somebody would who has never seen it: by trying what is shown."""

from __future__ import annotations

from tests.tui.serve.terminal import Terminal


def prompt(person: Terminal) -> str:
    """The line that says what to do."""
    return person.screen.display[-2]


def mine(person: Terminal) -> bool:
    """Whether it is this person's turn."""
    return "your turn" in person.screen.display[0]


def over(text: str) -> bool:
    """Whether the scoring sheet is shown."""
    return "Total" in text or ("Complete" in text and "Certified" in text)


def play_to_the_end(person: Terminal, moves: int = 300) -> int:
    """Play on until the scoring sheet; how many moves it took."""
    for count in range(moves):
        person.until(lambda text: over(text) or mine(person), seconds=60)
        person.settle()  # a frame may come in two parts
        if over(person.text):
            return count
        if mine(person):
            one_move(person)
    raise AssertionError(f"the game did not end:\n{person.text}")


def one_move(person: Terminal) -> None:
    """The first thing that can be done, else the end of the turn."""
    choose(person)
    if not over(person.text):
        confirm(person)


def confirm(person: Terminal) -> None:
    """Enter, and the first that comes of it."""
    before = person.text
    person.type("\r")
    person.until(lambda text: text != before, seconds=60)
    person.settle()


def choose(person: Terminal) -> None:
    """Try keys until a choice waits to be confirmed, or nothing is left to try."""
    for _ in range(3):
        for key in _keys(prompt(person)):
            if staged(person):
                break
            person.type(key)
            person.settle(0.08)
            if over(person.text):
                return
    if not staged(person) and "Switchman" in prompt(person):
        person.type("x")
        person.settle(0.08)


def staged(person: Terminal) -> bool:
    """Whether a choice waits to be confirmed."""
    return prompt(person).rstrip().endswith("?") and "which" not in prompt(person)


def _keys(says: str) -> str:
    if "wagon" in says or "swap" in says:
        return "abcdel12345"
    return "abc" if "Claim" in says else "123456789abc"
