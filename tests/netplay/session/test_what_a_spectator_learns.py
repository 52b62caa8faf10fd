"""Every byte a spectator received before the end, decoded: no secret is in it, none follows from it."""

from typing import Any

import pytest

from core.games.registry import NAMES
from core.games.registry import game as find_game
from core.kernel.canonical import Malformed, pack, unpack
from core.kernel.dealer import OpenDeal
from core.kernel.requests import ALL, Reveal
from netplay.crypto import Unsealable
from netplay.session.copies import read_part
from netplay.table import Turned
from netplay.wire import Entry, Kind, Nonce, Roster, Statement, Tag, read_body, read_packet, seed_of
from tests.netplay.session.forging import nacl
from tests.netplay.session.simnet import Network, all_settled, table


class Feed:
    """A whole game and what its spectator had heard when the last card was turned."""

    def __init__(self, name: str, seats: int) -> None:
        self.game = find_game(name)
        network = Network(3, loss=0.05, double=0.1, delay=(0.01, 0.2))
        self.peers = table(network, seats, watchers=1, game=self.game, cryptos=nacl)
        assert network.run(all_settled(self.peers))
        self.watcher = self.peers[-1].session
        self.table = self.watcher.ticket.table
        self.before: list[bytes] = []
        for payload in self.peers[-1].heard:
            if any(isinstance(i, Entry) and i.kind is Kind.END for i in self.items(payload)):
                break
            self.before.append(payload)
        seating = self.peers[0].session._seating
        self.nonces = [seating.nonces.values[place] for place in range(seats)]
        assert seating.seed is not None
        self.seed = seating.seed
        self.decks = self.game.decks(self.game.options(), seats)

    def items(self, payload: bytes) -> list[Any]:
        return read_packet(payload, self.table)

    def everything(self) -> list[Any]:
        return [item for payload in self.before for item in self.items(payload)]


ENDS = [
    (name, seats)
    for name in NAMES
    for seats in sorted({find_game(name).seats[0], find_game(name).seats[-1]})
]
"""Every game with the fewest and with the most players."""


@pytest.fixture(scope="module", params=ENDS)
def feed(request) -> Feed:
    return Feed(*request.param)


def strings(value: Any) -> set[bytes]:
    """Every byte string in a value, at any depth, also in byte strings that are values themselves."""
    if isinstance(value, bytes):
        out = {value}
        try:
            inner = unpack(value, limit=1 << 20)
        except Malformed:
            return out
        return out if inner == value else out | strings(inner)
    if isinstance(value, tuple):
        return set().union(*[strings(part) for part in value])
    return set()


def test_the_spectator_heard_most_of_the_game(feed: Feed) -> None:
    kinds = [item.tag for item in feed.everything() if isinstance(item, Statement)]
    assert {Tag.READY, Tag.SIGN, Tag.NONCE, Tag.ACK} <= set(kinds)
    entries = {item.n for item in feed.everything() if isinstance(item, Entry)}
    assert len(entries) > 60


def test_neither_nonces_nor_seed_are_in_any_byte(feed: Feed) -> None:
    heard = b"\0".join(feed.before)
    for secret in [*feed.nonces, feed.seed]:
        assert secret not in heard
        assert secret[::-1] not in heard
        assert secret.hex().encode() not in heard


def test_no_byte_string_is_a_seed_or_makes_one(feed: Feed) -> None:
    found = set().union(*[strings(payload) for payload in feed.before])
    assert len(found) > 300
    true = OpenDeal(feed.seed, feed.decks).cards
    start = next(item for item in feed.everything() if isinstance(item, Entry) and item.n == 0)
    commitments = start.body[1]
    guesses = [value for value in found if 1 <= len(value) <= 64]
    guesses += [seed_of(start.hash, commitments), seed_of(start.hash, ())]
    for guess in guesses:
        assert OpenDeal(guess, feed.decks).cards != true


def test_sealed_nonces_open_for_nobody_but_their_seat(feed: Feed) -> None:
    sealed = [
        read_body(item)
        for item in feed.everything()
        if isinstance(item, Statement) and item.tag is Tag.NONCE
    ]
    assert sealed
    for nonce in sealed:
        assert isinstance(nonce, Nonce)
        for peer in feed.peers:
            crypto = peer.session._me.crypto
            if peer.session.seat == nonce.to:
                assert crypto.unseal(nonce.sealed) == feed.nonces[nonce.of]
            else:
                with pytest.raises(Unsealable):
                    crypto.unseal(nonce.sealed)


