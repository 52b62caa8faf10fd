"""Rulings about the mandatory action: price, payment, duty, and the four characters."""

import pytest

from core.games.continental.game import GAME
from core.games.continental.scoring import score
from core.games.continental.state import Phase
from tests.core.continental.table import Table

# Taking -----------------------------------------------------------------------------------------


def test_ruling_02_the_place_farthest_from_the_pile_is_free_the_next_costs_1_the_nearest_2() -> (
    None
):
    for place, left in ((0, 2), (1, 1), (2, 0)):
        table = Table("line 1: A B C\nseat 1: 2 tickets")
        table.play(f"take 1 {place}")
        assert table.train(1) == "ABC"[place]
        assert table.tickets(1) == left


def test_ruling_02_the_line_moves_toward_the_free_end_and_the_new_card_comes_last() -> None:
    table = Table("line 1: A B C | D E\nseat 1: 1 ticket")
    table.play("take 1 1")
    assert table.line(1) == "A C D"
    assert table.pile(1) == "E"


def test_ruling_02_a_card_that_costs_more_than_one_has_is_refused_with_the_price() -> None:
    table = Table("seat 1: 1 ticket")
    assert table.moves() == ["take 1 0", "take 1 1", "take 2 0", "take 2 1", "take 3 0", "take 3 1"]
    reason = table.refusal("take 2 2")
    assert reason.rule == "cannot-pay"
    assert str(reason) == "that card costs 2 tickets, you have one"
    assert str(Table().refusal("take 2 1")) == "that card costs 1 ticket, you have none"


def test_ruling_05_a_ticket_being_taken_cannot_pay_for_itself() -> None:
    table = Table("line 1: A T T")
    assert table.refusal("take 1 1").rule == "cannot-pay"
    one = Table("line 1: A T T\nseat 1: 1 ticket")
    assert one.refusal("take 1 2").rule == "cannot-pay"


def test_ruling_05_spent_tickets_leave_the_game() -> None:
    table = Table("line 1: A T C\nseat 1: 2 tickets")
    before = table.boxed("T")
    table.play("take 1 1")
    assert table.tickets(1) == 2  # one paid, one taken
    assert table.boxed("T") == before + 1


def test_ruling_06_a_card_must_be_taken() -> None:
    table = Table("row: AA BBB ADD\nseat 1: AA")
    assert table.moves() == ["take 1 0", "take 2 0", "take 3 0"]
    assert str(table.refusal("pass")) == "first take a small card"
    assert table.refusal("claim a A A").rule == "not-now"


def test_ruling_06_where_the_pile_is_empty_cards_still_move_to_the_free_end() -> None:
    table = Table("line 1: A B C |\nline 2: - - - |\nline 3: - - - |\nseat 2: 2 tickets", turn=2)
    table.play("take 1 1")
    assert table.line(1) == "A C -"
    assert table.moves() == ["take 1 0"]
    table.play("take 1 0")
    assert table.line(1) == "C - -"
    assert table.moves() == ["take 1 0"]
    assert table.refusal("take 2 0").rule == "empty-place"


# Characters: optional, impossible, mandatory ------------------------------------------------------

EFFECTS = {
    "Director": "token blue",
    "Investor": "invest 2 2",
    "Pickpocket": "rob 2",
    "Switchman": "swap A 2 B",
}


def with_character(name: str, **options: bool) -> Table:
    layout = f"line 1: {name} A A | C\nline 2: D D E\nseat 1: A\nseat 2: B, 3 tickets"
    return Table(layout, options=options).play("take 1 0")


@pytest.mark.parametrize("name", EFFECTS)
def test_ruling_07_a_characters_effect_may_be_declined_and_the_card_goes_to_the_box(
    name: str,
) -> None:
    table = with_character(name)
    before = (table.train(1), table.train(2), table.tickets(2), table.tokens(1))
    boxed = table.boxed(name)
    table.play("decline")
    assert (table.train(1), table.train(2), table.tickets(2), table.tokens(1)) == before
    assert table.boxed(name) == boxed
    assert table.line(1) == "A A C"
    assert table.turn == 2


