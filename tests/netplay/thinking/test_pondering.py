"""Bots think on the others' time: it serves their own move, ends at once, and never stands in the way."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from core.bots.search.chance import FastChance
from core.bots.search.insight import evaluation_of
from core.bots.search.ponder import Ponder
from core.bots.search.search import Search
from core.bots.search.values import Budget
from netplay.solo import SoloTable
from netplay.table import Faltered, Player
from netplay.thinking.deep import Deep
from netplay.thinking.jobs import Aim, Job
from netplay.thinking.making import FIXED, ponder, ponders, think
from netplay.thinking.thinker import Thinker, Thought
from tests.core.every_game.play import Game
from tests.netplay.thinking.positions import CONTINENTAL, finished, job_of, position, until


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    made = Thinker(grace=60.0)
    yield made
    made.close()


def waiting(played: Game) -> int:
    """The seat that is not to act."""
    return 1 - played.state.turn


def pondering(played: Game, mind: bytes = b"m") -> Job:
    """A job of the seat that is not to act."""
    seat = waiting(played)
    secrets = played.secrets[seat]
    return Job.of(Aim.PONDER, played.rules, "hard", b"s", played.state, seat, secrets, mind)


class Recorder(Thinker):
    """A thinker that remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(grace=60.0)
        self.asked: list[Thought] = []

    def ask(self, game: Any, job: Job) -> Thought:
        self.asked.append(super().ask(game, job))
        return self.asked[-1]

    def of(self, aim: Aim) -> list[Thought]:
        return [thought for thought in self.asked if thought.job.aim is aim]


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    made = Recorder()
    yield made
    made.close()


def table(recorder: Recorder, level: str = "hard", *, ponder: bool = True) -> SoloTable:
    """A person to move first, against one bot."""
    bot = Deep(level, CONTINENTAL, b"bot", recorder, ponder=ponder)
    players = [Player("Ann"), Player("Lantern", level)]
    made = SoloTable(CONTINENTAL, players, [None, bot], seed=b"ponder", pace=0.0)
    now = 0.0
    while made.state.turn != 0:
        now += 1.0
        made.step(now)
    made.step(now + 1.0)
    return made


@pytest.mark.parametrize("name", ["continental-express", "a-toute-vapeur"])
def test_own_moves_are_tried_in_positions_that_may_come(name: str) -> None:
    played = position(8, name=name) if name == "a-toute-vapeur" else position()
    seat = waiting(played)
    thinking = Ponder(played.rules, played.state, seat, played.secrets[seat], FastChance(1))
    thinking.run(64, lambda: False)
    opinions = thinking.opinions()
    assert opinions
    for position_, opinion in opinions.items():
        assert played.rules.decode(position_).turn == seat
        assert {by for by, _ in opinion} == {seat}
    visits = [visits for opinion in opinions.values() for visits, _ in opinion.values()]
    assert 0 < sum(visits) <= thinking.simulations == 64


def test_a_search_goes_on_from_what_was_found_of_its_position() -> None:
    played = position()
    seat = played.state.turn
    assert seat is not None

    search = Search(played.rules, played.state, seat, played.secrets[seat], FastChance(1))
    insight = evaluation_of(played.rules)
    keys = [(seat, insight.alike(played.state, move)) for move in search.moves]
    for liked in (keys[0], keys[-1]):
        search = Search(played.rules, played.state, seat, played.secrets[seat], FastChance(1))
        search.begin_with(dict.fromkeys(keys, (100, 0)) | {liked: (110, 110 * 10**4)})
        search.run(Budget(simulations=8))
        assert (seat, insight.alike(played.state, search.best())) == liked
        assert sum(one.visits for one in search.analysis().moves) == 8


def test_it_ends_at_once_when_told_to() -> None:
    played = position()
    seat = waiting(played)
    thinking = Ponder(played.rules, played.state, seat, played.secrets[seat], FastChance(1))
    thinking.run(10**9, lambda: thinking.simulations >= 32)
    assert thinking.simulations == 32


def test_whoever_is_to_move_does_not_ponder() -> None:
    played = position()
    seat = played.state.turn
    assert seat is not None
    with pytest.raises(ValueError, match="nobody else"):
        Ponder(played.rules, played.state, seat, played.secrets[seat], FastChance(1))


