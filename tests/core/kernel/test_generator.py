"""The specified generator: its vectors, and the plain definition against the fast code."""

from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.kernel.generator import Generator

SEED = bytes(range(32))
SEEDS = st.binary(min_size=1, max_size=64)


class Slow:
    """The definition in the module's docstring, word for word and byte by byte."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._stream = self._bytes(seed, label)

    @staticmethod
    def _bytes(seed: bytes, label: str) -> Iterator[int]:
        i = 0
        while True:
            data = b"caboose/1/random" + b"\0" + label.encode() + b"\0" + i.to_bytes(8, "little")
            yield from blake2b(data, key=seed, digest_size=64).digest()
            i += 1

    def below(self, n: int) -> int:
        width = next(width for width in (1, 2, 4, 8) if 256**width >= n)
        while True:
            taken = bytes(next(self._stream) for _ in range(width))
            value = int.from_bytes(taken, "little")
            if value < 256**width - 256**width % n:
                return value % n

    def shuffle(self, items: list[int]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


# The one with the long seed is in the protocol's document; the others were computed by other code.
BELOW = [
    (SEED, "test", 6, [4, 0, 1, 1, 1, 3, 0, 5, 1, 1, 5, 3, 4, 0, 0, 2, 2, 1, 0, 5]),
    (SEED, "test", 257, [58, 114, 243, 199, 197, 49, 243, 93]),
    (SEED, "test", 1 << 32, [0x6DDF0C46, 0x17DEC3B5, 0xF929490D]),
    (
        bytes.fromhex("a04cadc8c79372f777a0d1628187019fef487ae9a612587fe06739c0a3efbbc5"),
        "test",
        10,
        [4, 6, 9, 1, 7, 1, 7, 9, 4, 4, 2, 3, 7, 9, 2, 4],
    ),
    (b"\0", "été", 10, [1, 6, 3, 4, 1, 3, 4, 2, 6, 2]),
]


@pytest.mark.parametrize(("seed", "label", "n", "numbers"), BELOW)
def test_numbers_are_those_of_the_vectors(
    seed: bytes, label: str, n: int, numbers: list[int]
) -> None:
    generator = Generator(seed, label)
    assert [generator.below(n) for _ in numbers] == numbers


def test_widths_follow_one_another_in_the_same_stream_of_bytes() -> None:
    generator = Generator(SEED, "test")
    assert bytes(generator.below(256) for _ in range(4)).hex() == "460cdf6d"
    assert generator.below(1 << 16) == 0xC3B5
    assert generator.below(1 << 32) == 0x490D17DE
    generator = Generator(SEED, "test")
    assert [generator.below(1 << 32) for _ in range(3)] == [1843334214, 400475061, 4180232461]
    assert [generator.below(10**12) for _ in range(3)] == [892254024340, 892965126180, 9061675702]
    assert generator.below(1 << 64) == 598829579751732517


@pytest.mark.parametrize(
    ("label", "order"),
    [
        ("deck small", [6, 2, 0, 5, 11, 9, 3, 1, 8, 10, 7, 4, 12]),
        ("shuffle 0", [16, 19, 14, 12, 8, 2, 7, 13, 15, 10, 11, 4, 18, 17, 1, 0, 6, 5, 3, 9]),
    ],
)
def test_shuffles_are_those_of_the_vectors(label: str, order: list[int]) -> None:
    items = list(range(len(order)))
    Generator(SEED, label).shuffle(items)
    assert items == order


def test_a_long_shuffle_is_that_of_the_vector() -> None:
    items = list(range(300))
    Generator(SEED, "deck").shuffle(items)
    data = b"".join(item.to_bytes(2, "little") for item in items)
    assert blake2b(data, digest_size=16).hexdigest() == "bf341ed72a3092b0e7280fa3bdc3bd2a"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("below"), st.integers(1, 1 << 64)),
        st.tuples(st.just("below"), st.integers(1, 300)),
        st.tuples(st.just("shuffle"), st.integers(0, 270)),
    ),
    max_size=12,
)


@given(SEEDS, st.text(st.characters(exclude_categories=["Cs"]), max_size=8), STEPS)
def test_the_fast_generator_is_the_slow_definition(
    seed: bytes, label: str, steps: list[tuple[str, int]]
) -> None:
    fast, slow = Generator(seed, label), Slow(seed, label)
    for step, n in steps:
        if step == "below":
            assert fast.below(n) == slow.below(n)
        else:
            one, other = list(range(n)), list(range(n))
            fast.shuffle(one)
            slow.shuffle(other)
            assert one == other


@given(SEEDS, st.integers(0, 300))
def test_a_shuffle_loses_and_doubles_nothing(seed: bytes, count: int) -> None:
    items = list(range(count))
    Generator(seed, "any").shuffle(items)
    assert sorted(items) == list(range(count))


@given(SEEDS, st.integers(1, 1 << 64))
def test_numbers_are_below_their_bound(seed: bytes, n: int) -> None:
    generator = Generator(seed, "any")
    assert all(0 <= generator.below(n) < n for _ in range(5))


@pytest.mark.parametrize("n", [2, 3, 6, 7, 10, 100])
def test_numbers_are_uniform(n: int) -> None:
    generator = Generator(SEED, "uniform")
    draws = 3000 * n
    counts = Counter(generator.below(n) for _ in range(draws))
    # Five standard deviations; the seed is fixed, so that this cannot fail by chance.
    assert all(abs(counts[value] - 3000) < 5 * 3000**0.5 for value in range(n))


def test_a_shuffle_reaches_every_order_equally() -> None:
    counts: Counter[str] = Counter()
    for i in range(24 * 400):
        items = list("ABCD")
        Generator(i.to_bytes(4, "little"), "uniform").shuffle(items)
        counts["".join(items)] += 1
    assert len(counts) == 24
    assert all(abs(count - 400) < 5 * 400**0.5 for count in counts.values())


def test_another_label_or_seed_is_another_stream() -> None:
    streams = {
        tuple(Generator(seed, label).below(256) for _ in range(16))
        for seed in (b"\1", b"\2", b"\1\0")
        for label in ("", "a", "b")
    }
    assert len(streams) == 9


@pytest.mark.parametrize("seed", [b"", bytes(65)])
def test_a_seed_has_1_to_64_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="1 to 64"):
        Generator(seed, "any")


@pytest.mark.parametrize("n", [-1, 0, (1 << 64) + 1])
def test_bounds_outside_the_definition_are_refused(n: int) -> None:
    with pytest.raises(ValueError, match=r"from 1 to 2\*\*64"):
        Generator(SEED, "any").below(n)
