"""Other lies of the hidden cards that a viewer cannot tell from the true one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.kernel.dealer import OpenDeal
from core.kernel.deck import Deck
from core.kernel.game import Among, Prior
from core.kernel.generator import Generator
from core.kernel.requests import Shuffle
from tests.core.every_game.play import Game


def fits(prior: Prior, cards: Sequence[int]) -> str | None:
    """What of the prior is not so where ``cards`` lie in their slots; None if it fits."""
    down: set[int] = set()
    for hidden in prior.hidden:
        if len(set(hidden.slots)) != len(hidden.slots) or down & set(hidden.slots):
            return f"a slot is told twice: {hidden.slots}"
        down |= set(hidden.slots)
        if Counter(hidden.cards) != Counter(cards[slot] for slot in hidden.slots):
            return f"other cards lie in {hidden.slots} than {hidden.cards}"
    for constraint in prior.constraints:
        if not set(constraint.slots) <= down:
            return f"{constraint} is about a card that is not face-down"
        there = {cards[slot] for slot in constraint.slots}
        if isinstance(constraint, Among):
            if constraint.card not in there:
                return f"{constraint} is not so"
        elif there & set(constraint.cards):
            return f"{constraint} is not so"
    return None


def other_deal(seed: bytes, cards: Sequence[int]) -> OpenDeal:
    """A deal laid out by hand that shuffles as the seed says."""
    deal = OpenDeal(seed, (Deck("none", 0, ()),))
    deal.cards = list(cards)
    return deal


def another(prior: Prior, cards: Sequence[int], chance: Generator) -> list[int]:
    """Cards by slot that fit the prior as ``cards`` do: hidden ones change places by chance."""
    world = list(cards)
    for hidden in prior.hidden:
        slots = hidden.slots
        for _ in range(2 * len(slots)):
            one, two = slots[chance.below(len(slots))], slots[chance.below(len(slots))]
            world[one], world[two] = world[two], world[one]
            touched = [c for c in prior.constraints if one in c.slots or two in c.slots]
            if touched and fits(Prior(prior.hidden, tuple(touched)), world):
                world[one], world[two] = world[two], world[one]
    return world


def contradicts(game: Game, world: Sequence[int]) -> str | None:
    """What of the log cannot have been, if the cards lie as in ``world`` now; None if all can.

    Reads the log from its end. A shuffle may have done anything; before it, the cards of its slots
    lay in any order in which those that everyone knew lie where they were known to.
    """
    cards = list(world)
    for (kind, who, what), known in reversed(list(zip(game.log, game.facts, strict=True))):
        if kind == "answer" and isinstance(who, Shuffle):
            left = Counter(cards[slot] for slot in who.slots)
            left.subtract(known.values())
            if min(left.values()) < 0:
                return f"{known} cannot have been in {who}"
            others = left.elements()
            for slot in who.slots:
                cards[slot] = known[slot] if slot in known else next(others)
        elif any(cards[slot] != card for slot, card in known.items()):
            return f"{known} cannot have been shown by {who, what}"
    return None
