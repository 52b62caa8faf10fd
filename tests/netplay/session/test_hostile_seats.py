"""A seat may stop its table, by what it signs; it can never make another's program fail."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.canonical import pack
from netplay.crypto import Unsealable
from netplay.crypto_local import LocalCrypto
from netplay.session import Phase
from netplay.session.report import first_difference
from netplay.session.versions import other_rules
from netplay.wire import Kind, Tag, pack_packet, to_sign
from tests.netplay.session.forging import entry_of, mid_game, nacl
from tests.netplay.session.simnet import GAME, crypto

FEW = settings(max_examples=60, deadline=None)

small = st.integers(-1, 9)
number = small | st.integers(0, 300) | st.integers(0, 1 << 20)
h32, h16 = st.just(bytes(32)) | st.binary(min_size=32, max_size=32), st.just(bytes(16))
text = st.text(max_size=20)
FIELDS: dict[Tag, tuple[Any, ...]] = {
    Tag.READY: (small, number, h32, h32),
    Tag.SIGN: (small, h32),
    Tag.NONCE: (small, small, small, st.binary(max_size=99)),
    Tag.WANT: (small, number, st.lists(small, max_size=8).map(tuple)),
    Tag.ACK: (small, st.integers(0, 1), number, h32, h16),
    Tag.RANGE: (h32, number, number),
    Tag.REPLY: (small, h32),
    Tag.DEAL: (small, small, st.lists(number, max_size=4).map(tuple), st.binary(max_size=99)),
    Tag.HEARD: (small, st.lists(number, max_size=8).map(tuple)),
    Tag.REPORT: (
        small,
        h32,
        number,
        st.integers(0, 63),
        st.lists(st.binary(max_size=99), max_size=2).map(tuple),
        number,
        h16,
        st.binary(max_size=99),
        text,
        h16,
    ),
}


def statements(signer: LocalCrypto, table: bytes, seat: int) -> Any:
    """Any well-formed statement, signed by ``signer``; most in its own seat's name."""

    def make(tag: Tag, values: tuple[Any, ...], own: bool) -> tuple[Any, ...]:
        fields = list(values)
        if own and type(fields[0]) is int:
            fields[0] = seat
        if own and tag in (Tag.REPORT, Tag.RANGE):
            fields[1 if tag is Tag.REPORT else 0] = signer.key
        body = pack(tuple(fields))
        return (int(tag), body, signer.sign(to_sign(tag, table, body)))

    return st.sampled_from(sorted(FIELDS)).flatmap(
        lambda tag: st.builds(make, st.just(tag), st.tuples(*FIELDS[tag]), st.booleans())
    )


@FEW
@given(data=st.data())
def test_whatever_a_seat_signs_nothing_is_raised_at_another(data: st.DataObject) -> None:
    network, peers = mid_game(3, 8, cryptos=crypto)
    liar = peers[1].session._me.crypto
    table = peers[0].session.ticket.table
    items = data.draw(st.lists(statements(liar, table, 1), min_size=1, max_size=12))
    for peer in (peers[0], peers[2], peers[3]):
        peer.session.receive(peers[1].id, "at", pack_packet(table, items), network.now)
        peer.session.tick(network.now + 30)
        peer.session.actions()
        assert peer.session.phase in (Phase.PLAYING, Phase.HALTED)


bodies = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.binary(max_size=40) | text,
    lambda inner: st.lists(inner, max_size=5).map(tuple),
    max_leaves=8,
)


@FEW
@given(kind=st.sampled_from([Kind.MOVE, Kind.ANSWER, Kind.END]), body=st.data())
def test_any_body_of_an_entry_in_its_proper_turn_stops_or_holds(kind: Kind, body: Any) -> None:
    network, peers = mid_game(2, 8, cryptos=crypto)
    mover = next(peer for peer in peers if peer.session.my_turn)
    value = body.draw(st.lists(bodies, max_size=4).map(tuple))
    entry = entry_of(mover, kind, value)
    for peer in peers:
        if peer is not mover:
            packed = pack_packet(peer.session.ticket.table, [entry.item()])
            peer.session.receive(mover.id, "at", packed, network.now)
            assert peer.session.phase is Phase.HALTED
            peer.session.actions()


@given(st.binary(max_size=200))
def test_comparing_with_any_reported_state_raises_nothing(there: bytes) -> None:
    state = GAME.new(GAME.options(), 2)
    first_difference(GAME, GAME.encode(state), there)


@given(bodies)
def test_what_differs_is_shown_short_and_clean(value: Any) -> None:
    state = GAME.new(GAME.options(), 2)
    found = first_difference(GAME, GAME.encode(state), pack((value,) * 25))
    if found is not None:
        assert len(found.there) <= 40
        assert found.there.isprintable()


@given(st.integers(), text, st.integers(), text)
def test_any_version_text_can_be_compared(one: int, a: str, two: int, b: str) -> None:
    says = other_rules("Game", (one, a), (two, b))
    assert "must" in says


@pytest.mark.parametrize("make", [nacl, crypto])
@given(data=st.binary(max_size=300))
def test_unsealing_and_verifying_anything_raises_nothing_else(make: Any, data: bytes) -> None:
    own = make("own")
    with pytest.raises(Unsealable):
        own.unseal(data)
    assert own.verify(data, b"x", bytes(64)) is False
    assert own.verify(own.key, b"x", data) is False


@pytest.mark.parametrize("make", [nacl, crypto])
@given(data=st.binary(max_size=300))
def test_what_is_sealed_for_one_key_opens_with_it_alone(make: Any, data: bytes) -> None:
    one, two = make("one"), make("two")
    sealed = one.seal(two.key, data)
    assert two.unseal(sealed) == data
    with pytest.raises(Unsealable):
        one.unseal(sealed)


@pytest.mark.parametrize("key", [b"", bytes(31), bytes(32), b"\xff" * 32])
def test_a_key_that_cannot_be_sealed_to_is_refused(key: bytes) -> None:
    with pytest.raises(ValueError):
        nacl("one").seal(key, b"data")
