"""Every screen of the program, and how to get there: the one table that proofs of all screens go by.

A new screen gets a line in ``STOPS``; ``test_every_screen_is_in_the_table`` fails until it has one.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final, NamedTuple

import pytest
from textual.pilot import Pilot

from tests.tui.driving import app_at_table, play_on
from tests.tui.every.looks import ABLE
from tests.tui.net.parties import Guest, party, until
from tests.tui.positions import DIRECTOR, INVESTOR, PICKPOCKET, SWITCHMAN, position
from tests.tui.vapeur.position import app_at
from tests.tui.vapeur.test_snapshots import CROWD, HOARD, LAST, MIXED
from tui.app import CabooseApp
from tui.hotseat import HotSeatScreen
from tui.pictures import _play
from tui.plan import Look
from tui.screens.agree import AgreeScreen
from tui.screens.ask import AskScreen
from tui.screens.base import CabooseScreen
from tui.screens.chart import ChartScreen
from tui.screens.chat import ChatScreen
from tui.screens.commands import CommandsScreen
from tui.screens.company import CompanyScreen
from tui.screens.cover import CoverScreen
from tui.screens.games import GamesScreen
from tui.screens.home import HomeScreen
from tui.screens.leave import LeaveScreen
from tui.screens.moments import Moment, MomentsScreen, Thought
from tui.screens.opening import OpeningScreen, Terms
from tui.screens.page import PageScreen
from tui.screens.people import PeopleScreen
from tui.screens.plot import PlotScreen
from tui.screens.replay import ReplayScreen
from tui.screens.rules import RulesScreen
from tui.screens.score import ScoreScreen
from tui.screens.settings import SettingsScreen
from tui.screens.table import TableScreen
from tui.screens.waiting import WaitingScreen
from tui.screens.welcome import WelcomeScreen
from tui.settings import Settings
from tui.setup import SoloSetup
from tui.solo import solo_table
from tui.tutor.screen import TutorScreen

Open = Callable[[], AbstractAsyncContextManager[Pilot[int]]]

NOTHING: Final = "nothing"
ROW: Final = "row"
TEXT: Final = "text"
"""What is in focus: nothing, where a screen is read or played by keys that it shows; one row of a
list; one line of text that is typed.
"""
CE: Final = "continental-express"
ATV: Final = "a-toute-vapeur"


class Stop(NamedTuple):
    """``open`` gives a pilot whose app shows it; ``keys`` are pressed last."""

    name: str
    shows: type[CabooseScreen]
    open: Open
    focus: str = NOTHING
    keys: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


@asynccontextmanager
async def running(app: CabooseApp) -> AsyncIterator[Pilot[int]]:
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        yield pilot


def _app(setup: SoloSetup | None = None, **more: Any) -> CabooseApp:
    return CabooseApp(
        setup,
        table_factory=lambda wanted: solo_table(wanted, pace=0.0),
        settings=Settings(motion=False),
        environment=ABLE,
        **more,
    )


def home(**more: Any) -> Open:
    """Departures, without a network."""
    return lambda: running(_app(**more))


def solo(game: str, seats: int, choices: int) -> Open:
    """A game against bots after so many choices."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        app = _app(SoloSetup(game, seats, seed="caboose", name="Ana"))
        async with running(app) as pilot:
            await _play(pilot, choices, "")
            await pilot.pause()
            yield pilot

    return opened


def arranged(seats: int, *keys: str, **more: Any) -> Open:
    """A position of Continental Express, once a contract is kept."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        async with running(app_at_table(seats, arrange=position(**more))) as pilot:
            await pilot.press("1", "enter", *keys)
            await pilot.pause()
            yield pilot

    return opened


def vapeur(layout: str, *keys: str, **more: Any) -> Open:
    """A position of À toute vapeur!"""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        async with running(app_at(layout, **more)) as pilot:
            await pilot.press(*keys)
            await pilot.pause()
            yield pilot

    return opened


@asynccontextmanager
async def watched() -> AsyncIterator[Pilot[int]]:
    """A game of bots, in its middle."""
    async with running(app_at_table(4, seat=None, pace=1000.0)) as pilot:
        screen: Any = pilot.app.screen
        for _ in range(60):
            screen.table._due = 0.0
            screen._pump()
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def hot_seat() -> AsyncIterator[Pilot[int]]:
    """Two people at one terminal; the cover is up."""
    async with running(
        CabooseApp(SoloSetup(CE, 2, seed="7", name="Ana", others=("Ben",)))
    ) as pilot:
        yield pilot


def network(go: Callable[[Guest, Guest], Awaitable[None]], game: str = CE) -> Open:
    """Two people's apps at one table; the first one's is looked at."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        async with party() as guests:
            ana = await guests.host("Ana", seats=2, game=game, table="Gare de Lyon")
            ben = await guests.visit("Ben", table="Gare de Lyon")
            await until(lambda: "Ben" in ana.text)
            await go(ana, ben)
            yield ana.pilot

    return opened


