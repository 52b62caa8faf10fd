"""Sitting down: rosters, readies, entry 0, nonces, and who is refused with which words."""

from typing import Any

import pytest

from core.games.registry import game as find_game
from netplay.crypto_local import LocalCrypto
from netplay.session import (
    Dissolved,
    Me,
    Phase,
    Refused,
    Seated,
    Session,
    Started,
    Ticket,
    TurnedAway,
)
from netplay.wire import Ready, Seat, Tag, pack_body, read_body, read_packet
from tests.netplay.session.forging import nacl, packet, statement
from tests.netplay.session.simnet import (
    GAME,
    Network,
    Peer,
    all_playing,
    all_settled,
    bots,
    crypto,
    secret,
    table,
    watcher,
)


def creator(network: Network, seats: int = 3, **more: Any) -> Peer:
    session = Session.create(
        GAME,
        GAME.options(),
        seats,
        Me(more.pop("crypto", nacl(0)), "Anna"),
        salt=secret("salt")[:16],
        nonce=secret("nonce 0"),
        now=network.now,
        **more,
    )
    return network.add(session)


def guest(network: Network, ticket: Ticket, place: int | str, name: str = "", **more: Any) -> Peer:
    session = Session.join(
        more.pop("game", GAME),
        ticket,
        Me(more.pop("crypto", nacl(place)), name or f"Guest {place}"),
        nonce=more.pop("nonce", secret(f"nonce {place}")),
        now=network.now,
        **more,
    )
    return network.add(session)


def items(peer: Peer, tag: Tag) -> list[Any]:
    return [
        item
        for sent in peer.outbox
        for item in read_packet(sent.payload, peer.session.ticket.table)
        if getattr(item, "tag", Tag.ENTRY) is tag
    ]


def test_guests_take_free_seats_in_the_order_in_which_they_ask() -> None:
    network = Network()
    first = creator(network)
    one = guest(network, first.session.ticket, "one")
    network.run(lambda: one.session.seat is not None, 5)
    two = guest(network, first.session.ticket, "two")
    assert network.run(all_playing([first, one, two]), 10)
    assert (one.session.seat, two.session.seat) == (1, 2)
    assert [p.name for p in first.session.players] == ["Anna", "Guest one", "Guest two"]


def test_a_wish_for_a_free_seat_is_granted() -> None:
    network = Network()
    first = creator(network)
    one = guest(network, first.session.ticket, "one", want=2)
    network.run(lambda: one.session.seat is not None, 5)
    assert one.session.seat == 2


def test_two_who_ask_for_one_seat_at_once_get_different_ones() -> None:
    network = Network()
    first = creator(network)
    two = [guest(network, first.session.ticket, name, want=1) for name in ("one", "two")]
    assert network.run(all_playing([first, *two]), 10)
    assert sorted(peer.session.seat for peer in two) == [1, 2]


def test_whoever_comes_to_a_full_table_is_told_so() -> None:
    network = Network()
    peers = [creator(network, 2)]
    peers.append(guest(network, peers[0].session.ticket, "one"))
    assert network.run(all_playing(peers), 10)
    late = guest(network, peers[0].session.ticket, "late")
    network.run(lambda: late.session.phase is Phase.CLOSED, 10)
    assert [event.says for event in late.of(Refused)] == ["all seats of this table are taken"]


class Newer:
    """The same game in a later version of the rules."""

    version = GAME.version + 1

    def __getattr__(self, name: str) -> Any:
        return getattr(GAME, name)

    def rules_id(self) -> bytes:
        return bytes(16)


