"""House options as they are typed: by name, seats counted from 1, whatever the game."""

from __future__ import annotations

import pytest

from core.games.registry import NAMES, game
from tui.cli import values
from tui.cli.errors import Usage
from tui.cli.values import bots_of, options_of, seats_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bonus_ticket=yes", {"bonus_ticket": True}),
        ("bonus-ticket = OFF", {"bonus_ticket": False}),
        ("first_player=1", {"first_player": 0}),
        ("first_player=none", {"first_player": None}),
    ],
)
def test_options_of_continental_express(text: str, expected: dict[str, object]) -> None:
    assert options_of([text], game("continental-express"), 3) == expected


def test_a_seat_that_the_table_does_not_have_is_refused() -> None:
    with pytest.raises(Usage):
        options_of(["first_player=3"], game("continental-express"), 2)


def test_an_option_twice_is_refused() -> None:
    with pytest.raises(Usage, match="given twice"):
        options_of(["bonus_ticket=yes", "bonus-ticket=no"], game("continental-express"), 2)


@pytest.mark.parametrize("name", NAMES)
def test_every_number_of_seats_of_every_game_is_taken(name: str) -> None:
    rules = game(name)
    for seats in rules.seats:
        assert seats_of(str(seats), rules, 99) == seats
    assert seats_of(None, rules, 99) == max(rules.seats)
    assert seats_of(None, rules, 1) == min(rules.seats)


def test_one_strength_serves_for_all_bots_and_a_list_for_one_each() -> None:
    rules = game("continental-express")
    assert bots_of("random", 3, rules) == ("random",) * 3
    assert bots_of("random,greedy", 2, rules) == ("random", "greedy")
    assert bots_of(None, 2, rules) == ("greedy",) * 2


def test_the_due_time_is_in_hours_or_days_and_goes_with_what_happens_then() -> None:
    assert values.due_of("24h", None) == (1, 86_400)
    assert values.due_of("3d", "stand-in") == (2, 3 * 86_400)
    assert values.due_of(None, "wait:2d") == (0, 2 * 86_400)
    for due, absent in (("24", None), ("15d", None), ("1s", None), ("24h", "vote:2m")):
        with pytest.raises(Usage):
            values.due_of(due, absent)
