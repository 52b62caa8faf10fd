"""Names and chat made to do harm are shown as letters, and move no border: on every screen with any."""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from netplay.review import Unreadable
from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tests.tui.driving import app_at_table, play_on
from tests.tui.every.hostile import HOSTILE, PLAIN, edges, harmful, terminal
from tests.tui.every.looking import canvases
from tests.tui.every.looks import ALL, resize
from tests.tui.every.screens import ATV, CE, running
from tests.tui.net.parties import party, until
from tests.tui.positions import PICKPOCKET, SWITCHMAN, position
from tests.tui.vapeur.position import app_at
from tests.tui.vapeur.test_snapshots import CROWD, LAST
from tui import after
from tui.app import CabooseApp
from tui.canvas import Canvas
from tui.plan import Look
from tui.screens.ask import AskScreen
from tui.screens.chat import ChatScreen
from tui.screens.home import HomeScreen
from tui.screens.moments import Moment, MomentsScreen, Thought
from tui.screens.page import PageScreen, list_page, text_page
from tui.screens.replay import ReplayScreen
from tui.screens.waiting import WaitingScreen


class Refused(Exception):
    """Such a name is in no transcript of ours; ``str()`` is the sentence that says so."""


Open = Callable[[str], AbstractAsyncContextManager[Pilot[int]]]
Edges = dict[str, list[set[tuple[int, int]]]]
SIZES = ((80, 24), (140, 45))


def at_table(*keys: str, seats: int = 4, **arrange: Any) -> Open:
    """Everyone at a table of Continental Express is called so."""

    @asynccontextmanager
    async def opened(name: str) -> AsyncIterator[Pilot[int]]:
        names = (name,) * 4
        async with running(app_at_table(seats, names=names, arrange=position(**arrange))) as pilot:
            await pilot.press("1", "enter", *keys)
            await pilot.pause()
            yield pilot

    return opened


def vapeur(layout: str, *keys: str, **more: Any) -> Open:
    """The same of À toute vapeur!"""

    @asynccontextmanager
    async def opened(name: str) -> AsyncIterator[Pilot[int]]:
        async with running(app_at(layout, names=(name,) * 6, **more)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            yield pilot

    return opened


@asynccontextmanager
async def score(name: str) -> AsyncIterator[Pilot[int]]:
    app = app_at_table(4, names=(name,) * 4, keep=lambda table: f"Kept as /home/{name}/x")
    async with running(app) as pilot:
        await play_on(pilot, random.Random(3))
        await pilot.pause()
        yield pilot


def replay(*keys: str, game: str = CE) -> Open:
    """A transcript of people who are called so."""

    @asynccontextmanager
    async def opened(name: str) -> AsyncIterator[Pilot[int]]:
        data = encode(keep(game, 3, "local", names=(name,) * 3).records)
        async with running(CabooseApp()) as pilot:
            app: Any = pilot.app
            try:
                after.review(app, data, 30)
            except Unreadable as error:
                raise Refused(str(error)) from None
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            yield pilot

    return opened


@asynccontextmanager
async def moments(name: str) -> AsyncIterator[Pilot[int]]:
    async def found(data: bytes) -> Thought:
        return Thought((1.0, 2.0, 3.0), (Moment(7, 1, name, name, 3.5, 0.5),))

    async with replay()(name) as pilot:
        screen: Any = pilot.app.screen
        assert isinstance(screen, ReplayScreen)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tui.screens.moments.think", found)
            await pilot.press("m")
            await pilot.pause()
        assert isinstance(pilot.app.screen, MomentsScreen)
        yield pilot


@asynccontextmanager
async def games(name: str) -> AsyncIterator[Pilot[int]]:
    """Kept games of such people, and a file that nobody can read."""
    with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as patch:
        patch.setenv("CABOOSE_DATA_DIR", data)
        patch.setenv("CABOOSE_CONFIG_DIR", str(Path(data) / "config"))
        folder = Path(data) / "games"
        folder.mkdir()
        kept = keep(CE, 2, "local", names=(name, name))
        (folder / "1.caboose").write_bytes(encode(kept.records))
        file = "".join(char for char in name[:60] if char not in "\0/") + ".caboose"
        (folder / file).write_bytes(b"nonsense")
        async with running(CabooseApp()) as pilot:
            await pilot.press("k", "end")
            await pilot.pause()
            yield pilot


@asynccontextmanager
async def home(name: str) -> AsyncIterator[Pilot[int]]:
    """What a file of settings holds is said on Departures; a seed is pasted."""
    from tui.settings import checked

    async with running(CabooseApp()) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, HomeScreen)
        _settings, faults = checked({name: 1, "theme": name, "keys": {name: name}})
        screen.say(". ".join(faults))
        await pilot.pause()
        yield pilot


