"""What a table does without a host when somebody is gone: agreed entries, stand-ins, returns, undo."""

from typing import Any

import pytest

from core.bots.registry import bot
from core.games.registry import game as find_game
from core.kernel.canonical import Malformed
from core.kernel.errors import NotYourTurn
from netplay.audit import Audit, BadEntry
from netplay.session import Phase, Session
from netplay.session.agreeing import Act, Agreed, quorum
from netplay.session.cases import NO, YES
from netplay.table import Asked, Decided, Overturned, Withdrawn
from netplay.wire import (
    Entry,
    Gone,
    Kind,
    Policy,
    Seat,
    Tag,
    Vote,
    read_body,
    read_packet,
    read_policy,
    read_record,
)
from netplay.wire.policy import STAND_INS
from tests.netplay.session.forging import entry_of, mid_game, nacl, on_turn, statement, tell
from tests.netplay.session.simnet import GAME, Network, all_complete, all_settled, table, watcher
from tests.netplay.session.test_what_stops_a_table import Broken

STAND_IN, VOTE, WAIT = (Policy(gone, 10) for gone in (Gone.STAND_IN, Gone.VOTE, Gone.WAIT))


def governed(seats: int = 3, policy: Policy = STAND_IN, n: int = 20, **more: Any) -> Any:
    network, peers = mid_game(seats, n, policy=policy, **more)
    return network, peers, peers[:seats]


def play_on(network: Network, peers: list[Any], but: Any = ()) -> None:
    for peer in peers:
        if peer not in but and hasattr(peer, "cast"):
            peer.bot = peer.cast
            network.pump(peer)


def gone(network: Network, peer: Any) -> None:
    network.kill(peer)
    peer.wakes = float("inf")


def entries(peer: Any, kind: Kind) -> list[Any]:
    return [entry for entry in map(read_record, peer.session.records()) if entry.kind is kind]


def decided(peer: Any, what: str) -> list[Decided]:
    return [event for event in peer.of(Decided) if event.what == what]


def with_voices(*voices: int) -> Any:
    _network, peers, _ = governed(3, n=5)
    roster = peers[0].session.roster
    seats = tuple([Seat(bytes([n]) * 32, 1, "x", None, voice) for n, voice in enumerate(voices)])
    return roster._replace(seats=seats)


# Whose signatures an agreement needs


@pytest.mark.parametrize(
    ("voices", "away", "enough"),
    [
        ((0, 1, 2), {2}, True),
        ((0, 1, 2), {1, 2}, False),
        ((0, 1, 2, 3), {2, 3}, True),
        ((0, 1, 2, 3), {0, 1}, False),
        ((0, 1, 2, 3), {0, 3}, False),
        ((0, 0, 1, 2), {2}, True),
        ((0, 0, 1, 2), {1}, True),
        ((0, 0, 1, 2), {1, 2}, False),
        ((0, 0, 0, 1, 2), {3, 4}, False),
    ],
)
def test_a_quorum_is_most_machines_or_half_of_them_with_the_lowest(voices, away, enough) -> None:
    found = quorum(with_voices(*voices), away)
    assert (found is not None) == enough
    if found is not None:
        assert found.voters == tuple(seat for seat in range(len(voices)) if seat not in away)


def test_of_two_machines_one_may_go_on_and_that_is_marked_as_alone() -> None:
    for away in ({0}, {1}):
        found = quorum(with_voices(0, 1), away)
        assert found is not None
        assert found.alone


def test_two_quorums_always_share_a_machine() -> None:
    roster = with_voices(0, 1, 2, 3, 4, 5)
    sets = [{seat for seat in range(6) if bits >> seat & 1} for bits in range(64)]
    found = [set(q.voters) for away in sets if (q := quorum(roster, away)) is not None]
    assert all(one & two for one in found for two in found)


# Stand-ins