@pytest.mark.parametrize(
    ("ours", "theirs", "who"),
    [(GAME, Newer(), "the table's creator must update"), (Newer(), GAME, "the guest must update")],
)
def test_other_rules_are_refused_before_seating_naming_both_versions_and_who_updates(
    ours: Any, theirs: Any, who: str
) -> None:
    network = Network()
    session = Session.create(
        ours,
        GAME.options(),
        2,
        Me(nacl(0), "Anna"),
        salt=secret("salt")[:16],
        nonce=secret("n"),
        now=0.0,
    )
    first = network.add(session)
    other = guest(network, session.ticket, "one", game=theirs)
    network.run(lambda: other.session.phase is Phase.CLOSED, 10)
    says = other.of(Refused)[0].says
    assert f"plays rules {ours.version}" in says
    assert f"has rules {theirs.version}" in says
    assert who in says
    assert first.session.roster.seats[1] is None
    network.run(lambda: False, 3)
    # The guest may have closed at the sight of the roster; the creator hears of whoever asks.
    assert all(who in event.says for event in first.of(TurnedAway))


def test_a_changed_copy_of_the_same_version_is_named_as_such() -> None:
    class Changed(Newer):
        version = GAME.version

    network = Network()
    first = creator(network, 2)
    other = guest(network, first.session.ticket, "one", game=Changed())
    network.run(lambda: other.session.phase is Phase.CLOSED, 10)
    assert "changed copy" in other.of(Refused)[0].says


def test_a_watcher_with_other_rules_is_refused_too() -> None:
    network = Network()
    first = creator(network, 2)
    other = network.add(watcher(first.session.ticket, game=Newer(), cryptos=nacl))
    network.run(lambda: other.session.phase is Phase.CLOSED, 30)
    assert "must update" in other.of(Refused)[0].says


def test_a_table_of_unsigned_play_is_refused_by_networked_peers() -> None:
    network = Network()
    first = creator(network, 2)
    other = guest(network, first.session.ticket, 1)
    unsigned = first.session.roster._replace(number=9, scheme="local")
    item = statement(nacl(0), first.session.ticket.table, Tag.ROSTER, unsigned)
    other.session.receive("", "at", packet(first, item), network.now)
    network.pump(other)
    assert "not for play between machines" in other.of(Refused)[0].says


def test_a_roster_without_a_true_signature_seats_nobody() -> None:
    network = Network()
    first = creator(network, 2, crypto=crypto(0), invited=[Me(nacl(1), "Bea")])
    other = guest(network, first.session.ticket, 1)
    network.run(lambda: False, 10)
    assert other.session.seat is None
    assert other.session.dropped["signature"]


def test_an_unknown_way_of_dealing_is_refused() -> None:
    network = Network()
    first = creator(network, 2, deal="sealed", invited=[Me(nacl(1), "Bea")])
    other = guest(network, first.session.ticket, 1)
    network.run(lambda: other.session.phase is Phase.CLOSED, 10)
    assert "sealed" in other.of(Refused)[0].says


def test_a_change_of_the_roster_voids_all_readies() -> None:
    network = Network()
    first = creator(network, 3, invited=[Me(nacl(1), "Bea"), None])
    one = guest(network, first.session.ticket, 1)
    network.run(lambda: one.session.seat is not None, 5)
    assert not items(one, Tag.READY), "nobody is ready at a table that is not full"
    two = guest(network, first.session.ticket, 2)
    assert network.run(all_playing([first, one, two]), 10)
    numbers = {read_body(item).number for item in items(one, Tag.READY)}
    assert numbers == {2}
    old = read_body(items(one, Tag.READY)[0])
    assert first.session.roster._replace(number=3).ready_hash() != old.ready


def test_nobody_is_ready_before_a_person_says_so() -> None:
    network = Network()
    peers = [creator(network, 2, auto_ready=False)]
    peers.append(guest(network, peers[0].session.ticket, 1))
    network.run(lambda: False, 300)
    assert peers[0].session.phase is Phase.SEATING
    peers[0].session.ready(network.now)
    network.pump(peers[0])
    assert network.run(all_playing(peers), 10)


