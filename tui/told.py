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

from tui.tongue import ENGLISH, here

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
    of the network layer.
    """
    tongue = here()
    if tongue.code == ENGLISH or not sentence:
        return sentence
    exact = tongue.one(sentence)
    if exact != sentence:
        return exact
    for message in (*patterns, *_network()):
        found = _pattern(message).fullmatch(sentence)
        if found is not None and tongue.one(message) != message:
            # Every field is shorter than its sentence, so this comes to an end.
            fields = {name: told(value, patterns) for name, value in found.groupdict().items()}
            return tongue.one(message).format(**fields)
    return sentence


@lru_cache(maxsize=1)
def _network() -> tuple[str, ...]:
    """What netplay says; the longest words first, for they leave the least to the fields."""
    from tui.net_words import SENTENCES

    return longest_first(SENTENCES)


@lru_cache(maxsize=4)
def longest_first(sentences: tuple[str, ...]) -> tuple[str, ...]:
    """The same in an order in which the first that fits leaves the least to its fields."""
    return tuple(sorted(sentences, key=lambda message: -len(_FIELD.sub("", message))))