@pytest.mark.parametrize("name", EFFECTS)
def test_ruling_07_the_card_cannot_be_kept_for_later(name: str) -> None:
    table = with_character(name)
    assert table.phase is Phase.EFFECT
    assert {text.split()[0] for text in table.moves()} == {EFFECTS[name].split()[0], "decline"}
    assert str(table.refusal("pass")) == "first settle the character's effect"
    assert table.refusal("take 2 0").rule == "not-now"


@pytest.mark.parametrize("name", EFFECTS)
def test_ruling_07_a_table_may_make_effects_mandatory(name: str) -> None:
    table = with_character(name, effects_mandatory=True)
    assert "decline" not in table.moves()
    assert table.refusal("decline").rule == "mandatory"
    assert table.play(EFFECTS[name]).turn == 2


@pytest.mark.parametrize("options", [{}, {"effects_mandatory": True}])
def test_ruling_07_an_impossible_effect_is_lost_even_where_effects_are_mandatory(
    options: dict[str, bool],
) -> None:
    table = Table("line 1: Pickpocket A A | C\nseat 1: 3 tickets", options=options)
    table.play("take 1 0")
    assert table.turn == 2
    assert table.line(1) == "A A C"
    assert table.boxed("Pickpocket") == 1


@pytest.mark.parametrize("name", EFFECTS)
def test_another_characters_effect_is_refused_by_name(name: str) -> None:
    table = with_character(name)
    for other, text in EFFECTS.items():
        if other != name:
            reason = table.refusal(text)
            assert reason.rule == "other-effect"
            assert name in str(reason)


# Investor ---------------------------------------------------------------------------------------


def test_ruling_08_investor_chooses_before_the_refill() -> None:
    table = Table("line 1: A Investor B | C\nline 2: - - - |\nline 3: - - - |\nseat 1: 1 ticket")
    table.play("take 1 1")
    assert table.asked == []
    assert table.line(1) == "A - B"
    assert table.moves("invest") == ["invest 1 0", "invest 1 2"]
    assert table.refusal("invest 1 1").rule == "empty-place"


def test_ruling_08_the_investors_card_is_free_wherever_it_lies() -> None:
    table = Table("line 1: Investor A B\nline 2: C C E").play("take 1 0", "invest 2 2")
    assert table.train(1) == "E"
    assert table.tickets(1) == 0


def test_ruling_08_every_gap_is_refilled_in_the_order_in_which_cards_were_taken() -> None:
    table = Table("line 3: Investor A A | B\nline 1: A A C | D").play("take 3 0", "invest 1 2")
    third, first = (request.slots[0] for request in table.asked)
    assert third >= 55
    assert first < 28
    assert (table.line(3), table.line(1)) == ("A A B", "A A D")


def test_ruling_08_both_gaps_of_one_line_are_filled_one_after_the_other() -> None:
    table = Table("line 1: Investor A B | C D E").play("take 1 0", "invest 1 1")
    assert [len(request.slots) for request in table.asked] == [1, 1]
    assert table.line(1) == "B C D"
    assert table.pile(1) == "E"


def test_ruling_08_a_single_card_left_in_the_pile_fills_one_of_two_gaps() -> None:
    table = Table("line 1: Investor A B | C").play("take 1 0", "invest 1 1")
    assert table.line(1) == "B C -"


def test_ruling_09_a_character_taken_by_the_investor_has_its_effect() -> None:
    table = Table("line 1: Investor A A\nline 2: B B Director")
    table.play("take 1 0", "invest 2 2")
    assert table.moves() == [
        *(f"token {colour}" for colour in ("blue", "yellow", "black", "red", "green")),
        "decline",
    ]
    table.play("token green")
    assert table.tokens(1) == "green"


