"""What a board asks about a position."""

from core.games.vapeur.game import GAME
from core.games.vapeur.view import grouped, next_draw, thefts
from tests.core.vapeur.play import Game
from tests.core.vapeur.table import Table


def test_a_hand_is_grouped_by_card_in_the_sheets_order() -> None:
    table = Table("""
        pile: bG
        seat 1: qual rG bC rG insp cert rL
        seat 2: yG
    """)
    groups = grouped(table.state, 0, table.secrets[0])
    assert groups == [(0, (6,)), (1, (1, 3)), (8, (2,)), (9, (5,)), (10, (4,)), (11, (0,))]
    assert grouped(table.state, 0, {}) == []


def test_thefts_say_how_each_train_could_be_had() -> None:
    table = Table("""
        a: seat 2, red LG
        b: seat 2, red LGGC
        c: seat 2, red LGGC*
        d: seat 1, blue L
        e: seat 3, yellow L
        pile: bG
        seat 1: rG rC yG insp
        seat 2:
        seat 3:
    """)
    found = thefts(table.state, 0, table.secrets[0])
    assert [(one.train, one.owner, one.lacking, one.in_hand) for one in found] == [
        (0, 1, (1, 2), 2),
        (1, 1, (), 0),
        (4, 2, (4, 4, 5), 1),
    ]
    assert [one.by_completing for one in found] == [True, False, False]
    assert {one.specials for one in found} == {1}


def test_thefts_agree_with_the_moves_along_a_game() -> None:
    game = Game(4, 0, b"thefts")
    for step in game.steps():
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None and state.phase == 2:
            moves = GAME.moves(state, game.secrets[seat])
            found = thefts(state, seat, game.secrets[seat])
            by_card = {move.args[0] for move in moves if move.verb == "steal"}
            by_completing = {move.args[0] for move in moves if move.verb == "complete"}
            assert by_card == {one.train for one in found if one.specials}
            assert by_completing == {one.train for one in found if one.by_completing}
        step(state)


def test_next_draw_names_the_hand_once_the_pile_is_empty() -> None:
    layout = """
        pile: {}
        seat 1: bG
        seat 2: yG
        seat 3: yC
    """
    assert next_draw(Table(layout.format("rG")).state) == (1, None)
    assert next_draw(Table(layout.format("")).state) == (1, 0)
    assert next_draw(Table(layout.format(""), turn=3).state) == (0, 2)
    assert next_draw(GAME.new(GAME.options(), 3)) is None


def test_the_description_says_whose_hand_is_drawn_from() -> None:
    table = Table("""
        a: seat 2, red LGGC*
        b: seat 1, blue LG
        seat 1: bG
        seat 2: yG
    """)
    assert GAME.describe(table.state).split("\n") == [
        "À toute vapeur!, 2 players: seat 1 may steal a train, lay and certify",
        "  pile empty, seat 2 will draw from seat 1; 0 inspections and 0 quality controls used",
        "  seat 1: b blue LG (0 complete, 0 certified), hand 1",
        "  seat 2: a red LGGC* (1 complete, 1 certified), hand 1",
    ]