class Renamed:
    """The tables of others as if whoever opened them had called everything so."""

    def __init__(self, tables: Any, name: str) -> None:
        self._tables = tables
        self._name = name

    def __getattr__(self, what: str) -> Any:
        return getattr(self._tables, what)

    def rows(self) -> list[Any]:
        name = self._name
        return [
            replace(
                row,
                name=name,
                title=name,
                seats=tuple(replace(one, name=name) if one else None for one in row.seats),
            )
            for row in self._tables.rows()
        ]


@asynccontextmanager
async def departures(name: str) -> AsyncIterator[Pilot[int]]:
    """Tables and people of such names, the first one chosen."""
    async with party() as guests:
        await guests.host("Ana", seats=3, table="table")
        ben = await guests.come("Ben", Look())
        home: Any = ben.app.screen
        await until(lambda: home.tables is not None and home.tables.rows())
        home.tables = Renamed(home.tables, name)
        await ben.press("1", "up")
        await until(lambda: home.chosen is not None)
        yield ben.pilot


@asynccontextmanager
async def waiting(name: str) -> AsyncIterator[Pilot[int]]:
    async with party() as guests:
        ana = await guests.host(name, seats=2, table=name)
        ana.room.heard(name, name, name, False)
        await ana.pilot.pause()
        assert isinstance(ana.app.screen, WaitingScreen)
        yield ana.pilot


@asynccontextmanager
async def people(name: str) -> AsyncIterator[Pilot[int]]:
    async with waiting(name) as pilot:
        await pilot.press("f")
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def chat(name: str) -> AsyncIterator[Pilot[int]]:
    """Said by others, and pasted into the line that is typed."""
    async with party() as guests:
        ana = await guests.host("Ana", seats=2, table="table")
        for _ in range(3):
            ana.room.heard(name, name, name, False)
        await ana.press("t")
        assert isinstance(ana.app.screen, ChatScreen)
        ana.app.screen.pasted(name)
        await ana.pilot.pause()
        yield ana.pilot


@asynccontextmanager
async def lobby_chat(name: str) -> AsyncIterator[Pilot[int]]:
    """Said by others on Departures, and pasted into the line that is typed."""
    async with party() as guests:
        ben = await guests.come("Ben", Look())
        net: Any = ben.app.net
        await until(lambda: net.unread() is not None)
        for _ in range(3):
            net.station.hall.heard(name, name, name, False)
        await ben.press("c")
        assert isinstance(ben.app.screen, ChatScreen)
        ben.app.screen.pasted(name)
        await ben.pilot.pause()
        yield ben.pilot


@asynccontextmanager
async def asked(name: str) -> AsyncIterator[Pilot[int]]:
    async with running(CabooseApp()) as pilot:
        app: Any = pilot.app
        screen = AskScreen(app.marks, "Your name", "What others call you.", "", 24)
        app.push_screen(screen)
        await pilot.pause()
        screen.pasted(name)
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def evidence(name: str) -> AsyncIterator[Pilot[int]]:
    async with running(CabooseApp()) as pilot:
        app: Any = pilot.app
        app.push_screen(PageScreen("Not used", list_page([name, name]), app.marks))
        app.push_screen(PageScreen("The table stopped", text_page(name), app.marks))
        await pilot.pause()
        yield pilot


