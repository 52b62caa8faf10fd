"""What keys stage, send, take back and refuse at the board of À toute vapeur!."""

from __future__ import annotations

import pytest

from tests.tui.vapeur.position import Desk

TABLE = """
    a: seat 1, red LG
    b: seat 2, red LG
    c: seat 2, yellow LGGC
    d: seat 2, blue LGGC*
    e: seat 1, blue L
    seat 1: rG rG rC yL bG insp qual cert
    seat 2: yG yC
"""
HIGH = """
    a: seat 1, red LGGC
    b: seat 1, red L
    seat 1: rG yG cert
    seat 2: yG
"""


def test_every_kind_of_move_is_reached_by_its_card_or_train() -> None:
    desk = Desk(TABLE)
    assert desk.press("4").staged == "lay yL"
    assert desk.press("escape", "8").staged == "add e bG"
    assert desk.press("escape", "v").staged == "steal b insp"
    assert desk.press("escape", "b").staged == "complete b rG rC"
    assert desk.press("escape").staged == ""
    desk = Desk(HIGH)
    assert desk.press("u").staged == "certify a cert"
    assert desk.press("enter", "2", "enter", "space").staged == "end"


def test_a_turn_is_played_by_keys_and_told_in_the_log() -> None:
    desk = Desk(TABLE)
    desk.press("b", "enter", "4", "enter", "8", "enter", "u", "b", "enter")
    desk.press("space", "enter")
    assert desk.table.state.owners[1] == 0
    assert desk.log == [
        "Ben deals, Ana begins",
        "* Ana: red b stolen from Ben with a gondola and a caboose",
        "Ana: yellow locomotive, train f",
        "Ana: blue gondola on e",
        "Ana: b certified",
        "Ben draws from your hand",
        "* Gone from your hand: control",
    ]


def test_card_and_train_go_together_in_either_order() -> None:
    two = """
        a: seat 1, red L
        b: seat 1, red LG
        seat 1: rG
        seat 2: yG
    """
    assert Desk(two).press("2").staged == "add a rG"
    assert Desk(two).press("2", "b").staged == "add b rG"
    assert Desk(two).press("b").staged == "add b rG"
    assert Desk(TABLE).press("c", "w").staged == "steal c qual"
    assert Desk(TABLE).press("w", "c").staged == "steal c qual"


def test_arrows_go_through_all_ways_and_the_panel_lists_them() -> None:
    desk = Desk(TABLE).press("b")
    seen = [desk.staged, *(desk.press("right").staged for _ in range(3))]
    assert seen == ["complete b rG rC", "steal b insp", "steal b qual", "complete b rG rC"]
    assert "Way 1 of 3" in desk.panel("thefts")
    assert desk.press("left").staged == "steal b qual"
    assert "steal b: control" in desk.panel("thefts")


def test_what_is_staged_is_taken_back_and_nothing_was_sent() -> None:
    desk = Desk(TABLE)
    before = desk.table.state.encode()
    desk.press("b", "escape", "4", "escape", "space", "escape")
    assert desk.staged == ""
    assert desk.table.state.encode() == before


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        ("1", "You have no red locomotive"),
        ("9", "You have no blue caboose"),
        ("3a", "the caboose comes after two gondolas"),
        ("d", "a certified train cannot be stolen"),
        ("i", "There is no train i"),
        ("va", "That train is yours"),
        ("2c", "That train is complete: it takes"),
        ("4a", "A locomotive begins a train of its own"),
        ("8a", "All cards of a train have one colour"),
        ("u", "Only a complete train can be certified"),
        (" ", "every locomotive in your hand must be laid"),
    ],
)
def test_what_cannot_be_done_says_why(keys: str, says: str) -> None:
    desk = Desk(TABLE)
    desk.press(*("space" if key == " " else key for key in keys))
    assert says.lower() in desk.says.lower()
    assert desk.says.startswith("!")


def test_a_theft_after_laying_says_it_is_too_late() -> None:
    desk = Desk(TABLE).press("8", "enter", "b")
    assert "One theft a turn, before you lay" in desk.says
    assert "before you lay" in desk.press("v").says
    assert "not any more this turn" in desk.panel("thefts")


def test_a_theft_without_the_cards_says_what_it_takes() -> None:
    poor = """
        a: seat 2, red L
        b: seat 2, red LGGC
        seat 1: rG
        seat 2: yG
    """
    desk = Desk(poor)
    says = "It takes an inspection or a control, or 2 gondolas and a caboose at once."
    assert says in desk.press("a").says
    assert "that train is complete: it takes an inspection" in desk.press("b").says.lower()
    assert "needs a red train of yours" in desk.press("2").says


def test_an_own_train_that_nothing_fits_says_what_it_wants() -> None:
    bare = """
        a: seat 1, red L
        b: seat 1, blue LGGC
        c: seat 1, yellow LGGC*
        seat 1: yG
        seat 2: yG
    """
    assert "You have no red gondola for it" in Desk(bare).press("a").says
    assert "You have no certificate for it" in Desk(bare).press("b").says
    assert "certified already" in Desk(bare).press("c").says


def test_keys_while_another_player_acts_say_so() -> None:
    desk = Desk(HIGH, turn=2)
    for key in ("2", "a", "u", "space", "i"):
        assert "another player's turn" in desk.press(key).says


def test_a_locomotive_keeps_the_turn_open_until_it_is_laid() -> None:
    desk = Desk(TABLE)
    assert "Steal, then lay your locomotives: you have to." in desk.says
    assert "end turn" not in desk.panel("prompt")
    desk.press("4", "enter")
    assert "end turn" in desk.panel("prompt")


def test_a_turn_in_which_nothing_can_be_done_says_to_end_it() -> None:
    desk = Desk("seat 1: rG\nseat 2: yG")
    assert desk.says == "Nothing more to do: end your turn."
    desk.press("space")
    assert "End your turn?" in desk.says


def test_the_turn_ends_by_itself_with_the_last_card_and_the_draft_is_gone() -> None:
    desk = Desk("a: seat 1, red L\nseat 1: rG\nseat 2: yG yC").press("2", "enter")
    assert desk.table.state.turn == 1
    assert desk.staged == ""


def test_a_spectator_is_shown_no_card_and_may_not_act() -> None:
    desk = Desk(TABLE, seat=None)
    assert "only watching" in desk.press("2").says
    assert "only watching" in desk.press("b").says
    assert "nobody's cards are shown" in desk.panel("hand")
    assert "b◉r lacks GC" in desk.panel("thefts")
