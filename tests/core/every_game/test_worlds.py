"""Worlds drawn for a viewer: each is possible, all are as likely as they should be, none is peeked at."""

from collections import Counter
from typing import Any

from hypothesis import given, settings

from core.bots.search.chance import Chance, FastChance, SpecifiedChance
from core.bots.search.worlds import Worlds, carry_out
from core.kernel.game import Among, Hidden, Never, Prior
from core.kernel.generator import Generator
from tests.core.every_game.play import EVERY_TABLE, LONGEST, SEEDS, deal
from tests.core.every_game.worlds import contradicts, fits

FEW = settings(max_examples=5)


def chances(seed: bytes) -> tuple[Chance, Chance]:
    return FastChance(seed), SpecifiedChance(seed, "worlds")


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_a_world_fits_all_that_its_viewer_knows(name: str, seats: int, seed: bytes) -> None:
    game = deal(name, seats, seed).run(Generator(seed, "moment").below(160))
    for viewer in range(-1, seats):
        secrets = game.secrets[viewer] if viewer >= 0 else {}
        prior = game.rules.prior(game.state, secrets)
        told = {slot for hidden in prior.hidden for slot in hidden.slots}
        for chance in chances(seed):
            world = Worlds(prior).draw(chance)
            assert set(world) == told
            cards = list(game.deal.cards)
            for slot, card in world.items():
                cards[slot] = card
            assert fits(prior, cards) is None
            assert contradicts(game, cards) is None
            assert all(world[slot] == card for slot, card in secrets.items() if slot in told)


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_a_world_is_the_same_whatever_the_true_cards_are(
    name: str, seats: int, seed: bytes
) -> None:
    """It is drawn from the public state and the viewer's secrets: nothing else is handed over."""
    game = deal(name, seats, seed).run(Generator(seed, "moment").below(160))
    rules = game.rules
    twin = rules.decode(rules.encode(game.state))
    known = dict(game.secrets[0])
    one = Worlds(rules.prior(game.state, game.secrets[0])).draw(FastChance(seed))
    assert Worlds(rules.prior(twin, known)).draw(FastChance(seed)) == one


@EVERY_TABLE
@FEW
@given(seed=SEEDS)
def test_a_game_can_be_played_to_its_end_in_a_world(name: str, seats: int, seed: bytes) -> None:
    choices = Generator(seed, "in a world")
    game = deal(name, seats, seed).run(choices.below(160))
    rules, state = game.rules, game.rules.copy(game.state)
    viewer = state.turn if state.turn is not None else 0
    chance = FastChance(seed)
    world = Worlds(rules.prior(state, game.secrets[viewer])).draw(chance)
    for _ in range(LONGEST):
        if state.over:
            return
        # What lies in a world is known to whoever acts in it; the games take their own cards only.
        moves = rules.moves(state, world)
        assert moves
        move = moves[choices.below(len(moves))]
        rules.check(state, state.turn, move)
        assert all(world[slot] == card for slot, card in rules.claims(state, move))
        carry_out(rules, state, state.turn, move, world, chance)
    raise AssertionError("a game in a world does not end")


def drawn(prior: Prior, chance: Chance, count: int) -> Counter[tuple[int, ...]]:
    worlds = Worlds(prior)
    slots = [slot for hidden in prior.hidden for slot in hidden.slots]
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(count):
        world = worlds.draw(chance)
        found[tuple(world[slot] for slot in slots)] += 1
    return found


def arrangements(prior: Prior) -> set[tuple[int, ...]]:
    """Every world that fits, found the slow way."""
    from itertools import permutations, product

    parts = [sorted(set(permutations(hidden.cards))) for hidden in prior.hidden]
    slots = [slot for hidden in prior.hidden for slot in hidden.slots]
    found = set()
    for choice in product(*parts):
        flat = [card for part in choice for card in part]
        cards = dict(zip(slots, flat, strict=True))
        whole: Any = [cards.get(slot, -1) for slot in range(max(slots) + 1)]
        if fits(prior, whole) is None:
            found.add(tuple(flat))
    return found


PRIORS = (
    Prior((Hidden((0, 1, 2, 3), (5, 5, 6, 7)),), ()),
    Prior((Hidden((0, 1, 2), (1, 2, 3)), Hidden((3, 4), (8, 9))), (Among(9, (4,)),)),
    # Two single cards in piles that are the same, or overlap, or do not.
    Prior((Hidden((0, 1, 2, 3, 4), (1, 1, 2, 8, 9)),), (Among(8, (0, 1)), Among(9, (0, 1)))),
    Prior((Hidden((0, 1, 2, 3, 4), (1, 1, 2, 8, 9)),), (Among(8, (0, 1, 2)), Among(9, (2, 3)))),
    # A kind of card that cannot be in some slots, with a known one among the rest.
    Prior((Hidden((0, 1, 2, 3, 4), (1, 1, 2, 2, 3)),), (Never((1,), (0, 1)),)),
    Prior((Hidden((0, 1, 2, 3, 4), (1, 4, 2, 2, 3)),), (Never((1, 4), (0, 1)), Among(3, (2,)))),
    Prior((Hidden((0, 1, 2, 3, 4), (1, 1, 2, 2, 9)),), (Never((1,), (0,)), Among(9, (1, 2)))),
)


def test_every_world_that_fits_is_as_likely_as_any_other() -> None:
    """Chi-square against even chances, with a bound that one in some ten thousand would pass."""
    for prior in PRIORS:
        possible = arrangements(prior)
        for chance in chances(b"even"):
            count = 200 * len(possible)
            found = drawn(prior, chance, count)
            assert set(found) == possible
            square = sum((seen - 200) ** 2 / 200 for seen in found.values())
            free = len(possible) - 1
            assert square < free + 4 * (2 * free) ** 0.5 + 8, prior


def test_a_prior_that_nothing_fits_is_refused() -> None:
    import pytest

    with pytest.raises(ValueError, match="more cards"):
        Worlds(Prior((Hidden((0, 1), (3, 4)),), (Among(3, (0,)), Among(3, (1,)))))


def test_what_is_believed_of_a_slot_decides_how_often_a_card_lies_there() -> None:
    prior = Prior((Hidden((0, 1, 2, 3), (7, 7, 8, 9)),), (Never((9,), (0,)),))
    for chance in chances(b"beliefs"):
        worlds = Worlds(prior, {0: {7: 1, 8: 3}, 5: {1: 1}})
        seen = Counter(worlds.draw(chance)[0] for _ in range(4000))
        # Two of 7 at a third of the weight, and no 9: 2 to 3.
        assert set(seen) == {7, 8}
        assert abs(seen[8] / 4000 - 0.6) < 0.05


def test_a_belief_that_nothing_fits_is_given_up() -> None:
    prior = Prior((Hidden((0, 1), (7, 8)),), ())
    for chance in chances(b"none"):
        assert set(Worlds(prior, {0: {3: 1}}).draw(chance).values()) == {7, 8}
        assert set(Worlds(prior, {0: {7: 1}, 1: {7: 1}}).draw(chance).values()) == {7, 8}
