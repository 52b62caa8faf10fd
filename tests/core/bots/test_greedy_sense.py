"""Positions where anyone at the table would expect one move of greedy, and its reason."""

import pytest

from core.games.continental.greedy import WEIGHER, Reason
from core.games.registry import game
from tests.core.continental.table import Table

GAME = game("continental-express")


def chosen(table: Table) -> str:
    """Greedy's move for the seat to act, which knows its own contract."""
    seat = table.state.turn
    assert seat is not None
    slot = table.state.kept[seat]
    assert slot is not None
    return GAME.text(WEIGHER.weigh(table.state, seat, {slot: table.deal[slot]})[0].move)


def reason(table: Table) -> Reason:
    """The main reason of that move, with public facts only."""
    seat = table.state.turn
    assert seat is not None
    found = WEIGHER.weigh(table.state, seat, {})[0].main
    assert isinstance(found, Reason)
    return found


def test_it_takes_the_free_wagon_that_completes_an_objective_and_claims_it() -> None:
    table = Table("""
        row: ADDD BBB CCC | AA
        line 1: A B C
        line 2: D B C
        line 3: E B C
        seat 1: ADDC
    """)
    assert chosen(table) == "take 2 0"
    assert reason(table) is Reason.POINTS
    assert chosen(table.play("take 2 0")) == "claim a A D D D"


def test_it_pays_with_real_wagons_and_keeps_its_locomotives() -> None:
    table = Table("""
        row: ADE BBB CCC | AA
        line 1: T B C
        line 2: T B C
        line 3: T B C
        seat 1: ADELL
    """).play("take 1 0")
    assert chosen(table) == "claim a A D E"


def test_it_spends_a_ticket_for_the_wagon_that_completes_a_good_objective() -> None:
    table = Table("""
        row: AACE BBB CCC | AA
        line 1: B E B
        line 2: B B B
        line 3: D D D
        seat 1: AAC, 1 ticket
    """)
    assert chosen(table) == "take 1 1"


def test_in_its_last_turn_a_ticket_is_worth_more_than_a_wagon_that_leads_nowhere() -> None:
    table = Table(
        """
        row: AACE BBDD CCC | AA
        line 1: L T T
        line 2: A T T
        line 3: T T T
        seat 1: A, 2 tickets
        seat 2: C
        """,
        last_turns=1,
    )
    assert chosen(table) == "take 3 0"
    assert reason(table) is Reason.TICKETS


def test_in_its_last_turn_it_claims_the_objective_that_brings_most() -> None:
    table = Table(
        """
        row: AA ABCD CCC | BB
        line 1: E B B
        line 2: E B B
        line 3: E B B
        seat 1: AABCD, keeps yellow
        """,
        last_turns=1,
    ).play("take 1 0")
    assert chosen(table) == "claim b A B C D"


@pytest.mark.parametrize(
    ("keeps", "company"), [("red", "red"), ("green", "green"), ("trio", "black")]
)
def test_the_director_takes_the_token_its_contract_wants(keeps: str, company: str) -> None:
    table = Table(f"""
        row: AACE BBDD CCC | AA
        line 1: Director B C
        line 2: A B C
        line 3: A B C
        seat 1: B, tokens black black, keeps {keeps}
    """).play("take 1 0")
    assert chosen(table) == f"token {company}"


def test_the_pickpocket_robs_the_richest() -> None:
    table = Table("""
        row: AACE BBDD CCC | AA
        line 1: Pickpocket B C
        line 2: B B C
        line 3: B B C
        seat 1: C
        seat 2: C, 1 ticket
        seat 3: C, 4 tickets
    """)
    assert chosen(table) == "take 1 0"
    assert reason(table) is Reason.TICKETS
    assert chosen(table.play("take 1 0")) == "rob 3"


def test_it_leaves_a_pickpocket_with_nobody_to_rob() -> None:
    table = Table("""
        row: AACE BBDD CCC | AA
        line 1: Pickpocket B C
        line 2: A B C
        line 3: D B C
        seat 1: C
        seat 2: C
    """)
    assert chosen(table) != "take 1 0"


def test_the_switchman_fetches_the_missing_wagon_for_one_that_is_not_needed() -> None:
    table = Table("""
        row: ADDD BBB CCC | AA
        line 1: Switchman A C
        line 2: B A C
        line 3: B A C
        seat 1: ADDB
        seat 2: DC
    """).play("take 1 0")
    assert chosen(table) == "swap B 2 D"
    assert reason(table) is Reason.POINTS


def test_the_investor_fetches_the_dear_card_that_completes_an_objective() -> None:
    table = Table("""
        row: AACE BBB CCC | AA
        line 1: Investor B B
        line 2: B B E
        line 3: B B B
        seat 1: AAC
    """)
    assert chosen(table) == "take 1 0"
    assert chosen(table.play("take 1 0")) == "invest 2 2"


def test_of_two_cards_alike_it_takes_the_one_that_the_next_player_needs_uncovered() -> None:
    table = Table("""
        row: ADDD BBDD CCC | AA
        line 1: E D B
        line 2: E A B
        line 3: A A B
        seat 1: C, keeps red
        seat 2: ADD
    """)
    weighed = {GAME.text(w.move): w.worth for w in WEIGHER.weigh(table.state, 0, {})}
    assert weighed["take 2 0"] > weighed["take 1 0"]


def test_behind_it_does_not_end_the_game() -> None:
    table = Table("""
        row: AA BBDD CCC | ACCE
        line 1: B T T
        line 2: B T T
        line 3: B T T
        seat 1: AAC, claimed BB AC AB, keeps two-pairs
        seat 2: C, 5 tickets, claimed ADDD AACE
    """).play("take 1 0")
    assert chosen(table) == "pass"


def test_ahead_it_ends_the_game() -> None:
    table = Table("""
        row: ABCD BBDD CCC | ACCE
        line 1: B T T
        line 2: B T T
        line 3: B T T
        seat 1: ABCD, 2 tickets, claimed ADDD AACE BBB, keeps blue
        seat 2: C, claimed AC
    """).play("take 1 0")
    assert chosen(table) == "claim a A B C D"


def test_of_two_contracts_it_keeps_the_one_that_brings_more_in_the_long_run() -> None:
    state = GAME.new(GAME.options(), 2)
    for request in list(state.awaiting):
        GAME.answered(state, request, None)
    mixed_trio, two_pairs = 40, 42
    assert GAME.text(WEIGHER.weigh(state, 0, {102: mixed_trio, 103: two_pairs})[0].move) == "keep 1"
    assert GAME.text(WEIGHER.weigh(state, 0, {102: two_pairs, 103: mixed_trio})[0].move) == "keep 2"
