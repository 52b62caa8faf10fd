"""What is hidden stays out of the state, and what a viewer is told of it is true and enough."""

from typing import Any

from hypothesis import given, settings

from core.kernel.deck import Secrets, learn
from core.kernel.game import Among
from core.kernel.generator import Generator
from core.kernel.requests import ALL, Reveal
from tests.core.every_game.play import EVERY_TABLE, LONGEST, SEEDS, Game, deal, replay
from tests.core.every_game.worlds import another, contradicts, fits, other_deal

GAMES = settings(max_examples=10)
FEW = settings(max_examples=5)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_no_card_is_lost_or_doubled_and_what_viewers_are_told_is_so(
    name: str, seats: int, seed: bytes
) -> None:
    """The cards a prior leaves for the hidden slots are the decks without all that lies open."""
    game = deal(name, seats, seed)
    for step in game.steps():
        for secrets in ({}, *game.secrets):
            assert fits(game.rules.prior(game.state, secrets), game.deal.cards) is None
        step(game.state)
    assert fits(game.rules.prior(game.state, {}), game.deal.cards) is None


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_a_viewer_is_told_of_every_slot_that_is_not_public(
    name: str, seats: int, seed: bytes
) -> None:
    """Of a deck either all such slots are told or none, where nothing more is drawn from it."""
    game = deal(name, seats, seed)
    for step in game.steps():
        if not game.state.awaiting:
            prior = game.rules.prior(game.state, {})
            told = {slot for part in prior.hidden for slot in part.slots}
            for deck in game.decks:
                unseen = set(deck.slots) - set(game.ledger.known)
                assert unseen <= told or not told & set(deck.slots)
            # Cards that everyone saw may lie face-down again, where everyone knows them.
            certain = {
                (c.slots[0], c.card)
                for c in prior.constraints
                if isinstance(c, Among) and len(c.slots) == 1
            }
            again = told & set(game.ledger.known)
            assert {(slot, game.deal.cards[slot]) for slot in again} <= certain
        step(game.state)


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_a_seat_is_told_the_hidden_cards_it_knows_and_they_are_so(
    name: str, seats: int, seed: bytes
) -> None:
    game = deal(name, seats, seed)
    for step in game.steps():
        for secrets in game.secrets:
            assert all(game.deal.cards[slot] == card for slot, card in secrets.items())
            assert not set(secrets) & set(game.ledger.known)  # else it were no secret
            prior = game.rules.prior(game.state, secrets)
            told = {slot for part in prior.hidden for slot in part.slots}
            known = {Among(card, (slot,)) for slot, card in secrets.items() if slot in told}
            assert known <= set(prior.constraints)
        step(game.state)


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_any_world_that_fits_what_a_viewer_is_told_agrees_with_all_that_was_public(
    name: str, seats: int, seed: bytes
) -> None:
    """And as a state is made of public facts alone, it is the same bytes in each of them."""
    chance = Generator(seed, "other worlds")
    game = deal(name, seats, seed).run(chance.below(160))
    assert contradicts(game, game.deal.cards) is None
    for viewer in range(-1, seats):
        secrets = game.secrets[viewer] if viewer >= 0 else {}
        prior = game.rules.prior(game.state, secrets)
        world = another(prior, game.deal.cards, chance)
        assert fits(prior, world) is None
        assert all(world[slot] == card for slot, card in secrets.items() if _down(prior, slot))
        assert contradicts(game, world) is None
    assert game.rules.encode(replay(game)) == game.rules.encode(game.state)


def _down(prior: Any, slot: int) -> bool:
    return any(slot in hidden.slots for hidden in prior.hidden)


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_any_world_that_fits_what_a_viewer_is_told_can_be_played_to_the_end(
    name: str, seats: int, seed: bytes
) -> None:
    chance = Generator(seed, "played on")
    game = deal(name, seats, seed).run(chance.below(160))
    viewer = chance.below(seats + 1) - 1
    secrets = game.secrets[viewer] if viewer >= 0 else {}
    world = another(game.rules.prior(game.state, secrets), game.deal.cards, chance)
    _play_on(game, world, chance)


def _play_on(game: Game, world: list[int], chance: Generator) -> None:
    """Every seat knows what lies in this world where it knows something in the true one."""
    rules, state = game.rules, game.rules.copy(game.state)
    other = other_deal(game.seed, world)
    hands = [Secrets({slot: world[slot] for slot in secrets}) for secrets in game.secrets]
    for _ in range(LONGEST):
        if state.over:
            return
        if state.awaiting:
            request = state.awaiting[0]
            cards = other.answer(request)
            for seat, hand in enumerate(hands):
                learn(hand, seat, request, cards)
            public = isinstance(request, Reveal) and request.to == ALL
            rules.answered(state, request, cards if public else None)
        else:
            seat = state.turn
            moves = rules.moves(state, hands[seat])
            assert moves
            move = moves[chance.below(len(moves))]
            rules.check(state, seat, move)
            for slot, card in rules.claims(state, move):
                assert other.cards[slot] == card
                for place, hand in enumerate(hands):
                    learn(hand, place, Reveal((slot,)), (card,))
            rules.apply(state, seat, move)
    raise AssertionError("a game in another world does not end")


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_nothing_private_is_in_an_answer_of_the_log(name: str, seats: int, seed: bytes) -> None:
    game = deal(name, seats, seed).run()
    for kind, request, cards in game.log:
        if kind == "answer":
            public = isinstance(request, Reveal) and request.to == ALL
            assert (cards is not None) is public


@EVERY_TABLE
@GAMES
@given(seed=SEEDS)
def test_once_every_hand_is_open_the_game_is_played_by_public_facts_alone(
    name: str, seats: int, seed: bytes
) -> None:
    """What stand-ins rely on, from any position on, and again once the owners are back."""
    chance = Generator(seed, "opened")
    game = deal(name, seats, seed).run(chance.below(120))
    rules = game.rules
    for seat in range(seats):
        rules.open_hand(game.state, seat, on=True)
    for number, step in enumerate(game.steps()):
        state, seat = game.state, game.state.turn
        if not state.awaiting and seat is not None:
            assert list(rules.moves(state, {})) == game.moves()
            if number > 60:
                break
        assert rules.encode(rules.decode(rules.encode(state))) == rules.encode(state)
        step(state)
    for seat in range(seats):
        rules.open_hand(game.state, seat, on=False)
    assert rules.winners(game.run().state)