def test_after_its_time_a_stand_in_plays_for_who_is_gone_and_the_game_ends() -> None:
    network, peers, seats = governed(3)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    play_on(network, rest)
    assert network.run(all_complete(rest), 600)
    assert len({peer.session.state_hash for peer in rest}) == 1
    (entry,) = entries(rest[0], Kind.AGREED)
    event = decided(rest[0], "stand-in")[0]
    assert event.seats == (lost.session.seat,)
    assert f"from entry {entry.n}" in rest[0].session.note
    assert [seat for seat, _ in entry.signatures] == [
        peer.session.seat for peer in seats if peer is not lost
    ]


def test_a_stand_in_plays_the_move_of_the_greedy_bot_that_sees_public_facts_only() -> None:
    network, peers, _ = governed(3)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    network.run(lambda: len(entries(rest[0], Kind.AGREED)) > 0, 60)
    replica = rest[0].session._play.replica
    state, seat, game = replica.state, lost.session.seat, replica.game
    expected = game.pack(bot("greedy", game, 0).choose(game.copy(state), seat, {}))
    n = replica.n
    assert network.run(lambda: all(peer.session.n > n for peer in rest), 30)
    assert rest[-1].session.seat is None
    assert [read_record(p.session.records()[n + 1]).body for p in rest] == [expected] * 3


def test_a_deputy_that_sends_another_move_than_the_stand_ins_stops_the_table() -> None:
    network, peers, _ = governed(3, cryptos=nacl)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    network.run(lambda: all(entries(peer, Kind.AGREED) for peer in rest), 60)
    (deputy,) = [p for p in rest if p.session.seat == rest[0].session.stood[lost.session.seat]]
    replica = deputy.session._play.replica
    other = next(
        body
        for move in replica.game.moves(replica.state, {})
        if (body := replica.game.pack(move)) != replica.stand_in_move()
    )
    others = [peer for peer in rest if peer is not deputy]
    tell(network, deputy, others, entry_of(deputy, Kind.MOVE, other).item())
    assert {peer.session.phase for peer in others} == {Phase.HALTED}


def test_a_hidden_hand_is_laid_open_before_its_stand_in_plays() -> None:
    network, peers, _ = governed(3, game=find_game("a-toute-vapeur"), n=30)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    play_on(network, rest)
    network.run(lambda: len(decided(rest[0], "stand-in")) > 0, 60)
    event = decided(rest[0], "stand-in")[0]
    assert len(event.after.awaiting) > len(event.before.awaiting)
    assert "laid open" in event.says
    assert network.run(all_complete(rest), 900)


@pytest.mark.parametrize("stand_in", STAND_INS)
def test_a_late_spectator_and_an_audit_believe_a_game_with_a_stand_in(stand_in: str) -> None:
    policy = Policy(Gone.STAND_IN, 10, stand_in=stand_in)
    network, peers, _ = governed(3, policy, cryptos=nacl)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    play_on(network, rest)
    assert network.run(all_complete(rest), 600)
    late = network.add(watcher(rest[0].session.ticket, 7, 0, network.now, cryptos=nacl))
    assert network.run(lambda: late.session.complete, 60)
    assert late.session.note == rest[0].session.note
    audit = Audit(rest[0].session.records(), nacl("reader"))
    texts = [step.text for step in audit.steps()]
    assert audit.dealt
    assert any("a stand-in plays for" in text for text in texts)


def test_an_audit_finds_an_agreement_that_too_few_signed() -> None:
    network, peers, _ = governed(3, cryptos=nacl)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    network.run(lambda: len(entries(rest[0], Kind.AGREED)) > 0, 60)
    records = list(rest[0].session.records())
    n = entries(rest[0], Kind.AGREED)[0].n

    entry = read_record(records[n])
    records[n] = entry._replace(signatures=entry.signatures[:1]).record()
    with pytest.raises(BadEntry):
        list(Audit(records[: n + 1], nacl("reader")).steps())


# Coming back


