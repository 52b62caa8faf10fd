"""What a seat signed and must not have: the table stops, and the report says where."""

from typing import Any

import pytest

from core.games.registry import game as find_game
from core.kernel.errors import IllegalMove, UnknownMove
from netplay.session import Code, Phase
from netplay.table import Halted
from netplay.wire import Ack, Entry, Kind, Report, Tag, read_packet, read_record
from tests.netplay.session.forging import (
    entry_of,
    go_on,
    legal_entry,
    mid_game,
    nacl,
    on_turn,
    statement,
    tell,
)
from tests.netplay.session.simnet import GAME, Network, all_settled, table, watcher


def others(peers, one):
    return [peer for peer in peers if peer is not one]


def all_halted(peers):
    return lambda: all(peer.session.phase is Phase.HALTED for peer in peers)


def test_an_illegal_move_in_its_proper_turn_stops_the_table_and_names_the_entry() -> None:
    network, peers = mid_game()
    mover = on_turn(peers)
    n = mover.session.n + 1
    body = next(
        GAME.pack(move)
        for move in map(GAME.parse, ["pass", "decline", "take 1 0", "take 1 1", "token blue"])
        if GAME.why_not(mover.session.state, mover.session.seat, move) is not None
    )
    tell(network, mover, others(peers, mover), entry_of(mover, Kind.MOVE, body).item())
    for peer in others(peers, mover):
        finding = peer.session.finding
        assert (finding.n, finding.code, finding.author) == (n, Code.MOVE, mover.session.seat)
        assert f"entry {n}" in peer.of(Halted)[0].says
    assert mover.session.finding.n == n, "the reports of the others stop the author, too"


@pytest.mark.parametrize(
    "body", [(), (99,), (1, 2, 3, 4, 5, 6, 7), (True,), ("take",), (b"", (1,))]
)
def test_bytes_that_are_no_move_signed_by_the_seat_to_move_stop_the_table(body: Any) -> None:
    network, peers = mid_game(2)
    mover = on_turn(peers)
    tell(network, mover, others(peers, mover), entry_of(mover, Kind.MOVE, body).item())
    assert {p.session.finding.code for p in others(peers, mover)} == {Code.MOVE}


def test_a_wrong_state_hash_stops_the_table() -> None:
    network, peers = mid_game()
    mover = on_turn(peers)
    true = legal_entry(mover)
    forged = entry_of(mover, Kind.MOVE, true.body, state_hash=bytes(16))
    tell(network, mover, others(peers, mover), forged.item())
    assert {p.session.finding.code for p in others(peers, mover)} == {Code.STATE}
    finding = others(peers, mover)[0].session.finding
    assert finding.culprits(3) == (mover.session.seat,)


@pytest.mark.parametrize("kind", [Kind.ANSWER, Kind.END])
def test_an_entry_of_a_kind_that_is_not_due_stops_the_table(kind: Kind) -> None:
    network, peers = mid_game()
    mover = on_turn(peers)
    tell(network, mover, others(peers, mover), entry_of(mover, kind, (0, None)).item())
    assert {p.session.finding.code for p in others(peers, mover)} == {Code.KIND}


@pytest.mark.parametrize("card", [0, 1, 6])
def test_cards_that_did_not_lie_there_stop_the_table(card: int) -> None:
    for n in range(20, 60):
        network, peers = mid_game(2, n)
        mover = on_turn(peers)
        replica = mover.session._play.replica
        for move in GAME.moves(replica.state, {}):
            outcome = replica.advance(Kind.MOVE, mover.session.seat, GAME.pack(move))
            after = outcome.after
            if len(after.awaiting) != 1 or len(after.awaiting[0].slots) != 1:
                continue
            request = after.awaiting[0]
            true = mover.session._play.hand._check._deal.cards[request.slots[0]]
            if card == true or request.slots[0] > 51:
                continue
            played = entry_of(mover, Kind.MOVE, GAME.pack(move), state_hash=outcome.state_hash)
            body = (len(replica.answers), (card,))
            turned = entry_of(mover, Kind.ANSWER, body, n=played.n + 1, previous=played.hash)
            tell(network, mover, others(peers[:2], mover), played.item(), turned.item())
            finding = others(peers[:2], mover)[0].session.finding
            assert (finding.code, finding.n) == (Code.ANSWER, turned.n)
            return
    raise AssertionError("no position with a single card to turn was met")


