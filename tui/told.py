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

from tui.system_words import SYSTEM
from tui.tongue import ENGLISH, _, here

_COLONS: Final = 6
"""Of these, at most, one is looked behind: a sentence may come from a stranger."""
_LONGEST: Final = 1000
"""Characters; no sentence of ours has so many, and a stranger's is not to cost time."""
_FIELD: Final = re.compile(r"\{(\w+)\}")
_QUOTED: Final = frozenset(
    ("again", "address", "back", "code", "codes", "command", "deputy", "file", "folder", "host")
) | frozenset(
    ("mark", "name", "names", "option", "path", "plain", "title", "user", "variable", "who", "word")
)
"""Fields that hold somebody's or something's name: one that is also a word of a screen stays as it is."""


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
    code = here().code
    if code == ENGLISH or not sentence or len(sentence) > _LONGEST:
        return sentence
    return _translated(sentence, tuple(patterns), code)[0]


@lru_cache(maxsize=512)
def _translated(
    sentence: str, patterns: tuple[str, ...], code: str, quoted: bool = False
) -> tuple[str, int]:
    """The translation, and how many of the sentence's characters are those of messages.

    ``quoted``: it is the name of something, unless it fits a sentence with fields. Kept, by the
    language it is in: parts of a sentence are come to again and again.
    """
    parts = sentence.split(": ")
    best, most = sentence, 0
    for n in range(min(len(parts), _COLONS)):
        says, count = _fitting(": ".join(parts[n:]), patterns, code, quoted and n == 0)
        # What leaves more to its fields may have taken for one whose it is, and a better message.
        if count > most:
            most = count
            best = _("{who}: {what}", who=": ".join(parts[:n]), what=says) if n else says
    return best, most


def _fitting(sentence: str, patterns: tuple[str, ...], code: str, quoted: bool) -> tuple[str, int]:
    """The same by the message that the whole sentence is best taken for, if it is one."""
    tongue = here()
    best, most = sentence, 0
    if not quoted:
        small = sentence.lower()
        exact = tongue.one(small if small in SYSTEM else sentence)
        if exact != sentence:
            return exact, len(sentence)
    for message in (*patterns, *_network()):
        literals = _literals(message)
        if quoted and len(literals) == 1:
            continue
        if not all(part in sentence for part in literals):
            continue  # cheaper than to make and to try a pattern for every message there is
        found = _pattern(message).fullmatch(sentence)
        if found is not None and tongue.one(message) != message:
            # Every field is shorter than its sentence, so this comes to an end.
            said = {
                name: _translated(value, patterns, code, name in _QUOTED)
                for name, value in found.groupdict().items()
            }
            fields = {name: says for name, (says, _count) in said.items()}
            count = sum(map(len, literals)) + sum(count for _says, count in said.values())
            if count > most:
                best, most = tongue.one(message).format(**fields), count
    return best, most


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
