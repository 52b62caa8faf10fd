"""The lobby's test vectors in docs/protocol.md. Run as a program it prints the document's table."""

from __future__ import annotations

from netplay.crypto_nacl import NaclCrypto
from netplay.lobby.wire import (
    AD,
    CHAT,
    HERE,
    NOWHERE,
    Ad,
    Card,
    Here,
    Line,
    seal_up,
    sign_card,
    sign_roster,
)
from netplay.wire import Roster, Seat


def vectors() -> dict[str, tuple[str, bytes]]:
    """Name to (how it is made, the bytes)."""
    anna = NaclCrypto(b"\x01" * 32)
    session = b"\x09" * 8
    roster = Roster(
        1,
        anna.key,
        b"\x03" * 16,
        "ed25519",
        "0.1.0",
        "continental-express",
        1,
        b"\x04" * 16,
        (False, None, False),
        "open",
        (Seat(anna.key, 1, "Anna", None, 0), None),
    )
    card = sign_card(anna, roster.table, Card("Gare de Lyon", 0, 1_700_000_000, 0))
    here = Here(anna.key, session, 1, "Anna", None)
    ad = Ad(anna.key, session, 1, 0, 0, None, card, sign_roster(anna, roster))
    line = Line(anna.key, session, 1, "Anna", "hello")
    return {
        "presence of A": (
            "session 09 (8 times), count 1",
            seal_up(anna, HERE, NOWHERE, here.wire()),
        ),
        "card": ("opened 1700000000", card.body),
        "signature of the card by A": ("for the table id above", card.signature),
        "advert by A": (
            "the roster above with a free second seat",
            seal_up(anna, AD, roster.table, ad.wire()),
        ),
        "line of chat by A": ("for the lobby", seal_up(anna, CHAT, NOWHERE, line.wire())),
    }


def rows() -> list[str]:
    """The rows of the document's table."""
    return [f"| {name} | {how} | `{value.hex()}` |" for name, (how, value) in vectors().items()]


if __name__ == "__main__":
    print("\n".join(rows()))