def test_a_start_that_dissolves_names_the_people_from_whom_nothing_was_heard() -> None:
    network = Network()

    def tamper(sender, to, sent):
        """Of seat 1 the others hear that it is ready, and nothing after that."""
        tags = [
            getattr(item, "tag", Tag.ENTRY)
            for item in read_packet(sent.payload, sender.session.ticket.table)
        ]
        return None if sender.session.seat == 1 and {Tag.SIGN, Tag.NONCE} & {*tags} else sent

    network.tamper = tamper
    peers = [creator(network, 2, auto_ready=False)]
    peers.append(guest(network, peers[0].session.ticket, "one"))
    network.run(peers[0].session.roster.full, 10)
    peers[0].session.ready(network.now)
    network.pump(peers[0])
    assert network.run(lambda: bool(peers[0].of(Dissolved)), 300)
    assert peers[0].of(Dissolved)[0].silent == ((nacl("one").key, "Guest one"),)


def test_no_nonce_leaves_before_every_seat_signed_entry_0() -> None:
    network = Network()
    withheld = []

    def tamper(sender, to, sent):
        """Seat 2's signature of entry 0 reaches nobody."""
        session = sender.session
        if session.seat == 2 and any(
            getattr(item, "tag", Tag.SIGN) is Tag.SIGN
            for item in read_packet(sent.payload, session.ticket.table)
        ):
            withheld.append(sent)
            return None
        return sent

    network.tamper = tamper
    peers = table(network, 3, cryptos=nacl)
    network.run(lambda: False, 60)
    assert withheld
    for peer in peers[:2]:
        assert peer.session._seating.agreed
        assert not items(peer, Tag.NONCE)
        assert not peer.of(Started)
    network.run(lambda: all(p.session.phase is Phase.CLOSED for p in peers[:2]), 200)
    assert "Player 2" in peers[0].of(Dissolved)[0].says
    assert peers[0].of(Dissolved)[0].silent == ()  # a bot is nobody to remember


def test_each_nonce_is_sent_sealed_to_each_other_seat_after_the_start() -> None:
    network = Network()
    peers = table(network, 3, cryptos=nacl)
    assert network.run(all_playing(peers), 10)
    for peer in peers:
        passed = {(read_body(i).of, read_body(i).to) for i in items(peer, Tag.NONCE)}
        seat = peer.session.seat
        assert {pair for pair in passed if pair[0] == seat} == {
            (seat, other) for other in range(3) if other != seat
        }


def test_an_equal_commitment_is_refused() -> None:
    network = Network()
    first = creator(network, 3, invited=[Me(nacl(1), "Bea"), Me(nacl(2), "Cy")])
    session = first.session
    one = guest(network, session.ticket, 1)
    network.run(lambda: False, 0.5)
    copied = read_body(items(one, Tag.READY)[0])
    copy = Ready(2, copied.number, copied.ready, copied.commitment)
    item = statement(nacl(2), session.ticket.table, Tag.READY, copy)
    session.receive("", "at", packet(first, item), network.now)
    assert session.dropped["commitment"] == 1
    assert session.phase is Phase.SEATING


@pytest.mark.parametrize("missing", [(0, 1), (1, 2), (2, 0)])
def test_a_nonce_that_its_owner_cannot_deliver_is_had_from_another_seat(missing) -> None:
    owner, lacking = missing
    network = Network()

    def tamper(sender, to, sent):
        if sender.session.seat != owner or to.session.seat != lacking:
            return sent
        found = read_packet(sent.payload, sender.session.ticket.table)
        return None if any(getattr(i, "tag", None) is Tag.NONCE for i in found) else sent

    network.tamper = tamper
    peers = table(network, 3, cryptos=nacl)
    assert network.run(all_settled(peers), 600)
    helped = [i for p in peers for i in items(p, Tag.NONCE) if read_body(i).of != p.session.seat]
    assert helped


def test_a_forged_nonce_is_found_out_by_its_commitment() -> None:
    network = Network()
    peers = table(network, 2, cryptos=nacl)

    # A modified client: committed to one nonce, it will send another.
    network.run(lambda: bool(items(peers[1], Tag.READY)), 5)
    peers[1].session._seating._nonce = bytes(32)
    network.run(lambda: False, 30)
    assert peers[0].session.dropped["nonce"]
    assert peers[0].session._seating.seed is None
    network.run(lambda: peers[0].session.phase is Phase.CLOSED, 300)
    assert peers[0].of(Dissolved)


