"""Rulings about the two events, turned up by a refill or by each other."""

import pytest

from core.games.continental.state import Phase
from tests.core.continental.table import OBJECTIVES, Table


def test_ruling_17_an_event_in_a_refill_is_applied_boxed_and_replaced() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C | Derailment D E").play("take 1 0")
    assert table.boxed("Derailment") == 1
    assert table.line(1) == "B C D"
    assert table.pile(1) == "E"


def test_ruling_17_an_event_that_was_the_piles_last_card_leaves_the_place_empty() -> None:
    table = Table("line 1: A B C | Derailment").play("take 1 0")
    assert table.line(1) == "B C -"
    assert table.turn == 2


def test_ruling_17_the_nine_cards_of_a_fire_fill_all_gaps() -> None:
    table = Table(
        "line 1: A Investor A | Fire B B B B\nline 2: C C C | D D D D\nline 3: E E E | L L L L\n"
        "seat 1: 1 ticket",
    )
    # Two gaps are open, in lines 1 and 2, when the Fire comes for the first.
    table.play("take 1 1", "invest 2 0")
    assert (table.line(1), table.line(2), table.line(3)) == ("B B B", "D D D", "L L L")
    assert (table.pile(1), table.pile(2), table.pile(3)) == ("B", "D", "L")
    assert table.state.gaps == []
    assert table.turn == 2


def test_ruling_17_the_fire_takes_all_face_up_small_cards_and_itself_out_of_the_game() -> None:
    table = Table("line 1: A Director T | Fire B B B\nline 2: C C L\nline 3: E E E\nseat 2: AL")
    boxed = {name: table.boxed(name) for name in ("A", "Director", "T", "C", "L", "E", "Fire")}
    table.play("take 1 0")
    gone = {name: table.boxed(name) - before for name, before in boxed.items()}
    assert gone == {"A": 0, "Director": 1, "T": 1, "C": 2, "L": 1, "E": 3, "Fire": 1}
    # Trains are no part of the yard.
    assert (table.train(1), table.train(2)) == ("A", "AL")


def test_ruling_17_a_second_gap_is_filled_after_the_first_ones_derailment() -> None:
    table = Table(
        "row: AA BBB ADD | ACCE BB ADE\nline 1: Investor A A | Derailment B\nline 2: C C C | D",
    ).play("take 1 0", "invest 2 0")
    assert (table.line(1), table.line(2)) == ("A A B", "C C D")
    assert table.row == "ACCE BB ADE"


def test_ruling_17_derailment_then_fire_in_one_refill() -> None:
    table = Table(
        "row: AA BBB ADD | ACCE BB ADE\n"
        "line 1: A A A | Derailment Fire B B B C\nline 2: C C C | D D D\nline 3: E E E | L L L",
    ).play("take 1 0")
    assert table.row == "ACCE BB ADE"
    assert (table.line(1), table.line(2), table.line(3)) == ("B B B", "D D D", "L L L")
    assert table.pile(1) == "C"
    assert table.boxed("Fire") == table.boxed("Derailment") == 1


def test_ruling_18_a_derailment_among_the_nine_of_a_fire_is_applied_and_replaced() -> None:
    table = Table(
        "row: AA BBB ADD | ACCE BB ADE\n"
        "line 1: A A A | Fire B B B\nline 2: C C C | D Derailment D C B\nline 3: E E E | L L L",
    ).play("take 1 0")
    assert table.row == "ACCE BB ADE"
    assert table.line(2) == "D D C"
    assert table.pile(2) == "B"
    assert (table.line(1), table.line(3)) == ("B B B", "L L L")
    assert table.turn == 2


def test_ruling_18_a_derailment_among_the_nine_as_the_last_card_of_its_pile() -> None:
    table = Table(
        "row: AA BBB ADD | ACCE BB ADE\n"
        "line 1: A A A | Fire B B B\nline 2: C C C | D D Derailment\nline 3: E E E | L L L",
    ).play("take 1 0")
    assert table.line(2) == "D D -"
    assert table.row == "ACCE BB ADE"


def test_ruling_18_fire_then_derailment_in_a_later_refill() -> None:
    table = Table(
        "row: AA BBB ADD | ACCE BB ADE\n"
        "line 1: A A A | Fire B B B Derailment C\nline 2: C C C | D D D\nline 3: E E E | L L L",
    ).play("take 1 0")
    assert table.row == "AA BBB ADD"
    table.play("take 1 0")
    assert table.row == "ACCE BB ADE"
    assert table.line(1) == "B B C"


