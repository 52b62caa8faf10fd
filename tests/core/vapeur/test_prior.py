"""What a viewer of À toute vapeur! is told about face-down cards, one fact at a time."""

from hypothesis import given, settings

from core.games.vapeur.game import GAME
from core.games.vapeur.sheet import is_locomotive
from core.kernel.game import Among, Never, Prior
from tests.core.vapeur.play import TABLES, Game
from tests.core.vapeur.table import Table


def barred(prior: Prior) -> set[int]:
    """Slots in which no locomotive can lie."""
    return {slot for c in prior.constraints if isinstance(c, Never) for slot in c.slots}


@settings(max_examples=30, deadline=None)
@given(TABLES)
def test_a_seat_is_told_every_card_of_its_own_hand(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        state = game.state
        if not state.awaiting:
            for seat, secrets in enumerate(game.secrets):
                told = {
                    c.slots[0]: c.card
                    for c in GAME.prior(state, secrets).constraints
                    if isinstance(c, Among)
                }
                assert told.items() >= {s: game.deal.cards[s] for s in state.hands[seat]}.items()
        step(state)


def test_no_locomotive_is_left_in_a_hand_after_its_owners_turn() -> None:
    game = Game(3, 2, b"prior")
    ended: set[int] = set()
    mover = None
    for step in game.steps():
        state = game.state
        if not state.awaiting:
            if mover is not None and mover != state.turn:
                ended.add(mover)
            mover = state.turn
            expected = {slot for seat in ended for slot in state.hands[seat]}
            if state.pile and mover in ended and state.drawn is not None:
                expected.discard(state.drawn)  # fresh from the pile: it can be one
            if state.pile:
                assert barred(GAME.prior(state, {})) == expected
        step(state)
    assert ended == {0, 1, 2}


def test_before_anyone_has_ended_a_turn_nothing_is_barred() -> None:
    state = GAME.new(GAME.options(), 4)
    assert barred(GAME.prior(state, {})) == set()
    assert any(map(is_locomotive, GAME.prior(state, {}).hidden[0].cards))


def test_a_card_drawn_blindly_is_known_to_its_former_owner() -> None:
    table = Table("""
        seat 1: yG yC bG
        seat 2: bC
    """)
    table.draw_blindly("yC").play("end")
    drawn = table.state.drawn
    assert drawn is not None
    assert Among(5, (drawn,)) in GAME.prior(table.state, table.secrets[0]).constraints
    assert drawn in barred(GAME.prior(table.state, {}))