def test_only_levels_that_think_by_the_clock_ponder_and_never_the_fixed_search() -> None:
    assert [name for name in ("easy", "medium", "hard", "expert", FIXED) if ponders(name)] == [
        "hard",
        "expert",
    ]
    played = position()
    seat = played.state.turn
    assert seat is not None
    liked = {(seat, object()): (10**6, 10**10)}
    for level in (FIXED, "easy"):
        job = job_of(played, level=level)
        secrets = played.secrets[seat]
        with_ = think(played.rules, job, played.state, secrets, opinions=liked)
        assert with_ == think(played.rules, job, played.state, secrets)


@pytest.mark.parametrize(("level", "wary"), [("hard", False), ("expert", True)])
def test_a_level_ponders_about_the_opponents_it_thinks_of(level: str, wary: bool) -> None:
    played = position()
    seat = waiting(played)
    job = Job.of(Aim.PONDER, played.rules, level, b"s", played.state, seat, {}, b"m")
    by_level, by_other = (
        Ponder(played.rules, played.state, seat, {}, FastChance(b"s"), wary=one)
        for one in (wary, not wary)
    )
    for thinking in (by_level, by_other):
        thinking.run(100, lambda: False)
    looks = count()  # the clock is looked at before every other simulation
    found = ponder(played.rules, job, played.state, {}, lambda: next(looks) >= 50)
    assert found == by_level.opinions() != by_other.opinions()


def test_too_short_a_time_gives_no_opinion() -> None:
    played = position()
    seat = waiting(played)
    secrets = played.secrets[seat]
    assert not ponder(played.rules, pondering(played), played.state, secrets, lambda: True)


def test_a_move_asked_for_ends_pondering_and_the_process_goes_on(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    pid = thinker.pid
    idle = thinker.ask(played.rules, pondering(played))
    found = finished(thinker.ask(played.rules, job_of(played, level="easy")))
    assert idle.done
    assert idle.unwanted
    assert found.found is not None
    assert not found.replaced
    assert thinker.pid == pid


def test_pondering_ends_by_itself(thinker: Thinker) -> None:
    thought = finished(thinker.ask(CONTINENTAL, pondering(position())))
    assert not thought.unwanted
    assert thought.found is None


def test_a_process_killed_while_pondering_is_replaced_without_a_word(thinker: Thinker) -> None:
    played = position()
    finished(thinker.ask(played.rules, job_of(played)))
    pid = thinker.pid
    assert pid is not None
    idle = thinker.ask(played.rules, pondering(played))
    os.kill(pid, signal.SIGKILL)
    assert not finished(idle).replaced
    found = finished(thinker.ask(played.rules, job_of(played)))
    assert found.found is not None
    assert thinker.pid != pid


def test_a_bot_ponders_while_the_person_is_to_move(recorder: Recorder) -> None:
    made = table(recorder)
    (thought,) = recorder.of(Aim.PONDER)
    assert thought.job.seat == 1
    made.step(100.0)
    made.step(200.0)
    assert len(recorder.of(Aim.PONDER)) == 1


def test_a_table_that_is_left_ends_pondering(recorder: Recorder) -> None:
    made = table(recorder)
    made.close()
    (thought,) = recorder.of(Aim.PONDER)
    until(lambda: thought.done)


def test_the_bots_move_goes_by_what_it_thought_before(recorder: Recorder) -> None:
    made = table(recorder)
    now = 300.0
    while made.state.turn == 0:
        made.submit(made.game.moves(made.state, made.secrets)[0])
        made.step(now)
    events: list[Any] = []

    def moved() -> bool:
        nonlocal now
        now += 1.0
        events.extend(made.step(now))
        return bool(made.state.turn == 0)

    until(moved)
    assert not [event for event in events if isinstance(event, Faltered)]
    first, asked = recorder.of(Aim.PONDER)[0], recorder.of(Aim.MOVE)[0]
    assert first.job.mind == asked.job.mind != b""
    made.close()


@pytest.mark.parametrize(("level", "on"), [("hard", False), ("medium", True), ("easy", True)])
def test_nobody_ponders_where_it_is_off_or_the_same_game_is_to_come_again(
    recorder: Recorder, level: str, on: bool
) -> None:
    table(recorder, level, ponder=on)
    assert not recorder.of(Aim.PONDER)