def test_ruling_19_the_nine_come_line_by_line_cheapest_place_first() -> None:
    table = Table(
        "line 1: A A A | Fire A B C\nline 2: C C C | D E L\nline 3: E E E | B A D",
    ).play("take 1 0")
    fire, nine = table.asked
    assert len(fire.slots) == 1
    assert nine.slots == (25, 26, 27, 52, 53, 54, 79, 80, 81)
    assert (table.line(1), table.line(2), table.line(3)) == ("A B C", "D E L", "B A D")


def test_ruling_19_short_piles_give_what_they_have() -> None:
    table = Table(
        "line 1: A A A | Fire B\nline 2: C C C |\nline 3: E E E | L D",
    ).play("take 1 0")
    assert (table.line(1), table.line(2), table.line(3)) == ("B - -", "- - -", "L D -")
    assert table.moves() == ["take 1 0", "take 3 0"]


def test_ruling_19_a_fire_over_empty_piles_leaves_an_empty_yard() -> None:
    table = Table("line 1: A A A | Fire\nline 2: C C C |\nline 3: E E E |").play("take 1 0")
    assert table.state.yard == [None] * 9
    # The taker of the last card had no more to do; nor has the other seat: the game is over.
    assert table.state.over


def test_ruling_20_a_derailment_comes_before_the_same_turns_objective() -> None:
    table = Table(
        "row: AB BBB ADD | AA CCC ADE\nline 1: A B C | Derailment D\nseat 1: AB",
    ).play("take 1 0")
    assert table.phase is Phase.CLAIM
    # AB could be paid, but lies under the pile now; AA has come.
    assert table.moves() == ["claim a A A", "pass"]


def test_ruling_21_the_three_go_under_the_pile_c_lowest_and_three_are_turned() -> None:
    table = Table(
        "row: AA BBB ADD | ACCE BB ADE ABC\nline 1: A B C | Derailment D",
    ).play("take 1 0")
    assert table.row == "ACCE BB ADE"
    assert table.objective_pile[0] == "ABC"
    assert table.objective_pile[-3:] == ["AA", "BBB", "ADD"]
    assert len(table.objective_pile) == 17


def test_ruling_21_with_fewer_than_three_in_the_pile_the_row_comes_back_in_part() -> None:
    # 15 objectives are taken (the last turn of four players): two are left in the pile.
    table = Table(
        "row: AA BBB ADD | ACCE BB\nline 1: A B C | Derailment D\n"
        "seat 1: claimed ADE ABC AACE\nseat 2: claimed AC AAB BCE ADDD\n"
        "seat 3: claimed CE BBE ACD ABCD\nseat 4: claimed AB CCC AAE BBDD",
        last_turns=1,
    )
    assert len(table.objective_pile) == 2
    table.play("take 1 0")
    assert table.row == "ACCE BB AA"
    assert table.objective_pile == ["BBB", "ADD"]
    # What came back is known under the pile no more.
    assert [table.deal[slot] for slot, _ in table.state.buried] == [
        OBJECTIVES["BBB"],
        OBJECTIVES["ADD"],
    ]


def test_ruling_21_everyone_knows_the_order_of_what_was_put_under_the_pile() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C | Derailment D").play("take 1 0")
    buried = dict(table.state.buried)
    assert [table.deal[slot] for slot in buried] == list(buried.values())
    assert len(buried) == 3


def test_ruling_22_the_objectives_cannot_run_out() -> None:
    # The sixteenth and last objective that four players can ever take is still replaced.
    table = Table(
        "row: AA BBB ADD | ACCE BB\nline 1: A B C | D\n"
        "seat 1: A, claimed ADE ABC AACE\nseat 2: claimed AC AAB BCE ADDD\n"
        "seat 3: claimed CE BBE ACD ABCD\nseat 4: claimed AB CCC AAE BBDD",
        last_turns=1,
    )
    table.play("take 1 0", "claim a A A")
    assert table.row == "ACCE BBB ADD"
    assert table.objective_pile == ["BB"]
    assert table.state.over


@pytest.mark.parametrize("event", ["Fire", "Derailment"])
def test_the_turn_goes_on_normally_after_an_event(event: str) -> None:
    table = Table(
        f"row: AA AB AC | AAB AAE ABC\nline 1: A B C | {event} B B B B\nseat 1: AABCE",
    ).play("take 1 0")
    assert table.turn == 1
    assert table.phase is Phase.CLAIM