async def waits(ana: Guest, ben: Guest) -> None:
    """In the waiting room, where something was said."""
    ana.room.heard("Ben", "k3fq", "Is this seat taken?", False)


async def plays(ana: Guest, ben: Guest) -> None:
    """The cards are dealt."""
    await ana.press("r")
    await ben.press("r")
    await until(lambda: ana.plays and ben.plays)


async def chats(ana: Guest, ben: Guest) -> None:
    """Some talk at the table, and a line begun."""
    await plays(ana, ben)
    ana.room.heard("Ben", "k3fq", "All aboard! " * 12, False)
    await ana.press("t", *"hello")


async def proposes(ana: Guest, ben: Guest) -> None:
    """The other wants to end the game."""
    await plays(ana, ben)
    await ben.press("p", "e")
    await until(lambda: isinstance(ana.app.screen, AgreeScreen))


async def ends(ana: Guest, ben: Guest) -> None:
    """A whole game, and the other wants another."""
    from tests.tui.net.test_rematch import to_the_end

    await plays(ana, ben)
    await to_the_end(ana, ben)
    await ben.press("n")
    await until(lambda: "wanted by Ben" in ana.text)


@asynccontextmanager
async def departures() -> AsyncIterator[Pilot[int]]:
    """Departures with tables of others, one of them chosen."""
    async with party() as guests:
        await guests.host("Ana", seats=3, table="Gare de Lyon", absent=(2, 90))
        await guests.host("Cleo", seats=4, game=ATV, table="Kids' corner")
        ben = await guests.come("Ben", Look())
        await until(lambda: "Gare de Lyon" in ben.text and "corner" in ben.text)
        await ben.press("1", "up")
        await until(lambda: "code" in ben.text)
        yield ben.pilot


@asynccontextmanager
async def alone() -> AsyncIterator[Pilot[int]]:
    """Departures where nobody else is in sight."""
    async with party() as guests:
        ben = await guests.come("Ben", Look())
        await until(lambda: "No table of others" in ben.text)
        yield ben.pilot


def replay(game: str, at: int, *keys: str, names: tuple[str, ...] = ("Ada", "Ben", "Cleo")) -> Open:
    """A signed game, looked at again."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        from netplay.transcript import encode
        from tests.netplay.kept_games import keep
        from tui import after

        app = _app()
        async with running(app) as pilot:
            after.review(app, encode(keep(game, len(names), names=names).records), at)
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            yield pilot

    return opened


@asynccontextmanager
async def moments() -> AsyncIterator[Pilot[int]]:
    """What was given away, without thinking of it for ten seconds."""
    async with replay(CE, 5)() as pilot:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tui.screens.moments.think", _thought)
            await pilot.press("m")
            await pilot.pause()
        yield pilot


async def _thought(data: bytes) -> Thought:
    """Of the first choices of the game: what was played, and another move."""
    from netplay.review import Review
    from netplay.table import Played

    review = Review(data)
    found: list[Moment] = []
    for before, after in itertools.pairwise(review.frames):
        if not isinstance(after.event, Played) or len(found) == 20:
            continue
        seat = after.event.seat
        moves = review.game.moves(before.state, before.secrets[seat])
        played, best = (review.game.text(move) for move in (after.event.move, moves[-1]))
        if played != best:
            found.append(Moment(after.n, seat, played, best, 7.5 - len(found) / 3, 0.6))
    return Thought((12.5, 0.0, 103.0), tuple(found))


def games(*keys: str) -> Open:
    """The kept games; with ``tab`` what they add up to."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        import tempfile
        from pathlib import Path

        from netplay.identity import Identity, create, identity_path
        from netplay.transcript import encode
        from tests.netplay.kept_games import keep, secret

        with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as patch:
            patch.setenv("CABOOSE_DATA_DIR", data)
            patch.setenv("CABOOSE_CONFIG_DIR", str(Path(data) / "config"))
            folder = Path(data) / "games"
            folder.mkdir()
            for n, (game, seats) in enumerate([(CE, 2), (ATV, 3), (CE, 4)]):
                (folder / f"{n}.caboose").write_bytes(encode(keep(game, seats).records))
            (folder / "damaged.caboose").write_bytes(b"nonsense")
            create(identity_path(), Identity(secret("key", 0)))
            async with running(_app()) as pilot:
                await pilot.press("k", *keys)
                await pilot.pause()
                yield pilot

    return opened


