"""The solo table: real sessions in one process, bots at all seats but the viewer's."""

import json
import random
import subprocess
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from core.bots.random_bot import RandomBot
from core.games.registry import game as find_game
from core.kernel.errors import NotYourTurn, RulesError
from core.kernel.move import Move
from netplay.solo import SoloTable
from netplay.table import Finished, Played, Player, Turned
from netplay.thinking.mind import Quick

GAME = find_game("continental-express")


def solo(seats: int = 3, seat: int | None = 0, seed: bytes = b"7", pace: float = 1.0) -> SoloTable:
    players = [Player("You" if place == seat else f"Bot {place}") for place in range(seats)]
    bots = [
        None if place == seat else Quick(RandomBot(GAME, random.Random(place)))
        for place in range(seats)
    ]
    return SoloTable(GAME, players, bots, seed=seed, seat=seat, pace=pace)


def play_out(table: SoloTable) -> list[object]:
    """The viewer plays the first legal move until the game is over."""
    events: list[object] = []
    now = 0.0
    for _ in range(3_000):
        events += table.step(now)
        if table.finished:
            return events + table.step(now)
        if table.wake_at() is None and not table.state.over:
            assert table.state.turn == table.seat
            table.submit(table.game.moves(table.state, table.secrets)[0])
        now += 1.0
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_person_plays_a_whole_game_against_bots(seats: int) -> None:
    table = solo(seats)
    events = play_out(table)
    assert table.state.over
    finished = [event for event in events if isinstance(event, Finished)]
    assert [event.winners for event in finished] == [GAME.winners(table.state)]


def test_every_seat_of_a_solo_table_ends_with_the_same_hash() -> None:
    table = solo(4)
    play_out(table)
    assert len({session.state_hash for session in table._sessions}) == 1
    assert not any(session.dropped for session in table._sessions)


def test_events_come_in_the_order_of_the_log_with_states_before_and_after() -> None:
    events = [event for event in play_out(solo()) if isinstance(event, Played | Turned)]
    assert [event.n for event in events] == sorted(event.n for event in events)
    for earlier, later in pairwise(events):
        assert GAME.encode(earlier.after) == GAME.encode(later.before)


def test_bots_wait_their_pace_between_two_moves() -> None:
    table = solo(2, seat=None, pace=2.0)
    assert table.step(1.9) == []
    assert isinstance(table.step(2.0)[0], Played)
    assert table.wake_at() == 4.0


class Watched(Quick):
    """Notes when it was told that it is asked soon, and when it was asked."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__(RandomBot(GAME, random.Random(1)))
        self._notes = notes

    def begin(self, state: Any, seat: int, secrets: Mapping[int, int]) -> None:
        self._notes.append(f"begin {seat}")

    def move(self, state: Any, seat: int, secrets: Mapping[int, int]) -> Move:
        self._notes.append(f"move {seat}")
        return super().move(state, seat, secrets)


def test_every_bot_thinks_while_the_pace_lets_people_follow_the_one_before() -> None:
    notes: list[str] = []
    players = [Player(f"Bot {place}") for place in range(3)]
    table = SoloTable(
        GAME, players, [Watched(notes) for _ in players], seed=b"7", seat=None, pace=1.0
    )
    table.step(0.0)
    while not table.state.over:
        wake = table.wake_at()
        assert wake is not None
        before = len(notes)
        table.step(wake)  # only when it has to be: nobody looks in between
        moved, *begun = notes[before:]
        assert notes[before - 1] == moved.replace("move", "begin")
        assert len(begun) == (not table.state.over)


def test_an_illegal_move_is_refused_and_changes_nothing() -> None:
    table = solo()
    before = GAME.encode(table.state)
    with pytest.raises(RulesError):
        table.submit(GAME.parse("pass"))
    assert GAME.encode(table.state) == before


def test_a_show_takes_no_moves_and_shows_no_secrets() -> None:
    table = solo(2, seat=None)
    assert table.secrets == {}
    with pytest.raises(NotYourTurn):
        table.submit(GAME.moves(table.state, {})[0])


def test_a_viewer_knows_his_own_contracts_only() -> None:
    table = solo(3)
    assert len(table.secrets) == 2


def test_equal_seeds_give_equal_games_and_others_others() -> None:
    ends = []
    for seed in (b"7", b"7", b"8"):
        table = solo(3, seat=None, seed=seed, pace=0.0)
        play_out(table)
        ends.append(GAME.encode(table.state))
    assert ends[0] == ends[1] != ends[2]


def test_a_solo_table_loads_neither_pynacl_nor_a_transport() -> None:
    program = "import json, sys, netplay.solo; print(json.dumps(sorted(sys.modules)))"
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True
    )
    rooms = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not rooms & {"nacl", "aiomqtt", "paho", "amqtt", "asyncio", "socket", "textual"}
