"""A kept game on its own board: stepping, jumping, other eyes, playing on."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from textual.pilot import Pilot

from core.bots.registry import bot
from netplay.branchtable import BranchTable
from netplay.replaying import ReplayTable, Sight
from netplay.review import Proof, Review, Unreadable
from netplay.table import Played, Player, Shown, Turned
from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tests.tui.driving import drawn
from tests.tui.driving import shown as whole
from tests.tui.every.looks import USUAL, put_on
from tui import after
from tui.app import CabooseApp
from tui.screens.base import Wants
from tui.screens.page import PageScreen
from tui.screens.replay import ReplayScreen
from tui.screens.score import ScoreScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.solo import solo_table

GAMES = ("continental-express", "a-toute-vapeur")


@lru_cache(maxsize=8)
def kept(game: str = GAMES[0], scheme: str = "local", seats: int = 3) -> bytes:
    return encode(keep(game, seats, scheme).records)


async def open_replay(pilot: Pilot[int], data: bytes, at: int = 0) -> ReplayScreen:
    app: Any = pilot.app
    after.review(app, data, at)
    await pilot.pause()
    assert isinstance(app.screen, ReplayScreen)
    return app.screen


def foot(screen: ReplayScreen) -> str:
    return "\n".join(drawn(screen, "prompt"))


def shown(screen: ReplayScreen) -> str:
    return "\n".join(row for name in screen.board.panels for row in drawn(screen, name))


@pytest.mark.parametrize("game", GAMES)
def test_every_frame_is_the_state_that_the_log_leads_to(game: str) -> None:
    review = Review(kept(game))
    assert not review.fault
    assert review.finished
    state = review.game.new(review.options, 3)
    for frame in review.frames[1:]:
        if isinstance(frame.event, Played):
            review.game.apply(state, frame.event.seat, frame.event.move)
        elif isinstance(frame.event, Turned):
            review.game.answered(state, frame.event.request, frame.event.cards)
        assert review.game.encode(frame.state) == review.game.encode(state)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_knew_is_what_it_was_shown_until_then(game: str) -> None:
    review = Review(kept(game))
    for seat in range(3):
        for frame in review.frames:
            for event in review.told(frame.n, seat):
                if isinstance(event, Shown):
                    mine = frame.secrets[seat]
                    assert [mine[slot] for slot in event.slots] == list(event.cards)


def test_only_a_signed_and_finished_game_carries_the_check_mark() -> None:
    assert Review(kept(scheme="ed25519")).proof is Proof.SIGNED
    assert Review(kept()).proof is Proof.LOCAL
    records = keep(GAMES[0], 3).records
    assert Review(encode(records[:-1])).proof is Proof.OPEN


def test_a_changed_entry_ends_what_is_shown_and_is_named() -> None:
    whole = keep(GAMES[0], 3)
    records = list(whole.records)
    records[20] = records[21]
    review = Review(encode(records))
    assert review.proof is Proof.BROKEN
    assert review.fault.startswith("entry 20")
    assert len(review.frames) == 20


def test_bytes_of_no_game_are_refused_in_a_sentence() -> None:
    for data in (b"", b"nonsense", kept()[:30]):
        with pytest.raises(Unreadable):
            Review(data)


def test_an_unfinished_game_is_seen_publicly_only() -> None:
    records = keep(GAMES[0], 3, "local").records
    table = ReplayTable(Review(encode(records[:-1])))
    assert table.sights() == [(Sight.PUBLIC, 0)]


async def test_arrows_go_through_the_game_by_moves_and_by_turns() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, kept())
        places = []
        for _ in range(6):
            await pilot.press("right")
            places.append(screen.replay.at)
        assert places == sorted(set(places))
        for place in reversed(places[:-1]):
            await pilot.press("left")
            assert screen.replay.at == place
        await pilot.press("end")
        assert screen.replay.state.over
        await pilot.press("home", "down", "down")
        turns = {screen.replay.state.turn}
        await pilot.press("down")
        turns.add(screen.replay.state.turn)
        assert len(turns) == 2
        await pilot.press("up")
        assert screen.replay.state.turn in turns


async def test_a_jump_shows_the_same_as_going_there_step_by_step() -> None:
    app = CabooseApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await open_replay(pilot, kept())
        for _ in range(15):
            await pilot.press("right")
        at, walked = screen.replay.at, screen.board.log()
        await pilot.press("home", "g", *str(at), "enter")
        assert screen.replay.at == at
        assert screen.board.log() == walked


async def test_it_plays_by_itself_until_it_is_stopped() -> None:
    now = [0.0]
    app = CabooseApp(clock=lambda: now[0])
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, kept())
        await pilot.press("space")
        for _ in range(3):
            now[0] += 2.0
            screen._pump()
        moved = screen.replay.at
        assert moved >= 3
        assert "playing" in foot(screen)
        await pilot.press("space")
        now[0] += 60.0
        screen._pump()
        assert screen.replay.at == moved


@pytest.mark.parametrize("game", GAMES)
async def test_the_eyes_change_from_everyone_to_each_seat_to_all_cards_open(game: str) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, kept(game), 40)
        seen = [foot(screen)]
        for _ in range(4):
            await pilot.press("v")
            seen.append(foot(screen))
        assert "everyone saw it" in seen[0]
        assert ["Ada saw it" in seen[1], "Ben saw it" in seen[2], "Cleo saw it" in seen[3]] == [
            True
        ] * 3
        assert "all cards open" in seen[4]
        await pilot.press("h")
        assert isinstance(app.screen, PageScreen)
        await pilot.press("escape", "v")
        assert screen.replay.sight is Sight.PUBLIC
        assert not screen.replay.secrets


async def test_seen_publicly_no_hidden_card_is_on_the_screen() -> None:
    app = CabooseApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await open_replay(pilot, kept(), 40)
        public = shown(screen)
        await pilot.press("h")
        assert isinstance(app.screen, ReplayScreen)
        assert "three icons" not in public
        assert "points for each" not in public


async def test_at_the_end_of_a_replay_nobody_is_sent_to_the_end() -> None:
    app = CabooseApp()
    async with app.run_test(size=(100, 30)) as pilot:
        screen = await open_replay(pilot, kept(), 40)
        assert "Contracts are shown at the end." in shown(screen)
        await pilot.press("end")
        await pilot.pause()
        assert "Contracts are shown at the end." not in shown(screen)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_is_played_on_from_any_moment_to_another_end(game: str) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, kept(game), 60)
        n = screen.replay.at
        before = screen.replay.game.encode(screen.replay.state)
        await pilot.press("v", "n")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        table = app.screen.table
        assert table.seat == 0
        assert isinstance(table.players[0], Player)
        assert table.players[0].bot is None
        assert table.game.encode(table.state) == before or table.state.turn != 0
        assert isinstance(table, BranchTable)
        mine = bot("random", table.game, 1)
        for turn in range(1, 2000):
            if table.state.over:
                break
            if table.state.turn == 0:
                table.submit(mine.choose(table.state, 0, table.secrets))
            table.step(turn * 1e9)
        assert table.state.over
        assert n < len(screen.replay.review.frames)


def solo_bytes(person: int) -> bytes:
    """A kept game of one person without a name, at that seat, and two bots."""
    table = solo_table(SoloSetup(seats=3, seed="on", turned=person), pace=0.0)
    mine = bot("random", table.game, 1)
    for turn in range(1, 2000):
        if table.state.over:
            break
        if table.state.turn == table.seat:
            table.submit(mine.choose(table.state, person, table.secrets))
        table.step(turn * 1e9)
    return table.save()


async def test_a_game_of_ones_own_is_played_on_from_ones_own_seat() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, solo_bytes(1), 60)
        while screen.replay.state.turn == 1:  # where it is somebody else's turn
            await pilot.press("right")
        await pilot.press("n")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.seat == 1
        assert app.screen.table.players[1].name == "You"


async def test_at_another_seat_than_ones_own_nobody_else_is_called_you() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await open_replay(pilot, solo_bytes(1), 60)
        await pilot.press("v", "n")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.table.seat == 0
        assert "You " not in "\n".join(drawn(app.screen, "players"))


@pytest.mark.parametrize("way", ["left", "ended"])
async def test_a_game_played_on_leads_back_to_the_replay_at_the_same_entry(way: str) -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, kept(), 60)
        await pilot.press("v", "n")
        await pilot.pause()
        played = app.screen
        assert isinstance(played, TableScreen)
        if way == "left":
            await pilot.press("q")
            await pilot.pause()
            assert "back to the replay" in whole(app)
            await pilot.press("y")
        else:
            mine = bot("random", played.table.game, 1)
            for turn in range(1, 2000):
                if played.table.state.over:
                    break
                if played.table.state.turn == 0:
                    played.table.submit(mine.choose(played.table.state, 0, played.table.secrets))
                for event in played.table.step(turn * 1e9):
                    played.board.happened(event)
            played.post_message(Wants(Wants.SCORE))
            await pilot.pause()
            assert isinstance(app.screen, ScoreScreen)
            assert "the replay" in whole(app)
            await pilot.press("n", "v")  # no other game, and no review of what was not kept
            assert isinstance(app.screen, ScoreScreen)
            await pilot.press("h")
        await pilot.pause()
        assert app.screen is screen
        assert screen.replay.at == 60
        assert "60 of" in foot(screen)


async def test_a_hostile_name_is_shown_harmlessly() -> None:
    data = encode(keep(GAMES[0], 2, "local", names=("[b]x\x1b[31m", "\u202eevil")).records)
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, data, 30)
        text = shown(screen) + foot(screen)
        assert "\x1b" not in text
        assert "\u202e" not in text


async def test_names_that_do_not_fit_the_foot_of_a_replay_are_cut_after_a_name() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await open_replay(pilot, solo_bytes(2))
        assert "Lantern" in foot(screen)
        for columns in range(80, 90):
            await put_on(pilot, USUAL._replace(size=(columns, 24), language="fr"))
            assert ",." not in foot(screen)
