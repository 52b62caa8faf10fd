"""What the panels of À toute vapeur! tell: trains, thefts, hand, pile, log, the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.tui.vapeur.position import Desk
from tui import tongue
from tui.boards.vapeur import plain
from tui.boards.vapeur.board import make
from tui.boards.vapeur.layout import Layout, layout
from tui.boards.vapeur.score_sheet import draw, verdict
from tui.line import Line
from tui.marks import ASCII, SETS, UNICODE, Marks
from tui.plain.telling import seen
from tui.setup import SoloSetup
from tui.solo import solo_table

CARDS = ["rL", *["rG"] * 6, *["rC"] * 3, "yL", *["yG"] * 6, "yC", "bG", *["cert"] * 5]
SIX = """
    a: seat 1, red LGGC*
    b: seat 1, red LGGC
    c: seat 1, red LG
    d: seat 1, yellow LGGC*
    e: seat 1, yellow LGGC
    f: seat 1, yellow L
    g: seat 1, blue LGG
    h: seat 1, blue LGGC
    i: seat 1, blue LGGC*
    seat 1: insp qual
    seat 2: qual qual
    seat 3:
    seat 4: insp
    seat 5:
    seat 6: cert
"""


def whole(line: Line, width: int, fit: Any = Line.fit) -> Line:
    """``Line.fit`` that allows nothing to be cut off."""
    fitted: Line = fit(line, width)
    assert fitted.text.rstrip() == line.text.rstrip(), f"cut off: {line.text!r}"
    return fitted


@pytest.fixture
def uncut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Line, "fit", whole)


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_a_hand_of_more_than_twenty_cards_fits_grouped_with_counts(size: tuple[int, int]) -> None:
    desk = Desk(f"seat 1: {' '.join(CARDS)}\nseat 2: bL", size=size)
    hand = desk.panel("hand")
    assert f"Your hand {len(CARDS)}" in hand
    assert len(CARDS) > 20
    assert hand.count("x6") == 2
    assert "x5" in hand


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("owner", range(1, 7))
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_six_players_fit_even_if_one_has_all_nine_trains(size: tuple[int, int], owner: int) -> None:
    desk = Desk(SIX.replace(": seat 1,", f": seat {owner},"), size=size)
    trains = desk.panel("trains")
    for name in ("Ana", "Ben", "Cleo", "Dev", "Eve", "Fay"):
        assert name in trains
    for chip in ("a", "b", "c", "d", "e", "f", "g", "h", "i"):
        assert any(f"{chip}{gap}{sign}" in trains for gap in ("", " ") for sign in "◉▴◊"), chip
    assert trains.count("✓") == 3


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_nine_trains_that_can_be_stolen_are_all_listed_with_how(size: tuple[int, int]) -> None:
    layout = SIX.replace(": seat 1,", ": seat 2,").replace("*", "")
    desk = Desk(layout.replace("seat 1: insp", "seat 1: rG rC yG yG yC bC insp"), size=size)
    panel = desk.panel("thefts")
    for chip in ("a", "b", "c", "d", "e", "f", "g", "h", "i"):
        assert any(f"{chip}{sign}" in panel for sign in "◉▴◊"), chip
    assert "lay GC" in panel
    assert "lay GGC" in panel
    assert "v w" in panel


def test_what_can_be_stolen_now_is_bright_and_comes_first() -> None:
    desk = Desk("a: seat 2, red LGGC\nb: seat 2, blue LGG\nseat 1: bC\nseat 2: yG")
    view = desk.board.view()
    assert "b" in view.live
    assert "a" not in view.live
    panel = desk.panel("thefts")
    assert panel.index("b◊b lay C") < panel.index("a◉r takes v or w")


def test_the_own_drawn_card_is_named_to_its_drawer_only() -> None:
    layout = "pile: rL yC\nseat 1: rG\nseat 2: yG"
    desk = Desk(layout, seat=0).press("space", "enter")
    assert desk.log[-1] == "Ben draws"
    desk = Desk(layout, seat=1).other("end")
    assert desk.log[-1] == "Ben drew: red locomotive"
    assert "You drew: red locomotive." in desk.says
    desk = Desk(layout, seat=None).other("end")
    assert desk.log[-1] == "Ben draws"


def test_a_blind_draw_says_from_whose_hand_and_only_its_owner_learns_which_card() -> None:
    layout = "seat 1: rG yC\nseat 2: bG\nseat 3: bC"
    robbed = Desk(layout, seat=0)
    robbed.table.notation.draw_blindly("yC")
    robbed.press("space", "enter")
    assert robbed.log[-2:] == ["Ben draws from your hand", "* Gone from your hand: yellow caboose"]
    watcher = Desk(layout, seat=2)
    watcher.table.notation.draw_blindly("yC")
    watcher.other("end")
    assert watcher.log[-1] == "Ben draws from Ana's hand"
    thief = Desk(layout, seat=1)
    thief.table.notation.draw_blindly("yC")
    thief.other("end")
    assert thief.log[-2:] == ["Ben draws from Ana's hand", "Ben drew: yellow caboose"]


@pytest.mark.parametrize(
    ("layout", "says"),
    [
        ("pile: rL yC\nseat 1: rG\nseat 2: yG", ["2 cards", "Ben draws next"]),
        ("pile: rL\nseat 1: rG\nseat 2: yG", ["1 card ", "Ben draws next"]),
        ("seat 1: rG\nseat 2: yG", ["empty", "Ben draws next", "from your hand"]),
        ("seat 1: rG\nseat 2:\nseat 3:", ["empty", "Ben draws next", "from your hand"]),
        ("seat 1:\nseat 2: rG\nseat 3: yG", ["empty", "Ben draws next", "from Cleo's hand"]),
        ("seat 1:\nseat 2: rG", ["empty", "Ben draws next", "nobody has a card"]),
    ],
)
def test_the_pile_says_whose_hand_is_drawn_from_next(layout: str, says: list[str]) -> None:
    panel = Desk(layout).panel("pile")
    for words in says:
        assert words in panel


def test_the_end_by_standstill_is_seen_coming() -> None:
    desk = Desk("seat 1: rG\nseat 2: yG", quiet=4)
    assert "ends in 2 if idle" in desk.panel("pile")


def test_the_pile_running_out_is_an_event() -> None:
    desk = Desk("pile: rL\nseat 1: rG\nseat 2: yG").press("space", "enter")
    assert "* The pile is empty *" in desk.log


def test_a_card_just_drawn_is_marked_in_the_hand() -> None:
    desk = Desk("seat 1: rG bC\nseat 2: yG", drawn=1)
    assert "*9 ◊C" in desk.panel("hand")


def test_what_was_just_done_is_shown_beside_its_doer() -> None:
    desk = Desk("a: seat 1, red LGG\nseat 1: rC yG\nseat 2: yG").press("3", "enter")
    assert "* laid on a" in desk.panel("trains")
    assert "[C]*" in desk.panel("trains")


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize(
    "size", [(80, 24), (81, 25), (99, 29), (100, 30), (140, 45), (180, 55), (250, 80)]
)
@pytest.mark.parametrize("watching", [False, True])
def test_panels_cover_the_terminal_without_overlap(
    seats: int, size: tuple[int, int], watching: bool
) -> None:
    at = layout(*size, seats, watching=watching)
    cells: list[tuple[int, int]] = []
    for name in Layout.__annotations__:
        rect = getattr(at, name)
        if hasattr(rect, "height"):
            cells += [
                (x, y)
                for x in range(rect.x, rect.x + rect.width)
                for y in range(rect.y, rect.y + rect.height)
            ]
    assert len(cells) == len(set(cells)) == size[0] * size[1]


@pytest.mark.parametrize(
    ("trains", "pictured"),
    [
        ("a: seat 1, red LG", "\\===G===/"),
        ("\n".join(f"{letter}: seat {n % 2 + 1}, red LG" for n, letter in enumerate("abcdefgh")),
         "\\_oGo_/"),
    ],
    ids=["few", "many"],
)  # fmt: skip
def test_on_a_wide_terminal_few_trains_are_drawn_larger_than_many(
    trains: str, pictured: str
) -> None:
    desk = Desk(f"{trains}\nseat 1: yG\nseat 2: yG", size=(140, 45))
    assert pictured in desk.panel("trains")


def test_the_first_turns_show_what_a_train_is_where_there_is_room() -> None:
    empty, says = "seat 1: rG yC\nseat 2: bG", "A train is laid in this order"
    assert says in Desk(empty, size=(140, 45)).panel("trains")
    assert says not in Desk(empty).panel("trains")
    assert says not in Desk("a: seat 1, red LGGC\n" + empty, size=(140, 45)).panel("trains")


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("marks", SETS.values(), ids=SETS)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (180, 55)])
@pytest.mark.parametrize("seats", range(2, 7))
def test_no_frame_of_a_game_is_cut_off_or_overflows(
    marks: Any, size: tuple[int, int], seats: int
) -> None:
    """Hundreds of legal and illegal keys at a real table, painted after each."""
    setup = SoloSetup("a-toute-vapeur", seats, ("greedy",), f"{size}", name="Cleopatra the Great")
    table = solo_table(setup, pace=0.0)
    board = make(table, marks)
    rng = random.Random(f"{seats} {size}")
    keys = [*"123456789abcdefghiuvwx", *["enter"] * 8, "space", "space", "escape", "right"]
    for _ in range(400):
        while (wake := table.wake_at()) is not None and not table.state.over:
            for event in table.step(wake):
                board.happened(event)
        if table.state.over:
            break
        move = board.press(rng.choice(keys))
        if move is not None:
            table.submit(move)
        for at, lines in board.paint(*size).values():
            assert len(lines) == at.height
            assert {line.width for line in lines} == {at.width}, [x.text for x in lines]
            if marks is ASCII:
                assert all(line.text.replace("À", "A").isascii() for line in lines)


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("seats", [2, 6])
def test_the_scoring_sheet_shows_every_players_trains(seats: int) -> None:
    hands = "\n".join(f"seat {n}: qual" for n in range(2, seats + 1))
    desk = Desk(
        "a: seat 1, red LGGC*\nb: seat 2, blue LGGC\nc: seat 2, blue LG\nseat 1: cert\n" + hands,
        quiet=3 * seats,
    )
    desk.press("space", "enter")
    assert desk.table.state.over
    lines = [line.text for line in desk.board.score(78)]
    assert lines[0].strip() == "Ana and Ben have 1 complete train each: Ana wins with 1 certified."
    assert "Three rounds passed" in lines[1]
    assert any(line.startswith(" Complete    1") for line in lines)
    assert max(map(len, lines)) <= 78


def test_the_verdict_names_what_decides() -> None:
    def verdict_of(trains: str) -> str:
        desk = Desk(trains + "\nseat 1: cert\nseat 2: cert\nseat 3: cert")
        desk.table.state.over = True
        return verdict(desk.table.state, ["You", "Ben", "Cleo"])

    assert verdict_of("a: seat 1, red LGGC\nb: seat 2, red LG") == "You win with 1 complete train."
    assert (
        verdict_of("a: seat 1, red LGGC\nb: seat 2, red LGGC*")
        == "You and Ben have 1 complete train each: Ben wins with 1 certified."
    )
    assert (
        verdict_of("a: seat 1, red LGGC\nb: seat 2, red LGGC")
        == "You and Ben share the win: 1 complete train and 0 certified each."
    )


def test_colours_differ_in_shape_letter_and_colour() -> None:
    from tui.boards.vapeur import pieces

    for marks in (UNICODE, ASCII):
        chips = [pieces.chip(Line(), colour, marks).text for colour in range(3)]
        assert len({chip[0] for chip in chips}) == len({chip[1] for chip in chips}) == 3
    assert len({pieces.colour_style(colour).bgcolor for colour in range(3)}) == 3
    assert draw is not None


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_hand_of_which_nothing_is_known_yet_breaks_nothing(seat: int) -> None:
    desk = Desk(SIX, seat=seat)
    desk.table.notation.secrets[seat].clear()
    for key in (*"123456789abcdefghiuvw", "space", "escape", "right"):
        desk.press(key)
    assert "Your hand 2" in desk.panel("hand")


def test_a_refusal_is_gone_once_something_happens() -> None:
    desk = Desk("pile: yG yG\nseat 1: rG\nseat 2: yG", turn=2).press("2")
    assert desk.says.startswith("!")
    desk.other("end")
    assert desk.says.startswith("You drew: yellow gondola.")


def test_a_hand_that_is_played_open_is_said_to_be() -> None:
    desk = Desk("seat 1: rG\nseat 2: yG")
    desk.table.state.open[1] = True
    assert "open hand" in desk.panel("trains")


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("height", [24, 30, 45])
def test_nothing_is_cut_off_at_any_width(height: int) -> None:
    all_theirs = SIX.replace(": seat 1,", ": seat 2,").replace("*", "")
    all_theirs = all_theirs.replace("seat 1: insp", "seat 1: rG rC yG yG yC bC insp")
    for width in range(80, 200, 3):
        desk = Desk(all_theirs, size=(width, height), names=["Cleopatra the Great"] * 6)
        thefts = desk.panel("thefts")
        assert all(f"{letter}{sign}" in thefts for letter, sign in zip("adg", "◉▴◊", strict=True))
        desk.size = (width, height)
        desk.press("v")
        assert "Way 1 of 9" in desk.panel("thefts")


def laid_open(layout: str, seat: int, **rest: Any) -> Desk:
    """That seat's hand is open, as a stand-in's is."""
    desk = Desk(layout, **rest)
    desk.table.game.open_hand(desk.table.state, seat, on=True)
    while desk.table.state.awaiting:
        desk.table._answer()
    return desk


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("marks", SETS.values(), ids=list(SETS))
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
def test_the_cards_of_a_hand_laid_open_are_listed(size: tuple[int, int], marks: Marks) -> None:
    desk = laid_open(
        "a: seat 2, red LG\nseat 1: rL\nseat 2: rG rG yC cert insp insp qual",
        1,
        size=size,
        marks=marks,
    )
    red, yellow = marks.companies[3], marks.companies[1]
    shown = f"{red}GG {yellow}C ({marks.safe}) (I)x2 (Q)"
    assert shown in desk.panel("trains")
    assert "open hand" in desk.panel("trains")


@pytest.mark.usefixtures("uncut")
@pytest.mark.parametrize("seats", range(2, 7))
def test_an_open_hand_is_listed_at_every_number_of_seats(seats: int) -> None:
    hands = "\n".join(f"seat {n}: rG" for n in range(1, seats))
    trains = "\n".join(f"{'abcdefgh'[n]}: seat 1, red L" for n in range(3))
    desk = laid_open(f"{trains}\n{hands}\nseat {seats}: yG yG bC qual", seats - 1)
    assert "(Q)" in desk.panel("trains")


@pytest.mark.parametrize("marks", SETS.values(), ids=list(SETS))
@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
def test_specials_in_the_hand_are_told_by_signs_not_by_colour(
    size: tuple[int, int], marks: Marks
) -> None:
    held = Desk("seat 1: cert qual qual\nseat 2: yG", size=size, marks=marks).panel("hand")
    assert f"({marks.safe}) certificate" in held
    assert "(Q) control" in held
    assert "(I)" not in held, "none is held"
    assert "inspection" in held


@pytest.mark.parametrize(("dealer", "told"), [(0, "Lantern draws"), (1, "Ana drew: ")])
def test_the_first_draw_stands_in_the_log(dealer: int, told: str) -> None:
    setup = SoloSetup("a-toute-vapeur", 2, seed="x", options={"dealer": dealer}, name="Ana")
    table = solo_table(setup, pace=0.0)
    board = make(table, UNICODE)
    for event in table.step(0.0):
        board.happened(event)
    first, second = board.log()[:2]
    assert "begins" in first
    assert second.startswith(told)


def test_the_draw_of_who_plays_without_a_name_is_told_as_yours() -> None:
    setup = SoloSetup("a-toute-vapeur", 2, seed="x", options={"dealer": 1})
    table = solo_table(setup, pace=0.0)
    board = make(table, UNICODE)
    for event in table.step(0.0):
        board.happened(event)
    tongue.use("fr")
    try:
        assert board.log()[1].startswith("Vous avez pioché : ")
    finally:
        tongue.use("en")


def test_the_line_mode_says_what_a_hand_laid_open_holds() -> None:
    desk = laid_open("seat 1: rL\nseat 2: rG insp", 1)
    told = plain.table(seen(desk.table))
    assert "Everybody has seen of Ben's hand: red gondola, inspection." in told
    assert not any("of Ana's hand" in line for line in told)
