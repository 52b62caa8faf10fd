"""Rulings about the set-up: decks, piles, contracts, the first player, the table's options."""

import pytest

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.state import Phase
from core.kernel.errors import BadOptions
from core.kernel.requests import ALL, Reveal, Shuffle
from tests.core.continental.table import CONTRACTS, OBJECTIVES, SetUp, Table


def test_ruling_01_only_the_twenty_objectives_form_the_pile_of_long_cards() -> None:
    table = SetUp(row="AA BBB ADD ACCE").keep_all()
    assert table.row == "AA BBB ADD"
    assert len(table.objective_pile) == 17
    assert table.objective_pile[0] == "ACCE"
    dealt = {table.deal[slot] for slot in (*table.state.row_slots, *table.state.objective_pile)}
    assert dealt == set(OBJECTIVES.values())


def test_ruling_03_piles_of_28_27_and_27_cards() -> None:
    table = SetUp()
    assert [len(pile) for pile in table.state.piles] == [28, 27, 27]
    table.keep_all()
    assert [len(pile) for pile in table.state.piles] == [25, 24, 24]
    slots = [slot for pile in table.state.piles for slot in pile]
    assert sorted(slots + table.revealed()[:9]) == list(range(82))


def test_ruling_03_lines_are_numbered_1_to_3_and_places_0_to_2() -> None:
    table = SetUp(("A B C", "D D D", "E E E")).keep_all()
    table.state.tickets[0] = 2
    table.state.box[sheet.TICKET] -= 2
    assert (table.line(1), table.line(2), table.line(3)) == ("A B C", "D D D", "E E E")
    assert table.moves() == [f"take {line} {place}" for line in (1, 2, 3) for place in (0, 1, 2)]


def test_ruling_04_an_event_in_the_setup_goes_back_and_its_pile_is_shuffled() -> None:
    table = SetUp(("A Fire B E", "C C C", "D D D"), shuffles=("E A",)).keep_all()
    assert table.line(1) == "A B E"
    assert table.boxed("Fire") == 0
    shuffles = [request for request in table.asked if isinstance(request, Shuffle)]
    # The 25 cards below and the event, in its own pile only.
    assert [sorted(request.slots) for request in shuffles] == [[1, *range(3, 28)]]
    assert len(table.state.piles[0]) == 25
    assert table.state.event_pile == [None, 0]


def test_ruling_04_both_events_in_one_pile_are_put_back_by_one_shuffle() -> None:
    table = SetUp(("Derailment A Fire B B", "C C C", "D D D"), shuffles=("B B",)).keep_all()
    assert table.line(1) == "A B B"
    assert sum(isinstance(request, Shuffle) for request in table.asked) == 1
    assert table.state.event_pile == [0, 0]
    assert table.boxed("Fire") == table.boxed("Derailment") == 0


def test_ruling_04_events_in_two_piles_are_put_back_each_into_its_own() -> None:
    table = SetUp(
        ("A A A", "Fire C C C", "D Derailment D E"),
        shuffles=("C", "E"),
    ).keep_all()
    assert (table.line(1), table.line(2), table.line(3)) == ("A A A", "C C C", "D D E")
    assert table.state.event_pile == [2, 1]
    shuffles = [request for request in table.asked if isinstance(request, Shuffle)]
    assert [len(request.slots) for request in shuffles] == [25, 25]


def test_ruling_04_the_pile_is_shuffled_again_as_often_as_an_event_shows() -> None:
    table = SetUp(
        ("A A Fire E", "C C C", "D D D"),
        shuffles=("Fire", "Fire", "E"),
    ).keep_all()
    assert table.line(1) == "A A E"
    assert sum(isinstance(request, Shuffle) for request in table.asked) == 3
    assert table.phase is Phase.TAKE


def test_ruling_04_one_event_after_the_other_in_the_same_pile() -> None:
    table = SetUp(
        ("A B Fire C Derailment", "C C C", "D D D"),
        shuffles=("Derailment", "Fire", "Derailment", "C"),
    ).keep_all()
    assert table.line(1) == "A B C"
    assert table.shuffles == []
    assert table.state.event_pile == [0, 0]


def test_ruling_04_a_setup_event_changes_no_objective() -> None:
    table = SetUp(("Derailment A A B", "C C C", "D D D"), shuffles=("B",), row="AA BBB ADD")
    table.keep_all()
    assert table.row == "AA BBB ADD"
    assert len(table.objective_pile) == 17


def test_ruling_33_the_first_player_comes_from_a_shuffled_deck_of_seats() -> None:
    table = SetUp(seats=4, first=3).keep_all()
    assert (table.state.first, table.turn) == (2, 3)
    assert table.asked[-1] == Reveal((112,))


