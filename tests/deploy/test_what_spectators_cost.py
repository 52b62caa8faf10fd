"""What spectators cost the players: whole real games at a person's pace, every packet counted."""

from __future__ import annotations

import pytest

from benchmarks.lobby_traffic import Traffic, measure

SEATS = 4
AT_TABLE = slice(0, SEATS)
KINDS = ("at", "watch", "log")


def sent(found: Traffic) -> float:
    """Messages that a seat sends a move, all but the lobby's."""
    return found.a_move(found.sent[AT_TABLE], KINDS)[0]


@pytest.fixture(scope="module")
def alone() -> Traffic:
    return measure(SEATS, 0)


@pytest.mark.parametrize("spectators", [1, 8])
def test_seats_say_no_more_because_somebody_watches(alone: Traffic, spectators: int) -> None:
    watched = measure(SEATS, spectators)
    assert sent(watched) < 1.1 * sent(alone) + 0.1


def test_what_seats_hear_of_a_spectator_is_at_most_one_question_a_move() -> None:
    spectators = 8
    watched = measure(SEATS, spectators)
    assert watched.moves > 60
    for count in watched.received[AT_TABLE]:
        assert count.messages["watch"] < 1.2 * spectators * watched.moves
        assert count.bytes["watch"] < 250 * count.messages["watch"]
