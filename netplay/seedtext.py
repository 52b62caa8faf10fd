"""Seeds as people type them: any short text, the same text always the same cards."""

from __future__ import annotations

import unicodedata
from hashlib import blake2b

MAX_CHARACTERS = 64


class BadSeed(ValueError):
    """Text that is no seed; ``str()`` is one sentence that says what to type instead."""


def seed_text(text: str) -> str:
    """The seed in its one form: NFC, no blanks around it.

    Raises BadSeed unless it has 1 to 64 characters, all of them printable.
    """
    seed = unicodedata.normalize("NFC", text.strip()) if len(text) <= 4 * MAX_CHARACTERS else text
    if not 1 <= len(seed) <= MAX_CHARACTERS:
        raise BadSeed(f"a seed is a number or a text of 1 to {MAX_CHARACTERS} characters")
    if not seed.isprintable():
        raise BadSeed("a seed has only printable characters")
    return seed


def derive(seed: str, label: str, number: int = 0) -> bytes:
    """32 bytes for one purpose: BLAKE2b-256("caboose/1/selfplay" 00 label 00 number 00 seed).

    ``number`` is eight little-endian bytes. Whoever knows the seed knows them all: for games on
    one machine that are to be repeated, never between people.
    """
    data = b"\0".join(
        (b"caboose/1/selfplay", label.encode(), number.to_bytes(8, "little"), seed.encode())
    )
    return blake2b(data, digest_size=32).digest()