def test_an_owner_who_returns_has_the_seat_again_before_the_stand_in_moves_on() -> None:
    network, peers, _ = governed(3)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    play_on(network, rest)
    network.run(lambda: len(decided(rest[0], "stand-in")) > 0, 60)
    lost.wakes = network.now
    lost.bot = lost.cast
    assert network.run(all_settled(peers), 900)
    assert decided(rest[0], "return")[0].seats == (lost.session.seat,)
    last = [e for e in entries(rest[0], Kind.MOVE) if e.seat == lost.session.seat][-1]
    assert last.n > decided(rest[0], "return")[0].n


def test_what_the_absent_had_written_and_nobody_heard_is_overturned_and_told() -> None:
    network, peers, _ = governed(3)
    lost = on_turn(peers)
    lost.muted = True
    session = lost.session
    session.submit(session.game.moves(session.state, session.secrets)[0])
    network.pump(lost)
    ahead = session.n
    gone(network, lost)
    lost.muted = False
    rest = [peer for peer in peers if peer is not lost]
    network.run(lambda: all(entries(peer, Kind.AGREED) for peer in rest), 60)
    lost.wakes = network.now
    play_on(network, peers)
    assert network.run(all_settled(peers), 900)
    assert lost.of(Overturned)[0].n <= ahead
    assert lost.of(Overturned)[0].mine == 1
    assert all(event.mine == 0 for peer in rest for event in peer.of(Overturned))
    assert len({peer.session.records() for peer in peers}) == 1


def test_what_was_written_without_a_link_waits_and_goes_out_if_the_table_has_waited_too() -> None:
    network, peers, _ = governed(3)
    lost = on_turn(peers)
    lost.muted = True
    session = lost.session
    session.submit(session.game.moves(session.state, session.secrets)[0])
    network.pump(lost)
    ahead = session.n
    assert session.standing(ahead) == "pending"
    network.run(lambda: False, 5)
    lost.muted = False
    assert network.run(lambda: all(peer.session.settled >= ahead for peer in peers), 30)
    assert session.standing(ahead) == "settled"
    assert not lost.of(Overturned)
    assert len({peer.session.records()[ahead] for peer in peers}) == 1


def test_a_deputy_that_keeps_a_returned_owner_out_loses_the_care_of_the_seat() -> None:
    network, peers, seats = governed(4)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    network.run(lambda: all(entries(peer, Kind.AGREED) for peer in rest), 60)
    number = rest[0].session.stood[lost.session.seat]
    (deputy,) = [peer for peer in seats if peer.session.seat == number]
    gone(network, deputy)
    lost.wakes = network.now
    here = [peer for peer in peers if peer is not deputy]
    play_on(network, here)
    lost.bot = lost.cast
    assert network.run(all_complete(here), 900)
    assert deputy.session.seat in here[0].session.stood
    assert lost.session.seat not in here[0].session.stood


# Refusing


def test_a_seat_that_has_the_entry_refuses_and_attaches_it_and_frees_who_had_said_yes() -> None:
    network, peers, seats = governed(4, VOTE)
    mover = on_turn(peers)
    others = [peer for peer in seats if peer is not mover]
    holder, asker = others[0], others[1]
    network.tamper = lambda sender, to, sent: sent if sender is not mover or to is holder else None
    session = mover.session
    session.submit(session.game.moves(session.state, session.secrets)[0])
    network.pump(mover)
    # Only one seat hears of the move; the mover's link is lost; the others think it is gone.
    network.run(lambda: holder.session.n == mover.session.n, 2)
    gone(network, mover)
    network.tamper = lambda sender, to, sent: None if holder in (sender, to) else sent
    for peer in others[1:]:
        peer.session.link(mover.session.seat, False, network.now - 100)
    network.run(lambda: False, 12)
    asker.session.propose_stand_in(network.now)
    network.pump(asker)
    network.tamper = None
    network.run(lambda: all(p.session.n >= mover.session.n for p in others), 60)
    assert len({peer.session.records()[mover.session.n] for peer in others}) == 1
    assert entries(holder, Kind.AGREED) == []


