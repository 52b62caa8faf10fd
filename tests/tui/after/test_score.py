"""The scoring sheet builds up line by line, the winner last, where motion is wanted."""

from __future__ import annotations

from types import SimpleNamespace

from tests.tui.driving import app_at_table, drawn
from tui.marks import UNICODE
from tui.preferences import Preferences
from tui.screens.score import ScoreScreen
from tui.settings import Settings


def rows(screen: ScoreScreen) -> list[str]:
    return [row.strip("│ ") for row in drawn(screen)]


async def test_the_sheet_grows_and_the_winner_comes_last() -> None:
    app = app_at_table(seats=2, seat=None)
    async with app.run_test(size=(80, 24)) as pilot:
        for _turn in range(500):
            if isinstance(app.screen, ScoreScreen):
                break
            await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)
        board = app.screen._board
        whole = ScoreScreen(board, UNICODE, "")
        await app.push_screen(whole)
        everything = rows(whole)
        slow = ScoreScreen(board, UNICODE, "", slowly=True)
        await app.push_screen(slow)
        first = rows(slow)
        assert "win" in everything[1]
        assert "win" not in first[1]
        slow._grow()
        slow._grow()
        grown = rows(slow)
        assert sum(map(bool, grown)) > sum(map(bool, first))
        await pilot.press("n")
        assert app.screen is slow, "the first key shows the rest"
        assert rows(slow) == everything
        for _line in range(60):
            slow._grow()
        assert rows(slow) == everything


def test_motion_is_off_by_the_setting_and_over_ssh() -> None:
    def moves(environment: dict[str, str], settings: Settings) -> bool:
        app = SimpleNamespace(_driver=None)
        found = Preferences(app, settings, environment, lambda _settings: None)  # type: ignore[arg-type]  # no app
        return found.motion

    assert moves({}, Settings())
    assert not moves({}, Settings(motion=False))
    assert not moves({"SSH_CONNECTION": "1 2 3 4"}, Settings())
