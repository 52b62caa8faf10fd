"""A first game with a conductor: what is said when, played to its end, left and taken up again."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from tests.tui.driving import drawn, shown
from tests.tui.net.parties import until
from tui import tongue
from tui.app import CabooseApp
from tui.boards.registry import NAMES, course
from tui.keep import keep
from tui.line import wrap
from tui.screens.games import GamesScreen
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.replay import ReplayScreen
from tui.screens.score import ScoreScreen
from tui.tutor import screen as tutor
from tui.tutor.record import file_name, load
from tui.tutor.screen import TutorScreen

GAME = "continental-express"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path


def opened(app: CabooseApp, game: str = GAME) -> TutorScreen:
    screen = TutorScreen(game, "You", app.marks, app.clock, pace=0.0)
    app.push_screen(screen)
    return screen


def spoken(screen: TutorScreen) -> str:
    return " ".join(row[1:-1].strip() for row in drawn(screen, "log")[1:-1])


async def play(pilot: Pilot[int], screen: TutorScreen, choices: int, seed: int = 3) -> None:
    """By the keys that are bright, objectives first, listening to the conductor on the way."""
    rng = random.Random(seed)
    for _ in range(choices):
        await pilot.pause()
        if screen.table.state.over or pilot.app.screen is not screen:
            return
        board: Any = screen.board
        keys = sorted(board.view().live - {"x", "space"})
        rows = [key for key in keys if key in "abc"]
        await pilot.press(rng.choice(rows or keys or ["space"]))
        if board.view().draft.move is not None:
            await pilot.press("enter")
        # On the scoring sheet it would begin another game.
        if pilot.app.screen is screen and not screen.table.state.over:
            await pilot.press("n")


async def test_the_conductor_begins_with_the_contract_and_goes_on_to_the_yard() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await pilot.pause()
        assert "contracts" in spoken(screen)
        await pilot.press("1", "enter")
        await pilot.pause()
        assert "take one card from the yard" in spoken(screen)


async def test_each_thing_is_said_once_and_the_log_comes_back() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await pilot.pause()
        first = spoken(screen)
        await pilot.press("n")
        assert spoken(screen) != first
        assert "n go on" not in spoken(screen)


async def test_a_whole_first_game_is_played_with_what_matters_explained(folder: Path) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await play(pilot, screen, 400)
        assert screen.table.state.over
        said = screen._record.said
        assert {"contract", "yard", "objectives", "claim", "watching", "last"} <= said
        assert not (folder / file_name(GAME)).exists()


async def test_a_first_game_that_ends_is_kept_and_can_be_looked_at_again(folder: Path) -> None:
    app = CabooseApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, TutorScreen)
        screen.table.pace = 0.0  # type: ignore[attr-defined] # it is a solo table
        await play(pilot, screen, 400)
        assert screen.table.state.over
        await until(lambda: isinstance(app.screen, ScoreScreen))
        assert len(list((folder / "games").iterdir())) == 1
        assert "Kept as" in shown(app)
        await pilot.press("x")  # the sheet may still be building up
        await pilot.press("h")
        await until(lambda: isinstance(app.screen, HomeScreen))
        await pilot.press("k")
        await until(lambda: isinstance(app.screen, GamesScreen))
        await until(lambda: "Lantern" in shown(app))
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ReplayScreen))


async def test_a_first_game_left_in_its_middle_is_in_no_list_for_it_goes_on(folder: Path) -> None:
    app = CabooseApp(keep=keep)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await play(pilot, screen, 6)
        await pilot.press("q")
        await until(lambda: isinstance(app.screen, LeaveScreen))
        await pilot.press("y")
        await until(lambda: isinstance(app.screen, HomeScreen))
    assert not (folder / "games").exists()
    assert load(GAME) is not None


async def test_at_the_end_the_conductor_no_longer_talks_of_the_last_round(folder: Path) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await play(pilot, screen, 400)
        assert screen.table.state.over
        screen._lesson = next(one for one in screen._lessons if one.name == "last")
        screen._ended = False
        screen.repaint()
        assert "The last round" not in spoken(screen)


async def test_left_in_the_middle_it_goes_on_from_there(folder: Path) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await play(pilot, screen, 12)
        state, said = screen.table.game.encode(screen.table.state), screen._record.said
        moves = screen._record.moves
        assert len(moves) > 3
    again = CabooseApp()
    async with again.run_test(size=(80, 24)) as pilot:
        screen = opened(again)
        await pilot.pause()
        assert screen._record.moves == moves
        assert screen._record.said >= said - {screen._lesson.name if screen._lesson else ""}
        assert screen.table.game.encode(screen.table.state) == state


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "{",
        "[]",
        '{"game": 1}',
        json.dumps({"game": GAME, "rules": "", "moves": [], "said": []}),
    ],
)
async def test_a_record_that_is_of_no_use_begins_a_new_game(folder: Path, damage: str) -> None:
    (folder / file_name(GAME)).write_text(damage)
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await pilot.pause()
        assert screen._record.moves == ()


async def test_moves_that_do_not_fit_begin_a_new_game(folder: Path) -> None:
    rules = tutor.game(GAME).rules_id().hex()
    record = {"game": GAME, "rules": rules, "moves": ["take 9 9", "nonsense"], "said": []}
    (folder / file_name(GAME)).write_text(json.dumps(record))
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app)
        await pilot.pause()
        assert screen._record.moves == ()


async def test_who_leaves_is_told_that_it_goes_on_and_in_their_language() -> None:
    tongue.use("fr")
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        opened(app)
        await pilot.pause()
        await pilot.press("q")
        asked = shown(app)
        assert "Leave" not in asked
        assert "la prochaine fois" in " ".join(asked.split())


async def test_departures_leads_to_it() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("t")
        await pilot.pause()
        assert isinstance(app.screen, TutorScreen)


async def test_departures_leads_to_that_of_the_game_chosen() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("g", "t")
        await pilot.pause()
        assert isinstance(app.screen, TutorScreen)
        assert app.screen.table.game.name == "a-toute-vapeur"


async def test_the_other_game_is_explained_from_the_hand_to_its_end(folder: Path) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = opened(app, "a-toute-vapeur")
        await pilot.pause()
        assert "Five cards were dealt to you" in spoken(screen)
        await play(pilot, screen, 600)
        assert screen.table.state.over
        assert {"hand", "locomotive", "wagons", "steal", "watching", "blind", "nearly"} <= (
            screen._record.said
        )


async def test_each_game_keeps_its_own_place(folder: Path) -> None:
    app = CabooseApp()
    moves = {}
    async with app.run_test(size=(80, 24)) as pilot:
        for game in NAMES:
            screen = opened(app, game)
            await play(pilot, screen, 6)
            moves[game] = screen._record.moves
            app.pop_screen()
    again = CabooseApp()
    async with again.run_test(size=(80, 24)) as pilot:
        for game in NAMES:
            screen = opened(again, game)
            await pilot.pause()
            assert screen._record.moves == moves[game] != ()
            again.pop_screen()


@pytest.mark.parametrize("language", sorted(tongue.LANGUAGES))
@pytest.mark.parametrize("game", NAMES)
def test_every_lesson_fits_into_the_smallest_panel(game: str, language: str) -> None:
    own = tongue.Tongue(language)
    found = course(game)
    assert found is not None
    for lesson in found.lessons:
        text = own.one(lesson.says)
        # The log's panel at 80x24 with two players: 14 rows of 20 cells (13 of À toute vapeur!),
        # two of them for the key.
        rows = 12 if game == GAME else 11
        assert len(wrap(text, 20)) <= rows, (language, lesson.name)


def test_a_record_that_nests_for_ever_is_none(folder: Path) -> None:
    (folder / file_name(GAME)).write_text('{"game":' + "[" * 90_000)
    assert load(GAME) is None
