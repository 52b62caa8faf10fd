"""The greedy bot plays sensibly, decides by itself alone, and beats random players."""

from random import Random

import pytest
from hypothesis import given, settings

from core.bots.random_bot import RandomBot
from core.bots.registry import bot
from core.games.vapeur.game import GAME
from core.games.vapeur.greedy import WEIGHER, Reason
from core.match import Match
from tests.core.vapeur.play import TABLES, Game
from tests.core.vapeur.table import Table


def chosen(table: Table) -> str:
    """The greedy move in the notation of the table."""
    best = WEIGHER.weigh(table.state, table.seat, table.secrets[table.seat])[0].move
    return next(text for text in table.offered if table.move(text) == best)


def test_it_steals_a_complete_train_that_it_can_certify() -> None:
    table = Table("""
        a: seat 2, red LGGC
        b: seat 2, yellow LGG
        pile: bG bG
        seat 1: insp cert rL yC
        seat 2:
    """)
    assert chosen(table) == "steal a insp"
    table.play("steal a insp")
    assert chosen(table) == "lay rL"
    table.play("lay rL")
    assert chosen(table) == "certify a"


def test_of_two_owners_it_takes_from_the_leader() -> None:
    table = Table("""
        a: seat 2, red LGGC
        b: seat 3, red LGGC
        c: seat 3, blue LGGC*
        pile: bG bG
        seat 1: insp cert
        seat 2:
        seat 3:
    """)
    assert chosen(table) == "steal b insp"


def test_it_completes_a_train_from_the_hand_before_it_lays_anything() -> None:
    table = Table("""
        a: seat 2, red LGG
        pile: bG bG
        seat 1: rC yL
        seat 2:
    """)
    assert chosen(table) == "complete a rC"


def test_it_keeps_a_special_from_a_partial_train() -> None:
    table = Table("""
        a: seat 2, red LGG
        pile: bG bG
        seat 1: insp
        seat 2:
    """)
    assert chosen(table) == "end"


@pytest.mark.parametrize(("pile", "move"), [(12, "end"), (4, "steal a insp")])
def test_without_a_certificate_it_waits_until_the_pile_is_low(pile: int, move: str) -> None:
    table = Table(f"""
        a: seat 2, red LGGC
        pile: {"bG " * pile}
        seat 1: insp
        seat 2:
    """)
    assert chosen(table) == move


def test_it_holds_wagons_back_until_the_train_is_whole() -> None:
    layout = """
        a: seat 1, red L
        pile: bG bG
        seat 1: rG rG {}
        seat 2: yG
    """
    assert chosen(Table(layout.format("yC"))) == "end"
    assert chosen(Table(layout.format("rC"))) == "add a rG"


def test_it_lays_them_when_the_game_would_stall() -> None:
    table = Table(
        """
        a: seat 1, red L
        seat 1: rG yC
        seat 2: yG
    """,
        quiet=3,
    )
    assert chosen(table) == "add a rG"


_EIGHT = """
        a: seat 1, red LGGC
        b: seat 1, red LGGC
        c: seat {}, red LGGC
        d: seat {}, yellow LGGC
        e: seat 2, yellow LGGC
        f: seat 2, yellow LGGC
        g: seat 2, blue LGGC
        h: seat {}, blue LGGC
        i: seat 1, blue LGG
        seat 1: bC
        seat 2: qual
"""


def test_it_ends_the_game_when_it_wins_by_that() -> None:
    assert chosen(Table(_EIGHT.format(1, 1, 1))) == "add i bC"


def test_it_does_not_end_the_game_to_lose_it() -> None:
    assert chosen(Table(_EIGHT.format(2, 2, 2))) == "end"


@settings(max_examples=20, deadline=None)
@given(TABLES)
def test_it_weighs_every_legal_move_once_and_changes_nothing(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None:
            before = GAME.encode(state)
            weighed = WEIGHER.weigh(state, seat, game.secrets[seat])
            assert GAME.encode(state) == before
            assert {one.move for one in weighed} == set(GAME.moves(state, game.secrets[seat]))
            worths = [one.worth for one in weighed]
            assert worths == sorted(worths, reverse=True)
            assert all(type(part) is int for one in weighed for _, part in one.reasons)
            assert all(isinstance(reason, Reason) for one in weighed for reason, _ in one.reasons)
        step(state)


@settings(max_examples=20, deadline=None)
@given(TABLES)
def test_it_looks_at_no_hand_but_its_own(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None:
            own = {s: c for s, c in game.secrets[seat].items() if s in state.hands[seat]}
            everything = dict(enumerate(game.deal.cards)) | own
            alone = WEIGHER.weigh(state, seat, own)
            assert WEIGHER.weigh(state, seat, everything) == alone
        step(state)


@pytest.mark.parametrize(("seats", "least"), [(2, 0.9), (3, 0.75), (4, 0.7), (6, 0.55)])
def test_it_beats_random_players(seats: int, least: float) -> None:
    won = 0.0
    games = 200
    for number in range(games):
        me = number % seats
        bots = [RandomBot(GAME, Random(number * seats + seat)) for seat in range(seats)]
        players = [*bots[:me], bot("greedy", GAME, 0), *bots[me + 1 :]]
        match = Match(GAME, seats, f"strength {number}".encode())
        while not match.state.over:
            seat = match.state.turn
            match.play(players[seat].choose(match.state, seat, match.secrets[seat]))
        winners = GAME.winners(match.state)
        won += (me in winners) / len(winners)
    assert won / games >= least
