"""Keys to staged moves, without a screen."""

from __future__ import annotations

import random

import pytest

from core.games.continental.game import GAME
from core.match import Match
from tests.tui.positions import SWITCHMAN, position
from tui import keymap
from tui.boards.continental.staging import NOTHING, Asks, Draft, Position, asks, live, press


def at(match: Match, seat: int | None = None) -> Position:
    """The position of the seat to act, or of a given one."""
    seat = match.state.turn if seat is None else seat
    assert seat is not None
    return Position(GAME, match.state, seat, match.secrets[seat])


def keep_all(match: Match) -> None:
    while match.state.phase.name == "KEEP":
        match.play(match.moves()[0])


def in_play(seats: int = 2, seed: int = 1) -> Match:
    match = Match(GAME, seats, bytes([seed]))
    keep_all(match)
    return match


def keys(position: Position, text: str) -> Draft:
    """The draft after these keys, none of which may send."""
    draft = NOTHING
    for key in text.split():
        outcome = press(position, draft, key)
        assert outcome is not None
        assert outcome.send is None
        draft = outcome.draft
    return draft


def test_the_first_confirmation_with_nothing_staged_sends_nothing() -> None:
    outcome = press(at(in_play()), NOTHING, "enter")
    assert outcome is not None
    assert (outcome.send, outcome.says) == (None, "nothing is chosen yet")


def test_another_choice_takes_the_place_of_the_staged_one() -> None:
    draft = keys(at(in_play()), "1 4")
    assert draft.move is not None
    assert GAME.text(draft.move) == "take 2 0"


def test_an_illegal_key_leaves_what_is_staged() -> None:
    position = at(in_play())
    staged = keys(position, "1")
    outcome = press(position, staged, "9")
    assert outcome is not None
    assert outcome.draft == staged
    assert outcome.says == "that card costs 2 tickets, you have none"


def test_a_staged_move_that_became_illegal_is_not_sent() -> None:
    match = in_play()
    before = at(match)
    staged = keys(before, "1")
    match.play(staged.move)
    outcome = press(at(match, before.seat), staged, "enter")
    assert outcome is not None
    assert outcome.send is None
    assert outcome.says


def test_keys_without_meaning_on_the_board_are_left_to_the_screen() -> None:
    for key in ("h", "q", "?", "f1", "z", "0", "ctrl+a"):
        assert press(at(in_play()), NOTHING, key) is None


def test_every_live_key_stages_something_and_no_dim_one_does() -> None:
    """Along random games: what is bright works, what is dim gives a reason."""
    all_keys = set(keymap.DIGITS) | set(keymap.WAGONS) | {"x"}
    rng = random.Random(5)
    for seed in range(12):
        match = Match(GAME, 2 + seed % 3, bytes([seed]))
        while not match.state.over:
            position = at(match)
            bright = live(position, NOTHING) & all_keys
            for key in sorted(all_keys):
                outcome = press(position, NOTHING, key)
                if key in bright:
                    assert outcome is not None
                    assert outcome.draft != NOTHING, (key, asks(position, NOTHING))
                elif outcome is not None:
                    assert outcome.draft == NOTHING
                    assert outcome.says
            match.play(rng.choice(match.moves()))


def test_every_legal_move_of_whole_games_can_be_reached_by_live_keys() -> None:
    rng = random.Random(6)
    for seed in range(12):
        match = Match(GAME, 2 + seed % 3, bytes([seed, 1]))
        while not match.state.over:
            position = at(match)
            assert reachable(position) == set(match.moves())
            match.play(rng.choice(match.moves()))


def reachable(position: Position) -> set[object]:
    """Every move that pressing live keys, arrows and space can stage."""
    found: set[object] = set()
    seen: set[Draft] = set()
    todo = [NOTHING]
    while todo:
        draft = todo.pop()
        if draft in seen:
            continue
        seen.add(draft)
        if draft.move is not None:
            found.add(draft.move)
        pressed = set(live(position, draft)) | ({"right"} if draft.options else set())
        if draft.move is not None:
            pressed.discard("space")
        for key in pressed:
            outcome = press(position, draft, key)
            assert outcome is not None
            assert outcome.send is None
            todo.append(outcome.draft)
    return found


def test_a_swap_is_taken_back_step_by_step() -> None:
    match = in_play(3)
    match.state.turn = 0
    position(yard={0: SWITCHMAN}, trains=("AL", "BB", "D"))(match.state)
    match.play(GAME.parse("take 1 0"))
    where = at(match)
    draft = keys(where, "l 2 b")
    steps = []
    for _ in range(4):
        steps.append(asks(where, draft))
        outcome = press(where, draft, "escape")
        assert outcome is not None
        draft = outcome.draft
    assert steps == [Asks.GET, Asks.GET, Asks.PARTNER, Asks.GIVE]
    assert draft == NOTHING


@pytest.mark.parametrize("key", ["1", "a", "x", "enter"])
def test_a_watcher_is_told_that_they_only_watch(key: str) -> None:
    match = in_play()
    outcome = press(Position(GAME, match.state, None, {}), NOTHING, key)
    assert outcome is not None
    assert outcome.says == "you are only watching this table"
