"""Entries and statements made by hand, as a modified client or a stranger would."""

from __future__ import annotations

from typing import Any

from netplay.crypto import Crypto
from netplay.crypto_nacl import NaclCrypto
from netplay.session import AT
from netplay.wire import (
    Entry,
    Kind,
    Tag,
    entry_data,
    entry_hash,
    entry_to_sign,
    make_entry,
    pack_body,
    pack_packet,
    to_sign,
)
from tests.netplay.session.simnet import Network, Peer, all_playing, secret, table


def nacl(place: int | str, seed: int = 0) -> NaclCrypto:
    return NaclCrypto(secret(f"nacl {place}", seed))


def mid_game(
    seats: int = 3, n: int = 20, watchers: int = 1, cryptos: Any = nacl, **more: Any
) -> tuple[Network, list[Peer]]:
    """A table in the middle of its game, quiet, with a move due: everybody has the same entries."""
    network = Network()
    peers = table(network, seats, watchers=watchers, cryptos=cryptos, **more)
    assert network.run(all_playing(peers), 100)

    def there() -> bool:
        return all(p.session.n == peers[0].session.n >= n for p in peers) and any(
            p.session.my_turn for p in peers
        )

    assert network.run(there, 100)
    for peer in peers:
        peer.thinks_until = None
        peer.cast, peer.bot = peer.bot, None
    network.run(lambda: False, 2.0)
    return network, peers


def go_on(network: Network, peers: list[Peer]) -> None:
    """Let the bots of ``mid_game`` play again."""
    for peer in peers:
        peer.bot = peer.cast
        network.pump(peer)


def on_turn(peers: list[Peer]) -> Peer:
    return next(peer for peer in peers if peer.session.my_turn)


def entry_of(
    peer: Peer,
    kind: Kind,
    body: tuple[Any, ...],
    *,
    state_hash: bytes | None = None,
    previous: bytes | None = None,
    n: int | None = None,
    seat: int | None = None,
    device: int = 1,
    by: Crypto | None = None,
    branch: int = 0,
    table_id: bytes | None = None,
) -> Entry:
    """The next entry as this peer would sign it, with anything in it changed."""
    session = peer.session
    seat = session.seat if seat is None else seat
    assert seat is not None
    data = entry_data(
        table_id or session.ticket.table,
        session.n + 1 if n is None else n,
        kind,
        seat,
        device,
        session.head if previous is None else previous,
        body,
        session.state_hash if state_hash is None else state_hash,
        branch,
    )
    signer = by or session._me.crypto
    signature = signer.sign(entry_to_sign(session.ticket.table, entry_hash(data)))
    return make_entry(data, ((seat, signature),))


def legal_entry(peer: Peer, which: int = 0) -> Entry:
    """What this peer could truly write now."""
    play = peer.session._play
    assert play is not None
    moves = play.game.moves(play.replica.state, peer.session.secrets)
    body = play.game.pack(moves[which % len(moves)])
    outcome = play.replica.advance(Kind.MOVE, peer.session.seat, body)
    return entry_of(peer, Kind.MOVE, body, state_hash=outcome.state_hash)


def packet(peer: Peer, *items: tuple[Any, ...]) -> bytes:
    return pack_packet(peer.session.ticket.table, items)


def statement(crypto: Crypto, table_id: bytes, tag: Tag, value: Any) -> tuple[Any, ...]:
    body = pack_body(value)
    return (int(tag), body, crypto.sign(to_sign(tag, table_id, body)))


def tell(network: Network, sender: Peer, to: list[Peer], *items: tuple[Any, ...]) -> None:
    """Send items as ``sender`` to these peers, and let the network settle for some seconds."""
    for peer in to:
        network.send(peer, sender.id, AT, packet(sender, *items))
    network.run(lambda: False, 5.0)