def test_entries_tell_no_card_of_a_private_reveal_or_a_shuffle(feed: Feed) -> None:
    replica = feed.watcher._play.replica
    answers = [entry for entry in replica.log if entry.kind is Kind.ANSWER]
    private = 0
    for entry, request in zip(answers, replica.opened, strict=True):
        if not isinstance(request, Reveal) or request.to != ALL:
            assert entry.body[1] is None
            private += 1
    assert private >= len(feed.nonces)


def test_every_field_of_every_item_is_a_public_fact(feed: Feed) -> None:
    """Re-made from what a spectator may know: names, keys, signatures, hashes, the public log."""
    replica = feed.watcher._play.replica
    public_hashes = {entry.hash for entry in replica.log}
    public_hashes |= {entry.state_hash for entry in replica.log}
    for item in feed.everything():
        if isinstance(item, Entry):
            assert item.data == replica.log[item.n].data
            continue
        value = read_body(item)
        if item.tag is Tag.ROSTER:
            assert isinstance(value, Roster)
            assert value.wire() == feed.watcher.roster.wire()
        elif item.tag is Tag.READY:
            # Blinded by 32 bytes that nobody else has; that it is the commitment and no other
            # value is what the end shows.
            assert value.commitment == replica.start.commitments[value.seat]
        elif item.tag is Tag.ACK:
            assert {value.entry, value.state_hash} <= public_hashes
        elif item.tag is Tag.LOG:
            assert all(entry.data == replica.log[entry.n].data for entry in read_part(value))
        else:
            assert item.tag in (Tag.SIGN, Tag.NONCE, Tag.WANT, Tag.RANGE, Tag.REPLY, Tag.SIT)


def test_the_states_that_are_hashed_hold_no_card_that_was_not_turned_over(feed: Feed) -> None:
    """Deal the same public cards from another seed's hidden order: the states are the same bytes."""
    replica = feed.watcher._play.replica
    seen: dict[int, int] = {}
    for n in range(1, replica.n):
        event = replica.outcome(n).event
        if isinstance(event, Turned) and event.cards is not None:
            seen.update(zip(event.request.slots, event.cards, strict=True))
    game = feed.game
    state = game.new(replica.start.options, replica.seats)
    other = OpenDeal(b"another seed", feed.decks)
    for entry in replica.log[1:]:
        if entry.kind is Kind.MOVE:
            game.apply(state, entry.seat, game.unpack(entry.body))
        elif entry.kind is Kind.ANSWER:
            request = state.awaiting[0]
            other.answer(request)  # other hidden cards, other shuffles
            game.answered(state, request, entry.body[1])
        assert game.encode(state) == game.encode(replica.state_after(entry.n))
    assert seen


@pytest.mark.parametrize("feed", [("continental-express", 4)], indirect=True)
def test_contracts_stay_unknown_to_the_spectator_until_everyone_shows_them(feed: Feed) -> None:
    replica = feed.watcher._play.replica
    hidden = {
        slot
        for request in replica.opened
        if isinstance(request, Reveal) and request.to != ALL
        for slot in request.slots
    }
    kept = {slot for slot in replica.state.kept if slot is not None}
    assert kept < hidden
    for n in range(1, replica.n):
        event = replica.outcome(n).event
        if isinstance(event, Turned) and event.cards is not None:
            told = set(event.request.slots) & hidden
            assert not told or (event.request.slots and told == kept), "only at the end"
    rejected = hidden - kept
    true = OpenDeal(feed.seed, feed.decks).cards
    facts = {(slot, card) for slot, card in replica.known.items()}
    assert not any((slot, true[slot]) in facts for slot in rejected)


def test_the_spectator_has_no_secrets_of_its_own_and_ends_with_the_same_hash(feed: Feed) -> None:
    assert dict(feed.watcher.secrets) == {}
    assert {peer.session.state_hash for peer in feed.peers} == {feed.watcher.state_hash}
    assert not [save for save in feed.peers[-1].saves if save.secret]


def test_pack_is_what_the_search_decodes() -> None:
    assert strings(pack((pack((b"deep",)), 1))) >= {b"deep"}