def test_ruling_09_investor_takes_investor_takes_director() -> None:
    table = Table(
        "line 1: Investor A A | B\nline 2: B B Investor | C\nline 3: A Director A | D",
    )
    table.play("take 1 0", "invest 2 2", "invest 3 1")
    assert table.asked == []  # nothing is refilled before the chain is at its end
    table.play("token red")
    assert (table.line(1), table.line(2), table.line(3)) == ("A A B", "B B C", "A A D")
    assert [request.slots[0] for request in table.asked] == [27, 54, 81]
    assert table.boxed("Investor") == 2
    assert table.tokens(1) == "red"
    assert table.turn == 2


@pytest.mark.parametrize(
    ("character", "effect"),
    [("Pickpocket", "rob 2"), ("Switchman", "swap A 2 B"), ("Director", "token blue")],
)
def test_ruling_09_any_character_ends_a_chain(character: str, effect: str) -> None:
    table = Table(f"line 1: Investor A A\nline 2: B B {character}\nseat 1: A\nseat 2: B, 2 tickets")
    table.play("take 1 0", "invest 2 2", effect)
    assert table.turn == 2
    assert table.boxed(character) >= 1


def test_ruling_09_a_chained_character_without_possible_effect_is_lost() -> None:
    table = Table("line 1: Investor A A | B\nline 2: B B Pickpocket | C")
    table.play("take 1 0", "invest 2 2")
    assert table.turn == 2
    assert (table.line(1), table.line(2)) == ("A A B", "B B C")


def test_ruling_09_a_chain_may_be_declined_at_any_link() -> None:
    table = Table("line 1: Investor A A | B\nline 2: B B Investor | C")
    table.play("take 1 0", "invest 2 2", "decline")
    assert (table.line(1), table.line(2)) == ("A A B", "B B C")
    assert table.turn == 2


def test_ruling_10_an_investor_with_no_card_to_choose_from_is_lost() -> None:
    table = Table("line 1: Investor - - | A\nline 2: - - - |\nline 3: - - - |")
    table.play("take 1 0")
    assert table.line(1) == "A - -"
    assert table.turn == 2


def test_ruling_10_a_chained_investor_with_no_card_left_is_lost_too() -> None:
    table = Table("line 1: Investor - - | A\nline 2: Investor - - | B\nline 3: - - - |")
    table.play("take 1 0", "invest 2 0")
    assert (table.line(1), table.line(2)) == ("A - -", "B - -")
    assert table.turn == 2


def test_ruling_10_an_event_is_never_on_display_to_be_chosen() -> None:
    table = Table("line 1: Investor A A | Fire B\nline 2: C C D")
    table.play("take 1 0", "invest 2 0")
    assert "Fire" not in " ".join(table.line(number) for number in (1, 2, 3))


# Pickpocket -------------------------------------------------------------------------------------


def test_ruling_11_pickpocket_takes_all_tickets_of_one_player_who_has_some() -> None:
    table = Table(
        "line 1: Pickpocket A A\nseat 1: 1 ticket\nseat 2: 2 tickets\nseat 3: A\nseat 4: 3 tickets"
    )
    table.play("take 1 0")
    assert table.moves("rob") == ["rob 2", "rob 4"]
    assert table.refusal("rob 3").rule == "no-tickets"
    assert table.refusal("rob 1").rule == "own-seat"
    table.play("rob 4")
    assert [table.tickets(seat) for seat in (1, 2, 3, 4)] == [4, 2, 0, 0]


def test_ruling_11_pickpocket_is_lost_where_no_other_player_has_a_ticket() -> None:
    table = Table("line 1: Pickpocket A A\nseat 1: 2 tickets\nseat 2: A").play("take 1 0")
    assert table.turn == 2
    assert table.tickets(1) == 2


def test_ruling_11_the_ticket_paid_for_the_pickpocket_is_gone_before_the_theft() -> None:
    table = Table("line 1: A Pickpocket A\nseat 1: 1 ticket\nseat 2: 1 ticket")
    table.play("take 1 1", "rob 2")
    assert table.tickets(1) == 1


def test_ruling_12_stolen_tickets_pay_like_any_other() -> None:
    table = Table("line 1: Pickpocket A A\nline 2: A A E\nseat 2: 2 tickets")
    table.play("take 1 0", "rob 2", "take 1 0", "take 2 2")
    assert table.train(1) == "E"
    assert table.tickets(1) == 0


