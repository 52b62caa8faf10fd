"""The public state gives no hidden card away, and a private card reaches its seat alone."""

from hypothesis import given, settings
from hypothesis import strategies as st

from core.games.vapeur.game import GAME
from core.games.vapeur.sheet import SLOTS
from core.games.vapeur.state import FIELDS
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Deck
from core.kernel.requests import ALL, Reveal
from tests.core.vapeur.play import TABLES, Game, replay

CARD_FIELDS = {"shown"}
"""Fields that name cards; all others count cards that lie open, or name slots, seats and trains."""


class OtherDeal(OpenDeal):
    """A deal laid out by hand that shuffles as the seed says."""

    def __init__(self, seed: bytes, cards: list[int]) -> None:
        super().__init__(seed, (Deck("none", 0, ()),))
        self.cards = cards


@settings(max_examples=40, deadline=None)
@given(TABLES, st.data())
def test_any_other_lie_of_the_hidden_cards_gives_a_watcher_the_same_bytes(
    table: tuple, data: st.DataObject
) -> None:
    game = Game(*table)
    start = list(game.deal.cards)
    stop = data.draw(st.integers(0, 250), label="steps")
    for number, step in enumerate(game.steps()):
        step(game.state)
        if number >= stop:
            break
    bytes_seen = GAME.encode(game.state)
    state = game.state
    hidden = [slot for hand in state.hands for slot in hand] + list(
        range(SLOTS - state.pile, SLOTS)
    )

    # Where each hidden card lay at the start, before blind draws shuffled hands.
    places = OtherDeal(table[2], list(range(len(start))))
    for kind, what, _ in game.log:
        if kind == "answer":
            places.answer(what)
    cards = [game.deal.cards[slot] for slot in hidden]
    other = data.draw(st.permutations(cards), label="other world")
    world = list(start)
    for slot, card in zip(hidden, other, strict=True):
        world[places.cards[slot]] = card

    # The same log is then true of the other world, and so is the state.
    deal = OtherDeal(table[2], world)
    watcher = GAME.new(game.options, table[0])
    for kind, who, what in game.log:
        if kind == "move":
            assert all(deal.cards[slot] == card for slot, card in GAME.claims(watcher, what))
            GAME.apply(watcher, who, what)
        else:
            shown = deal.answer(who)
            public = isinstance(who, Reveal) and who.to == ALL
            assert (shown if public else None) == what
            GAME.answered(watcher, who, what)
    assert [deal.cards[slot] for slot in hidden] == list(other)
    assert GAME.encode(watcher) == bytes_seen


@settings(max_examples=30, deadline=None)
@given(TABLES)
def test_the_state_names_no_card_of_a_hand_and_is_the_log_alone(table: tuple) -> None:
    game = Game(*table)
    watcher = GAME.new(game.options, table[0])
    for step in game.steps():
        step(game.state)
        step(watcher)
        assert game.state.shown == []
        assert GAME.encode(watcher) == GAME.encode(game.state)
    assert GAME.encode(replay(game)) == GAME.encode(watcher)
    assert set(FIELDS) > CARD_FIELDS


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
