"""Storms at half the price: what several peers get is decoded once, and each signature checked once.

The program's own functions do it all, the first time; a second peer that gets the same bytes gets the
same value (they are immutable), or the same refusal.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from unittest.mock import patch

from core.kernel.canonical import Malformed
from netplay.crypto_nacl import NaclCrypto
from netplay.session import intake, view
from netplay.wire import Item, read_body, read_items
from tests.netplay.session.simnet import secret

body = lru_cache(1 << 12)(read_body)
_player = lru_cache(1 << 8)(view.player_id)
_ANY = NaclCrypto(bytes(32))


@lru_cache(1 << 11)
def decoded(payload: bytes, table: bytes) -> tuple[tuple[Item, ...], Malformed | None]:
    """The items of a packet up to what is wrong with it, and that."""
    items: list[Item] = []
    try:
        items.extend(read_items(payload, table))
    except Malformed as err:
        return tuple(items), err
    return tuple(items), None


def _items(payload: bytes, table: bytes) -> Iterator[Item]:
    items, wrong = decoded(payload, table)
    yield from items
    if wrong is not None:
        raise wrong


@lru_cache(1 << 13)
def _verified(key: bytes, data: bytes, signature: bytes) -> bool:
    return _ANY.verify(key, data, signature)


class Checked(NaclCrypto):
    """True signatures, each distinct one checked once in all."""

    def verify(self, key: bytes, data: bytes, signature: bytes) -> bool:
        return _verified(key, data, signature)


def checked(place: int | str, seed: int = 0) -> Checked:
    return Checked(secret(f"nacl {place}", seed))


@contextmanager
def quickly() -> Iterator[None]:
    """While a storm is on."""
    with (
        patch.object(intake, "read_items", _items),
        patch.object(intake, "read_body", body),
        patch.object(view, "player_id", _player),
    ):
        yield
