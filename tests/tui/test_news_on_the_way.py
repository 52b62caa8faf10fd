"""News that reaches a screen before it is on show."""

from tests.tui.driving import rows
from tui.app import CabooseApp
from tui.screens.page import PageScreen, text_page


async def test_a_screen_that_is_on_its_way_bears_being_repainted() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = PageScreen("News", text_page("told on the way"), app.marks)
        app.push_screen(screen)
        screen.repaint()
        await pilot.pause()
        assert any("told on the way" in row for row in rows(app))
