"""Rulings about the optional action, the end of the game and its result."""

import pytest

from core.games.continental.game import GAME
from core.games.continental.scoring import contract_now, icons, objective_points, score, winners
from core.games.continental.state import Phase
from tests.core.continental.table import CONTRACTS, Table

EMPTY = "line 2: - - - |\nline 3: - - - |"

# Validating --------------------------------------------------------------------------------------


def test_ruling_23_locomotives_replace_any_number_of_wagons_even_all() -> None:
    table = Table("row: ABCD BBB ADD\nline 1: E E E\nseat 1: LLLL").play("take 1 0")
    assert table.moves() == ["claim a L L L L", "claim b L L L", "claim c L L L", "pass"]
    table.play("claim a L L L L")
    assert table.claimed(1) == "ABCD"
    assert table.train(1) == "E"


def test_ruling_23_the_player_chooses_which_wagons_go_real_ones_first() -> None:
    table = Table("row: AB CCC BBDD\nline 1: E E E\nseat 1: ABLL").play("take 1 0")
    assert table.moves("claim") == ["claim a A B", "claim a A L", "claim a B L", "claim a L L"]
    boxed = table.boxed("L")
    table.play("claim a B L")
    assert table.train(1) == "AEL"
    assert table.boxed("L") == boxed + 1


def test_ruling_23_without_enough_wagons_and_locomotives_there_is_no_claim() -> None:
    table = Table("row: AB BBB AC\nline 1: E E E\nseat 1: ABL").play("take 1 0")
    assert table.moves("claim") == [
        *("claim a A B", "claim a A L", "claim a B L"),
        "claim c A L",
    ]
    assert table.refusal("claim b B B L").rule == "lacking"
    assert str(table.refusal("claim b B L L")) == "you lack Locomotive (L)"


def test_ruling_24_one_objective_a_turn_after_taking_the_card() -> None:
    table = Table("row: AA BB AC\nline 1: A A A\nseat 1: ABBC").play("take 1 0", "claim a A A")
    assert table.turn == 2
    assert table.phase is Phase.TAKE
    assert table.claimed(1) == "AA"


def test_ruling_24_the_card_just_taken_counts_and_the_objective_is_replaced_at_once() -> None:
    table = Table("row: AA BBB ADD | CCC\nline 1: A B C\nseat 1: A")
    table.play("take 1 0", "claim a A A")
    assert table.row == "CCC BBB ADD"


def test_ruling_24_passing_is_always_allowed_and_changes_nothing() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C\nseat 1: A").play("take 1 0", "pass")
    assert (table.row, table.train(1), table.turn) == ("AA BBB ADD", "AA", 2)


def test_ruling_24_who_can_pay_for_nothing_is_not_asked() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C").play("take 1 0")
    assert table.turn == 2


def test_ruling_24_a_claim_after_a_characters_effect() -> None:
    table = Table("row: CCC BBB ADD\nline 1: Switchman A A\nseat 1: CCA\nseat 2: C")
    table.play("take 1 0", "swap A 2 C", "claim a C C C")
    assert table.claimed(1) == "CCC"


def test_ruling_25_a_train_has_no_limit_and_is_worth_nothing() -> None:
    table = Table("row: CCC ACCE BCE\nline 1: A B B\nseat 1: AAAAAAAAABBBBB")
    table.play("take 1 0")
    assert len(table.train(1)) == 15
    assert score(table.state)[0] == 0


def test_ruling_37_the_move_names_the_wagons_that_pay() -> None:
    table = Table("row: AAB BBB ADD\nline 1: E E E\nseat 1: AABL").play("take 1 0")
    assert table.moves("claim") == ["claim a A A B", "claim a A A L", "claim a A B L"]
    assert str(table.refusal("claim a A B")) == "that objective takes 3 wagons"
    assert table.refusal("claim a A A E").rule == "wrong-wagons"
    assert table.refusal("claim a B B L").rule == "wrong-wagons"


def test_ruling_37_where_only_one_way_exists_there_is_one_claim_to_fill_in() -> None:
    table = Table("row: AAB BBB ADD\nline 1: E E E\nseat 1: AABC").play("take 1 0")
    assert table.moves("claim") == ["claim a A A B"]
    table = Table("row: AAB BBB ADD\nline 1: E E E\nseat 1: AAL").play("take 1 0")
    assert table.moves("claim") == ["claim a A A L"]


# The end ----------------------------------------------------------------------------------------


def test_ruling_26_after_the_fourth_objective_every_other_player_has_exactly_one_turn() -> None:
    table = Table(
        "row: AA BBB ADD\nline 1: C C C\nseat 1: B\nseat 2: AA, claimed BB AC AB\nseat 3: B",
        turn=2,
    )
    table.play("take 1 0", "claim a A A")
    turns = []
    while not table.state.over:
        turns.append(table.turn)
        table.play("take 2 0")
    assert turns == [3, 1]


def test_ruling_26_without_a_fourth_objective_the_game_goes_on() -> None:
    table = Table("row: AA BBB ADD\nline 1: C C C\nseat 1: AA, claimed BB AC\nseat 2: B")
    table.play("take 1 0", "claim a A A")
    assert table.state.last_turns is None