def test_seats_see_the_seed_depend_on_every_nonce() -> None:
    seeds = set()
    for changed in (None, 0, 1, 2):
        network = Network()
        peers = [creator(network, 3)]
        peers[0].session._seating._nonce = secret("changed" if changed == 0 else "nonce 0")
        for place in (1, 2):
            nonce = secret("changed" if changed == place else f"nonce {place}")
            peers.append(guest(network, peers[0].session.ticket, place, nonce=nonce))
            network.run(lambda: False, 2)
        assert network.run(all_playing(peers), 10)
        found = {peer.session._seating.seed for peer in peers}
        assert len(found) == 1
        seeds |= found
    assert len(seeds) == 4


def test_an_older_roster_that_comes_again_is_ignored() -> None:
    network = Network()
    first = creator(network, 3)
    one = guest(network, first.session.ticket, 1)
    network.run(lambda: one.session.seat is not None, 5)
    session = one.session
    old = session.roster._replace(number=1, seats=(session.roster.seats[0], None, None))
    item = statement(nacl(0), session.ticket.table, Tag.ROSTER, old)
    session.receive("", "at", packet(one, item), network.now)
    assert session.seat == 1


@pytest.mark.parametrize("change", ["creator", "salt", "options", "seats", "twice", "zero"])
def test_a_roster_that_does_not_hold_together_is_not_followed(change: str) -> None:
    network = Network()
    first = creator(network, 3)
    one = guest(network, first.session.ticket, 1)
    network.run(lambda: one.session.seat is not None, 5)
    session, roster = one.session, one.session.roster
    seat = roster.seats[0]
    changed = {
        "creator": roster._replace(creator=nacl(5).key),
        "salt": roster._replace(salt=bytes(16)),
        "options": roster._replace(options=(1, 2, 3, 4)),
        "seats": roster._replace(seats=(seat,) + (None,) * 6),
        "twice": roster._replace(seats=(seat, seat, None)),
        "zero": roster._replace(seats=(None, seat, None)),
    }[change]
    bad = changed._replace(number=roster.number + 1)
    item = statement(nacl(0), session.ticket.table, Tag.ROSTER, bad)
    session.receive("", "at", packet(one, item), network.now)
    assert session.roster == roster


def test_names_are_cleaned_where_they_come_in() -> None:
    network = Network()
    first = creator(network, 2)
    guest(network, first.session.ticket, 1, name="\x1b[2J\u202eevil[/red]\u200b" + "x" * 40)
    network.run(lambda: first.session.phase is Phase.PLAYING, 10)
    name = first.session.players[1].name
    assert name == ("[2Jevil[/red]" + "x" * 40)[:24]
    assert first.of(Seated)[-1].players[1].name == name


def test_two_players_of_one_name_are_told_apart_by_their_marks() -> None:
    network = Network()
    first = creator(network, 2)
    guest(network, first.session.ticket, 1, name="Anna")
    network.run(lambda: first.session.phase is Phase.PLAYING, 10)
    one, two = first.session.players
    assert one.name == two.name
    assert one.mark != two.mark


def test_a_second_window_of_one_player_does_not_get_a_second_seat() -> None:
    network = Network()
    first = creator(network, 3)
    for _ in range(2):
        guest(network, first.session.ticket, 1)
    network.run(lambda: False, 20)
    assert [seat is not None for seat in first.session.roster.seats] == [True, True, False]


def test_sitting_down_survives_a_rough_network() -> None:
    for seed in range(10):
        network = Network(seed, loss=0.4, double=0.3, delay=(0.01, 1.5))
        peers = [creator(network, 4)]
        peers += [guest(network, peers[0].session.ticket, place) for place in (1, 2, 3)]
        assert network.run(all_playing(peers), 110), [p.session.phase for p in peers]
        assert len({peer.session._seating.seed for peer in peers}) == 1