def tutorial(game: str) -> Open:
    """A first game, at its first question."""

    @asynccontextmanager
    async def opened() -> AsyncIterator[Pilot[int]]:
        import tempfile

        with tempfile.TemporaryDirectory() as data, pytest.MonkeyPatch.context() as patch:
            patch.setenv("CABOOSE_DATA_DIR", data)
            app = _app()
            async with running(app) as pilot:
                app.push_screen(TutorScreen(game, "Ana", app.marks, app.clock, pace=0.0))
                await pilot.pause()
                yield pilot

    return opened


@asynccontextmanager
async def asked() -> AsyncIterator[Pilot[int]]:
    """A name is asked for."""
    async with running(_app()) as pilot:
        app: Any = pilot.app
        says = "The others at the table see this name. Nobody checks it."
        app.push_screen(AskScreen(app.marks, "Your name", says, "Ana", 24))
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def opening() -> AsyncIterator[Pilot[int]]:
    """A table is about to be opened for others."""
    async with running(_app()) as pilot:
        app: Any = pilot.app
        game = "Continental Express, 3 seats"
        terms = Terms("Ana's table", seconds=8 * 3600)
        app.push_screen(OpeningScreen(app.marks, game, terms, ("this network", "club")))
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def company() -> AsyncIterator[Pilot[int]]:
    """Three people look at their game together."""
    from tests.tui.net.test_looking_together import looking

    async with party() as guests:
        _ana, ben, _wat = await looking(guests)
        yield ben.pilot


@asynccontextmanager
async def stopped() -> AsyncIterator[Pilot[int]]:
    """A table that stopped."""
    from tui.screens.page import text_page

    async with running(_app()) as pilot:
        app: Any = pilot.app
        says = "Ben showed a card that was not dealt to them (entry 41).\n\nKept as game.caboose"
        app.push_screen(PageScreen("The table stopped", text_page(says), app.marks))
        await pilot.pause()
        yield pilot


@asynccontextmanager
async def scored() -> AsyncIterator[Pilot[int]]:
    """Four players' sheet, and where the game is kept."""
    import random

    app = app_at_table(4, keep=lambda table: "Kept as /home/ana/.local/share/caboose/game.caboose")
    async with running(app) as pilot:
        await play_on(pilot, random.Random(3))
        await pilot.pause()
        yield pilot


_CLAIM: Final[dict[str, Any]] = {
    "yard": {0: 2}, "trains": ("AABCDLL", "AB"), "row": ("ABCD", "AA", "CCC"), "tickets": (1,),
}  # fmt: skip
_FULL: Final[dict[str, Any]] = {"trains": ("AABBCDELL", "ABCDEL", "AAABBB", "CCDDEELL")}