def test_ruling_26_there_is_no_fifth_objective_for_the_one_who_ended_the_game() -> None:
    table = Table("row: AA AAB ADD\nline 1: C C C\nseat 1: AAAAB, claimed BB AC AB\nseat 2: D")
    table.play("take 1 0", "claim a A A", "take 2 0")
    assert table.state.over
    assert len(table.state.claimed[0]) == 4


def test_ruling_26_others_may_reach_four_and_overtake_without_prolonging_the_game() -> None:
    table = Table(
        "row: AA ABCD ACCE\nline 1: E E E\nline 2: E - - |\n"
        "seat 1: AA, claimed BB AC AB, keeps two-pairs\n"
        "seat 2: ABCD, claimed ADDD AACE BBDD, keeps four-colours\nseat 3: B",
    )
    table.play("take 1 0", "claim a A A")
    table.play("take 1 0", "claim b A B C D")
    assert table.turn == 3
    table.play("take 1 0")
    assert table.state.over
    assert score(table.state) == (8, 24 + 6, 0)
    assert winners(table.state) == (1,)


def test_ruling_26_at_the_end_everyones_contract_is_turned_up() -> None:
    table = Table(
        "row: AA BBB ADD\nline 1: C C C\nseat 1: AA, claimed BB AC AB, keeps blue\n"
        "seat 2: keeps pair, tokens red red",
    )
    table.play("take 1 0", "claim a A A", "take 2 0")
    assert table.state.contracts == [CONTRACTS["blue"], CONTRACTS["pair"]]
    assert table.turn is None
    assert table.moves() == []


def test_ruling_27_with_no_small_card_left_each_other_player_has_a_last_optional_action() -> None:
    table = Table(
        f"row: AA BB ADD\nline 1: A - - |\n{EMPTY}\nseat 1: C\nseat 2: BB\nseat 3: AA",
    )
    table.play("take 1 0")
    assert (table.turn, table.phase) == (2, Phase.CLAIM)
    assert table.moves() == ["claim b B B", "pass"]
    table.play("claim b B B")
    assert (table.turn, table.moves()) == (3, ["claim a A A", "pass"])
    table.play("pass")
    assert table.state.over


def test_ruling_27_who_took_the_last_card_may_still_validate_in_that_turn() -> None:
    table = Table(f"row: AA BBB ADD\nline 1: A - - |\n{EMPTY}\nseat 1: A")
    table.play("take 1 0", "claim a A A")
    assert table.state.over
    assert table.claimed(1) == "AA"


def test_ruling_27_who_can_validate_nothing_is_passed_over() -> None:
    table = Table(f"row: AA BB ADD\nline 1: A - - |\n{EMPTY}\nseat 2: C\nseat 3: BB\nseat 4: C")
    table.play("take 1 0")
    assert table.turn == 3
    table.play("pass")
    assert table.state.over


def test_ruling_27_contracts_are_turned_by_the_move_of_the_last_who_acted() -> None:
    # An answer in the log is written by the seat whose move raised it, not by one passed over.
    table = Table(f"line 1: A - - |\n{EMPTY}\nseat 3: C")
    state = table.state
    GAME.apply(state, 0, GAME.parse("take 1 0"))
    assert state.phase is Phase.CONTRACTS
    assert state.turn == 0


def test_ruling_27_the_end_is_triggered_once_by_whichever_comes_first_the_fourth() -> None:
    # Seat 2 empties the yard in its last turn; seat 1 gets no further one.
    table = Table(
        f"row: AA BB ADD\nline 1: A A - |\n{EMPTY}\n"
        "seat 1: AAB, claimed BBB AC AB\nseat 2: C\nseat 3: BB",
    )
    table.play("take 1 0", "claim a A A", "take 1 0")
    assert (table.turn, table.phase) == (3, Phase.CLAIM)
    assert table.play("claim b B B").state.over


def test_ruling_27_the_end_is_triggered_once_by_whichever_comes_first_the_empty_yard() -> None:
    # Seat 1 takes the last card; seat 2's fourth objective then gives nobody another turn.
    table = Table(
        f"row: AA BB ADD\nline 1: C - - |\n{EMPTY}\nseat 1: AA\nseat 2: BB, claimed BBB AC AB",
    )
    table.play("take 1 0", "pass", "claim b B B")
    assert table.state.over
    assert table.claimed(1) == ""


def test_ruling_27_both_triggers_in_one_turn_are_one_end() -> None:
    table = Table(
        f"row: AA BB ADD\nline 1: A - - |\n{EMPTY}\n"
        "seat 1: A, claimed BBB AC AB\nseat 2: BB\nseat 3: BB",
    )
    table.play("take 1 0", "claim a A A")
    assert table.turn == 2
    table.play("pass")
    assert table.turn == 3
    assert table.play("pass").state.over


