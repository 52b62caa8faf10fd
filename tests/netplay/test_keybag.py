"""Identities sealed with a passphrase."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.identity import Identity
from netplay.keybag import BagUnusable, check, seal, unseal

ME = Identity(bytes(range(32)))
SEALED = seal(ME, "correct horse")


def test_the_passphrase_opens_what_it_sealed_however_its_letters_are_composed() -> None:
    assert unseal(SEALED, "correct horse") == ME
    assert unseal(seal(ME, "caf\u00e9 au lait"), "cafe\u0301 au lait") == ME
    assert ME.seed.hex() not in SEALED.decode()
    assert seal(ME, "correct horse") != SEALED


def test_another_passphrase_does_not() -> None:
    with pytest.raises(BagUnusable, match="not its passphrase"):
        unseal(SEALED, "correct horsf")


def test_a_short_passphrase_is_refused_when_sealing() -> None:
    with pytest.raises(BagUnusable, match="at least 8"):
        seal(ME, "short")


def test_a_file_copied_through_a_mail_program_is_still_read() -> None:
    assert unseal(SEALED.replace(b"\n", b"\r\n"), "correct horse") == ME
    assert unseal(SEALED.rstrip(b"\n"), "correct horse") == ME


def one_byte_off(at: int) -> bytes:
    """The file with one byte changed."""
    return SEALED[:at] + b"!" + SEALED[at + 1 :]


@given(st.binary(max_size=400) | st.integers(0, len(SEALED) - 2).map(one_byte_off))
def test_a_damaged_file_is_refused_before_the_passphrase_is_asked_for(data: bytes) -> None:
    with pytest.raises(BagUnusable, match="damaged"):
        check(data)
