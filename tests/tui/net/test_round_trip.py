"""The time to the broker and back on the table's top line: beside the point, and never by itself."""

from __future__ import annotations

import pytest

from netplay.transport import MemoryTransport
from tests.tui.driving import rows
from tests.tui.net.parties import party, until
from tests.tui.net.test_links import two_at_play
from tui.boards.parts import header
from tui.line import Line
from tui.live import Status
from tui.pulse import Pulse


class Slow:
    """How long the broker takes, for all links of a test."""

    seconds: float | None = 0.018


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(MemoryTransport, "round_trip", property(lambda self: found.seconds))
    return found


async def test_it_stands_on_the_top_line_of_a_table_of_two_machines(slow: Slow) -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.pilot.resize_terminal(120, 40)
        await until(lambda: " 18 ms " in rows(ana.app)[0])


async def test_it_changes_only_when_the_table_is_drawn_for_another_reason(slow: Slow) -> None:
    async with party() as guests:
        ana, ben = await two_at_play(guests)
        await ana.pilot.resize_terminal(120, 40)
        await until(lambda: " 18 ms " in rows(ana.app)[0])
        painted = []
        ana.table.repaint, paint = lambda: (painted.append(1), paint())[1], ana.table.repaint
        slow.seconds = 0.3
        await ana.pilot.pause()
        assert painted == []
        assert " 18 ms " in rows(ana.app)[0]
        first = ana if ana.room.net.session.my_turn else ben
        await first.press("1", "enter")
        await until(lambda: " 300 ms " in rows(ana.app)[0])


async def test_without_a_link_there_is_none(slow: Slow) -> None:
    async with party() as guests:
        ana, _ben = await two_at_play(guests)
        await ana.pilot.resize_terminal(120, 40)
        await until(lambda: " 18 ms " in rows(ana.app)[0])
        guests.hub.stop()
        await until(lambda: "link lost" in rows(ana.app)[0])
        assert " ms " not in rows(ana.app)[0]


async def test_alone_with_one_s_own_bots_there_is_none(slow: Slow) -> None:
    async with party() as guests:
        ana = await guests.host("Ana", table="table")
        await ana.press("b")
        await until(lambda: "greedy bot" in ana.text)
        await ana.press("r")
        await until(lambda: ana.plays)
        assert " ms " not in rows(ana.app)[0]


def test_it_is_shown_in_steps_and_does_not_flicker_on_a_border() -> None:
    pulse = Pulse()
    assert [pulse.says(ms / 1000) for ms in (18.4, 19, 21.4, 21.6, 22, 30)] == [
        "18 ms", "18 ms", "18 ms", "18 ms", "18 ms", "25 ms",
    ]  # fmt: skip
    assert [pulse.says(ms / 1000) for ms in (0.4, 400, 1400, 2600)] == [
        "1 ms",
        "300 ms",
        "1 s",
        "3 s",
    ]
    assert pulse.says(None) == ""


def test_it_gives_way_to_every_key_and_every_word() -> None:
    keys = (("t", "chat"), ("p", "propose"))
    line = Line("   turn 3   Ana to act")
    with_it = header(" Continental Express", line, 100, Status("", False, keys, "18 ms"))
    assert " 18 ms " in with_it.text
    narrow = header(" Continental Express", line, 84, Status("", False, keys, "18 ms"))
    assert "ms" not in narrow.text
    assert "t chat  p propose" in narrow.text
    assert narrow.text == header(" Continental Express", line, 84, Status("", False, keys)).text


def test_it_is_told_apart_from_the_time_that_is_left() -> None:
    line = Line("   turn 3   Ana to act")
    says = Status("2 min left", False, (), "18 ms")
    assert "2 min left, 18 ms " in header(" Continental Express", line, 100, says).text