def test_ruling_27_a_yard_emptied_by_a_fire_ends_the_game_too() -> None:
    table = Table(
        "row: AA BB ADD\nline 1: A A A | Fire\nline 2: B B B |\nline 3: C - - |\nseat 2: BB",
    )
    table.play("take 1 0")
    assert (table.turn, table.phase) == (2, Phase.CLAIM)
    assert table.play("claim b B B").state.over


def test_ruling_27_piles_running_out_alone_do_not_end_the_game() -> None:
    table = Table(f"line 1: A A - |\n{EMPTY}").play("take 1 0")
    assert table.state.last_turns is None
    assert (table.turn, table.phase) == (2, Phase.TAKE)


# Points -----------------------------------------------------------------------------------------


def worth(contract: str, seat: str) -> int:
    """What a contract brings for tokens and objectives in the notation of a seat."""
    return contract_now(Table(f"seat 1: {seat}").state, 0, CONTRACTS[contract])


def test_ruling_28_each_contracts_count_every_set() -> None:
    assert worth("blue", "tokens blue blue blue") == 6
    assert worth("pair", "tokens blue blue red red") == 6
    assert worth("trio", "tokens blue blue blue, claimed BB ADE ABC") == 14
    assert worth("mixed-trio", "tokens blue yellow red, claimed AA BB AB") == 10


def test_ruling_28_if_contracts_count_once() -> None:
    two_times_four = "tokens blue blue yellow yellow black black red red"
    assert worth("four-colours", two_times_four) == 6
    assert worth("two-pairs", two_times_four) == 7


def test_ruling_29_icons_and_tokens_count_together() -> None:
    assert worth("pair", "tokens blue, claimed AA") == 3
    assert icons(Table("seat 1: tokens blue red, claimed AA BB").state, 0) == [2, 1, 0, 1, 0]


def test_ruling_29_an_icon_serves_in_one_set_only() -> None:
    assert worth("pair", "tokens blue blue blue") == 3
    assert worth("trio", "tokens blue blue blue blue, claimed AA") == 7


def test_ruling_29_four_of_a_colour_are_two_pairs_but_not_of_different_colours() -> None:
    assert worth("pair", "tokens blue blue blue blue") == 6
    assert worth("two-pairs", "tokens blue blue blue blue") == 0
    assert worth("two-pairs", "tokens blue blue red red") == 7


def test_ruling_30_the_most_three_colour_trios() -> None:
    assert worth("mixed-trio", "tokens blue blue blue blue red red green green") == 10
    assert worth("mixed-trio", "tokens blue blue blue blue red red") == 0
    assert worth("mixed-trio", "tokens blue blue yellow yellow red green") == 10


def finished(one: str, two: str, three: str = "keeps blue") -> Table:
    layout = f"row: AA BBB ADD\nline 1: E - - |\n{EMPTY}\nseat 1: {one}\nseat 2: {two}"
    table = Table(f"{layout}\nseat 3: {three}").play("take 1 0")
    assert table.state.over
    return table


def test_ruling_12_and_the_rulebook_objectives_contract_and_tickets_add_up() -> None:
    table = finished("claimed ACCE BB, 3 tickets, tokens blue, keeps pair", "keeps red")
    assert score(table.state) == (6 + 2 + 3 + 3, 0, 0)


def test_ruling_31_a_tie_goes_to_more_points_on_objectives() -> None:
    table = finished("claimed AACE, keeps red", "claimed BB, 4 tickets, keeps green")
    assert score(table.state) == (6, 6, 0)
    assert objective_points(table.state, 1) == 2
    assert winners(table.state) == (0,)


def test_ruling_31_what_is_still_equal_is_shared() -> None:
    table = finished("claimed BB, keeps red", "claimed AC, keeps green", "claimed AB, keeps blue")
    assert winners(table.state) == (0, 1, 2)
    table = finished("claimed BB, keeps red", "claimed AC, keeps green", "1 ticket, keeps blue")
    assert winners(table.state) == (0, 1)
    assert "won by seat 1, 2" in GAME.describe(table.state)


def test_ruling_31_more_points_win_whatever_the_objectives_say() -> None:
    table = finished("claimed AACE, keeps red", "7 tickets, keeps green")
    assert winners(table.state) == (1,)


def test_ruling_32_everything_but_contracts_lies_open() -> None:
    table = Table("row: AA BBB ADD\nseat 1: AL, 2 tickets, tokens red, claimed BB, keeps pair")
    text = GAME.describe(table.state)
    assert "seat 1: train AL, tickets 2, tokens red, claimed 2 yellow B B (2 points)" in text
    assert "contract" not in text
    with_other = Table("row: AA BBB ADD\nseat 1: AL, 2 tickets, tokens red, claimed BB, keeps trio")
    assert GAME.encode(table.state) == GAME.encode(with_other.state)


def test_winners_are_named_only_when_the_game_is_over() -> None:
    assert winners(Table("seat 1: 2 tickets").state) == ()


@pytest.mark.parametrize("contract", CONTRACTS)
def test_no_contract_is_worth_anything_without_icons(contract: str) -> None:
    assert worth(contract, "ABC") == 0
