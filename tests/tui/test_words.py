"""The log and the scoring sheet in words."""

from __future__ import annotations

import pytest

from core.games.continental.game import GAME
from core.games.continental.scoring import ScoreSheet
from core.games.continental.sheet import FIRST_SEAT
from core.games.continental.state import Phase
from core.match import Match
from tests.tui.positions import position
from tui.boards.continental import words
from tui.boards.continental.score_sheet import verdict
from tui.marks import NEW

NAMES = ("You", "Ben", "Cleo", "Dev")


def in_play() -> Match:
    match = Match(GAME, 3, b"words", GAME.options({"first_player": 0}))
    while match.state.phase.name == "KEEP":
        match.play(match.moves()[0])
    position(yard={4: 2}, tickets=(1, 1, 1))(match.state)
    return match


def told(match: Match, text: str) -> list[str]:
    before = match.state.copy()
    move = GAME.parse(text)
    seat = before.turn
    assert seat is not None
    match.play(move)
    return [entry.text for entry in words.played(before, match.state, seat, move, NAMES)]


def test_the_log_tells_card_line_and_price() -> None:
    match = in_play()
    assert told(match, "take 2 1") == ["You: Tank car from line 2 for 1 ticket"]


def test_a_character_that_can_do_nothing_is_told() -> None:
    match = in_play()
    position(yard={0: 10}, trains=("", "", ""))(match.state)
    assert told(match, "take 1 0") == [
        "You: Switchman from line 1, free",
        "Switchman can do nothing here",
    ]


def test_events_stand_out_in_the_log() -> None:
    match = in_play()
    entries = words.turned(match.state, (11,), NAMES)
    assert [entry.text for entry in entries] == [f"{NEW} Train Derailment {NEW}"]


def test_the_viewer_is_told_in_the_second_person_what_others_do_to_them() -> None:
    state = in_play().state
    position(trains=("A", "B"), tickets=(2, 1))(state)
    said = [words.move_words(state, GAME.parse(text), NAMES) for text in ("rob 1", "swap B 1 A")]
    assert said == ["2 tickets of yours", "B Flatcar for your A Boxcar"]
    said = [words.move_words(state, GAME.parse(text), NAMES) for text in ("rob 2", "swap A 2 B")]
    assert said == ["1 ticket of Ben's", "A Boxcar for Ben's B Flatcar"]
    assert words.deed(state, GAME.parse("rob 1"), NAMES) == "robbed you"
    assert words.deed(state, GAME.parse("rob 2"), NAMES) == "robbed Ben"


@pytest.mark.parametrize(("seat", "told"), [(0, "You begin"), (1, "Ben begins")])
def test_the_log_tells_who_begins(seat: int, told: str) -> None:
    state = in_play().state
    state.phase = Phase.FIRST
    assert [entry.text for entry in words.turned(state, (FIRST_SEAT + seat,), NAMES)] == [told]


def sheet(objectives: int, tickets: int) -> ScoreSheet:
    return ScoreSheet((), objectives, None, None, tickets)


def test_a_clear_winner_is_named_with_the_points() -> None:
    assert verdict([sheet(5, 0), sheet(9, 1)], (1,), NAMES) == "Ben wins with 10 points."
    assert verdict([sheet(9, 0), sheet(5, 1)], (0,), NAMES) == "You win with 9 points."


def test_a_tie_break_names_what_decided() -> None:
    said = verdict([sheet(9, 1), sheet(10, 0), sheet(2, 0)], (1,), NAMES)
    assert said == (
        "You and Ben have 10 points each: Ben wins the tie-break with 10 points on objectives."
    )


def test_a_full_tie_shares_the_win() -> None:
    said = verdict([sheet(9, 1), sheet(9, 1), sheet(2, 0)], (0, 1), NAMES)
    assert said == "You and Ben share the win: 10 points each, and as many on objectives (9)."