def test_a_persons_no_ends_a_proposal_and_is_said() -> None:
    network, peers, seats = governed(3, VOTE)
    for peer in seats:
        peer.session._play.council.docket.bot = False
    asker = seats[0]
    asker.session.propose_end(network.now)
    network.pump(asker)
    network.run(lambda: all(peer.of(Asked) for peer in seats[1:]), 10)
    question = seats[1].of(Asked)[0]
    assert "proposes" in question.says
    assert seats[1].session.answer(question.round, False, network.now)
    network.pump(seats[1])
    network.run(lambda: bool(asker.of(Withdrawn)), 10)
    assert asker.of(Withdrawn)[0].by == 1
    assert asker.session.proposals == []
    play_on(network, peers)
    assert network.run(all_settled(peers), 300)


def test_a_second_answer_to_one_proposal_is_not_given() -> None:
    network, _peers, seats = governed(3, VOTE)
    for peer in seats:
        peer.session._play.council.docket.bot = False
    seats[0].session.propose_end(network.now)
    network.pump(seats[0])
    network.run(lambda: all(peer.of(Asked) for peer in seats[1:]), 10)
    round_ = seats[1].of(Asked)[0].round
    assert seats[1].session.answer(round_, True, network.now)
    assert not seats[1].session.answer(round_, False, network.now)


def test_a_yes_is_kept_over_a_crash_and_binds_until_the_proposal_is_off() -> None:
    network, _peers, seats = governed(3, VOTE)
    for peer in seats:
        peer.session._play.council.docket.bot = False
    network.run(lambda: False, 1)
    seats[0].session.propose_end(network.now)
    network.pump(seats[0])
    network.run(lambda: all(peer.of(Asked) for peer in seats[1:]), 10)
    signer = seats[1]
    assert signer.session.answer(signer.of(Asked)[0].round, True, network.now)
    network.pump(signer)
    network.kill(signer)
    signer.wakes = network.now
    network.run(lambda: not signer.dead, 5)
    assert signer.session._play.bound


def test_a_proposal_that_its_proposer_has_signed_is_not_taken_back_for_a_newer_one() -> None:
    """Signed last and lost with the machine: the others may have it as an entry by now."""
    network, _peers, seats = governed(3, VOTE)
    network.run(lambda: False, 1)
    asker, said = seats[1], []
    asker.session.propose_end(network.now)
    case = next(iter(asker.session._play.council.docket.cases.values()))
    asker.session._play.council.voting.vote(case, YES)
    asker.session.actions()
    network.on_publish = lambda peer, sent: said.append((peer, sent))
    asker.session.propose_pause(network.now)
    network.pump(asker)
    for _peer, sent in said:
        for item in read_packet(sent.payload, asker.session.ticket.table):
            if not isinstance(item, Entry) and item.tag is Tag.VOTE:
                vote = read_body(item)
                assert (vote.seat, vote.entry, vote.answer) != (1, case.entry.hash, NO)
    assert any(sent.channel == "at" for _peer, sent in said)


def test_of_two_a_lone_yes_that_a_crash_cut_short_becomes_the_entry_after_it() -> None:
    network, peers, seats = governed(2, STAND_IN)
    lost = on_turn(peers)
    stays = next(peer for peer in seats if peer is not lost)
    gone(network, lost)
    council = stays.session._play.council
    council.voting.finish = lambda case: None
    network.run(lambda: bool(council.docket.open()), 60)
    council.voting.vote(council.docket.open()[0], YES)
    network.pump(stays)
    network.kill(stays)
    stays.wakes = network.now
    assert network.run(lambda: bool(stays.session.stood), 30)