def test_two_different_entries_signed_by_one_seat_stop_the_table_with_both_as_evidence() -> None:
    network, peers = mid_game(4)
    mover = on_turn(peers)
    one, two = legal_entry(mover, 0), legal_entry(mover, 1)
    assert one.hash != two.hash
    rest = others(peers, mover)
    for peer, entry in zip(rest, [one, two, one, two], strict=True):
        tell(network, mover, [peer], entry.item())
    network.run(all_halted(rest), 30)
    assert all(peer.session.phase is Phase.HALTED for peer in rest)
    for peer in rest:
        assert peer.session.finding.n <= one.n + 1
    proofs = [{p.session.finding.record, p.session.finding.other} for p in rest]
    assert {one.record(), two.record()} in proofs


def test_an_entry_that_rests_on_another_history_stops_the_table() -> None:
    network, peers = mid_game()
    mover = on_turn(peers)
    true = legal_entry(mover)
    forged = entry_of(mover, Kind.MOVE, true.body, state_hash=true.state_hash, previous=bytes(32))
    tell(network, mover, others(peers, mover), forged.item())
    assert {p.session.finding.code for p in others(peers, mover)} == {Code.CHAIN}


@pytest.mark.parametrize(
    ("wrong", "says"),
    [("entry", "another entry of this number"), ("state_hash", "another state after this entry")],
)
def test_an_acknowledgement_of_another_entry_or_state_stops_the_table(
    wrong: str, says: str
) -> None:
    network, peers = mid_game()
    mover = on_turn(peers)
    liar = others(peers[:3], mover)[0]
    rest = others(peers, liar)
    entry = legal_entry(mover)
    tell(network, mover, others(rest, mover), entry.item())
    table_id = mover.session.ticket.table
    true = Ack(liar.session.seat, 0, entry.n, entry.hash, entry.state_hash)
    ack = true._replace(**{wrong: bytes(len(getattr(true, wrong)))})
    tell(network, liar, rest, statement(liar.session._me.crypto, table_id, Tag.ACK, ack))
    finding = others(rest, mover)[0].session.finding
    assert finding.code is Code.FORK
    assert says in finding.why


def test_nonces_at_the_end_that_do_not_fit_stop_the_table() -> None:
    network = Network()
    peers = table(network, 3, watchers=1, cryptos=nacl)
    held: list[bytes] = []

    def keep_the_end(sender, to, packet):
        """The true end never arrives; what its author signs in its place does."""
        items = read_packet(packet.payload, sender.session.ticket.table)
        if any(isinstance(item, Entry) and item.kind is Kind.END for item in items):
            held.append(packet.payload)
            return None
        return packet

    network.tamper = keep_the_end
    assert network.run(lambda: bool(held), 300)
    author = next(peer for peer in peers if peer.session.complete)
    body = tuple(bytes([place]) * 32 for place in range(3))
    forged = entry_of(author, Kind.END, body, n=author.session.n, previous=_before(author))
    last = [read_record(record).item() for record in author.session.records()[-12:-1]]
    tell(network, author, others(peers, author), *last, forged.item())
    assert {peer.session.finding.code for peer in others(peers, author)} == {Code.NONCES}


def _before(peer):
    return read_record(peer.session.records()[-2]).hash


class Broken:
    """Continental Express with one fault: later on, taking a card brings seat 0 a ticket."""

    def __init__(self, after: int = 4) -> None:
        self._game = GAME
        self._after = after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def apply(self, state, seat, move):
        GAME.apply(state, seat, move)
        if move.verb == "take" and sum(state.wagons) > self._after:
            state.tickets[0] += 1


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("broken", [0, 1])
def test_a_peer_with_broken_rules_stops_everyone_naming_entry_and_field(
    seats: int, broken: int
) -> None:
    network = Network()
    games: list[Any] = [GAME] * seats
    games[broken] = Broken()
    peers = table(network, seats, watchers=1, games=games, cryptos=nacl)
    assert network.run(all_halted(peers), 300)
    network.run(lambda: False, 20)
    assert len({peer.session.finding.n for peer in peers}) == 1
    for peer in peers:
        finding = peer.session.finding
        assert finding.code is Code.STATE
        assert finding.difference is not None
        assert finding.difference.path == "tickets[0]"
        says = peer.of(Halted)[-1].says
        assert f"entry {finding.n}" in says
        assert "tickets[0]" in says
        if seats > 2:
            assert finding.culprits(seats) == (broken,)
            assert f"Player {broken}" in says
        else:
            assert finding.culprits(seats) == ()


def test_a_watcher_with_broken_rules_stops_alone() -> None:
    network = Network()
    peers = table(network, 3)
    odd = network.add(watcher(peers[0].session.ticket, game=Broken()))
    assert network.run(all_settled(peers), 300)
    assert odd.session.phase is Phase.HALTED


