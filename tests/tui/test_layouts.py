"""No text is cut off: every screen in every language, at every size that has a layout of its own."""

from collections.abc import Callable

import pytest
from textual.pilot import Pilot

from tests.tui.test_settings import ABLE, as_usual_again
from tui import line as lines
from tui.app import CabooseApp
from tui.boards.registry import NAMES
from tui.line import Line
from tui.pictures import _play
from tui.settings import Settings
from tui.setup import SoloSetup
from tui.solo import solo_table
from tui.tongue import LANGUAGES

__all__ = ["as_usual_again"]

SIZES = [(80, 24), (100, 30), (140, 45)]
SCREENS = {
    "home": (None, 0, ()),
    "settings": (None, 0, (",",)),
    "commands": (None, 0, (":",)),
    "keys": (None, 0, ("?",)),
    "rules": (None, 0, ("r",)),
    **{f"{name}, {n} choices": (name, n, ()) for name in NAMES for n in (1, 9)},
    **{f"{name}, a choice": (name, 9, ("1",)) for name in NAMES},
    **{f"{name}, the score": (name, 400, ("enter",)) for name in NAMES},
}


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Lines that lost more than blanks on their way to the screen."""
    found: list[str] = []
    fit = Line.fit

    def watched(self: Line, width: int) -> Line:
        made = fit(self, width)
        if self.width > width and self.text.rstrip() != made.text.rstrip():
            found.append(self.text)
        return made

    monkeypatch.setattr(lines.Line, "fit", watched)
    return found


async def show(pilot: Pilot[int], choices: int, keys: tuple[str, ...]) -> None:
    await pilot.pause()
    if choices:
        await _play(pilot, choices, "")
    await pilot.press(*keys)
    await pilot.pause()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("screen", SCREENS)
async def test_nothing_is_cut_off(
    screen: str, code: str, size: tuple[int, int], cut: list[str]
) -> None:
    game, choices, keys = SCREENS[screen]
    setup = SoloSetup(game, seats=3, seed="caboose", name="Ana") if game else None
    make: Callable[[SoloSetup], object] = lambda one: solo_table(one, pace=0.0)  # noqa: E731 - as typed
    app = CabooseApp(
        setup, table_factory=make, settings=Settings(language=code), environment=ABLE  # type: ignore[arg-type]  # a SoloTable
    )  # fmt: skip
    async with app.run_test(size=size) as pilot:
        await show(pilot, choices, keys)
    assert not cut
