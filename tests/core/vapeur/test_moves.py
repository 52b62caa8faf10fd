"""Texts and arrays that are nearly a move of À toute vapeur!, and what a move claims."""

import pytest

from core.games.vapeur.game import GAME
from core.games.vapeur.moves import of
from core.kernel.canonical import pack
from core.kernel.errors import UnknownMove
from core.kernel.move import Move

TEXTS = (
    "lay 17:rL",
    "add c 12:rG",
    "add i 0:bC",
    "steal a 40:insp",
    "steal a 51:qual",
    "complete c 31:rC",
    "complete c 17:rG 31:rC",
    "complete c 12:rG 17:rG 3:rC",
    "certify b 50:cert",
    "end",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_text_and_its_move_and_its_array_are_one(text: str) -> None:
    move = GAME.parse(text)
    assert GAME.text(move) == text
    assert GAME.unpack(GAME.pack(move)) == move
    assert len(pack(GAME.pack(move))) < 16


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "end ",
        "End",
        "end 1:rL",
        "lay",
        "lay 17:rG",
        "lay 017:rL",
        "lay 52:rL",
        "lay -1:rL",
        "lay ١7:rL",
        "lay 17:rL 18:rL",
        "lay  17:rL",
        "lay 17:rL\n",
        "lay 17 rL",
        "lay a 17:rL",
        "add c 12:rL",
        "add c 12:insp",
        "add j 12:rG",
        "add 12:rG",
        "steal a 40:cert",
        "steal a",
        "certify b 50:insp",
        "complete c",
        "complete c 12:rG",
        "complete c 31:rC 12:rG",
        "complete c 12:rG 31:yC",
        "complete c 17:rG 12:rG 31:rC",
        "complete c 12:rG 12:rG 31:rC",
        "complete c 12:rG 17:rG 12:rC",
        "complete c 12:rG 17:rG 18:rG 31:rC",
        "complete c 12:rL 17:rG 31:rC",
        "complete c 50:cert",
        "complete c " + "12:rG " * 1000,
    ],
)
def test_a_text_that_is_not_letter_for_letter_a_moves_is_refused(text: str) -> None:
    with pytest.raises(UnknownMove):
        GAME.parse(text)


@pytest.mark.parametrize(
    "wire",
    [None, [], (), (5, 0), (0, 17, False), (True, 1, 2, 1), "end", b"", (9,), ((5,),), (5.0,)],
)
def test_what_is_no_array_of_a_move_is_refused(wire: object) -> None:
    with pytest.raises(UnknownMove):
        GAME.unpack(wire)


@pytest.mark.parametrize(
    "move",
    [None, "end", Move("fly"), Move("end", (1,)), Move("lay", (0, True)), Move("lay", (0.0, 0))],
)
def test_what_is_no_move_has_no_form_and_is_not_checked(move: object) -> None:
    state = GAME.new(GAME.options(), 2)
    for use in (GAME.text, GAME.pack, lambda one: GAME.check(state, 0, one)):
        with pytest.raises(UnknownMove):
            use(move)


def test_moves_of_the_small_verbs_are_interned() -> None:
    assert of("lay", 17, 0) is of("lay", 17, 0)
    assert GAME.parse("certify b 50:cert") is GAME.parse("certify b 50:cert")


def test_a_claim_is_every_card_the_move_names() -> None:
    state = GAME.new(GAME.options(), 2)
    assert GAME.claims(state, GAME.parse("end")) == ()
    assert GAME.claims(state, GAME.parse("lay 17:rL")) == ((17, 0),)
    move = GAME.parse("complete c 12:rG 17:rG 3:rC")
    assert GAME.claims(state, move) == ((12, 1), (17, 1), (3, 2))