def forged_in_vapeur(choose):
    """A position of the hidden-hand game and a move there that only hidden cards forbid."""
    game = find_game("a-toute-vapeur")
    for n in range(8, 40):
        network, peers = mid_game(3, n, game=game)
        mover = on_turn(peers)
        move = choose(game, mover)
        if move is None:
            continue
        body = game.pack(move)
        outcome = mover.session._play.replica.advance(Kind.MOVE, mover.session.seat, body)
        entry = entry_of(mover, Kind.MOVE, body, state_hash=outcome.state_hash)
        tell(network, mover, others(peers, mover), entry.item())
        return [peer for peer in others(peers, mover) if peer.session.seat is not None], mover
    raise AssertionError("no such position was met")


def test_a_false_claim_of_a_hidden_card_stops_the_table_with_its_culprit() -> None:
    def lie(game, mover):
        state, secrets, seat = mover.session.state, mover.session.secrets, mover.session.seat
        for slot, card in secrets.items():
            for other in range(10):
                try:
                    move = game.unpack((0, slot, other))
                except UnknownMove:
                    continue
                if other != card and game.why_not(state, seat, move) is None:
                    return move
        return None

    seats, mover = forged_in_vapeur(lie)
    assert {peer.session.finding.code for peer in seats} == {Code.CLAIM}
    assert {peer.session.finding.author for peer in seats} == {mover.session.seat}


def test_a_duty_from_hidden_cards_that_is_not_done_stops_the_table() -> None:
    def shirk(game, mover):
        state, secrets, seat = mover.session.state, mover.session.secrets, mover.session.seat
        move = game.parse("end")
        shirks = game.duties(state, seat, move, secrets) is not None
        return move if shirks and game.why_not(state, seat, move) is None else None

    seats, _ = forged_in_vapeur(shirk)
    assert {peer.session.finding.code for peer in seats} == {Code.DUTY}


def test_an_owners_own_program_refuses_what_its_hidden_cards_forbid() -> None:
    game = find_game("a-toute-vapeur")
    for n in range(8, 40):
        _, peers = mid_game(3, n, game=game)
        session = on_turn(peers).session
        move = game.parse("end")
        if game.duties(session.state, session.seat, move, session.secrets) is None:
            continue
        before = session.n
        with pytest.raises(IllegalMove):
            session.submit(move)
        assert session.n == before
        return
    raise AssertionError("no position with a duty was met")


def test_a_watchers_report_stops_nobody() -> None:
    network, peers = mid_game()
    stranger = nacl("stranger")
    session = peers[0].session
    report = Report(-1, stranger.key, 5, 0, (), 5, bytes(16), b"", "9.9", bytes(16))
    item = statement(stranger, session.ticket.table, Tag.REPORT, report)
    tell(network, peers[3], peers[:3], item)
    go_on(network, peers)
    assert network.run(all_settled(peers), 300)


def test_a_stopped_table_takes_no_further_moves_and_keeps_its_log() -> None:
    network, peers = mid_game()
    mover = on_turn(peers)
    before = peers[0].session.records()
    tell(network, mover, others(peers, mover), entry_of(mover, Kind.MOVE, (99,)).item())
    assert peers[0].session.records() == before
    assert any(save.kind == "evidence" for save in others(peers, mover)[0].saves)
    assert not any(peer.session.my_turn for peer in peers)


def test_a_fault_in_the_rules_met_by_an_entry_stops_the_table_and_not_the_program() -> None:
    class Faulty:
        def __getattr__(self, name: str) -> Any:
            return getattr(GAME, name)

        def apply(self, state, seat, move):
            if seat != 2 and sum(state.wagons) > 4:
                raise IndexError("a fault")
            GAME.apply(state, seat, move)

    network = Network()
    peers = table(network, 3, games=[GAME, GAME, Faulty()], cryptos=nacl)
    assert network.run(all_halted(peers), 300)
    assert "IndexError" in peers[2].session.finding.why
    assert peers[0].session.finding.reporter == 2


def test_a_finished_game_cannot_be_undone_by_signing_a_contradiction() -> None:
    network = Network()
    peers = table(network, 2, watchers=1, cryptos=nacl)
    assert network.run(all_settled(peers), 300)
    loser = peers[1]
    n = next(
        entry.n
        for entry in map(read_record, peers[0].session.records())
        if entry.seat == 1 and entry.kind is Kind.MOVE
    )
    forged = entry_of(loser, Kind.MOVE, (0,), n=n)
    report = Report(1, nacl(1).key, 3, 0, (), 3, bytes(16), b"", "1", bytes(16))
    lie = statement(nacl(1), loser.session.ticket.table, Tag.REPORT, report)
    tell(network, loser, others(peers, loser), forged.item(), lie)
    assert {peer.session.phase for peer in others(peers, loser)} == {Phase.OVER}
    assert any(save.kind == "evidence" for save in peers[0].saves)
