"""The table screen: what is staged, what is refused and why, what is hidden, what is asked."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual import events

from tests.tui.driving import app_at_home, app_at_table, begin, rows, shown, slow, table, view
from tests.tui.positions import DIRECTOR, INVESTOR, PICKPOCKET, SWITCHMAN, position
from tui.canvas import Canvas
from tui.marks import ASCII
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.page import PageScreen
from tui.screens.score import ScoreScreen
from tui.screens.table import TableScreen


async def test_the_contract_is_hidden_until_its_key_and_again_after_it() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        assert "points for each" not in shown(app)
        assert "points once" not in shown(app)
        await pilot.press("h")
        assert " points" in rows(app)[-7] + rows(app)[-6]
        assert "now 0 points" in shown(app)
        await pilot.press("h")
        assert "now 0 points" not in shown(app)


async def test_what_is_staged_is_shown_and_taken_back_and_nothing_was_sent() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        before = table(app).table.state.encode()
        await pilot.press("1")
        assert "enter" in rows(app)[-1]
        assert "Take the" in rows(app)[-2]
        await pilot.press("escape")
        assert "Take the" not in rows(app)[-2]
        assert table(app).table.state.encode() == before


async def test_a_card_too_dear_says_why() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("3")
        assert "That card costs 2 tickets, you have none." in rows(app)[-2]
        await pilot.press("1")
        assert "costs" not in rows(app)[-2]


async def test_an_objective_out_of_turn_says_why() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("a")
        assert "First take a small card." in rows(app)[-2]


async def test_keys_while_another_player_acts_say_so() -> None:
    app = app_at_table(2, arrange=position(yard={0: 2}))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        slow(app)
        await pilot.press("1", "enter")
        assert "Wait: Ben is to act." in rows(app)[-2]
        await pilot.press("1")
        assert "another player's turn" in rows(app)[-2]


async def test_paying_wagons_is_asked_only_where_there_is_a_choice() -> None:
    arrange = position(yard={0: 2}, trains=("AABL",), row=("AA", "CCC", "BB"))
    app = app_at_table(2, arrange=arrange)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "c")
        assert "Pay with" not in shown(app), "B and L is the only way"
        await pilot.press("a")
        assert "Pay with: way 1 of 2" in shown(app)
        assert "Claim a, paying A A?" in rows(app)[-2], "real wagons first"
        await pilot.press("2")
        assert "Claim a, paying A L?" in rows(app)[-2]
        await pilot.press("right")
        assert "Claim a, paying A A?" in rows(app)[-2]
        await pilot.press("left", "enter")
        assert "Ana: claim a, 2 blue, for A L" in table(app).board.log()


async def test_a_turn_is_ended_without_a_claim_by_two_presses_of_space() -> None:
    arrange = position(yard={0: 2}, trains=("AA",), row=("AA", "CCC", "BB"))
    app = app_at_table(2, arrange=arrange)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        slow(app)
        await pilot.press("1", "enter", "space")
        assert "End your turn without a claim?" in rows(app)[-2]
        await pilot.press("space")
        assert "Ana: no claim" in table(app).board.log()


async def test_the_director_takes_a_token_by_digit() -> None:
    app = app_at_table(2, arrange=position(yard={0: DIRECTOR}))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "3")
        assert "Take a black token?" in rows(app)[-2]
        await pilot.press("enter")
        assert "Ana: a black company token" in table(app).board.log()
        assert table(app).table.state.tokens[2] == 1


async def test_the_investor_takes_the_dearest_card_free() -> None:
    app = app_at_table(2, arrange=position(yard={0: INVESTOR, 5: 4}))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "6", "enter")
        assert "Ana: Mail car from line 2, free" in table(app).board.log()


async def test_an_investor_leads_to_the_next_character() -> None:
    app = app_at_table(2, arrange=position(yard={0: INVESTOR, 5: DIRECTOR}))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "6", "enter", "5", "enter")
        assert "Ana: a green company token" in table(app).board.log()


async def test_the_pickpocket_takes_from_one_who_has_tickets() -> None:
    arrange = position(yard={0: PICKPOCKET}, tickets=(0, 2, 0))
    app = app_at_table(3, arrange=arrange)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "3")
        assert "That player has no tickets." in rows(app)[-2]
        await pilot.press("2", "enter")
        assert "Ana: 2 tickets of Ben's" in table(app).board.log()


async def test_the_switchman_asks_wagon_player_wagon() -> None:
    arrange = position(yard={0: SWITCHMAN}, trains=("AL", "BB", "DE"))
    app = app_at_table(3, arrange=arrange)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "e")
        assert "You have no Mail car to give." in rows(app)[-2]
        await pilot.press("l")
        assert "with whom" in rows(app)[-2]
        await pilot.press("3", "b")
        assert "That player has no Flatcar." in rows(app)[-2]
        await pilot.press("e")
        assert "Give Cleo L for E?" in rows(app)[-2]
        await pilot.press("escape", "escape", "escape", "a", "2", "b", "enter")
        assert "Ana: A Boxcar for Ben's B Flatcar" in table(app).board.log()


async def test_the_switchman_does_not_ask_whom_where_only_one_has_wagons() -> None:
    app = app_at_table(2, arrange=position(yard={0: SWITCHMAN}, trains=("A", "BC")))
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "a")
        assert "which wagon do you want from Ben" in rows(app)[-2]


@pytest.mark.parametrize("character", [DIRECTOR, INVESTOR, PICKPOCKET, SWITCHMAN])
async def test_every_character_can_be_done_without(character: int) -> None:
    arrange = position(yard={0: character}, trains=("A", "B"), tickets=(0, 1))
    app = app_at_table(2, arrange=arrange)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "x", "enter")
        assert any(line.startswith("Ana: no use of the ") for line in table(app).board.log())


async def test_where_effects_are_mandatory_doing_without_says_why() -> None:
    options = {"first_player": 0, "effects_mandatory": True}
    app = app_at_table(2, arrange=position(yard={0: DIRECTOR}), options=options)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "x")
        assert "may not be declined" in rows(app)[-2]
        assert "do without" not in rows(app)[-1]


async def test_a_terminal_too_small_is_told_so_and_the_game_waits() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(79, 24)) as pilot:
        await pilot.pause()
        assert "needs 80 columns and 24 rows" in shown(app)
        await pilot.press("1", "enter")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "Keep one of these contracts" in shown(app)
        assert view(app).draft.move is None


async def test_a_terminal_too_small_can_still_be_left() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("q")
        await pilot.pause()
        assert "Leave this game?" in " ".join(shown(app).split())
        await pilot.press("q")
    assert app.return_value == 0


async def test_a_game_that_ends_under_an_open_page_shows_the_sheet_after_it() -> None:
    app = app_at_table(2, seat=None, pace=0.001)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("?")
        watched = app.screen_stack[0]
        assert isinstance(watched, TableScreen)
        while not watched.table.state.over:
            await pilot.pause(0.01)
        assert isinstance(app.screen, PageScreen)
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, ScoreScreen)


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
async def test_leaving_a_live_game_asks_and_can_be_taken_back(key: str) -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press(key)
        await pilot.pause()
        assert isinstance(app.screen, LeaveScreen)
        await pilot.press("escape")
        assert table(app).live
        await pilot.press(key)
        await pilot.press("y")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)


async def test_asked_twice_by_ctrl_q_it_still_asks_once_and_q_then_quits() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("ctrl+q", "ctrl+q")
        await pilot.pause()
        assert sum(isinstance(screen, LeaveScreen) for screen in app.screen_stack) == 1
        await pilot.press("q")
    assert app.return_value == 0


async def test_a_game_that_is_left_is_kept_and_home_says_where() -> None:
    kept: list[object] = []
    app = app_at_home(kept=kept)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("q", "y")
        await pilot.pause()
        assert len(kept) == 1
        assert "Kept as game" in shown(app)


@pytest.mark.parametrize(
    "names",
    [
        ("[bold]Ana[/]", "[/]", "[link=x]", "[@click=app.quit]q"),
        ("A" * 10_000, "\x1b[31mred", "\u202eevil", "\u200b\u200b"),
        ("日本語の名前です", "🚂🚂🚂", "é" + "́" * 50, ""),
    ],
)
async def test_hostile_names_are_shown_harmlessly_and_move_nothing(names: tuple[str, ...]) -> None:
    app = app_at_table(4, names=names)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter")
        await pilot.pause()
        assert {cell_len(row) for row in rows(app)} == {80}
        assert "\x1b" not in shown(app)
        assert rows(app)[11].startswith("┌─ Players ")
        await pilot.press("l")
        assert {cell_len(row) for row in rows(app)} == {80}


async def test_a_spectator_sees_the_table_and_no_contract_and_may_not_act() -> None:
    app = app_at_table(2, seat=None, pace=1000.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "h", "enter")
        assert "only watching" in rows(app)[-2]
        assert "Contracts are shown at the end" in shown(app)
        assert "Watching: train of" in shown(app)
        assert "Your contract" not in shown(app)
        await pilot.press("?")
        assert "a hint" not in shown(app), "only keys that look something up"
        assert "claim that" not in shown(app)
        await pilot.press("escape")
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen), "nothing is lost: it does not ask"


@pytest.mark.parametrize(
    ("key", "title"),
    [("?", "Keys"), ("l", "Log")],
)
async def test_pages_open_over_the_table_and_close_again(key: str, title: str) -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "question_mark" if key == "?" else key)
        await pilot.pause()
        assert isinstance(app.screen, PageScreen)
        assert rows(app)[0].startswith(f"┌─ {title}")
        await pilot.press("end", "pageup", "escape")
        await pilot.pause()
        assert view(app).draft.move is not None, "what was staged is still staged"


async def test_the_ascii_set_shows_ascii_only() -> None:
    app = app_at_table(3, marks=ASCII)
    async with app.run_test(size=(100, 30)) as pilot:
        await begin(pilot)
        await pilot.press("1", "enter", "1")
        assert shown(app).isascii()


async def test_nothing_is_repainted_while_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        assert table(app)._timer is None, "nothing is to wake the screen"
        repainted: list[object] = []
        monkeypatch.setattr(Canvas, "refresh", lambda self, *a, **k: repainted.append(self.id))
        table(app).repaint()
        assert repainted == []
        await pilot.press("1")
        # The contract's panel says what the card taken would bring.
        assert set(repainted) == {"yard", "prompt", "contract"}, "only what changed is painted"


@pytest.mark.parametrize("opens", ["question_mark", "l", "q"])
async def test_keys_typed_ahead_do_not_close_more_than_they_were_meant_for(opens: str) -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press(opens)
        for _ in range(3):
            app.screen.post_message(events.Key("escape", None))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