STOPS: Final = (
    Stop("home", HomeScreen, home(), ROW),
    Stop("home, a seed typed", HomeScreen, home(), ROW, ("d", *"depot 7")),
    Stop("home, the other game", HomeScreen, home(), ROW, ("g", "5")),
    Stop("departures, nobody there", HomeScreen, alone, ROW),
    Stop("departures, a table chosen", HomeScreen, departures, ROW),
    Stop("welcome", WelcomeScreen, home(first=True), TEXT),
    Stop("settings", SettingsScreen, home(), ROW, (",",)),
    Stop("commands", CommandsScreen, home(), TEXT, (":",)),
    Stop("commands over a table", CommandsScreen, solo(CE, 3, 5), TEXT, (":", "t")),
    Stop("keys of home", PageScreen, home(), NOTHING, ("?",)),
    Stop("rules of one game", RulesScreen, home(), NOTHING, ("r",)),
    Stop("rules of the other", RulesScreen, home(), NOTHING, ("g", "r", "space", "space")),
    Stop("rules searched", RulesScreen, home(), TEXT, ("r", "/", *"icon")),
    Stop("contents of the rules", RulesScreen, home(), NOTHING, ("r", "c", "down")),
    Stop("keys of the rules", PageScreen, home(), NOTHING, ("r", "?")),
    Stop("a table to open, its name", OpeningScreen, opening, ROW),
    Stop("a table to open", OpeningScreen, opening, ROW, ("down", "right", "down", "right", "right")),
    Stop("a name is asked", AskScreen, asked, TEXT),
    Stop("a table stopped", PageScreen, stopped),
    Stop("waiting room", WaitingScreen, network(waits)),
    Stop("waiting room, the other game", WaitingScreen, network(waits, ATV)),
    Stop("keys of the waiting room", PageScreen, network(waits), NOTHING, ("?",)),
    Stop("people", PeopleScreen, network(waits), ROW, ("f",)),
    Stop("a note on somebody", PeopleScreen, network(waits), ROW, ("f", "n", *"friend of Cleo")),
    Stop("chat", ChatScreen, network(chats), TEXT),
    Stop("agree", AgreeScreen, network(proposes)),
    Stop("propose", AgreeScreen, network(plays), NOTHING, ("p",)),
    Stop("what was not used", PageScreen, network(plays), NOTHING, ("#",)),
    Stop("a table of several machines", TableScreen, network(plays)),
    Stop("its end", ScoreScreen, network(ends)),
    Stop("a contract is chosen", TableScreen, solo(CE, 3, 0)),
    Stop("a card is taken", TableScreen, solo(CE, 4, 14), NOTHING, ("1",)),
    Stop("a game in its middle", TableScreen, solo(CE, 2, 20)),
    Stop("a contract shown", TableScreen, solo(CE, 4, 20), NOTHING, ("h",)),
    Stop("a key refused", TableScreen, solo(CE, 2, 1), NOTHING, ("9",)),
    Stop("a hint", TableScreen, solo(CE, 3, 6), NOTHING, ("i",)),
    Stop("an objective is claimed", TableScreen, arranged(2, "1", "enter", "a", **_CLAIM)),
    Stop("full trains", TableScreen, arranged(4, "1", **_FULL)),
    Stop("the Director", TableScreen, arranged(4, "1", "enter", yard={0: DIRECTOR})),
    Stop("the Investor", TableScreen, arranged(3, "1", "enter", yard={0: INVESTOR})),
    Stop("the Pickpocket", TableScreen, arranged(
        4, "1", "enter", yard={0: PICKPOCKET}, tickets=(0, 1, 2, 1))),
    Stop("the Switchman", TableScreen, arranged(
        3, "1", "enter", "l", "3", yard={0: SWITCHMAN}, trains=("AACL", "BB", "DE"))),
    Stop("a game is watched", TableScreen, watched),
    Stop("keys of the table", PageScreen, solo(CE, 3, 4), NOTHING, ("?",)),
    Stop("the log", PageScreen, solo(CE, 4, 20), NOTHING, ("l",)),
    Stop("leave", LeaveScreen, solo(CE, 3, 4), NOTHING, ("q",)),
    Stop("a hand of four", TableScreen, vapeur(MIXED)),
    Stop("a train is completed", TableScreen, vapeur(CROWD, "b", "right", drawn=2)),
    Stop("a card is staged", TableScreen, vapeur(MIXED, "4", "enter", drawn=3)),
    Stop("a large hand", TableScreen, vapeur(HOARD, "space")),
    Stop("six are watched", TableScreen, vapeur(CROWD, seat=None)),
    Stop("the other game in its middle", TableScreen, solo(ATV, 6, 9)),
    Stop("keys of the other game", PageScreen, vapeur(MIXED), NOTHING, ("?",)),
    Stop("score", ScoreScreen, scored),
    Stop("score of the other game", ScoreScreen, vapeur(LAST, "6", "enter")),
    Stop("replay", ReplayScreen, replay(CE, 30)),
    Stop("replay, an entry typed", ReplayScreen, replay(CE, 30), NOTHING, ("g", "1", "2")),
    Stop("replay of the other game, open", ReplayScreen, replay(ATV, 30, *"vvvv")),
    Stop("replay together", ReplayScreen, company),
    Stop("who looks together", CompanyScreen, company, NOTHING, ("w",)),
    Stop("hidden cards", PageScreen, replay(ATV, 30, *"vvvv"), NOTHING, ("h",)),
    Stop("keys of the replay", PageScreen, replay(CE, 3), NOTHING, ("?",)),
    Stop("chart", ChartScreen, replay(CE, 30), NOTHING, ("c",)),
    Stop("moments", MomentsScreen, moments, ROW),
    Stop("games", GamesScreen, games("down"), ROW),
    Stop("games added up", GamesScreen, games("tab")),
    Stop("games of the other kind added up", GamesScreen, games("tab", "tab")),
    Stop("points over games", PlotScreen, games("tab", "c")),
    Stop("points of one game only", PlotScreen, games("tab", "tab", "c")),
    Stop("tutorial", TutorScreen, tutorial(CE)),
    Stop("tutorial of the other game", TutorScreen, tutorial(ATV)),
    Stop("cover", CoverScreen, hot_seat),
    Stop("people at one terminal", HotSeatScreen, hot_seat, NOTHING, ("1",)),
)  # fmt: skip


@asynccontextmanager
async def at(stop: Stop) -> AsyncIterator[Pilot[int]]:
    """The app at this stop."""
    async with stop.open() as pilot:
        await pilot.press(*stop.keys)
        await pilot.pause()
        screen = pilot.app.screen
        assert type(screen) is stop.shows, (stop.name, screen)
        yield pilot