def test_nobody_who_is_there_can_be_voted_out() -> None:
    network, peers, seats = governed(3, VOTE)
    mover = on_turn(peers)
    asker = next(peer for peer in seats if peer is not mover)
    with pytest.raises(NotYourTurn, match="nobody is absent"):
        asker.session.propose_stand_in(network.now)
    asker.session._play.council.motions.propose(
        Act.STAND_IN, (mover.session.seat,), asker.session.seat
    )
    network.pump(asker)
    network.run(lambda: False, 5)
    assert entries(asker, Kind.AGREED) == []


def test_a_forged_vote_frees_nobody() -> None:
    network, _peers, seats = governed(3, VOTE, cryptos=nacl)
    for peer in seats:
        peer.session._play.council.docket.bot = False
    seats[0].session.propose_end(network.now)
    network.pump(seats[0])
    network.run(lambda: all(peer.of(Asked) for peer in seats[1:]), 10)
    (case,) = seats[0].session._play.council.docket.cases.values()
    vote = Vote(2, case.entry.n, case.agreed.round, case.entry.hash, 2, b"")
    lie = statement(nacl("stranger"), seats[0].session.ticket.table, Tag.VOTE, vote)
    tell(network, seats[1], [seats[0]], lie)
    assert len(seats[0].session.proposals) == 1


# Policies and ends


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_broken_rules_stop_a_table_with_a_policy_as_any_other(seats: int) -> None:
    network = Network()
    games: list[Any] = [GAME] * seats
    games[1] = Broken()
    peers = table(network, seats, watchers=1, games=games, cryptos=nacl, policy=STAND_IN)
    assert network.run(lambda: all(p.session.phase is Phase.HALTED for p in peers), 300)
    network.run(lambda: False, 20)
    for peer in peers:
        finding = peer.session.finding
        assert finding.difference.path == "tickets[0]"
        assert finding.culprits(seats) == ((1,) if seats > 2 else ())
        others = [p for p in peers[:seats] if p is not peer]
        assert len(finding.reports) == len(others)


def test_where_the_table_votes_a_bot_puts_the_question_and_a_person_is_asked() -> None:
    network, peers, seats = governed(3, VOTE)
    lost = on_turn(peers)
    person = seats[-1] if seats[-1] is not lost else seats[-2]
    person.session._play.council.docket.bot = False
    gone(network, lost)
    assert network.run(lambda: bool(person.session.questions), 60)
    question = person.session.questions[0]
    assert question.what == "stand-in"
    assert person.session.answer(question.round, True, network.now)
    network.pump(person)
    assert network.run(lambda: lost.session.seat in peers[-1].session.stood, 30)


def test_under_wait_nobody_is_stood_in_for_by_itself() -> None:
    network, peers, _ = governed(3, WAIT)
    lost = on_turn(peers)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    play_on(network, rest)
    network.run(lambda: False, 300)
    assert entries(rest[0], Kind.AGREED) == []
    assert lost.session.seat in rest[0].session.absent


def test_who_resigns_is_absent_at_once_and_can_come_back() -> None:
    network, peers, _seats = governed(3, Policy(Gone.STAND_IN, 3600))
    leaver = on_turn(peers)
    leaver.session.resign(network.now)
    network.pump(leaver)
    rest = [peer for peer in peers if peer is not leaver]
    play_on(network, peers)
    assert network.run(lambda: len(decided(rest[0], "stand-in")) > 0, 60)
    with pytest.raises(NotYourTurn):
        leaver.session.submit(leaver.session.game.parse("pass"))
    leaver.session.back(network.now)
    network.pump(leaver)
    assert network.run(all_settled(peers), 900)
    assert len(decided(rest[0], "return")) == 1


def test_all_may_end_the_game_and_the_result_says_so() -> None:
    network, peers, seats = governed(3, VOTE)
    seats[1].session.propose_end(network.now)
    network.pump(seats[1])
    assert network.run(all_complete(peers), 60)
    assert all("abandoned" in peer.session.note for peer in peers)
    assert decided(peers[-1], "end")
    Audit(peers[0].session.records()).steps()


