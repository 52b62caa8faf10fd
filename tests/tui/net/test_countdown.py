"""How long a seat still has: shown where something happens at the end of it, in few changes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui.driving import rows
from tests.tui.net.parties import Guest, Party, party, until
from tests.tui.net.test_rematch import at_play
from tui.policy import left


async def playing(guests: Party, *absent: Any) -> tuple[Guest, Guest]:
    ana, ben = await at_play(guests, "Ana", "Ben", absent=absent)
    for guest in (ana, ben):
        await guest.press("1", "enter")
    await until(lambda: (ana.table.table.state.turn is not None and ana.room.net.session.my_turn)
                or ben.room.net.session.my_turn)  # fmt: skip
    return ana, ben


@pytest.mark.parametrize("gone", [1, 2])
async def test_time_runs_down_on_the_top_line_of_everyone(gone: int) -> None:
    async with party() as guests:
        ana, ben = await playing(guests, gone, 600)
        await until(lambda: "10 min left" in rows(ana.app)[0] and "10 min left" in rows(ben.app)[0])
        guests.passed = {"Ana": 130.0, "Ben": 130.0}
        for guest in (ana, ben):
            guest.app.net.look_round()
        await until(lambda: "8 min left" in rows(ana.app)[0] and "8 min left" in rows(ben.app)[0])


async def test_a_table_that_only_waits_counts_nothing() -> None:
    async with party() as guests:
        ana, ben = await playing(guests, 0, 600)
        for guest in (ana, ben):
            assert "left" not in rows(guest.app)[0].replace("lacks", "")


async def test_a_move_starts_the_time_of_the_next_seat_anew() -> None:
    async with party() as guests:
        ana, ben = await playing(guests, 1, 600)
        guests.passed = {"Ana": 130.0, "Ben": 130.0}
        for guest in (ana, ben):
            guest.app.net.look_round()
        mover = ana if ana.room.net.session.my_turn else ben
        await until(lambda: "8 min left" in rows(mover.app)[0])
        session = mover.room.net.session
        guests.passed = {}
        mover.room.net.submit(session.game.moves(session.state, session.secrets)[0])
        await until(lambda: "10 min left" in rows(mover.app)[0])


async def test_near_the_end_whoever_is_to_move_reads_what_comes_and_the_others_only_the_time() -> (
    None
):
    async with party() as guests:
        ana, ben = await playing(guests, 1, 240)
        mover, other = (ana, ben) if ana.room.net.session.my_turn else (ben, ana)
        guests.passed = {"Ana": 205.0, "Ben": 205.0}
        for guest in (ana, ben):
            guest.app.net.look_round()
        says = "left: move, or a bot may play"
        await until(lambda: says in rows(mover.app)[0] and "s left" in rows(other.app)[0])
        assert says not in rows(other.app)[0]


@pytest.mark.parametrize(
    ("seconds", "whole", "says"),
    [
        (3 * 86400, 3 * 86400, "3 d left"),
        (20 * 3600 + 1, 86400, "21 h left"),
        (119, 120, "2 min left"),
        (60, 120, "1 min left"),
        (39, 120, "40 s left"),
        (0.1, 120, "20 s left"),
        (4, 5, "5 s left"),
        (0, 120, "time is up"),
    ],
)
def test_what_is_left_is_said_in_few_different_words(seconds: float, whole: int, says: str) -> None:
    assert left(seconds, whole) == says
