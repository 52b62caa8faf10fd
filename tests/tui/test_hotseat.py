"""People who share a terminal: whole games, and nothing of one person's is shown to another."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual.pilot import Pilot

from core.games.continental.sheet import CONTRACT_DECK
from tests.tui.driving import shown, view
from tui.app import CabooseApp
from tui.boards.continental.words import contract_words
from tui.hotseat import HotSeatScreen
from tui.screens.cover import CoverScreen
from tui.screens.score import ScoreScreen
from tui.setup import SoloSetup

CONTRACTS = CONTRACT_DECK.cards
NAMES = ("Ana", "Ben", "Cleo", "Dev")


def app_of(people: int, *, game: str = "continental-express", bots: int = 0, seed: int = 7) -> Any:
    setup = SoloSetup(
        game=game,
        seats=people + bots,
        bots=("random",),
        seed=seed,
        name=NAMES[0],
        others=NAMES[1:people],
    )
    return CabooseApp(setup)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots take no time here."""
    from tui import hotseat

    made = hotseat.shared_table
    monkeypatch.setattr(hotseat, "shared_table", lambda setup: made(setup, pace=0.0))


def table_of(app: Any) -> HotSeatScreen:
    (found,) = [one for one in app.screen_stack if isinstance(one, HotSeatScreen)]
    return found


async def open_cover(app: Any, pilot: Pilot[int]) -> int:
    """The one who is next looks; their seat."""
    seat = table_of(app)._shared.due
    assert seat is not None
    await pilot.press(str(seat + 1))
    await pilot.pause()
    return seat


async def step(app: Any, pilot: Pilot[int], rng: random.Random) -> None:
    """One key that does something now."""
    now = view(app)
    if now.draft.move is not None:
        await pilot.press("enter")
    else:
        keys = sorted(key for key in now.live if key not in ("x", "space"))
        await pilot.press(rng.choice(keys) if keys else "space")
    await pilot.pause()


def secrets_in(screen: HotSeatScreen, seat: int) -> list[str]:
    """Sentences of this game that only this seat may see now."""
    shared = screen._shared
    state = shared.state_of(seat)
    log = [f"{NAMES[seat]}: drew"]
    if shared.game.name != "continental-express" or state.over:
        return log
    own = [card for card in shared.secrets_of(seat).values() if CONTRACTS[0] <= card]
    return [contract_words(card) for card in own if card in CONTRACTS] + log


@pytest.mark.parametrize(
    ("game", "people", "bots"),
    [
        ("continental-express", 3, 1),
        ("a-toute-vapeur", 2, 0),
    ],
)
async def test_a_whole_game_shows_each_person_only_their_own(
    game: str, people: int, bots: int
) -> None:
    app = app_of(people, game=game, bots=bots)
    rng = random.Random(people)
    covers, checked, looked = 0, 0, set()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(3000):
            screen = app.screen
            if isinstance(screen, ScoreScreen):
                break
            if isinstance(screen, CoverScreen):
                covers += 1
                assert table_of(app).table.seat is None, "nobody's table is behind the cover"
                text = shown(app)
                assert "next" in text
                assert "Your train" not in text
                assert "Log" not in text
                looked.add(await open_cover(app, pilot))
                continue
            assert isinstance(screen, HotSeatScreen)
            me = screen.table.seat
            assert me is not None
            text = " ".join(shown(app).split()) + "\n".join(screen.board.log())
            mine = secrets_in(screen, me)
            for other in set(range(people)) - {me}:
                for words in set(secrets_in(screen, other)) - set(mine):
                    checked += 1
                    assert words not in text, (me, other, words)
            await step(app, pilot, rng)
        assert isinstance(app.screen, ScoreScreen)
        assert looked == set(range(people))
        assert covers > 2 * people
        assert checked > 100


async def test_whoever_played_before_opens_nobodys_cards_by_a_key_too_many() -> None:
    app = app_of(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        first = await open_cover(app, pilot)
        await pilot.press(
            "1", "enter", "enter", "space", "enter", "h", "escape", "l", str(first + 1)
        )
        await pilot.pause()
        assert isinstance(app.screen, CoverScreen)
        assert "Give" in shown(app)


async def test_an_open_contract_and_a_log_stay_with_the_one_who_opened_them() -> None:
    app = app_of(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await open_cover(app, pilot)
        await pilot.press("1", "enter")
        await pilot.pause()
        await open_cover(app, pilot)
        await pilot.press("1", "enter")
        await pilot.pause()
        if isinstance(app.screen, CoverScreen):
            await open_cover(app, pilot)
        me = table_of(app).table.seat
        assert me is not None
        await pilot.press("h")
        assert view(app).contract_open
        while not isinstance(app.screen, CoverScreen):
            await step(app, pilot, random.Random(1))
        await open_cover(app, pilot)
        assert not view(app).contract_open, "the other's own is still closed"


async def test_a_covered_game_that_is_left_asks_first_and_is_kept() -> None:
    kept: list[object] = []
    setup = SoloSetup(seats=2, bots=(), seed=7, name="Ana", others=("Ben",))
    app = CabooseApp(setup, keep=lambda table: kept.append(table) or "Kept")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert "Leave this game?" in shown(app)
        await pilot.press("escape")
        assert isinstance(app.screen, CoverScreen)
        await pilot.press("q", "y")
        await pilot.pause()
        assert "D E P A R T U R E S" in shown(app)
        assert len(kept) == 1
        await pilot.press("1", "enter")
        await pilot.pause()
        assert not isinstance(app.screen, CoverScreen), "the next game is one person's again"


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_cover_fits_and_survives_a_resize(size: tuple[int, int]) -> None:
    app = app_of(2)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, CoverScreen)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        await pilot.press("1", "2")
        assert isinstance(app.screen, CoverScreen)
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert "keyboard" in shown(app)