def test_guests_play_the_game_to_its_end_with_a_second_game_of_other_rules() -> None:
    game = find_game("a-toute-vapeur")
    network = Network(2, loss=0.1, double=0.1, delay=(0.01, 0.4))
    peers = table(network, 4, game=game, watchers=1, players=bots(1, 4, game))
    assert network.run(all_settled(peers))
    assert len({peer.session.records() for peer in peers}) == 1


def test_local_crypto_is_refused_where_it_signs_for_another_key() -> None:
    one, two = LocalCrypto(secret("a")), LocalCrypto(secret("b"))
    assert one.verify(one.key, b"data", one.sign(b"data"))
    assert not one.verify(two.key, b"data", one.sign(b"data"))
    assert not one.verify(one.key, b"date", one.sign(b"data"))
    assert pack_body(Ready(0, 1, bytes(32), bytes(32)))


def test_a_seat_whose_nonces_come_late_follows_the_log_and_then_plays_on() -> None:
    """Of a game with claims and shuffles, so that its dealer must be taken through all of them."""
    game = find_game("a-toute-vapeur")
    claims = sum(late_nonces(game, seed) for seed in range(6))
    assert claims > 0, "some seed must have had claims before the nonces came"


def late_nonces(game: Any, seed: int) -> int:
    """How many claims seat 2 followed before it could begin to deal; the game then ends well."""
    network = Network(seed)

    def tamper(sender: Peer, to: Peer, sent: Any) -> Any:
        found = read_packet(sent.payload, sender.session.ticket.table)
        late = to.session.seat == 2 and network.now < 30
        return None if late and any(getattr(i, "tag", 7) is Tag.NONCE for i in found) else sent

    network.tamper = tamper
    peers = table(network, 3, seed, game=game, players=bots(seed, 3, game))
    network.run(lambda: network.now > 29, 29.5)
    late = peers[2].session
    assert late._play.hand is None
    claims = sum(bool(late._play.replica.outcome(n).claims) for n in range(1, late.n))
    assert network.run(all_settled(peers), 600)
    assert not any(peer.session.finding for peer in peers)
    return claims


def test_one_key_cannot_be_invited_to_two_seats() -> None:
    with pytest.raises(ValueError, match="two seats"):
        creator(Network(), 3, invited=[Me(nacl(1), "Bea"), Me(nacl(1), "Bea again")])


def test_seats_run_by_one_machine_can_be_one_voice() -> None:
    bot = Seat(nacl(1).key, 1, "Bot", "greedy", 0)
    first = creator(Network(), 3, invited=[bot, Me(nacl(2), "Cy")])
    assert [seat.voice for seat in first.session.roster.seats] == [0, 0, 2]


# Brokers of the seats

OURS, THEIRS = ("mqtt://192.168.1.5:41883",), ("mqtt://192.168.1.6:40001",)


def test_the_roster_of_a_table_without_an_operator_says_every_seats_broker() -> None:
    network = Network(1)
    anna = creator(network, brokers=OURS)
    guest(network, anna.session.ticket, 1, brokers=THEIRS)
    guest(network, anna.session.ticket, 2)
    assert network.run(all_playing(network.peers), 10)
    for peer in network.peers:
        assert peer.session.roster is not None
        assert peer.session.roster.brokers == (OURS, THEIRS, ())


def test_at_an_operators_broker_no_guests_own_comes_into_the_roster() -> None:
    network = Network(1)
    anna = creator(network)
    guest(network, anna.session.ticket, 1, brokers=THEIRS)
    guest(network, anna.session.ticket, 2)
    assert network.run(all_playing(network.peers), 10)
    assert anna.session.roster.brokers == ()


def test_a_seat_that_is_given_up_takes_its_broker_along() -> None:
    network = Network(1)
    anna = creator(network, brokers=OURS)
    guest(network, anna.session.ticket, 1, brokers=THEIRS)
    assert network.run(lambda: anna.session.roster.brokers[1:2] == (THEIRS,), 10)
    anna.session.remove(1, network.now)
    assert anna.session.roster.brokers == (OURS, (), ())
