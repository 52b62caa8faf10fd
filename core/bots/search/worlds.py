"""Possible worlds: a card for every face-down slot, as far as a viewer can know.

A world is a dict from slot to card. It serves as the dealer of a simulation, and as the secrets of
whichever seat acts in it: games take from secrets only what belongs to that seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from core.bots.search.chance import Chance
from core.kernel.game import Among, Game, Hidden, Never, Prior
from core.kernel.move import Move
from core.kernel.requests import ALL, Reveal

World: TypeAlias = dict[int, int]

Beliefs: TypeAlias = Mapping[int, Mapping[int, int]]
"""By slot, how likely each card lies there; see ``core.bots.weigh.Evaluation.beliefs``."""
NOTHING_BELIEVED: Final[Beliefs] = {}

_TRIES = 50
"""Draws of the special places before one falls back to filling them one after the other."""


class _Special(NamedTuple):
    """Cards that may lie only at some places of their group."""

    cards: tuple[int, ...]
    places: tuple[int, ...]


class _Group:
    """The slots of one deck whose cards are still open, as places 0, 1, ..."""

    __slots__ = ("rest", "slots", "special")

    def __init__(self, hidden: Hidden, fixed: Mapping[int, int], prior: Prior) -> None:
        left = Counter(hidden.cards)
        left.subtract(fixed[slot] for slot in hidden.slots if slot in fixed)
        if min(left.values(), default=0) < 0:
            raise ValueError("a prior knows of more cards than there are")
        self.slots = tuple(slot for slot in hidden.slots if slot not in fixed)
        place_of = {slot: place for place, slot in enumerate(self.slots)}
        barred: dict[int, set[int]] = {}
        special: list[_Special] = []
        for constraint in prior.constraints:
            if isinstance(constraint, Never):
                for card in constraint.cards:
                    if left[card] > 0:
                        places = {place_of[slot] for slot in constraint.slots if slot in place_of}
                        barred.setdefault(card, set()).update(places)
        for constraint in prior.constraints:
            if isinstance(constraint, Among):
                card = constraint.card
                satisfied = any(fixed.get(slot) == card for slot in constraint.slots)
                places = {place_of[slot] for slot in constraint.slots if slot in place_of}
                if not satisfied and places:
                    places -= barred.get(card, set())
                    special.append(_Special((card,), tuple(sorted(places))))
                    left[card] -= 1
        alike: dict[tuple[int, ...], list[int]] = {}
        for card, places in sorted(barred.items()):
            if places and left[card] > 0:
                allowed = tuple(p for p in range(len(self.slots)) if p not in places)
                alike.setdefault(allowed, []).extend([card] * left.pop(card))
        special += [_Special(tuple(cards), allowed) for allowed, cards in alike.items()]
        # The fewest places first: they are drawn from what is free for all after them.
        special.sort(key=lambda one: len(one.places))
        self.special = tuple(special)
        self.rest = tuple(left.elements())

    def lay(self, world: World, chance: Chance) -> None:
        """A card for each slot, all arrangements that fit being equally likely."""
        cards = chance.mixed(self.rest)
        if self.special:
            # Inserted from the lowest place on, each ends where it belongs.
            for place, card in sorted(self._places(chance).items()):
                cards.insert(place, card)
        world.update(zip(self.slots, cards, strict=True))

    def _places(self, chance: Chance) -> dict[int, int]:
        """Place to card of those that may not lie anywhere."""
        for _ in range(_TRIES):
            taken: dict[int, int] = {}
            for cards, places in self.special:
                if len(cards) == 1:
                    chosen = [places[chance.below(len(places))]]
                else:
                    chosen = chance.mixed(places)[: len(cards)]
                if taken and not taken.keys().isdisjoint(chosen):
                    break
                taken.update(zip(chosen, cards, strict=True))
            else:
                return taken
        taken = {}
        for cards, places in self.special:
            free = chance.mixed([place for place in places if place not in taken])
            taken.update(zip(free, cards, strict=False))
        return taken


class Worlds:
    """All worlds that fit a prior, to draw from.

    Draws are uniform over the arrangements that fit, except where a game knows several overlapping
    constraints on cards with copies: those are then satisfied, but not quite evenly. Beliefs weigh the
    arrangements by the product of what each slot says. Raises ValueError if nothing fits.
    """

    __slots__ = ("_beliefs", "_fixed", "_groups")

    def __init__(self, prior: Prior, beliefs: Beliefs = NOTHING_BELIEVED) -> None:
        fixed = {
            constraint.slots[0]: constraint.card
            for constraint in prior.constraints
            if isinstance(constraint, Among) and len(constraint.slots) == 1
        }
        groups = [_Group(hidden, fixed, prior) for hidden in prior.hidden]
        self._fixed: World = fixed
        # What can be in one way only is laid once.
        for group in groups:
            if len(set(group.rest)) <= 1 and not group.special:
                fixed.update(zip(group.slots, group.rest, strict=True))
        self._groups = tuple(g for g in groups if len(set(g.rest)) > 1 or g.special)
        self._beliefs = tuple(_believed(group, beliefs) for group in self._groups)

    def draw(self, chance: Chance) -> World:
        """One world."""
        world = self._fixed.copy()
        for group, believed in zip(self._groups, self._beliefs, strict=True):
            group.lay(world, chance)
            if believed:
                # Kept as often as it is likely, else drawn again: exact, and cheap for a few slots.
                for _ in range(_TRIES):
                    for slot, weights, most in believed:
                        if chance.below(most) >= weights.get(world[slot], 0):
                            break
                    else:
                        break
                    group.lay(world, chance)
        return world


def _believed(group: _Group, beliefs: Beliefs) -> tuple[tuple[int, Mapping[int, int], int], ...]:
    """Slot, weights and the largest weight of a card that can lie there."""
    cards = {*group.rest, *[card for one in group.special for card in one.cards]}
    found = [
        (slot, weights, max([weights.get(card, 0) for card in cards]))
        for slot, weights in beliefs.items()
        if slot in group.slots
    ]
    return tuple([one for one in found if one[2] > 0])


def carry_out(
    game: Game[Any], state: Any, seat: int, move: Move, world: World, chance: Chance
) -> None:
    """Make a legal move in a world, in place, and answer all that it asks for."""
    game.apply(state, seat, move)
    if state.awaiting:
        settle(game, state, world, chance)


def settle(game: Game[Any], state: Any, world: World, chance: Chance) -> None:
    """Answer open requests out of the world; a shuffle gives its cards a new order there."""
    awaiting = state.awaiting
    while awaiting:
        request = awaiting[0]
        if type(request) is Reveal:
            if request.to == ALL:
                game.answered(state, request, tuple([world[slot] for slot in request.slots]))
            else:
                game.answered(state, request, None)
        else:
            slots: Sequence[int] = request.slots
            world.update(zip(slots, chance.mixed([world[s] for s in slots]), strict=True))
            game.answered(state, request, None)
        awaiting = state.awaiting