def test_ruling_33_the_creator_may_pick_the_first_player() -> None:
    table = SetUp(seats=3, options={"first_player": 1}).keep_all()
    assert (table.state.first, table.turn) == (1, 2)
    assert 112 not in table.revealed()


def test_ruling_33_a_picked_first_player_must_sit_at_the_table() -> None:
    with pytest.raises(BadOptions, match="none of the seats"):
        GAME.new(GAME.options({"first_player": 2}), 2)


def test_ruling_34_two_players_play_by_the_same_rules() -> None:
    two, four = SetUp(seats=2).keep_all(), SetUp(seats=4).keep_all()
    assert two.decks[:3] == four.decks[:3]
    assert two.state.piles == four.state.piles
    assert two.state.yard == four.state.yard
    assert two.state.supply == four.state.supply == [4] * 5
    assert two.state.tickets == [0, 0]
    # The end too comes with the fourth objective.
    table = Table("row: AA BBB ADD\nseat 1: AA, claimed BB AC AB\nseat 2: A")
    assert table.play("take 1 0", "claim a A A").state.last_turns == 1


def test_ruling_35_the_setup_first_asks_only_for_two_private_contracts_a_seat() -> None:
    table = SetUp(seats=3)
    assert table.asked == [Reveal((102, 103), 0), Reveal((104, 105), 1), Reveal((106, 107), 2)]
    assert table.state.yard == [None] * 9
    assert table.state.row == [None] * 3


def test_ruling_35_nothing_is_turned_up_before_the_last_contract_is_chosen() -> None:
    table = SetUp(("A A A", "B B B", "C C C"), seats=3)
    table.play("keep 1", "keep 2")
    assert table.revealed() == []
    assert table.turn == 3
    table.play("keep 1")
    assert table.state.kept == [102, 105, 106]
    # The yard first, the objectives next, who begins last.
    assert table.revealed() == [0, 1, 2, 28, 29, 30, 55, 56, 57, 82, 83, 84, 112]


def test_ruling_36_house_options_are_off_unless_chosen() -> None:
    options = GAME.options()
    assert GAME.pack_options(options) == (False, None, False)
    assert SetUp(seats=4).keep_all().state.tickets == [0, 0, 0, 0]


def test_ruling_36_a_bonus_ticket_for_all_but_the_first_player() -> None:
    table = SetUp(seats=4, first=3, options={"bonus_ticket": True}).keep_all()
    assert table.state.tickets == [1, 1, 0, 1]
    assert table.boxed("T") == 0


def test_ruling_36_options_are_part_of_the_start_and_so_of_every_hash() -> None:
    starts = {
        GAME.encode(GAME.new(GAME.options(values), 2))
        for values in ({}, {"bonus_ticket": True}, {"first_player": 0}, {"effects_mandatory": True})
    }
    assert len(starts) == 4


@pytest.mark.parametrize(
    "values",
    [
        {"bonus_ticket": 1},
        {"bonus_ticket": None},
        {"effects_mandatory": "yes"},
        {"first_player": 4},
        {"first_player": -1},
        {"first_player": True},
        {"first_player": 1.0},
        {"speed": 3},
        {1: 2, "speed": 3},
    ],
)
def test_ruling_36_options_of_any_other_kind_are_refused(values: dict) -> None:
    with pytest.raises(BadOptions):
        GAME.options(values)


@pytest.mark.parametrize("seats", [-1, 0, 1, 5, True, 2.0, "2", None])
def test_the_game_is_for_two_to_four(seats: object) -> None:
    with pytest.raises(BadOptions, match="2 to 4"):
        GAME.new(GAME.options(), seats)


def test_ruling_32_contracts_stay_hidden_until_the_end() -> None:
    one = SetUp(contracts=("blue pair", "trio four-colours")).keep_all()
    two = SetUp(contracts=("red green", "mixed-trio two-pairs")).keep_all()
    assert GAME.encode(one.state) == GAME.encode(two.state)
    assert one.state.contracts == [None, None]


def test_ruling_32_discarded_contracts_are_never_shown() -> None:
    table = SetUp(contracts=("blue pair", "trio four-colours"))
    table.play("keep 2", "keep 1")
    state = table.state
    # To the end: everything on the table is taken, the cheapest card first.
    while not state.over:
        texts = table.moves()
        table.play(next((text for text in texts if text.startswith("claim")), texts[0]))
    assert state.contracts == [CONTRACTS["pair"], CONTRACTS["trio"]]
    public = [r for r in table.asked if isinstance(r, Reveal) and r.to == ALL]
    assert public[-1] == Reveal((103, 104))
    assert not {102, 105} & set(table.revealed())
