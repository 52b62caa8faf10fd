"""Whole games as a session would keep them, made without a session: signed entries, good unless changed."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from core.bots.random_bot import RandomBot
from core.games.registry import game as game_of
from core.kernel.canonical import digest
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Secrets, learn
from core.kernel.requests import ALL, Reveal
from core.version import VERSION
from netplay.crypto import Crypto
from netplay.crypto_local import LocalCrypto
from netplay.crypto_nacl import NaclCrypto
from netplay.wire import (
    HASH,
    NOBODY,
    Entry,
    Kind,
    Roster,
    Seat,
    entry_data,
    entry_to_sign,
    make_entry,
    read_record,
    seed_of,
    table_id,
)

NAMES = ("Ada", "Ben", "Cleo", "Dov")


@dataclass
class Kept:
    """The records of a game and the keys that can sign others."""

    records: list[bytes]
    cryptos: list[Crypto]
    state_hash: bytes

    def entries(self) -> list[Entry]:
        return [read_record(record) for record in self.records]

    def resigned(self, n: int, **changes: Any) -> bytes:
        """Entry ``n`` with other fields, signed anew by its author: a cheat's, not a stranger's."""
        old = self.entries()[n]
        fields = {
            name: getattr(old, name)
            for name in ("table", "n", "kind", "seat", "device", "previous", "body", "state_hash")
        } | changes
        authors = range(len(self.cryptos)) if fields["kind"] is Kind.START else [fields["seat"]]
        return signed(entry_data(**fields), authors, self.cryptos).record()


def signed(data: bytes, authors: Any, cryptos: list[Crypto]) -> Entry:
    entry = make_entry(data, ())
    covered = entry_to_sign(entry.table, entry.hash)
    return make_entry(data, [(seat, cryptos[seat].sign(covered)) for seat in authors])


def secret(label: str, seat: int = 0) -> bytes:
    return blake2b(f"{label} {seat}".encode(), digest_size=32).digest()


@lru_cache(maxsize=8)
def _keep(
    name: str, seats: int, scheme: str, cards: bytes | None, names: tuple[str, ...]
) -> tuple[tuple[bytes, ...], bytes]:
    rules = game_of(name)
    options = rules.options()
    cryptos = cryptos_of(seats, scheme)
    salt = secret("salt")[:16]
    roster = Roster(
        number=1,
        creator=cryptos[0].key,
        salt=salt,
        scheme=scheme,
        program=VERSION,
        game=name,
        version=rules.version,
        rules=rules.rules_id(),
        options=rules.pack_options(options),
        deal="open",
        seats=tuple(
            Seat(crypto.key, 1, names[seat], "random", 0) for seat, crypto in enumerate(cryptos)
        ),
    )
    nonces = tuple(secret("nonce", seat) for seat in range(seats))
    commitments = tuple(roster.commitment(seat, nonces[seat]) for seat in range(seats))
    table = table_id(cryptos[0].key, salt)
    state = rules.new(options, seats)
    records: list[bytes] = []
    previous = bytes(HASH)

    def log(kind: Kind, seat: int, body: tuple[Any, ...]) -> Entry:
        nonlocal previous
        hash_ = digest(rules.encode(state))
        device = 0 if seat == NOBODY else 1
        data = entry_data(table, len(records), kind, seat, device, previous, body, hash_)
        entry = signed(data, range(seats) if seat == NOBODY else [seat], cryptos)
        records.append(entry.record())
        previous = entry.hash
        return entry

    start = log(Kind.START, NOBODY, (roster.wire(), commitments))
    deal = OpenDeal(cards or seed_of(start.hash, nonces), rules.decks(options, seats))
    hands = [Secrets() for _ in range(seats)]
    bot = RandomBot(rules, random.Random(name))
    answers = mover = 0
    while not state.over:
        if state.awaiting:
            request = state.awaiting[0]
            author = 0 if state.turn is None else state.turn
            cards = deal.answer(request)
            for seat, hand in enumerate(hands):
                learn(hand, seat, request, cards)
            public = cards if isinstance(request, Reveal) and request.to == ALL else None
            rules.answered(state, request, public)
            log(Kind.ANSWER, author, (answers, public))
            answers += 1
            continue
        mover = state.turn
        move = bot.choose(state, mover, hands[mover])
        claims = rules.claims(state, move)
        if claims:
            request = Reveal(tuple(slot for slot, _ in claims))
            for seat, hand in enumerate(hands):
                learn(hand, seat, request, deal.answer(request))
        rules.apply(state, mover, move)
        log(Kind.MOVE, mover, rules.pack(move))
    log(Kind.END, mover, nonces)
    return tuple(records), digest(rules.encode(state))


def cryptos_of(seats: int, scheme: str) -> list[Crypto]:
    make = NaclCrypto if scheme == "ed25519" else LocalCrypto
    return [make(secret("key", seat)) for seat in range(seats)]


def keep(
    name: str = "continental-express",
    seats: int = 2,
    scheme: str = "ed25519",
    cards: bytes | None = None,
    names: tuple[str, ...] = NAMES,
) -> Kept:
    """A finished game between random bots, always the same one.

    ``cards``: the seed of a deal that is not the one the nonces make, as seats in league would.
    """
    records, state_hash = _keep(name, seats, scheme, cards, names)
    return Kept(list(records), cryptos_of(seats, scheme), state_hash)
