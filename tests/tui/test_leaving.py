"""The question before a game is left: all of its words and answers, in every language."""

from __future__ import annotations

import pytest

from tests.tui.driving import app_at_table, drawn
from tui import tongue
from tui.marks import ASCII
from tui.screens.leave import SERVING, SOLO, LeaveScreen, aside


@pytest.mark.parametrize("language", tongue.LANGUAGES)
@pytest.mark.parametrize("what", ["alone", "serving", "aside"])
async def test_every_answer_is_shown_whatever_the_words_take(language: str, what: str) -> None:
    async with app_at_table(2).run_test(size=(80, 24)) as pilot:
        tongue.use(language)
        says = {"alone": SOLO, "serving": SERVING, "aside": aside(3)}[what]
        screen = LeaveScreen(ASCII, says)
        await pilot.app.push_screen(screen)
        await pilot.pause()
        screen.repaint()
        text = "\n".join(drawn(screen)).replace("\N{NO-BREAK SPACE}", " ")
        assert tongue._("leave and quit Caboose") in text
        assert tongue._("stay") in text
        assert tongue._(says[-1]).split()[-1] in text
