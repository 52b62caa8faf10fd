"""Golden pictures of screens and looks that no other picture shows, each looked at before it is accepted.

`pytest tests/tui/every/test_golden_screens.py --snapshot-update` makes them anew. What a clock, a
machine or chance decides (dates, who sits at this computer) is on none of them, and the codes of
tables are not left to chance.
"""

from __future__ import annotations

from typing import Any

import pytest
from pytest_textual_snapshot import SVGImageExtension

from tests.tui.every.looks import USUAL, Look, put_on
from tests.tui.every.screens import STOPS, at

BY_NAME = {stop.name: stop for stop in STOPS}
PICTURES = [
    *[
        (name, USUAL)
        for name in (
            "settings", "commands", "a table to open", "a name is asked", "people", "chat",
            "rules of the other", "replay", "moments", "chart", "games added up", "tutorial",
            "cover", "people at one terminal", "waiting room", "departures, a table chosen",
            "welcome", "agree", "points over games",
        )
    ],
    ("a card is taken", Look((140, 45), "fr", "light", "unicode")),
    ("a card is taken", Look((100, 30), "it", "contrast", "ascii")),
    ("an objective is claimed", Look((80, 24), "fr", "contrast", "unicode")),
    ("a hand of four", Look((80, 24), "fr", "dark", "mono")),
    ("six are watched", Look((140, 45), "it", "light", "ascii")),
    ("score", Look((80, 24), "it", "light", "unicode")),
    ("home", Look((100, 30), "fr", "nord", "unicode")),
    ("full trains", Look((180, 55), "en", "dark", "unicode")),
]  # fmt: skip


class Counted:
    """Bytes in the place of chance: the same codes and keys of tables each time."""

    def __init__(self) -> None:
        self._count = 0

    def urandom(self, length: int) -> bytes:
        self._count += 1
        return self._count.to_bytes(length, "big")


@pytest.mark.parametrize(("name", "look"), PICTURES, ids=str)
async def test_a_screen_looks_as_accepted(
    name: str, look: Look, snapshot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("netplay.lobby.host.os", Counted())
    monkeypatch.setattr("tui.person.suggested_name", lambda: "Ana")
    monkeypatch.setattr("netplay.lobby.own.BEAT", 1e6)  # a table heard again looks otherwise
    async with at(BY_NAME[name]) as pilot:
        await put_on(pilot, look)
        picture = pilot.app.export_screenshot(title=name)
    assert picture == snapshot(extension_class=SVGImageExtension)
