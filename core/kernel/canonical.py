"""Canonical bytes and hashes: one value, one encoding, on every machine and Python.

MessagePack, arrays only (no maps), shortest integers, ``bin`` for bytes. The state hash is
BLAKE2b with a 16-byte digest over the canonical bytes of the whole public state.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Any, Final

import msgpack

MAX_DEPTH: Final = 12
"""Deeper nesting than any value of ours; a deeper one is hostile."""

pack: Callable[[Any], bytes] = msgpack.Packer(use_bin_type=True, autoreset=True).pack
"""``pack(value) -> bytes``: canonical bytes of ints, bytes, str, bool, None and sequences of them."""


class Malformed(ValueError):
    """Bytes that are not one canonical value within the limits."""


def unpack(data: bytes, *, limit: int = 1 << 16) -> Any:
    """Decode one canonical value of at most ``limit`` bytes.

    Arrays come back as tuples. Raises Malformed for anything else: trailing bytes, maps,
    floats, extension types, text that is not UTF-8, nesting beyond ``MAX_DEPTH``, or a value
    whose canonical bytes differ (a longer integer form, say).
    """
    if len(data) > limit:
        raise Malformed(f"{len(data)} bytes, at most {limit} allowed")
    try:
        value = msgpack.unpackb(
            data,
            raw=False,
            use_list=False,
            strict_map_key=True,
            max_map_len=0,
            max_ext_len=0,
            max_array_len=limit,
            max_bin_len=limit,
            max_str_len=limit,
        )
    except (ValueError, RecursionError, msgpack.UnpackException, MemoryError, OverflowError) as err:
        raise Malformed("not MessagePack of the allowed kinds") from err
    _inspect(value, MAX_DEPTH)
    try:
        same = pack(value) == data
    except (ValueError, TypeError, OverflowError, UnicodeError) as err:
        raise Malformed("cannot be encoded again") from err
    if not same:
        raise Malformed("not the canonical encoding of its value")
    return value


def _inspect(value: Any, depth: int) -> None:
    kind = type(value)
    if kind is tuple:
        if depth == 0:
            raise Malformed("nested too deeply")
        for part in value:
            _inspect(part, depth - 1)
    elif kind not in (int, bytes, str, bool, type(None)):
        raise Malformed(f"a {kind.__name__} has no place here")


def digest(data: bytes, size: int = 16) -> bytes:
    """BLAKE2b of ``data``; 16 bytes for states, 32 where a signature or a seed rests on it."""
    return blake2b(data, digest_size=size).digest()
