"""A private card reaches its seat alone, and what is gone from a hand its former owner works out."""

from hypothesis import given, settings

from core.games.vapeur.sheet import SLOTS
from core.kernel.requests import ALL, Reveal
from tests.core.vapeur.play import TABLES, Game


@settings(max_examples=20)
@given(TABLES)
def test_the_state_names_no_card_of_a_hand_while_none_is_open(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        assert game.state.shown == []
        step(game.state)


@settings(max_examples=30, deadline=None)
@given(TABLES)
def test_a_seat_knows_its_hand_and_of_others_only_what_it_can_work_out(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        for seat, secrets in enumerate(game.secrets):
            for slot, card in secrets.items():
                assert game.deal.cards[slot] == card
                if slot not in game.state.hands[seat]:
                    # It was in this hand, all of which the seat had seen, when it was drawn blindly.
                    assert slot < SLOTS - game.state.pile
                    assert game.state.turns > SLOTS - 5 * table[0]
        step(game.state)


def test_until_the_first_blind_draw_a_seat_knows_its_own_hand_and_nothing_else() -> None:
    game = Game(4, 0, b"private")
    for step in game.steps():
        if not game.state.pile:
            break
        if not game.state.awaiting:
            for seat, secrets in enumerate(game.secrets):
                assert set(secrets) == set(game.state.hands[seat])
        step(game.state)


def test_whoever_was_drawn_from_knows_the_card_that_is_gone() -> None:
    found = 0
    for seed in range(20):
        game = Game(3, None, bytes([seed]))
        for step in game.steps():
            asked = list(game.state.awaiting)
            step(game.state)
            if len(asked) == 1 and isinstance(asked[0], Reveal) and game.state.pile == 0:
                drawn = game.state.drawn
                owner = asked[0].to
                if drawn is not None and owner not in (ALL, game.state.player):
                    assert game.secrets[owner][drawn] == game.deal.cards[drawn]
                    found += 1
    assert found > 20
