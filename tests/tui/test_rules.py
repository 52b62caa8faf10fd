"""The rules in the program: every ruling in every language, found by a search, opened where it matters."""

import re
from pathlib import Path

import pytest

from core.games.continental.contracts import contract_points
from core.games.continental.sheet import CONTRACTS, ContractKind
from netplay.transcript import encode
from tests.netplay.kept_games import keep
from tests.tui.driving import app_at_table, begin, rows
from tests.tui.positions import DIRECTOR, position
from tui import after, tongue
from tui.app import CabooseApp
from tui.boards.registry import NAMES, rules
from tui.marks import ASCII, SETS
from tui.rulebook import SIGN, found, paragraphs, spoken
from tui.rules_page import write
from tui.screens.rules import RulesScreen
from tui.screens.table import TableScreen
from tui.setup import SoloSetup
from tui.solo import solo_table
from tui.tongue import LANGUAGES, _

DOCUMENTS = {"continental-express": "rulings.md", "a-toute-vapeur": "rulings-a-toute-vapeur.md"}
DOCS = Path(__file__).resolve().parents[2] / "docs"
NUMBERS = {"continental-express": set(range(1, 38)), "a-toute-vapeur": set(range(1, 27))}


def everything(app: CabooseApp) -> str:
    return "\n".join(rows(app))


@pytest.mark.parametrize("game", NAMES)
def test_every_ruling_of_the_document_is_in_the_rules_once(game: str) -> None:
    text = (DOCS / DOCUMENTS[game]).read_text(encoding="utf-8")
    written = sorted(int(n) for n in re.findall(r"^\| (\d+) \| [A-Z]", text, re.MULTILINE))
    held = sorted(one.number for section in rules(game).sections for one in section.rulings)
    assert held == written == sorted(NUMBERS[game])


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_a_search_finds_every_ruling_in_every_language(game: str, code: str) -> None:
    tongue.use(code)
    book = rules(game)
    for section in book.sections:
        for one in section.rulings:
            wanted = _("Ruling {number}: {heading}", number=one.number, heading=_(one.heading))
            pieces = found(book, wanted.upper())
            assert [piece[:2] for piece in pieces] == [[_(section.title), wanted]]
            assert pieces[0][2] == _(one.text), "with its heading comes what was decided"


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("game", NAMES)
def test_the_rules_are_drawn_in_every_set_of_signs(game: str, code: str) -> None:
    tongue.use(code)
    book = rules(game)
    for marks in SETS.values():
        for width in (75, 61, 91):
            page = write(book, width, marks)
            assert len(page.starts) == len(book.sections)
            assert all(line.width <= width for line in page.lines)
            assert not any("{" in line.text for line in page.lines)
            if marks is ASCII and code == "en":
                assert all(line.text.replace("À", "A").isascii() for line in page.lines)


@pytest.mark.parametrize("code", ["fr", "it"])
@pytest.mark.parametrize("game", NAMES)
def test_a_translation_draws_the_same_examples(game: str, code: str) -> None:
    book = rules(game)
    signs = {"en": _examples(game)}
    tongue.use(code)
    signs[code] = _examples(game)
    assert signs["en"] == signs[code]
    assert len(list(paragraphs(book))) > 60


def _examples(game: str) -> list[list[str]]:
    return [SIGN.findall(one.text) for one in paragraphs(rules(game))]


def test_the_worked_contracts_are_counted_as_the_rules_count() -> None:
    icons = (3, 2, 0, 1, 0)
    book = rules("continental-express")
    told = [
        spoken(one.text, book) for one in paragraphs(book) if one.section == book.find("contracts")
    ]
    for kind, rule in (
        (ContractKind.EACH_PAIR, "Three points for each two"),
        (ContractKind.EACH_TRIO, "Seven points for each three"),
        (ContractKind.EACH_MIXED_TRIO, "Five points for each three"),
        (ContractKind.FOUR_COLOURS, "Six points, once"),
        (ContractKind.TWO_PAIRS, "Seven points, once"),
    ):
        contract = next(one for one in CONTRACTS if one.kind is kind)
        at = next(n for n, text in enumerate(told) if text.startswith(rule))
        assert f"{contract_points(contract, icons)} points" in told[at + 1]
    blue = next(one for one in CONTRACTS if one.company == 0)
    assert any(f"= {contract_points(blue, icons)} points" in text for text in told)


def test_case_and_accents_do_not_matter_to_a_search() -> None:
    tongue.use("fr")
    assert found(rules("continental-express"), "DERAILLEMENT")


async def test_the_rules_open_at_what_is_being_decided() -> None:
    app = app_at_table(3, arrange=position(yard={0: DIRECTOR}))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert "Contracts" in rows(app)[1], "a contract is chosen first"
        await pilot.press("escape")
        await begin(pilot)
        await pilot.press("r")
        await pilot.pause()
        assert "Part 1: take a card" in rows(app)[1]
        await pilot.press("escape", "1", "enter", "r")
        await pilot.pause()
        assert "Part 2: a character acts" in rows(app)[1], "the Director's token is to be chosen"


async def test_the_rules_close_and_what_was_staged_is_still_staged() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await begin(pilot)
        await pilot.press("1", "f1", "space", "end", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)
        assert app.screen.board.view().draft.move is not None  # type: ignore[attr-defined]  # of any board


async def test_a_search_jumps_marks_and_goes_both_ways() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r", "home", "slash", *"derail")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, RulesScreen)
        assert "Train Derailment" in everything(app), "while it is typed"
        await pilot.press("enter")
        seen = [screen._hit]
        for key in ("n", "n", "N", "p"):
            await pilot.press(key)
            seen.append(screen._hit)
        assert seen == [0, 1, 2, 1, 0]
        assert "1 of " in everything(app)
        await pilot.press("escape")
        assert isinstance(app.screen, RulesScreen), "the first escape ends the search"


async def test_a_word_that_is_not_there_is_said_not_to_be() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r", "slash", *"[red]x", "enter")
        await pilot.pause()
        assert "not found" in everything(app)
        await pilot.press("n", "N", "escape", "escape")
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_section_is_chosen_from_the_contents(size: tuple[int, int]) -> None:
    app = app_at_table(2)
    async with app.run_test(size=size) as pilot:
        await pilot.press("r", "c")
        await pilot.pause()
        assert "The end and the points" in everything(app)
        await pilot.press("down", "enter")
        await pilot.pause()
        assert "The end and the points" in rows(app)[1][37 if size[0] > 80 else 0 :]
        await pilot.press("left", "left")
        await pilot.pause()
        assert "Part 4: claim an objective" in rows(app)[1][37 if size[0] > 80 else 0 :]


async def test_the_page_stays_in_its_section_when_the_terminal_changes() -> None:
    app = app_at_table(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("r", "c", "down", "enter")
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        assert "The end and the points" in everything(app)


@pytest.mark.parametrize("game", NAMES)
async def test_the_rules_at_a_table_of_each_game_are_its_own(game: str) -> None:
    setup = SoloSetup(game, seats=2, seed="rules")
    app = CabooseApp(setup, table_factory=lambda one: solo_table(one, pace=0.0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.press("r")
        await pilot.pause()
        assert rules(game).game in rows(app)[0]


async def test_the_rules_over_a_replay_open_at_the_turn_that_is_seen() -> None:
    app = CabooseApp()
    async with app.run_test(size=(80, 24)) as pilot:
        after.review(app, encode(keep("continental-express", 3).records), 30)
        await pilot.pause()
        await pilot.press("r")
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)
        assert "A turn and its four parts" in rows(app)[1]
