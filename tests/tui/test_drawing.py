"""Lines, frames and layouts: nothing overflows, whatever is put in."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from core.games.continental.state import Phase
from tests.tui.local_table import LocalTable
from tui import tongue
from tui.boards.continental.board import make
from tui.boards.continental.layout import layout
from tui.boards.continental.words import PRICES
from tui.foreign import plain, short
from tui.line import Line, wrap
from tui.marks import ASCII, SETS, UNICODE
from tui.tongue import LANGUAGES
from tui.typed import Typed


@pytest.mark.parametrize("width", range(-8, 8))
@pytest.mark.parametrize("indent", [0, 3])
@pytest.mark.parametrize("text", ["", "a", "a lone word", "\u8eca \u200b\u0301 x"])
def test_wrapping_comes_to_an_end_however_narrow_the_terminal(
    text: str, width: int, indent: int
) -> None:
    lines = wrap(text, width, indent)
    assert "".join("".join(lines).split()) == "".join(text.split())


@pytest.mark.parametrize("width", range(8))
def test_a_typed_line_is_drawn_however_narrow_the_terminal(width: int) -> None:
    typed = Typed()
    typed.paste("Ana \u8eca")
    assert typed.line("Name ", width).width == width


@given(st.text(), st.integers(8, 40), st.integers(0, 3))
def test_wrapped_lines_fit_and_lose_no_word(text: str, width: int, indent: int) -> None:
    lines = wrap(text, width, indent)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.text(), st.integers(2, 30))
def test_foreign_text_never_exceeds_its_cells(text: str, width: int) -> None:
    assert 0 < cell_len(short(text, width)) <= width


@pytest.mark.parametrize("text", ["\x1b[31m", "a\u202eb", "a\u200bb", "a\nb", "\x07"])
def test_foreign_text_keeps_no_control_and_no_override(text: str) -> None:
    assert all(char.isprintable() for char in plain(text))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    "size", [(80, 24), (81, 25), (99, 29), (100, 30), (140, 45), (180, 55), (250, 80)]
)
def test_panels_cover_the_terminal_without_overlap(seats: int, size: tuple[int, int]) -> None:
    at = layout(*size, seats)
    cells: list[tuple[int, int]] = []
    for name in (
        "header", "objectives", "yard", "players", "train", "contract", "log", "prompt",
    ):  # fmt: skip
        rect = getattr(at, name)
        cells += [
            (x, y)
            for x in range(rect.x, rect.x + rect.width)
            for y in range(rect.y, rect.y + rect.height)
        ]
    assert len(cells) == len(set(cells)) == size[0] * size[1]


@pytest.mark.parametrize("marks", SETS.values(), ids=SETS)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (180, 55)])
def test_no_frame_of_a_game_is_cut_off_or_overflows(
    marks: object, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thousands of legal and illegal keys on the board alone, painted after each."""
    fit = Line.fit

    def whole(line: Line, width: int) -> Line:
        fitted = fit(line, width)
        assert fitted.text.rstrip() == line.text.rstrip(), f"cut off: {line.text!r}"
        return fitted

    monkeypatch.setattr(Line, "fit", whole)
    rng = random.Random(size[0])
    keys = [*"123456789abcdelxh", "enter", "enter", "enter", "space", "escape", "right"]
    for seats in (2, 3, 4):
        table = LocalTable(seats, size[1] + seats, names=("Ana", "Ben", "Cleopatra VII", "Dev"))
        board = make(table, marks)  # type: ignore[arg-type] # parametrize knows no types
        for _ in range(500):
            while (wake := table.wake_at()) is not None and wake <= 0:
                for event in table.step(0.0):
                    board.happened(event)
            if table.state.over:
                break
            move = board.press(rng.choice(keys))
            if move is not None:
                table.submit(move)
            for at, lines in board.paint(*size).values():
                assert len(lines) == at.height
                assert {line.width for line in lines} == {at.width}, [x.text for x in lines]


def test_companies_differ_in_shape_letter_and_colour() -> None:
    from tui import marks as m

    for signs in (UNICODE, ASCII):
        assert len(set(signs.companies)) == 5
    assert len(set(m.COMPANY_LETTERS)) == 5
    assert len({style.bgcolor for style in m.COMPANIES}) == 5


def test_no_sign_is_ambiguous_in_width_but_the_frames() -> None:
    import unicodedata

    for signs in (UNICODE, ASCII):
        alone = signs.companies + signs.done + signs.todo + signs.here
        assert all(unicodedata.east_asian_width(char) in ("N", "Na") for char in alone)
        assert len(set(alone)) == len(alone), "no sign stands for two things"


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (180, 55)])
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_place_of_the_yard_has_its_price_above_it(code: str, size: tuple[int, int]) -> None:
    tongue.use(code)
    try:
        table = LocalTable(3, 7, names=("Ana", "Ben", "Cleo"))
        board = make(table, UNICODE)
        while table.state.phase is Phase.KEEP:
            for event in table.step(0.0):
                board.happened(event)
            if table.state.turn == 0 and not table.state.awaiting:
                table.submit(table.game.moves(table.state, table.secrets)[0])
        top = board.paint(*size)["yard"][1][0].text
        assert all(tongue._(price) in top for price in PRICES)
    finally:
        tongue.use("en")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (180, 55)])
def test_with_the_contract_open_each_objective_says_what_it_would_add(
    size: tuple[int, int],
) -> None:
    table = LocalTable(2, 7, names=("Ana", "Ben"))
    board = make(table, UNICODE)
    while table.state.phase is Phase.KEEP:
        for event in table.step(0.0):
            board.happened(event)
        if table.state.turn == 0 and not table.state.awaiting:
            table.submit(table.game.moves(table.state, table.secrets)[0])
    for event in table.step(0.0):
        board.happened(event)

    def shown() -> str:
        return "\n".join(line.text for line in board.paint(*size)["objectives"][1])

    assert "+" not in shown().replace("✚", "")
    board.press("h")
    assert "contract" in shown()
    assert len(re.findall(r" \+\d", shown())) == 3
