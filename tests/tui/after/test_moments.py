"""The moments that mattered: worked out apart from the screen, shown, and gone to."""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from netplay.review import Review
from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tests.tui.driving import drawn
from tui import after
from tui.app import CabooseApp
from tui.screens import moments
from tui.screens.moments import MomentsScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings

CALL = moments._CALL


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process takes a second, not half a minute."""
    looking(monkeypatch, 20)


def looking(monkeypatch: pytest.MonkeyPatch, simulations: int) -> None:
    """So many games are looked into for each move."""
    of = f"analyse._EACH = {simulations}; analyse._AT = {2 * simulations}"
    monkeypatch.setattr(moments, "_CALL", f"import tui.cli.analyse as analyse; {of}; {CALL}")


def rows(app: CabooseApp) -> str:
    return "\n".join(drawn(app.screen))


async def test_the_costliest_moves_are_listed_and_one_is_gone_to() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        after.review(app, encode(keep("continental-express", 2, "local").records), 0)
        await pilot.pause()
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        await pilot.press("m")
        screen = app.screen
        assert isinstance(screen, MomentsScreen)
        assert "looked at again" in rows(app)
        assert screen._thinking is not None
        await screen._thinking
        await pilot.pause()
        found = screen._found
        assert found is not None
        assert "gave away" in rows(app)
        costs = [moment.cost for moment in found.moments]
        assert costs == sorted(costs, reverse=True)
        assert len(costs) > 1
        await pilot.press("down", "enter")
        await pilot.pause()
        assert app.screen is replay
        assert replay.replay.at == found.moments[1].entry - 1


@pytest.mark.parametrize(
    ("code", "played"),
    [("en", "Played: Take "), ("fr", "Joué : Prendre "), ("it", "Giocato: Prend")],
)
async def test_the_chosen_moments_moves_are_told_in_words(
    code: str, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    review = Review(encode(keep("continental-express", 3).records))
    taken = next(f for f in review.frames[1:] if f.mover is not None and "take" in f.text)
    before = review.frames[taken.n - 1]
    moves = review.game.moves(before.state, before.secrets[before.state.turn])
    best = review.game.text(moves[-1])
    move = review.game.text(taken.event.move)  # type: ignore[union-attr]  # a seat's own

    async def found(data: bytes) -> moments.Thought:
        told = moments.Moment(taken.n, before.state.turn, move, best, 2.0, 0.5)
        unknown = told._replace(played="claim 9: X", cost=1.0)
        return moments.Thought((3.0, 0.0, 0.0), (told, unknown))

    monkeypatch.setattr(moments, "think", found)
    app = CabooseApp(settings=Settings(language=code))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = MomentsScreen(review, app.marks)
        await app.push_screen(screen)
        assert screen._thinking is not None
        await screen._thinking
        await pilot.pause()
        assert played in rows(app).replace("\N{NO-BREAK SPACE}", " ")
        await pilot.press("down")
        shown = rows(app).replace("\N{NO-BREAK SPACE}", " ")
        assert f"{played.split(':')[0]}: claim 9: X." in shown


async def test_escape_gives_up_what_is_worked_out_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looking(monkeypatch, 1_000_000)
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        after.review(app, encode(keep("continental-express", 2, "local").records), 0)
        await pilot.pause()
        replay = app.screen
        for _again in range(2):
            await pilot.press("m")
            assert isinstance(app.screen, MomentsScreen)
            await asyncio.sleep(0.3)  # the other process is there by now
            await pilot.press("escape")
            await pilot.pause()
            assert app.screen is replay


async def test_closing_ends_the_process_that_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[asyncio.subprocess.Process] = []
    begin = asyncio.create_subprocess_exec

    async def noted(*words: Any, **streams: Any) -> asyncio.subprocess.Process:
        begun.append(await begin(*words, **streams))
        return begun[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    looking(monkeypatch, 1_000_000)
    data = encode(keep("continental-express", 2, "local").records)
    task = asyncio.create_task(moments.think(data))
    while not begun:  # noqa: ASYNC110 - nothing tells when a process began
        await asyncio.sleep(0.01)
    assert begun[0].returncode is None
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert begun[0].returncode == -signal.SIGKILL


async def test_nothing_in_the_current_folder_is_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("open('run', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    looking(monkeypatch, 1)
    found = await moments.think(encode(keep("continental-express", 2, "local").records))
    assert len(found.given) == 2
    assert not (tmp_path / "run").exists()


async def test_a_process_that_is_ended_leaves_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    dies = [sys.executable, "-c", "import os; os.kill(os.getpid(), 9)"]
    monkeypatch.setattr(moments, "command", lambda *_: dies)
    with pytest.raises(moments.CannotThink, match="ended"):
        await moments.think(b"")


async def test_what_cannot_be_worked_out_is_said() -> None:
    review = Review(encode(keep("continental-express", 2, "local").records))
    review.data = b"nonsense"  # type: ignore[misc]  # a file that was changed meanwhile
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = MomentsScreen(review, app.marks)
        await app.push_screen(screen)
        assert screen._thinking is not None
        await screen._thinking
        await pilot.pause()
        shown = " ".join(rows(app).replace("│", " ").split())
        assert "could not be worked out: it is not a game kept by caboose" in shown
        await pilot.press("escape")
        assert app.screen is not screen
