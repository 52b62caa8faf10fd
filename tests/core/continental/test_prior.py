"""What a viewer is told about face-down cards always fits the true deal, and leaves nothing out."""

from collections import Counter

from hypothesis import given, settings

from core.games.continental import sheet
from core.games.continental.game import GAME
from core.games.continental.state import Phase
from core.kernel.game import Among, Never, Prior
from core.kernel.requests import ALL, Reveal
from tests.core.continental.play import TABLES, Game
from tests.core.continental.table import Table


def fits(prior: Prior, cards: list[int]) -> None:
    """The true deal satisfies the prior."""
    for hidden in prior.hidden:
        assert len(set(hidden.slots)) == len(hidden.slots)
        assert Counter(hidden.cards) == Counter(cards[slot] for slot in hidden.slots)
    down = {slot for hidden in prior.hidden for slot in hidden.slots}
    for constraint in prior.constraints:
        assert set(constraint.slots) <= down
        if isinstance(constraint, Among):
            assert constraint.card in {cards[slot] for slot in constraint.slots}
        else:
            assert isinstance(constraint, Never)
            assert not set(constraint.cards) & {cards[slot] for slot in constraint.slots}


@settings(max_examples=40)
@given(TABLES)
def test_the_true_deal_always_satisfies_what_every_viewer_is_told(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        for secrets in ({}, *game.secrets):
            fits(GAME.prior(game.state, secrets), game.deal.cards)
        step(game.state)
    fits(GAME.prior(game.state, {}), game.deal.cards)


@settings(max_examples=40)
@given(TABLES)
def test_every_slot_that_is_not_public_is_hidden_in_the_prior(table: tuple) -> None:
    game = Game(*table)
    for step in game.steps():
        if not game.state.awaiting:
            told = {slot for part in GAME.prior(game.state, {}).hidden for slot in part.slots}
            slots = {slot for deck in game.decks for slot in deck.slots}
            # Everyone saw the buried objectives, but they lie face-down again.
            buried = {slot for slot, _ in game.state.buried}
            assert told == slots - set(game.ledger.known) | buried
        step(game.state)


@settings(max_examples=30)
@given(TABLES)
def test_the_whole_deal_can_be_filled_in_from_the_prior_and_played_on(table: tuple) -> None:
    """A world laid out from the prior answers every request to the end of the game."""
    game = Game(*table)
    for number, step in enumerate(game.steps()):
        if not game.state.awaiting and number % 11 == 0:
            _play_out(game)
        step(game.state)


def _play_out(game: Game) -> None:
    state = GAME.copy(game.state)
    world: dict[int, int] = {}
    prior = GAME.prior(state, {})
    fixed = {
        c.slots[0]: c.card for c in prior.constraints if isinstance(c, Among) and len(c.slots) == 1
    }
    for hidden in prior.hidden:
        cards = Counter(hidden.cards)
        free = [slot for slot in hidden.slots if slot not in fixed]
        cards.subtract(fixed[slot] for slot in hidden.slots if slot in fixed)
        world.update({slot: fixed[slot] for slot in hidden.slots if slot in fixed})
        world.update(zip(free, cards.elements(), strict=True))
    while not state.over:
        if state.awaiting:
            request = state.awaiting[0]
            public = isinstance(request, Reveal) and request.to == ALL
            GAME.answered(state, request, [world[s] for s in request.slots] if public else None)
        else:
            assert state.turn is not None
            GAME.apply(state, state.turn, GAME.moves(state, {})[-1])


def test_an_owner_knows_both_contracts_dealt_to_it_and_a_watcher_none() -> None:
    game = Game(2, {}, b"contracts")
    while game.state.awaiting:
        game.upcoming()(game.state)
    mine = [c for c in GAME.prior(game.state, game.secrets[1]).constraints if isinstance(c, Among)]
    assert [(c.card, c.slots) for c in mine] == [
        (game.deal.cards[slot], (slot,)) for slot in sheet.contract_slots(1)
    ]
    assert GAME.prior(game.state, {}).constraints == ()


def test_an_event_put_back_in_the_setup_is_known_to_be_in_its_pile() -> None:
    game, told = _until_an_event_was_put_back()
    event = next(event for event in (0, 1) if game.state.event_pile[event] is not None)
    assert (
        Among(sheet.DERAILMENT + event, tuple(game.state.piles[game.state.event_pile[event]]))
        in told
    )


def _until_an_event_was_put_back() -> tuple[Game, tuple]:
    for number in range(100):
        game = Game(2, {}, b"%d" % number)
        for step in game.steps():
            if game.state.phase is Phase.TAKE:
                break
            step(game.state)
        if game.state.event_pile != [None, None]:
            return game, GAME.prior(game.state, {}).constraints
    raise AssertionError("in a hundred games no event came up in the set-up")


def test_ruling_21_objectives_under_the_pile_are_known_one_by_one() -> None:
    table = Table("row: AA BBB ADD\nline 1: A B C | Derailment D").play("take 1 0")
    told = GAME.prior(table.state, {}).constraints
    assert [(c.card, c.slots) for c in told if isinstance(c, Among)] == [
        (table.deal[slot], (slot,)) for slot in reversed(table.state.objective_pile[:3])
    ]


def test_contracts_turned_up_at_the_end_are_face_down_no_more() -> None:
    game = Game(3, {}, b"end").run()
    hidden = GAME.prior(game.state, game.secrets[0]).hidden[2]
    assert len(hidden.slots) == len(hidden.cards) == 7
    assert not set(hidden.cards) & set(game.state.contracts)


def test_the_rest_of_the_deck_of_seats_is_never_told() -> None:
    game = Game(4, {}, b"seats").run()
    hidden = GAME.prior(game.state, {}).hidden[3]
    assert hidden.slots == (113, 114, 115)
    assert sheet.FIRST_SEAT + game.state.first not in hidden.cards
