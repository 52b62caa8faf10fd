"""Programs of a simulated network that die and come back, for the tests of coming back."""

from __future__ import annotations

from netplay.wire import Entry, read_packet
from tests.netplay.session.simnet import (
    Network,
    Peer,
)


def crash(network: Network, peer: Peer, back: bool = True) -> None:
    """The program dies now; everything it was told to keep is on its disk."""
    peer.disk, peer.unsynced = peer.disk + peer.unsynced, b""
    network.kill(peer)
    peer.wakes = float("inf")
    if back:
        network.restore(peer)


def said(peer: Peer) -> dict[tuple[int, int], set[bytes]]:
    """Every own entry in every packet of this peer, by number and seat."""
    out: dict[tuple[int, int], set[bytes]] = {}
    for sent in peer.outbox:
        for item in read_packet(sent.payload, peer.session.ticket.table):
            if isinstance(item, Entry):
                out.setdefault((item.n, item.seat), set()).add(item.record())
    return out


def burnt(network: Network, peer: Peer) -> None:
    network.burn(peer)
    peer.wakes = float("inf")
    network.restore(peer)
