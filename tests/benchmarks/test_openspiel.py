"""Our games as OpenSpiel sees them: its loops can play them, and a seat sees no more than its own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.arena.runs import Contest, play_one
from core.games.registry import NAMES, game

pyspiel: Any = pytest.importorskip("pyspiel", reason="the group `bench` is not installed")


def adapter(name: str = NAMES[0], seats: int = 2) -> Any:
    from benchmarks.references.openspiel import SpielGame

    return SpielGame(game(name), seats, 5)


def play_on(state: Any, moves: int, seed: int = 1) -> None:
    rng = random.Random(seed)
    for _ in range(moves):
        if state.is_terminal():
            return
        state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_goes_to_its_end_and_its_returns_sum_to_nothing(name: str, seats: int) -> None:
    state = adapter(name, seats).new_initial_state()
    assert sum(state.returns()) == 0
    play_on(state, 5_000)
    assert state.is_terminal()
    assert state.legal_actions() == []
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    winners = game(name).winners(state.state)
    assert [value > 0 for value in returns] == [seat in winners for seat in range(seats)]


@pytest.mark.parametrize("name", NAMES)
def test_its_legal_actions_are_the_moves_of_the_rules(name: str) -> None:
    spiel = adapter(name)
    state = spiel.new_initial_state()
    for _ in range(60):
        own = state.secrets[state.current_player()]
        assert {spiel.move(action) for action in state.legal_actions()} == set(
            spiel.rules.moves(state.state, own)
        )
        play_on(state, 1)


def test_a_copy_goes_its_own_way() -> None:
    state = adapter().new_initial_state()
    play_on(state, 20)
    before = state.information_state_string()
    play_on(state.clone(), 20)
    assert state.information_state_string() == before


@pytest.mark.parametrize("name", NAMES)
def test_a_resampled_state_looks_the_same_to_its_seat_and_hides_other_cards(name: str) -> None:
    state = adapter(name).new_initial_state()
    play_on(state, 20)
    seat = state.current_player()
    others = [state.resample_from_infostate(seat) for _ in range(20)]
    for other in others:
        assert other.information_state_string() == state.information_state_string()
        assert all(other.world[slot] == card for slot, card in state.secrets[seat].items())
    assert len({tuple(sorted(other.world.items())) for other in others}) > 1


@pytest.mark.parametrize("player", ["openspiel@20", "openspiel@0.01s"])
def test_its_search_plays_whole_legal_games(player: str) -> None:
    assert play_one(Contest(player, "random", 2, 1), 0).moves > 20
