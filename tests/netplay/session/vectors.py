"""The test vectors of docs/protocol.md. Run as a program it prints the document's table."""

from __future__ import annotations

from core.kernel.canonical import digest, pack
from core.kernel.dealer import OpenDeal
from core.kernel.deck import Deck
from core.kernel.generator import Generator
from core.kernel.requests import Shuffle
from netplay.crypto import player_id
from netplay.crypto_nacl import NaclCrypto
from netplay.wire import (
    Ack,
    Kind,
    Roster,
    Seat,
    Tag,
    entry_data,
    entry_hash,
    entry_to_sign,
    make_entry,
    pack_body,
    pack_packet,
    seed_of,
    table_id,
    to_sign,
)

ZERO = bytes(32)


def vectors() -> dict[str, tuple[str, bytes]]:
    """Name to (how it is made, the bytes)."""
    out: dict[str, tuple[str, bytes]] = {}
    anna, bert = NaclCrypto(b"\x01" * 32), NaclCrypto(b"\x02" * 32)
    out["key of A"] = ("Ed25519 public key of the seed 01 (32 times)", anna.key)
    out["key of B"] = ("of the seed 02 (32 times)", bert.key)
    out["player id of A"] = ("", bytes.fromhex(player_id(anna.key)))
    salt = b"\x03" * 16
    table = table_id(anna.key, salt)
    out["table id"] = ("creator A, salt 03 (16 times)", table)
    roster = Roster(
        1,
        anna.key,
        salt,
        "ed25519",
        "0.1.0",
        "continental-express",
        1,
        b"\x04" * 16,
        (False, None, False),
        "open",
        (Seat(anna.key, 1, "Anna", None, 0), Seat(bert.key, 1, "Bert", "greedy", 1)),
    )
    out["roster"] = ("number 1, rules id 04 (16 times), two seats", pack(roster.wire()))
    out["roster hash"] = ("", roster.hash())
    out["ready hash"] = ("", roster.ready_hash())
    nonces = (b"\x05" * 32, b"\x06" * 32)
    commitments = tuple(roster.commitment(seat, nonce) for seat, nonce in enumerate(nonces))
    out["commitment of seat 0"] = ("nonce 05 (32 times)", commitments[0])
    out["commitment of seat 1"] = ("nonce 06 (32 times)", commitments[1])
    body = (roster.wire(), commitments)
    data = entry_data(table, 0, Kind.START, -1, 0, ZERO, body, b"\x07" * 16)
    start = entry_hash(data)
    out["entry 0"] = ("state hash 07 (16 times)", data)
    out["hash of entry 0"] = ("", start)
    signatures = [(s, c.sign(entry_to_sign(table, start))) for s, c in enumerate((anna, bert))]
    out["signature of entry 0 by A"] = ("", signatures[0][1])
    out["record of entry 0"] = ("both signatures", make_entry(data, signatures).record())
    seed = seed_of(start, nonces)
    out["seed"] = ("", seed)
    data = entry_data(table, 1, Kind.ANSWER, 0, 1, start, (0, None), b"\x08" * 16)
    out["entry 1"] = ("answer to request 0, private, state hash 08 (16 times)", data)
    out["hash of entry 1"] = ("", entry_hash(data))
    ack = pack_body(Ack(1, 0, 1, entry_hash(data), b"\x08" * 16))
    out["what B signs to acknowledge it"] = ("", to_sign(Tag.ACK, table, ack))
    signature = bert.sign(to_sign(Tag.ACK, table, ack))
    out["packet with that acknowledgement"] = (
        "",
        pack_packet(table, [(int(Tag.ACK), ack, signature)]),
    )
    out["state hash of [1, nil, true]"] = ("BLAKE2b-128 of 9301c0c3", digest(pack((1, None, True))))
    generator = Generator(seed, "test")
    out["below(10), 16 times"] = (
        "label `test`, the seed above",
        bytes(generator.below(10) for _ in range(16)),
    )
    generator = Generator(seed, "test")
    wide = [generator.below(1000) for _ in range(4)]
    out["below(1000), 4 times"] = (
        "big-endian, two bytes each",
        b"".join(value.to_bytes(2, "big") for value in wide),
    )
    items = list(range(20))
    Generator(seed, "test").shuffle(items)
    out["shuffle of 0 to 19"] = ("label `test`", bytes(items))
    deal = OpenDeal(seed, [Deck("small", 0, tuple(range(10))), Deck("big", 10, (20, 21, 22))])
    out["cards by slot"] = (
        "open deal, deck `small` of 0 to 9 and `big` of 20 to 22",
        bytes(deal.cards),
    )
    deal.answer(Shuffle((1, 3, 5, 7, 9)))
    out["cards after Shuffle(1, 3, 5, 7, 9)"] = ("the first shuffle request", bytes(deal.cards))
    return out


def main() -> None:
    """Print the table's rows."""
    for name, (how, value) in vectors().items():
        print(f"| `{name}` | {how} | `{value.hex()}` |")


if __name__ == "__main__":
    main()
