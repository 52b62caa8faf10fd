"""The book of kept games, what it adds up to, and how it is shown and exported."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from netplay.identity import Identity, create, identity_path
from netplay.transcript import encode
from tests.netplay.kept_games import NAMES, Kept, keep, secret
from tests.tui.driving import drawn
from tui.app import CabooseApp
from tui.chart import outcomes
from tui.cli.main import main
from tui.history.book import FILE_NAME, Book
from tui.history.read import read
from tui.history.sums import as_csv, as_json, sums
from tui.marks import ASCII
from tui.screens.chart import ChartScreen
from tui.screens.games import GamesScreen
from tui.screens.plot import PlotScreen
from tui.screens.replay import ReplayScreen
from tui.settings import Settings

GAMES = ("continental-express", "a-toute-vapeur")


def lay_in(folder: Path, *games: Kept) -> list[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"game-{n}.caboose" for n in range(len(games))]
    for path, game in zip(paths, games, strict=True):
        path.write_bytes(encode(game.records))
    return paths


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CABOOSE_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("CABOOSE_CONFIG_DIR", str(tmp_path / "config"))
    return tmp_path / "data" / "games"


@pytest.mark.parametrize("game", GAMES)
def test_the_parts_of_a_continental_game_add_up_to_its_points(game: str) -> None:
    kept = read("x", encode(keep(game, 3, "local").records), None)
    assert kept.finished
    if game == GAMES[0]:
        assert [sum(parts) for parts in kept.parts] == list(kept.scores)
        assert all(kept.held)
    assert max(kept.scores) == kept.scores[kept.winners[0]]


def test_a_seat_is_ones_own_by_the_key_at_a_table_of_several_machines() -> None:
    game = keep(GAMES[0], 2)
    for seat in range(2):
        assert read("x", encode(game.records), game.cryptos[seat].key).mine == seat
    assert read("x", encode(game.records), bytes(32)).mine is None
    assert read("x", encode(game.records), None).mine is None


def test_sums_count_only_finished_games_of_ones_own(folder: Path) -> None:
    mine = keep(GAMES[0], 2)
    lay_in(folder, mine, Kept(mine.records[:-30], mine.cryptos, b""), keep(GAMES[0], 3, "local"))
    games = Book(folder, mine.cryptos[0].key).games()
    assert len(games) == 3
    found = sums(games, GAMES[0])
    first = read("x", encode(mine.records), mine.cryptos[0].key)
    assert found.all.games == 1
    assert found.all.points == first.scores[0]
    assert [name for name, _ in found.against] == ["random bot"]
    assert sum(points for _, points in found.parts) == pytest.approx(first.scores[0])


def test_the_book_is_read_again_only_where_a_file_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = lay_in(folder, keep(GAMES[0], 2, "local"), keep(GAMES[1], 2, "local"))
    book = Book(folder, None)
    before = book.games()
    read_again: list[str] = []
    monkeypatch.setattr(
        "tui.history.book.read",
        lambda file, data, key: read_again.append(file) or read(file, data, key),
    )
    assert book.games() == before
    assert read_again == []
    paths[0].write_bytes(encode(keep(GAMES[0], 3, "local").records))
    assert len(book.games()[0][1].names) in (2, 3)
    assert read_again == [paths[0].name]
    paths[1].unlink()
    assert [kept.file for _, kept in book.games()] == [paths[0].name]


@pytest.mark.parametrize("damage", [b"", b"no database", b"SQLite format 3\0" + bytes(200)])
def test_a_damaged_book_is_made_anew_from_the_games(folder: Path, damage: bytes) -> None:
    lay_in(folder, keep(GAMES[0], 2, "local"))
    book = Book(folder, None)
    before = book.games()
    (folder / FILE_NAME).write_bytes(damage)
    assert book.games() == before


def test_a_damaged_game_is_listed_with_what_is_wrong(folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "bad.caboose").write_bytes(b"nonsense")
    (only,) = Book(folder, None).games()
    assert only[1].fault == "it is not a game kept by caboose"


def test_json_and_csv_hold_every_game(folder: Path) -> None:
    lay_in(folder, keep(GAMES[0], 2, "local"), keep(GAMES[1], 3, "local"))
    games = Book(folder, None).games()
    rows = json.loads(as_json(games))
    assert {row["game"] for row in rows} == set(GAMES)
    lines = list(csv.DictReader(io.StringIO(as_csv(games))))
    assert len(lines) == 5
    assert [line["name"] for line in lines if line["game"] == GAMES[0]] == list(NAMES[:2])


def test_a_name_like_a_formula_is_text_to_a_spreadsheet(folder: Path) -> None:
    lay_in(folder, keep(GAMES[0], 2, "local", names=("=1+1", "@cmd")))
    lines = list(csv.DictReader(io.StringIO(as_csv(Book(folder, None).games()))))
    assert [line["name"] for line in lines] == ["'=1+1", "'@cmd"]


def test_the_command_lists_games_and_sums(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["history"]) == 0
    assert "no game is kept yet" in capsys.readouterr().out
    lay_in(folder, keep(GAMES[0], 2, "local"))
    assert main(["history"]) == 0
    said = capsys.readouterr().out
    assert "Continental Express: " in said
    assert main(["history", "--json", "--csv"]) == 2


def test_the_command_names_files_whole(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay_in(folder, keep(GAMES[0], 2, "local"))
    (kept,) = folder.glob("*.caboose")
    long = kept.rename(folder / "continental-express-20260102-030405.caboose")
    assert main(["history"]) == 0
    assert long.name in capsys.readouterr().out.split(), "what review and replay take"


async def test_home_leads_to_the_games_and_one_of_them_to_its_replay_and_chart(
    folder: Path,
) -> None:
    lay_in(folder, keep(GAMES[0], 2, "local"), keep(GAMES[1], 3, "local"))
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("k")
        assert isinstance(app.screen, GamesScreen)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("c")
        assert isinstance(app.screen, ChartScreen)
        for _ in range(3):
            await pilot.press("escape")
        assert not isinstance(app.screen, GamesScreen)


async def test_a_game_that_is_damaged_says_so_instead_of_opening(folder: Path) -> None:
    lay_in(folder, Kept([b"nonsense"], [], b""))
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("k", "enter")
        await pilot.pause()
        assert isinstance(app.screen, GamesScreen)
        text = "\n".join(drawn(app.screen))
        assert "cannot be looked at again" in text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
async def test_the_sums_fit_every_size(folder: Path, size: tuple[int, int]) -> None:
    mine = keep(GAMES[0], 2)
    lay_in(folder, mine, keep(GAMES[0], 4), keep(GAMES[1], 3))
    create(identity_path(), Identity(secret("key", 0)))
    app = CabooseApp()
    async with app.run_test(size=size) as pilot:
        await pilot.press("k")
        for _ in range(4):
            screen = app.screen
            assert isinstance(screen, GamesScreen)
            rows = drawn(screen)
            assert {len(row) for row in rows} == {size[0]}
            assert len(rows) == size[1]
            await pilot.press("tab")


def test_two_bots_of_one_level_are_one_game_against_that_level(folder: Path) -> None:
    mine = keep(GAMES[0], 3)
    lay_in(folder, mine)
    found = sums(Book(folder, mine.cryptos[0].key).games(), GAMES[0])
    assert [(who, tally.games) for who, tally in found.against] == [("random bot", 1)]


def three_of_ones_own(folder: Path) -> tuple[Kept, ...]:
    games = (keep(GAMES[0], 2), keep(GAMES[0], 4), keep(GAMES[0], 3), keep(GAMES[1], 3))
    lay_in(folder, *games)
    create(identity_path(), Identity(secret("key", 0)))
    return games


def shown(app: CabooseApp) -> list[str]:
    screen = app.screen
    assert isinstance(screen, PlotScreen)
    return drawn(screen)


@pytest.mark.parametrize("signs", ["ascii", "unicode"])
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_points_over_games_show_the_won_ones_by_their_sign(
    folder: Path, size: tuple[int, int], signs: str
) -> None:
    mine = three_of_ones_own(folder)[:3]
    won = 0
    for game in mine:
        kept = read("x", encode(game.records), game.cryptos[0].key)
        won += kept.mine in kept.winners
    app = CabooseApp(settings=Settings(symbols=signs))
    async with app.run_test(size=size) as pilot:
        await pilot.press("k", "tab")
        assert " c " in "\n".join(drawn(app.screen))
        await pilot.press("c")
        rows = shown(app)
        assert {len(row) for row in rows} == {size[0]}
        assert len(rows) == size[1]
        assert "Your last 3 games" in rows[2]
        legend = next(n for n, row in enumerate(rows) if "not won" in row)
        plot = "".join(rows[3:legend])
        assert plot.count("#") == won
        assert plot.count("o") == 3 - won
        assert signs == "unicode" or "".join(rows).isascii()
        await pilot.press("escape")
        assert isinstance(app.screen, GamesScreen)


def test_outcomes_are_told_apart_without_colour() -> None:
    rows = outcomes([10, 20, 15, 30], [False, True, False, True], 7, ASCII, 70, 14)
    text = "\n".join(row.text for row in rows)
    assert len(rows) == 14
    assert (text.count("#"), text.count("o")) == (2, 2)
    assert "7" in rows[-1].text
    assert "10" in rows[-1].text


async def test_one_game_makes_no_plot_and_that_is_said(folder: Path) -> None:
    three_of_ones_own(folder)
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("k", "tab", "tab", "c")
        assert "finished only one yet" in "\n".join(shown(app))


async def test_games_of_others_make_no_plot_and_that_is_said(folder: Path) -> None:
    lay_in(folder, keep(GAMES[0], 2))
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("k", "c")
        assert "finished none yet" in "\n".join(shown(app))


async def test_a_plot_is_as_wide_as_the_screen_it_is_on(folder: Path) -> None:
    three_of_ones_own(folder)
    app = CabooseApp(settings=Settings(symbols="ascii"))
    async with app.run_test(size=(180, 55)) as pilot:
        await pilot.press("k", "tab", "c")
        assert any("-" * 160 in row for row in shown(app)[3:-3])


async def test_the_chart_of_a_game_is_as_wide_as_the_screen_it_is_on(folder: Path) -> None:
    lay_in(folder, keep(GAMES[0], 2, "local"))
    app = CabooseApp(settings=Settings(symbols="ascii"))
    async with app.run_test(size=(180, 55)) as pilot:
        await pilot.press("k", "enter")
        await pilot.pause()
        await pilot.press("c")
        screen = app.screen
        assert isinstance(screen, ChartScreen)
        rows = drawn(screen)
        assert any("-" * 160 in row for row in rows[1:-3])


PLAYERS = ("You", "Lantern", "Whistle", "Piston", "Tender", "Signal")


@pytest.mark.parametrize("finished", [True, False])
@pytest.mark.parametrize("seats", range(1, 7))
def test_no_player_of_the_list_is_cut_within(seats: int, finished: bool) -> None:
    kept = read("x", encode(keep(GAMES[1], 3, "local").records), None)
    points = (0, 12, 3, 10, 11, 7)[:seats]
    winners = (0,) if finished else ()
    kept = kept._replace(names=PLAYERS[:seats], scores=points, winners=winners, finished=finished)
    line = GamesScreen([(0.0, kept)], Book(Path(), None), ASCII)._row(0, 0.0, kept, 80).text
    assert len(line) == 77
    more = re.search(r" and (\d) more *$", line)
    left = int(more[1]) if more else 0
    assert left == 0 or (seats > 4 and not finished)
    told = [rf"{name[0]}[a-z]*\.? {score}" for name, score in zip(PLAYERS, points, strict=False)]
    assert re.search(" +.?".join(told[: seats - left]) + "( and| *$)", line), line
