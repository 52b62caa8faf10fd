"""A seat whose hand was opened for a stand-in: everyone can play it, and nobody else's."""

from hypothesis import given, settings

from core.games.vapeur.game import GAME
from core.games.vapeur.greedy import WEIGHER
from core.games.vapeur.legal import hand
from core.kernel.requests import ALL, Reveal, Shuffle
from tests.core.vapeur.play import TABLES, Game
from tests.core.vapeur.table import Table


def _table() -> Table:
    return Table("""
        a: seat 2, red LGG
        pile: yG yC
        seat 1: rC insp rC
        seat 2: bG
        seat 3: bC
    """)


def test_opening_a_hand_asks_to_show_it_to_everyone() -> None:
    table = _table()
    GAME.open_hand(table.state, 0, on=True)
    slots = tuple(table.state.hands[0])
    assert table.state.awaiting == [Reveal(slots, ALL)]
    table.answer()
    assert hand(table.state, 0, {}) == {slot: table.deal[slot] for slot in slots}
    assert hand(table.state, 1, {}) == {}
    assert table.secrets[0] == {}


def test_a_stand_in_finds_the_same_moves_without_any_secret() -> None:
    table = _table()
    before = list(GAME.moves(table.state, table.secrets[0]))
    GAME.open_hand(table.state, 0, on=True)
    table.answer()
    assert list(GAME.moves(table.state, {})) == before
    assert WEIGHER.weigh(table.state, 0, {})[0].move == table.move("complete a rC")


def test_a_card_that_was_shown_cannot_be_claimed_to_be_another() -> None:
    table = _table()
    GAME.open_hand(table.state, 0, on=True)
    table.answer()
    slot = next(slot for slot in table.state.hands[0] if table.deal[slot] == 10)
    reason = GAME.why_not(table.state, 0, GAME.parse(f"steal a {slot}:qual"))
    assert reason is not None
    assert reason.rule == "other-card"


def test_cards_drawn_by_an_open_seat_are_seen_by_everyone_until_the_owner_is_back() -> None:
    table = _table()
    GAME.open_hand(table.state, 1, on=True)
    table.answer()
    table.play("end")
    assert table.asked[-1] == Reveal((50,), ALL)
    assert hand(table.state, 1, {})[50] == table.deal[50]
    GAME.open_hand(table.state, 1, on=False)
    assert table.state.awaiting == []
    table.play("end")
    assert table.asked[-1] == Reveal((51,), 2)
    assert 50 in hand(table.state, 1, {})  # what was seen stays known


def test_a_laid_card_is_no_longer_among_those_shown_in_hands() -> None:
    table = _table()
    GAME.open_hand(table.state, 0, on=True)
    table.answer()
    table.play("complete a rC")
    assert sorted(card for _, card in table.state.shown) == [2, 10]


def test_a_blind_draw_from_an_open_hand_hides_the_drawn_card_and_shows_the_rest() -> None:
    table = Table("""
        seat 1: yG yC bG
        seat 2: bC
    """)
    GAME.open_hand(table.state, 0, on=True)
    table.answer()
    first, *rest = table.state.hands[0]
    table.play("end")
    assert table.asked[1:] == [
        Shuffle((first, *rest)),
        Reveal((first,), 1),
        Reveal(tuple(rest), ALL),
    ]
    assert [slot for slot, _ in table.state.shown] == rest


def test_opening_a_hand_after_the_end_asks_for_nothing() -> None:
    table = Table(
        """
        seat 1: yG
        seat 2: bC
    """,
        quiet=6,
    )
    table.play("end")
    assert table.state.over
    GAME.open_hand(table.state, 0, on=True)
    assert table.state.awaiting == []


@settings(max_examples=20, deadline=None)
@given(TABLES)
def test_a_game_with_every_hand_open_is_played_by_public_facts_alone(table: tuple) -> None:
    game = Game(*table)
    for seat in range(table[0]):
        GAME.open_hand(game.state, seat, on=True)
    for step in game.steps():
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None:
            assert GAME.moves(state, {}) == GAME.moves(state, game.secrets[seat])
            assert hand(state, seat, {}) == {s: game.deal.cards[s] for s in state.hands[seat]}
        step(state)
        assert GAME.encode(GAME.decode(GAME.encode(state))) == GAME.encode(state)