def test_a_claim_is_refused_where_the_table_did_not_agree_to_it() -> None:
    network, _peers, seats = governed(3, VOTE)
    with pytest.raises(NotYourTurn):
        seats[0].session.propose_end(network.now, claim=True)


@pytest.mark.parametrize("stays", [0, 1])
def test_of_two_players_the_one_present_goes_on_and_nothing_settles_meanwhile(stays: int) -> None:
    network, peers, seats = governed(2)
    lost = seats[1 - stays]
    play_on(network, peers)
    network.run(lambda: False, 1)
    gone(network, lost)
    rest = [peer for peer in peers if peer is not lost]
    settled = seats[stays].session.settled
    assert network.run(all_complete(rest), 600)
    assert seats[stays].session.settled <= settled + 1
    assert "stand-in" in seats[stays].session.note


def test_a_move_that_revealed_nothing_is_taken_back_if_all_agree() -> None:
    for n in range(10, 80):
        network, peers, _seats = governed(2, VOTE, n)
        mover = on_turn(peers)
        session = mover.session
        before = session._play.replica.game.encode(session.state)
        for move in session.game.moves(session.state, session.secrets):
            outcome = session._play.replica.advance(
                Kind.MOVE, session.seat, session.game.pack(move)
            )
            if not outcome.opened and not outcome.claims and not outcome.after.over:
                break
        else:
            continue
        session.submit(move)
        network.pump(mover)
        network.run(lambda: False, 2)
        assert session.can_undo
        session.propose_undo(network.now)
        network.pump(mover)
        assert network.run(lambda p=peers: all(decided(peer, "undo") for peer in p), 30)
        for peer in peers:
            assert session.game.encode(peer.session.state) == before
        play_on(network, peers)
        assert network.run(all_settled(peers), 300)
        return
    raise AssertionError("no move that reveals nothing was met")


def test_what_revealed_something_cannot_be_taken_back() -> None:
    network, peers, seats = governed(2, VOTE)
    play_on(network, peers)
    for _ in range(200):
        network.run(lambda: False, 0.3)
        replica = seats[0].session._play.replica
        if replica.outcome(replica.n).kind is Kind.ANSWER and not replica.ended:
            with pytest.raises(NotYourTurn):
                seats[0].session.propose_undo(network.now)
            return
    raise AssertionError("nothing was revealed")


# What is no agreement


@pytest.mark.parametrize(
    "body",
    [
        (),
        (8, 0, (1,), 0, b""),
        (8, 9, (1,), 0, b"", ()),
        (8, 0, (1, 1), 0, b"", ()),
        (8, 0, (7,), 0, b"", ()),
        (True, 0, (1,), 0, b"", ()),
        (8, 2, (), 3, b"", (0,)),
    ],
)
def test_malformed_agreements_change_nothing(body: Any) -> None:
    network, peers, seats = governed(3, VOTE, cryptos=nacl)
    n = seats[0].session.n
    entry = entry_of(seats[1], Kind.AGREED, body, seat=-1, device=0)
    entry = entry._replace(signatures=((1, entry.signatures[0][1]),))
    tell(network, seats[1], [seats[0], *peers[3:]], entry.item())
    assert seats[0].session.n == n
    assert seats[0].session.phase is Phase.PLAYING


def test_a_policy_of_another_version_is_not_sat_down_to() -> None:
    for extra in ((2, 0, 60, 0), (1, 5, 60, 0), (1, 0, 0, 0), (1, 0, 60), (1, 0, 10**9, 0)):
        with pytest.raises(Malformed):
            read_policy(extra)
    assert read_policy(()) is None
    assert read_policy(VOTE.wire()) == VOTE


def test_at_a_table_without_a_policy_nothing_can_be_agreed_on() -> None:
    network, peers = mid_game(3)
    session: Session = peers[0].session
    with pytest.raises(NotYourTurn):
        session.propose_end(network.now)
    assert Agreed(8, Act.END, (), 0).wire() == (8, 1, (), 0, b"", ())
