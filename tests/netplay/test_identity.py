"""The key file: private, never written over, refused when it is not beyond doubt."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from netplay.config import FolderUnusable
from netplay.identity import IdentityUnusable, create, load, load_or_create


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "caboose" / "identity.key"


def test_a_new_identity_is_for_its_owner_alone(path: Path) -> None:
    old = os.umask(0)
    try:
        create(path)
    finally:
        os.umask(old)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert list(path.parent.iterdir()) == [path]


def test_an_identity_comes_back_as_it_was(path: Path) -> None:
    first, new = load_or_create(path)
    again, newer = load_or_create(path)
    assert (new, newer) == (True, False)
    assert (again.seed, again.public()) == (first.seed, first.public())


def test_two_identities_differ(tmp_path: Path) -> None:
    assert create(tmp_path / "a").public() != create(tmp_path / "b").public()


def test_an_identity_is_never_written_over(path: Path) -> None:
    create(path)
    before = path.read_bytes()
    with pytest.raises(IdentityUnusable, match="already"):
        create(path)
    assert path.read_bytes() == before


def test_the_secret_is_not_in_the_repr(path: Path) -> None:
    identity = create(path)
    assert identity.seed.hex() not in repr(identity)
    assert str(identity.seed) not in repr(identity)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602, 0o666, 0o610])
def test_a_file_open_to_others_is_refused_and_left_alone(path: Path, mode: int) -> None:
    create(path)
    before = path.read_bytes()
    path.chmod(mode)
    with pytest.raises(IdentityUnusable, match="chmod 600"):
        load_or_create(path)
    assert path.read_bytes() == before


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(place=st.integers(0, 4000), bit=st.integers(0, 7))
def test_one_flipped_bit_is_noticed(tmp_path: Path, place: int, bit: int) -> None:
    path = tmp_path / "identity.key"
    if not path.exists():
        create(path)
    good = path.read_bytes()
    damaged = bytearray(good)
    damaged[place % len(good)] ^= 1 << bit
    path.write_bytes(damaged)
    with pytest.raises(IdentityUnusable, match="damaged"):
        load(path)
    path.write_bytes(good)


@pytest.mark.parametrize("data", [b"", b"\0" * 5000, b"caboose identity 1\n", b"\xff\xfe"])
def test_a_damaged_file_is_refused_and_left_alone(path: Path, data: bytes) -> None:
    create(path)
    path.write_bytes(data)
    with pytest.raises(IdentityUnusable, match="damaged"):
        load_or_create(path)
    assert path.read_bytes() == data


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.binary(max_size=300))
def test_no_other_bytes_are_an_identity(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "identity.key"
    path.write_bytes(data)
    path.chmod(0o600)
    with pytest.raises(IdentityUnusable, match="damaged"):
        load(path)


def test_a_shortened_file_is_refused(path: Path) -> None:
    create(path)
    data = path.read_bytes()
    for end in range(len(data)):
        path.write_bytes(data[:end])
        with pytest.raises(IdentityUnusable, match="damaged"):
            load(path)


def test_a_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(IdentityUnusable):
        load_or_create(path)


def test_a_pipe_in_place_of_the_file_does_not_hang(path: Path) -> None:
    path.parent.mkdir(parents=True)
    os.mkfifo(path)
    with pytest.raises(IdentityUnusable, match="no file"):
        load_or_create(path)


def test_a_folder_that_cannot_be_made_names_the_way_out(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file")
    with pytest.raises(FolderUnusable, match="CABOOSE_CONFIG_DIR"):
        create(tmp_path / "config" / "identity.key")
