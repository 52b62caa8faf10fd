"""Departures: a game is chosen, seeded and opened by keys or mouse."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from typing import Any

import pytest

from tests.tui.driving import rows, shown, table
from tests.tui.local_table import LocalTable
from tui.app import CabooseApp
from tui.look import ascii_only
from tui.settings import Settings
from tui.setup import SoloSetup


def home(departed: list[SoloSetup]) -> CabooseApp:
    """The app at home; what departs is noted."""

    def make(setup: SoloSetup) -> LocalTable:
        departed.append(setup)
        return LocalTable(setup.seats)

    return CabooseApp(table_factory=make)


@pytest.mark.parametrize(("keys", "seats"), [("1", 2), ("3", 4), ("down", 4), ("up", 2)])
async def test_a_train_is_chosen_by_digit_or_arrows(keys: str, seats: int) -> None:
    departed: list[SoloSetup] = []
    app = home(departed)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press(keys, "enter")
        await pilot.pause()
        assert table(app).table.state.seats == seats
    assert departed[0].seats == seats
    assert departed[0].seed is None


async def test_strength_and_seed_go_with_the_train() -> None:
    departed: list[SoloSetup] = []
    app = home(departed)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("left", "d", "4", "q", "x", "backspace", "enter")
        assert " 4q " in shown(app)
        await pilot.press("enter")
        await pilot.pause()
    assert departed == [SoloSetup(seats=3, bots=("random",), seed="4q")]


async def test_a_seed_being_typed_is_dropped_by_escape() -> None:
    departed: list[SoloSetup] = []
    app = home(departed)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("d", "7", "escape", "enter")
        await pilot.pause()
    assert departed[0].seed is None


async def test_a_train_departs_by_mouse() -> None:
    departed: list[SoloSetup] = []
    app = home(departed)
    async with app.run_test(size=(80, 24)) as pilot:
        y = next(n for n, row in enumerate(rows(app)) if "Branch line" in row)
        await pilot.click(offset=(10, y))
        await pilot.click(offset=(rows(app)[-1].index("depart"), 23))
        await pilot.pause()
    assert departed[0].seats == 2


async def test_every_key_of_home_is_whole_on_the_narrowest_terminal() -> None:
    app = home([])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert rows(app)[-1].rstrip().endswith("quit")


async def test_quitting_home_does_not_ask() -> None:
    app = home([])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
    assert app.return_value == 0


async def test_home_comes_back_after_a_game_and_another_one_departs() -> None:
    departed: list[SoloSetup] = []
    app = home(departed)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(2):
            await pilot.press("enter")
            await pilot.pause()
            await pilot.press("q", "y")
            await pilot.pause()
        assert "D E P A R T U R E S" in shown(app)
    assert len(departed) == 2


@pytest.mark.parametrize(
    ("environment", "poor"),
    [
        ({"CABOOSE_SYMBOLS": "ascii", "TERM": "xterm"}, True),
        ({"CABOOSE_SYMBOLS": "unicode", "TERM": "vt100"}, False),
        ({"TERM": "xterm-256color", "LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, True),
        ({"TERM": "linux"}, True),
        ({"TERM": "dumb"}, True),
        ({"TERM": "xterm-256color", "LANG": "ja_JP.UTF-8"}, True),
        ({"TERM": "xterm-256color", "LANG": "ja_JP.UTF-8", "CABOOSE_SYMBOLS": "unicode"}, False),
    ],
)
def test_the_set_of_signs_is_chosen_by_setting_or_terminal(
    environment: dict[str, str], poor: bool
) -> None:
    assert ascii_only(Settings(), environment) is poor


def test_a_solo_game_loads_no_network_and_no_signing_library() -> None:
    program = """
import asyncio, json, sys
from tui.app import CabooseApp
from tui.look import ascii_only
from tui.settings import Settings
from tui.setup import SoloSetup
async def go():
    app = CabooseApp(SoloSetup(seats=3, seed="1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("1", "enter")
        await pilot.pause()
asyncio.run(go())
print(json.dumps(sorted(sys.modules)))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in json.loads(done.stdout)}
    assert not loaded & {"aiomqtt", "paho", "amqtt", "nacl", "cffi"}


@pytest.mark.parametrize(
    ("bots", "seats", "strengths"),
    [
        (("greedy",), 4, ("greedy", "greedy", "greedy")),
        (("greedy", "random"), 4, ("greedy", "random", "random")),
        ((), 2, ("random",)),
    ],
)
def test_the_last_named_bot_serves_for_the_remaining_seats(
    bots: tuple[str, ...], seats: int, strengths: tuple[str, ...]
) -> None:
    assert SoloSetup(seats=seats, bots=bots).strengths() == strengths


async def test_every_level_can_be_chosen_and_goes_with_the_train() -> None:
    from core.bots.registry import NAMES

    chosen = []
    for steps in range(len(NAMES)):
        departed: list[SoloSetup] = []
        app = home(departed)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*["s"] * steps)
            assert all(f" {name} " in shown(app) for name in NAMES)
            await pilot.press("enter")
            await pilot.pause()
        chosen.append(departed[0].bots[0])
    assert sorted(chosen) == sorted(NAMES)


async def test_the_next_game_against_bots_moves_everyone_one_seat_on() -> None:
    from tui.setup import SoloSetup
    from tui.solo import solo_table

    first = SoloSetup(seats=3, bots=("random",))
    seats = []
    setup = first
    for _ in range(4):
        table = solo_table(setup)
        seats.append((table.seat, [player.name for player in table.players]))
        setup = setup.again()
    assert seats[0] == (0, ["You", "Lantern", "Whistle"])
    assert seats[1] == (2, ["Lantern", "Whistle", "You"])
    assert seats[3] == seats[0]


async def test_departures_after_a_game_from_the_command_line_looks_for_tables_of_others() -> None:
    from tests.tui.local_table import LocalTable
    from tui.app import CabooseApp
    from tui.plan import Look

    plans: list[object] = []

    class Ways:
        def begin(self, plan: object) -> None:
            plans.append(plan)

        def at_home(self) -> None:
            pass

        async def close(self) -> None:
            pass

    class Net:
        serves = False
        ways = Ways()

    net: Any = Net()
    app = CabooseApp(
        SoloSetup(),
        table_factory=lambda setup: LocalTable(setup.seats, 7),
        concourse=lambda app: net,
        listens=True,
    )
    async with app.run_test(size=(80, 24)) as pilot:
        assert not plans
        await pilot.press("q", "y")
        async with asyncio.timeout(120):
            while not plans:  # noqa: ASYNC110 # the network is loaded in a thread
                await asyncio.sleep(0.01)
    assert isinstance(plans[0], Look)


async def test_what_is_said_while_the_program_ends_is_no_fault() -> None:
    app = home([])
    async with app.run_test() as pilot:
        await pilot.press("q")
    app.say("Going back to your table ...")
    assert app.return_code == 0