SCREENS: dict[str, Open] = {
    "table": at_table("1"),
    "table of two": at_table("h", seats=2),
    "the Pickpocket": at_table("1", "enter", yard={0: PICKPOCKET}, tickets=(0, 1, 2, 1)),
    "the Switchman": at_table(
        "1", "enter", "l", "3", yard={0: SWITCHMAN}, trains=("AACL", "BB", "DE")
    ),
    "log": at_table("1", "enter", "space", "enter", "l"),
    "leave": at_table("q"),
    "the other game": vapeur(CROWD, "b"),
    "the other game watched": vapeur(CROWD, seat=None),
    "its score": vapeur(LAST, "6", "enter"),
    "score": score,
    "replay": replay("v"),
    "hidden cards": replay(*"vvvvh"),
    "hidden cards of the other game": replay(*"vvvvh", game=ATV),
    "log of a replay": replay("l"),
    "chart": replay("c"),
    "moments": moments,
    "games": games,
    "games added up": games,
    "home": home,
    "departures": departures,
    "waiting room": waiting,
    "people": people,
    "chat": chat,
    "lobby chat": lobby_chat,
    "a name is asked": asked,
    "evidence": evidence,
}
DEALT = {
    "replay", "log of a replay", "hidden cards", "hidden cards of the other game", "chart",
    "moments", "games added up",
}  # fmt: skip
"""Names are in what a deal is made of: other cards lie there, and only the panels can be compared."""
LATER = {"games added up": ("tab",)}


def _harmless(sentence: str) -> None:
    assert sentence.isprintable()


def _sides(canvas: Canvas) -> tuple[int, int]:
    """The columns of a panel's sides."""
    assert canvas._place is not None
    x, _y, width, _height = canvas._place
    return x, x + width - 1


async def borders(pilot: Pilot[int], *keys: str, loose: bool) -> list[set[tuple[int, int]]]:
    """Where edges are, in each size."""
    app = pilot.app
    assert isinstance(app, CabooseApp)
    await pilot.press(*keys)
    found = []
    for size in SIZES:
        await resize(pilot, size)
        await pilot.pause()
        assert not harmful(app)
        sides = {side for canvas in canvases(app.screen) for side in _sides(canvas)}  # type: ignore[arg-type]  # ours
        found.append({at for at in edges(terminal(app)) if not loose or at[0] in sides})
    return found


def chosen() -> list[tuple[str, str]]:
    """Screens with what is written there: all with all, or in turn three kinds a screen."""
    if os.environ.get(ALL):
        return [(screen, kind) for screen in SCREENS for kind in HOSTILE]
    kinds = cycle(HOSTILE)
    return [(screen, next(kinds)) for screen in SCREENS for _ in range(3)]


@pytest.fixture(scope="module")
def calm() -> Edges:
    """Edges where all names are plain ones, by screen."""
    return {}


@pytest.mark.parametrize(("screen", "kind"), chosen())
async def test_no_text_from_outside_does_harm_or_moves_a_border(
    screen: str, kind: str, calm: Edges
) -> None:
    keys = LATER.get(screen, ())
    if screen not in calm:
        async with SCREENS[screen](PLAIN) as pilot:
            calm[screen] = await borders(pilot, *keys, loose=screen in DEALT)
    try:
        async with SCREENS[screen](HOSTILE[kind]) as pilot:
            found = await borders(pilot, *keys, loose=screen in DEALT)
    except Refused as refused:
        _harmless(str(refused))
        return
    for was, now in zip(calm[screen], found, strict=True):
        if kind == "frames":
            now &= was  # edges more than there were are the text's own
        assert now == was
