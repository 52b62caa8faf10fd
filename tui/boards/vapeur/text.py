"""The words of À toute vapeur! that come from its rules: names, and why a move is refused.

Listed here so that the catalogues have them; ``tui.told`` finds them when a sentence arrives.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from core.games.vapeur.sheet import COLOURS, KINDS, NAMES
from tui.tongue import N_, _, both, n_

_SHEET: Final = (
    N_("red"), N_("yellow"), N_("blue"), N_("locomotive"), N_("gondola"), N_("caboose"),
    N_("red locomotive"), N_("red gondola"), N_("red caboose"),
    N_("yellow locomotive"), N_("yellow gondola"), N_("yellow caboose"),
    N_("blue locomotive"), N_("blue gondola"), N_("blue caboose"),
    N_("certified train"), N_("mechanical inspection"), N_("quality control"),
)  # fmt: skip

REASONS: Final = (
    N_("takes a train from another player"),
    N_("brings a train nearer to being whole"),
    N_("makes a train whole"),
    N_("protects a train for good"),
    N_("lays a locomotive that has to be laid"),
    N_("can only be done before cards are laid"),
    N_("leaves a train that others can steal"),
    N_("spends cards that could do more later"),
    N_("ends the game at this moment"),
)
"""What the bot says of its moves, in words that can follow ``because it``."""

REFUSALS: Final = (
    N_("the game is over"),
    N_("a card is being drawn"),
    N_("it is another player's turn"),
    N_("you are only watching this table"),
    N_("there is no train {letter}"),
    N_("that train is another player's"),
    N_("only a complete train can be certified"),
    N_("that train is certified already"),
    N_("that card is not in your hand"),
    N_("that card cannot be a {card}"),
    N_("that train is yours"),
    N_("a certified train cannot be stolen"),
    N_("one theft a turn, before you lay cards or certify"),
    N_("that train is complete: it takes an inspection or control"),
    N_("all cards of a train have one colour"),
    N_("put down all that train lacks at once: {card} and {second} and {third}"),
    N_("put down all that train lacks at once: {card} and {second}"),
    N_("put down all that train lacks at once: {card}"),
    N_("that train has both its gondolas"),
    N_("that train has its caboose"),
    N_("the caboose comes after two gondolas"),
    N_("every locomotive in your hand must be laid before your turn ends"),
)
"""Why the rules refuse a move."""


def card_name(card: int) -> str:
    """``red gondola``, in the person's language."""
    return _(NAMES[card])


def colour_name(colour: int) -> str:
    """A colour in the person's language."""
    return _(COLOURS[colour])


def wagons(cards: Sequence[int]) -> str:
    """Wagons of one train in words: ``2 gondolas and a caboose``."""
    counts = Counter(card % len(KINDS) for card in cards)
    words = []
    for kind, count in counts.items():
        if kind == KINDS.index("gondola"):
            words.append(n_("a gondola", "{count} gondolas", count))
        elif kind == KINDS.index("caboose"):
            words.append(n_("a caboose", "{count} cabooses", count))
        else:
            words.append(n_("a locomotive", "{count} locomotives", count))
    return both(words)
