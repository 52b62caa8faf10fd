"""Sentences that come from core and netplay, which know no language: translated where they are shown.

Such a sentence arrives in English with its names and numbers already in it. The patterns list what
can arrive, as messages with fields; what fits one is said by that message's translation with the
same fields. What fits none is shown as it came.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from tui.tongue import ENGLISH, _, here

_COLONS: Final = 6
"""Of these, at most, one is looked behind: a sentence may come from a stranger."""
_FIELD: Final = re.compile(r"\{(\w+)\}")


@lru_cache(maxsize=1024)
def _pattern(message: str) -> re.Pattern[str]:
    parts = _FIELD.split(message)
    # Odd parts are fields. The shortest fit goes first; the whole sentence has to fit.
    made = (f"(?P<{part}>.+?)" if n % 2 else re.escape(part) for n, part in enumerate(parts))
    return re.compile("".join(made), re.DOTALL)


def told(sentence: str, patterns: Sequence[str] = ()) -> str:
    """The sentence in the person's language; fields that are messages themselves are translated too.

    ``patterns``: messages with fields, those with the fewest liberties first; after them come those
    of the network layer. What stands before a colon may be whose sentence it is, or what is read:
    ``game.caboose: it is empty``.
    """
    if here().code == ENGLISH or not sentence:
        return sentence
    if (says := _fitting(sentence, patterns)) is not None:
        return says
    parts = sentence.split(": ")
    for n in range(1, min(len(parts), _COLONS)):
        says = _fitting(": ".join(parts[n:]), patterns)
        if says is not None:
            return _("{who}: {what}", who=": ".join(parts[:n]), what=says)
    return sentence


def _fitting(sentence: str, patterns: Sequence[str]) -> str | None:
    """The translation of the message that the whole sentence is."""
    tongue = here()
    exact = tongue.one(sentence)
    if exact != sentence:
        return exact
    for message in (*patterns, *_network()):
        if not all(part in sentence for part in _literals(message)):
            continue  # cheaper than to make and to try a pattern for every message there is
        found = _pattern(message).fullmatch(sentence)
        if found is not None and tongue.one(message) != message:
            # Every field is shorter than its sentence, so this comes to an end.
            fields = {name: told(value, patterns) for name, value in found.groupdict().items()}
            return tongue.one(message).format(**fields)
    return None


@lru_cache(maxsize=1024)
def _literals(message: str) -> tuple[str, ...]:
    return tuple(_FIELD.split(message)[::2])


@lru_cache(maxsize=1)
def _network() -> tuple[str, ...]:
    """What netplay says; the longest words first, for they leave the least to the fields."""
    from tui import away_words, net_words

    return longest_first(net_words.SENTENCES + away_words.SENTENCES)


@lru_cache(maxsize=4)
def longest_first(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """The same in an order in which the first that fits leaves the least to its fields."""
    return tuple(sorted(sentences, key=lambda message: -len(_FIELD.sub("", message))))