def test_ruling_12_stolen_tickets_are_worth_a_point_each() -> None:
    table = Table("line 1: Pickpocket A A\nseat 2: 3 tickets")
    assert score(table.state) == (0, 3)
    assert score(table.play("take 1 0", "rob 2").state) == (3, 0)


# Switchman --------------------------------------------------------------------------------------


def test_ruling_13_switchman_exchanges_one_wagon_for_one_of_an_opponent() -> None:
    table = Table("line 1: Switchman A A\nseat 1: AB\nseat 2: CC\nseat 3: D")
    table.play("take 1 0")
    assert table.moves("swap") == ["swap A 2 C", "swap A 3 D", "swap B 2 C", "swap B 3 D"]
    table.play("swap B 2 C")
    assert (table.train(1), table.train(2), table.train(3)) == ("AC", "BC", "D")


def test_ruling_13_both_must_own_a_wagon_else_the_switchman_is_lost() -> None:
    nothing_to_give = Table("line 1: Switchman A A\nseat 1: 1 ticket\nseat 2: AB")
    assert nothing_to_give.play("take 1 0").turn == 2
    nothing_to_get = Table("line 1: Switchman A A\nseat 1: AB\nseat 2: 1 ticket")
    assert nothing_to_get.play("take 1 0").turn == 2
    assert nothing_to_get.boxed("Switchman") == 2


def test_ruling_13_the_reasons_name_the_wagon_that_is_missing() -> None:
    table = Table("line 1: Switchman A A\nseat 1: A\nseat 2: C").play("take 1 0")
    assert str(table.refusal("swap B 2 C")) == "you have no Flatcar to give"
    assert str(table.refusal("swap A 2 D")) == "that player has no Stock car"
    assert table.refusal("swap A 1 A").rule == "own-seat"
    assert table.refusal("swap A 3 C").rule == "no-seat"


def test_ruling_14_a_locomotive_is_a_wagon_for_the_switchman_both_ways() -> None:
    table = Table("line 1: Switchman A A\nseat 1: L\nseat 2: A").play("take 1 0", "swap L 2 A")
    assert (table.train(1), table.train(2)) == ("A", "L")
    table = Table("line 1: Switchman A A\nseat 1: A\nseat 2: L").play("take 1 0", "swap A 2 L")
    assert (table.train(1), table.train(2)) == ("L", "A")


def test_ruling_15_wagons_of_validated_objectives_are_in_the_box_and_cannot_be_swapped() -> None:
    table = Table(
        "row: AA BBB ADD\nline 1: A A A\nline 2: Switchman B B\nseat 1: A\nseat 2: C",
    )
    boxed = table.boxed("A")
    table.play("take 1 0", "claim a A A")
    assert table.boxed("A") == boxed + 2
    assert table.train(1) == ""
    # Seat 2 owns wagons, seat 1 has only what it has validated: the Switchman is lost.
    table.play("take 2 0")
    assert table.turn == 1


# Director ---------------------------------------------------------------------------------------


def test_ruling_16_director_takes_any_token_still_in_the_supply() -> None:
    table = Table("line 1: Director A A\nseat 2: tokens blue blue blue blue red").play("take 1 0")
    assert table.moves("token") == ["token yellow", "token black", "token red", "token green"]
    assert str(table.refusal("token blue")) == "no blue token is left"
    table.play("token red")
    assert table.state.supply == [0, 4, 4, 2, 4]


def test_ruling_16_there_are_four_tokens_of_each_company_lying_open() -> None:
    assert Table().state.supply == [4] * 5
    table = Table("line 1: Director A A").play("take 1 0", "token black")
    assert table.tokens(1) == "black"
    assert "tokens black" in GAME.describe(table.state)


def test_ruling_16_director_is_lost_when_no_token_is_left() -> None:
    colours = ("blue", "yellow", "black", "red", "green")
    tokens = " ".join(colour for colour in colours for _ in range(4))
    table = Table(f"line 1: Director A A\nseat 2: tokens {tokens}").play("take 1 0")
    assert table.turn == 2
