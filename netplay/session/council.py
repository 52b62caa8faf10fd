"""One seat's part in agreements: proposing, answering once, and what an answer binds it to.

Why this is safe (docs/protocol.md, 10): a proposal needs the signature of every seat it does not
name, these are a majority of the machines, and a seat that has said yes lets no entry of a lower
rank hold in that place until the proposal is off, which takes the signed no of one of them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from core.kernel.errors import NotYourTurn
from netplay.session.absence import Absence
from netplay.session.agreeing import ROUNDS, Act, Agreed, read_agreed
from netplay.session.agreement import WHAT, needed, undoable, words
from netplay.session.binding import Binding
from netplay.session.cases import HERE, NO, YES, Case, pack_vote, read_vote
from netplay.session.desk import Desk, Timer
from netplay.session.outcome import Wrong
from netplay.session.replica import Replica
from netplay.table import Asked, Urged, Withdrawn
from netplay.wire import (
    NOBODY,
    Entry,
    Gone,
    Kind,
    Propose,
    Statement,
    Tag,
    Vote,
    entry_data,
    entry_to_sign,
    make_entry,
)

PATIENCE: Final = 25.0
"""Seconds after which a proposer takes back what programs did not answer; persons have more."""
PERSONS: Final = 90.0
_SILENT: Final = 12.0
"""Seconds without a word after which a seat named beside the one that is due counts as gone."""
_AGAIN: Final = 0.5
_CASES: Final = 32


class Council:
    """Proposals for the next entry, at a seat of a table that has a policy."""

    def __init__(
        self,
        desk: Desk,
        replica: Replica,
        seat: int,
        names: Mapping[int, str],
        absence: Absence,
        take: Callable[[Entry], None],
        stray: Callable[[], None],
        settled: Callable[[], int],
    ) -> None:
        self.cases: dict[int, Case] = {}
        """By round, those for the next entry."""
        self._desk = desk
        self._replica = replica
        self._seat = seat
        self._names = names
        self._absence = absence
        self._take = take
        self._stray = stray
        self._settled = settled
        self.stopped: int | None = None
        """The entry at which the table stopped: then nothing is agreed on but going back before it."""
        self.binding = Binding(replica, seat)
        self._said = self.binding.said
        self._past: deque[Case] = deque(maxlen=_CASES)
        self._noted: dict[bytes, tuple[Entry, Agreed, int, tuple[Any, ...]]] = {}
        self._head = b""
        self._urged = b""
        """The entry after which it was told that a stand-in for us is proposed."""
        self._rounds = 0
        self._silent: set[int] = set()
        self._against: set[int] = set()
        """Seats that refused to go on after a pause."""
        self._not_before = 0.0
        self._tries = 0
        me = replica.start.roster.seats[seat]
        self._bot = me is not None and me.bot is not None

    # What an answer binds us to

    def may_hold(self, entry: Entry, rank: int) -> bool:
        """Whether what we said yes to lets this entry hold."""
        return self.binding.may_hold(entry, rank)

    @property
    def bound(self) -> bool:
        """Whether we may not write the next entry ourselves."""
        return self.binding.bound

    def barred(self, entry: Entry, ahead: Iterable[Entry]) -> bool:
        """Our yes keeps this next entry, of good signature, from holding; whether it need not any
        more, since some other voter has gone on from it.
        """
        self.binding.bar(entry, self._desk.now)
        for (n, round_), by in self.binding.released(ahead).items():
            self._said[n, round_].off = True
            case = self.cases.get(round_)
            if case is not None and case.entry.n == n:
                self._is_off(case, by)
        return not self.bound

    # Proposing

    def propose(
        self,
        act: Act,
        named: tuple[int, ...] = (),
        arg: int = 0,
        back: tuple[int, ...] = (),
        over: bytes = b"",
    ) -> int:
        """Propose; returns the round. Raises NotYourTurn, with a reason, where it cannot be."""
        self._look()
        if self.binding.yielding is not None:
            raise NotYourTurn("what you agreed to is not decided yet")
        replica, desk = self._replica, self._desk
        top = max([self._rounds, *self.cases, self.binding.bound_to(replica.n + 1, replica.head)])
        round_ = (top // ROUNDS + 1) * ROUNDS + self._seat
        agreed = Agreed(round_, act, named, arg, over, back)
        try:
            outcome = replica.advance(Kind.AGREED, NOBODY, agreed.wire())
        except Wrong as wrong:
            raise NotYourTurn(wrong.says) from wrong
        found = needed(replica, agreed)
        if found is None or self._seat not in found.voters:
            raise NotYourTurn("this seat has no say in it")
        for case in self._open():
            # What we have signed may be an entry elsewhere by now: it stands, at its lower rank.
            if case.proposer == self._seat and case.answer is None:
                self._vote(case, NO)
        data = entry_data(
            desk.table,
            replica.n + 1,
            Kind.AGREED,
            NOBODY,
            0,
            replica.head,
            agreed.wire(),
            outcome.state_hash,
        )
        item = desk.sign(Tag.PROPOSE, Propose(self._seat, data))
        self._make_room()
        case = self._case(make_entry(data, ()), agreed, found.voters, self._seat, item)
        self._rounds = round_
        desk.save("vote", pack_vote(case, HERE))
        desk.put(item)
        self._finish(case)
        return round_

    @property
    def once(self) -> int:
        """Up to here the table has gone back before: a stop there is the same one, and final."""
        replica = self._replica
        agreed = [replica.outcome(n).agreed for n in range(1, replica.n + 1)]
        return max(
            [one.arg + 1 for one in agreed if one is not None and one.act is Act.BACK] or [0]
        )

    def back(self) -> int:
        """After a stop: propose to go on from the newest entry that we know everyone to have."""
        self._look()
        if self.stopped is None or self.stopped <= self.once:
            raise NotYourTurn("the table stopped here a second time: there is no going back")
        n = self._settled()
        base = self._replica.until(max(n, 0))
        round_ = (max([self._rounds, *self.cases, 0]) // ROUNDS + 1) * ROUNDS + self._seat
        agreed = Agreed(round_, Act.BACK, (), self.stopped)
        try:
            outcome = base.advance(Kind.AGREED, NOBODY, agreed.wire())
        except Wrong as wrong:
            raise NotYourTurn(wrong.says) from wrong
        found = needed(base, agreed)
        if n < 0 or found is None or self._seat not in found.voters:
            raise NotYourTurn("this seat has no say in it")
        data = entry_data(
            self._desk.table,
            n + 1,
            Kind.AGREED,
            NOBODY,
            0,
            base.head,
            agreed.wire(),
            outcome.state_hash,
        )
        item = self._desk.sign(Tag.PROPOSE, Propose(self._seat, data))
        case = self._case(make_entry(data, ()), agreed, found.voters, self._seat, item)
        self._rounds = round_
        self._desk.save("vote", pack_vote(case, HERE))
        self._desk.put(item)
        self._finish(case)
        return round_

    def _live(self, agreed: Agreed) -> bool:
        """Whether this is a kind of agreement that can be come to now."""
        return (agreed.act is Act.BACK) == (self.stopped is not None)

    def withdraw(self, round_: int) -> None:
        """Take a proposal of ours back."""
        case = self.cases.get(round_)
        if case is not None and case.proposer == self._seat and case.answer is None:
            self._vote(case, NO)

    def answer(self, round_: int, yes: bool) -> bool:
        """A person's answer; whether the proposal was still open."""
        self._look()
        case = self.cases.get(round_)
        if case is None or case.off or case.answer is not None or self._seat not in case.voters:
            return False
        if yes and not self._may_agree(case):
            return False
        self._vote(case, YES if yes else NO)
        self._finish(case)
        return True

    def questions(self) -> list[Asked]:
        """What waits for a person's answer here."""
        if self._replica.head != self._head:
            return []  # the table went on: `_look` is about to say so
        return [
            self._asked(case)
            for case in self._open()
            if case.asked and case.answer is None and self._live(case.agreed)
        ]

    def pending(self) -> list[tuple[Asked, tuple[int, ...]]]:
        """Proposals that are not decided, each with the seats whose answer is missing."""
        return [
            (self._asked(case), tuple([s for s in case.voters if s not in case.votes]))
            for case in self._open()
            if self._is_current(case.entry)
        ]

    def _asked(self, case: Case) -> Asked:
        agreed, who = case.agreed, self._names.get(case.proposer, f"seat {case.proposer + 1}")
        base = self._replica.until(min(case.entry.n - 1, self._replica.n))
        says = f"{who} proposes: {words(base, agreed, self._names)}. Do you agree?"
        return Asked(
            case.entry.n, agreed.round, WHAT[agreed.act], case.proposer, agreed.named, says
        )

    # What comes in

    def on_propose(self, value: Propose, item: Statement) -> None:
        """Another seat proposes."""
        replica, desk = self._replica, self._desk
        keys = replica.start.roster.keys()
        if value.seat >= len(keys):
            desk.drop("author")
            return
        # One of our own comes back from who said yes to it: it may be for us to refuse now.
        if not desk.verify(keys[value.seat], Tag.PROPOSE, item.body, item.signature):
            return
        signed = (int(item.tag), item.body, item.signature)
        self._proposed(make_entry(value.data, ()), value.seat, signed)

    def _proposed(self, entry: Entry, proposer: int, item: tuple[Any, ...]) -> None:
        replica, desk = self._replica, self._desk
        self._look()
        agreed = read_agreed(entry.body)
        if (
            (entry.table, entry.branch, entry.kind) != (desk.table, 0, Kind.AGREED)
            or (entry.seat, entry.device) != (NOBODY, 0)
            or agreed.act is Act.RETURN
            or agreed.round % ROUNDS != proposer
            or agreed.round == 0
            or entry.n < 1
        ):
            desk.drop("proposal")
            return
        if entry.n > replica.n + 1 or entry.previous != replica.log[entry.n - 1].hash:
            self._stray()
            return
        found = needed(replica, agreed, entry.n - 1)
        voters = found.voters if found is not None else ()
        if not self._live(agreed):
            desk.drop("proposal")
            return
        back = agreed.act is Act.BACK
        if entry.n <= replica.n and not back and not self._may_yield(entry, agreed):
            self._overtaken(entry, agreed, voters, proposer, item)
            return
        case = self.cases.get(agreed.round)
        if case is None:
            self._make_room()
            if len(self.cases) >= _CASES:
                desk.drop("proposal")
                return
            if not self._follows(entry):
                desk.drop("proposal")
                return
            case = self._case(entry, agreed, voters, proposer, item)
            self._urge(case)
            self._absence.heard(proposer)  # once: whoever said yes says it again for the proposer
        elif case.entry.hash != entry.hash:
            desk.drop("proposal")
            return
        if not self._consider(case):
            self._say_again(case)

    def _urge(self, case: Case) -> None:
        """Tell who plays here that they are to be stood in for, once for each entry that is due."""
        mine = case.agreed.act is Act.STAND_IN and self._seat in case.agreed.named
        if not mine or self._bot or self._urged == self._head or not self._is_current(case.entry):
            return
        self._urged = self._head
        self._desk.tell(Urged(case.entry.n, case.proposer, self._owes()))

    def _owes(self) -> bool:
        """Whether the person here is to move."""
        due = self._replica.due()
        return due is not None and due.kind is Kind.MOVE and due.seat == due.place == self._seat

    @property
    def urged(self) -> bool:
        """Whether our move is due for longer than the table waits for anyone, or a stand-in for us
        is proposed.
        """
        if self._bot or self._seat in self._replica.stood:
            return False
        policy = self._replica.policy
        acts = policy is not None and policy.gone is not Gone.WAIT
        if acts and self._owes() and self._absence.gone(self._seat):
            return True
        return self._replica.head == self._head and any(
            case.agreed.act is Act.STAND_IN
            and self._seat in case.agreed.named
            and self._is_current(case.entry)
            for case in self._open()
        )

    def _follows(self, entry: Entry) -> bool:
        """Whether what is proposed can be, and leads to the state that it says."""
        try:
            base = self._replica.until(entry.n - 1)
            return base.advance(Kind.AGREED, NOBODY, entry.body).state_hash == entry.state_hash
        except Wrong:
            return False

    def _may_yield(self, entry: Entry, agreed: Agreed) -> bool:
        """Whether this proposal is to take back entries of ours that nobody can have settled."""
        said = self._said.get((entry.n, agreed.round))
        if said is not None and said.hash == entry.hash and said.holds:
            return self.binding.yielding == entry.n
        found = needed(self._replica, agreed, entry.n - 1)
        return (
            bool(agreed.proof)
            and found is not None
            and not found.alone
            and self.binding.may_yield(entry, agreed.proof, self._settled())
        )

    def _is_current(self, entry: Entry) -> bool:
        """Whether a proposal is for the next entry, or for one that we agreed to take back."""
        n = self._replica.n
        if self.stopped is not None:
            return entry.n <= n + 1 and read_agreed(entry.body).act is Act.BACK
        return entry.n == n + 1 or (entry.n <= n and entry.n == self.binding.yielding)

    def _overtaken(
        self,
        entry: Entry,
        agreed: Agreed,
        voters: tuple[int, ...],
        proposer: int,
        item: tuple[Any, ...],
    ) -> None:
        """We have that entry already: refuse, and attach it."""
        replica, desk = self._replica, self._desk
        said = self._said.get((entry.n, agreed.round))
        if said is not None and said.hash != entry.hash:
            return
        if self._seat in voters:
            case = Case(entry, agreed, voters, proposer, item, desk.now, Timer(desk.now, 1.0, 6.0))
            if said is None:
                self._vote(case, NO)
            elif not said.yes:
                self._say(case, NO)
        desk.put(replica.log[entry.n].item())

    def on_vote(self, vote: Vote, item: Statement) -> None:
        """What a seat says to a proposal."""
        replica, desk = self._replica, self._desk
        keys = replica.start.roster.keys()
        if vote.seat >= len(keys) or vote.seat == self._seat:
            return
        self._look()
        case = self.cases.get(vote.round)
        if case is None or case.entry.n != vote.n or case.entry.hash != vote.entry:
            if 0 < vote.n <= replica.n and vote.answer != NO:
                said = self._said.get((vote.n, vote.round))
                if said is None or said.hash != vote.entry or said.yes:
                    return
                if desk.verify(keys[vote.seat], Tag.VOTE, item.body, item.signature):
                    no = Vote(self._seat, vote.n, vote.round, vote.entry, NO, b"")
                    desk.put(desk.sign(Tag.VOTE, no))
                    desk.put(replica.log[vote.n].item())
            return
        if not desk.verify(keys[vote.seat], Tag.VOTE, item.body, item.signature):
            return
        self._absence.heard(vote.seat)
        case.here.add(vote.seat)
        self._silent.discard(vote.seat)
        if vote.answer == HERE or vote.seat not in case.voters or case.off:
            if case.answer is False and vote.answer == YES:
                self._say_again(case)
            return
        if vote.answer == NO:
            if vote.seat not in case.votes:
                self._is_off(case, vote.seat)
            return
        data = entry_to_sign(desk.table, case.entry.hash)
        if desk.crypto.verify(keys[vote.seat], data, vote.signature):
            case.votes[vote.seat] = vote.signature
            case.items[vote.seat] = (int(item.tag), item.body, item.signature)
            self._finish(case)

    def is_there(self, seat: int) -> None:
        """A seat that had not answered is heard again."""
        self._silent.discard(seat)

    # Answering

    def _case(
        self,
        entry: Entry,
        agreed: Agreed,
        voters: tuple[int, ...],
        proposer: int,
        item: tuple[Any, ...],
    ) -> Case:
        now = self._desk.now
        case = Case(entry, agreed, voters, proposer, item, now, Timer(now, 1.5, 6.0))
        said = self._said.get((entry.n, agreed.round))
        if said is not None and said.hash == entry.hash:
            case.answer = said.yes
            if said.yes:
                case.votes[self._seat] = self._signature(entry)
            else:
                case.refused_by = self._seat
        self.cases[agreed.round] = case
        return case

    def _make_room(self) -> None:
        """Forget the oldest proposals that are off: a long pause may see any number of them."""
        for round_ in [round_ for round_, case in self.cases.items() if case.off]:
            if len(self.cases) < _CASES:
                return
            case = self.cases.pop(round_)
            if case.items or case.answer:
                self._past.append(case)

    def _open(self) -> list[Case]:
        return [case for case in self.cases.values() if not case.off]

    def _may_agree(self, case: Case) -> bool:
        """Whether a yes is possible: never to a lower round than one we said yes to."""
        bound = self.binding.bound_to(case.entry.n, case.entry.previous)
        mine = [own.agreed.round for own in self._open() if own.proposer == self._seat]
        rest = [round_ for round_ in mine if round_ != case.agreed.round]
        return case.agreed.round > max([bound, *rest], default=-1)

    def _consider(self, case: Case) -> bool:
        """Answer a proposal of another seat, if it can be answered now; whether something was said."""
        if case.off or case.answer is not None or case.proposer == self._seat:
            return False
        if self._seat not in case.voters:
            return False
        if not self._live(case.agreed):
            return False
        if case.agreed.act is Act.BACK:
            if case.entry.n <= self._settled() or case.agreed.arg <= self.once:
                self._vote(case, NO)
                return True
            return self._ask(case)
        yielding = self.binding.yielding
        if yielding is not None and case.entry.n != yielding:
            return False
        back = case.entry.n <= self._replica.n and not self._may_yield(case.entry, case.agreed)
        if back or not self._may_agree(case):
            self._vote(case, NO)
            return True
        now = self._desk.now
        # After a pause most decide: whoever does not want to go on is named, and need not be gone.
        most = case.agreed.act is Act.GO_ON
        if not most and not all(self._is_gone(case, seat) for seat in case.agreed.named):
            if now > case.since + PERSONS:
                self._vote(case, NO)
                return True
            return False
        policy = self._replica.policy
        by_itself = case.agreed.act is Act.STAND_IN and (
            policy is not None and policy.gone is Gone.STAND_IN
        )
        return self._ask(case, by_itself or self._seat in case.agreed.back)

    def _ask(self, case: Case, by_itself: bool = False) -> bool:
        """A bot agrees, a person is asked and has time to think; whether something was said."""
        if self._bot or by_itself:
            self._vote(case, YES)
            self._finish(case)
            return True
        if not case.asked:
            case.asked = True
            self._desk.tell(self._asked(case))
        if self._desk.now > case.since + PERSONS:
            self._vote(case, NO)
            return True
        return False

    def _is_gone(self, case: Case, seat: int) -> bool:
        """Whether, by our clock, a seat that is named is away; one that was not due but said
        nothing for a while since, too.
        """
        absence = self._absence
        if absence.gone(seat):
            return True
        due = self._replica.due()
        if due is not None and due.seat == seat:
            return False
        return seat not in case.here and self._desk.now > case.since + _SILENT

    def _signature(self, entry: Entry) -> bytes:
        return self._desk.crypto.sign(entry_to_sign(self._desk.table, entry.hash))

    def _vote(self, case: Case, answer: int) -> None:
        """Answer once and for all: the journal first."""
        entry, yes = case.entry, answer == YES
        self.binding.note(entry, case.agreed, yes)
        case.answer = yes
        self._desk.save("vote", pack_vote(case, answer))
        if yes:
            case.votes[self._seat] = self._signature(entry)
        else:
            self._is_off(case, self._seat)
        self._say(case, answer)

    def _say(self, case: Case, answer: int) -> None:
        signature = case.votes.get(self._seat, b"") if answer == YES else b""
        entry = case.entry
        case.said_at = self._desk.now
        vote = Vote(self._seat, entry.n, case.agreed.round, entry.hash, answer, signature)
        self._desk.put(self._desk.sign(Tag.VOTE, vote))

    def _say_again(self, case: Case) -> None:
        if self._desk.now >= case.said_at + _AGAIN:
            answer = HERE if case.answer is None else YES if case.answer else NO
            self._say(case, answer)

    def _is_off(self, case: Case, by: int) -> None:
        if case.off:
            return
        case.refused_by = by
        said = self._said.get((case.entry.n, case.agreed.round))
        if said is not None:
            said.off = True
        who = self._names.get(by, f"seat {by + 1}")
        if case.asked or case.proposer == self._seat:
            says = f"the proposal is off: {who} did not agree"
            self._desk.tell(Withdrawn(case.entry.n, case.agreed.round, by, says))
        if case.proposer == self._seat:
            self._tries += 1
            self._not_before = self._desk.now + min(30.0, 2.0 * self._tries + 1.3 * self._seat)
            policy, due = self._replica.policy, self._replica.due()
            if by != self._seat and policy is not None and policy.gone is Gone.VOTE:
                self._not_before = self._desk.now + policy.seconds  # they chose to wait again
            for seat in case.voters:
                if seat != self._seat and seat not in case.here:
                    self._silent.add(seat)
            if case.agreed.act is Act.GO_ON and by != self._seat:
                self._against.add(by)
            if due is not None and self._replica.paused is None:
                self._silent.discard(due.seat)

    def _finish(self, case: Case) -> None:
        """With every other signature there, its proposer signs; with all, it is an entry."""
        if case.off:
            return
        missing = [seat for seat in case.voters if seat not in case.votes]
        yielding = self.binding.yielding
        if not self._live(case.agreed) or (
            yielding is not None and case.entry.n != yielding and self.stopped is None
        ):
            return
        if missing == [self._seat] and case.proposer == self._seat:
            if not self._may_agree(case):
                self._vote(case, NO)
                return
            self._vote(case, YES)
        elif missing:
            return
        if not self._is_current(case.entry):
            return
        pairs = tuple([(seat, case.votes[seat]) for seat in case.voters])
        entry = make_entry(case.entry.data, pairs)
        self._desk.put(entry.item())
        self._take(entry)

    # Time

    def _look(self) -> None:
        """Proposals for an entry that is there, or that rest on another one, are overtaken."""
        replica = self._replica
        if replica.head == self._head:
            return
        self._head = replica.head
        for case in self.cases.values():
            if not case.off and (case.asked or case.proposer == self._seat):
                held = case.entry.n <= replica.n and (
                    replica.log[case.entry.n].hash == case.entry.hash
                )
                if not held:
                    says = "the proposal is off: the game went on"
                    self._desk.tell(Withdrawn(case.entry.n, case.agreed.round, None, says))
        self._past.extend(case for case in self.cases.values() if case.items or case.answer)
        self.cases.clear()
        self._silent.clear()
        self._against.clear()
        self._tries = 0
        self._not_before = 0.0

    def tick(self) -> None:
        """Answer, repeat, take back, and propose what the table's policy prescribes."""
        self._look()
        now = self._desk.now
        for case in list(self.cases.values()):
            if case.off or self.cases.get(case.agreed.round) is not case:
                continue
            if not self._live(case.agreed):
                continue
            self._consider(case)
            mine = case.proposer == self._seat
            if mine and case.answer is None:
                silent = any(seat not in case.here for seat in case.voters if seat != self._seat)
                if now > case.since + (PATIENCE if silent else PERSONS + 5):
                    self._vote(case, NO)
                    continue
            if case.answer:
                self._finish(case)  # of two, our own word may be all it needs, kept over a crash
            if (mine or case.answer) and case.again.rang(now):
                self._desk.put(case.item)
                if case.answer:
                    self._say(case, YES)
        if self.stopped is None:
            self._by_policy()

    def _by_policy(self) -> None:
        """Propose the stand-in that the policy wants, the lowest voter first.

        Where the table votes a bot puts the question, so that the persons are asked; a person's
        program does not, since who proposes agrees.
        """
        due, now = self._replica.due(), self._desk.now
        mine = [case for case in self._open() if case.proposer == self._seat]
        unheard = self._unheard()
        waits = mine if self.binding.stuck is not None or unheard else self._open()
        if not self._by_itself() or due is None or waits:
            return
        if due.kind is Kind.END or now < self._not_before:
            return
        if due.seat == self._seat and not unheard:
            return
        since = self._absence.gone_since(due.seat)
        if unheard:
            since = max(case.since for case in self._open()) + PERSONS
        if self.binding.stuck is not None:
            since = self.binding.barred_at
        if since is None or now < since + 2.0 * self._seat:
            return
        if self._seat in self._replica.stood and not self._may_come_back_alone():
            return
        self.stand_in(automatic=True)

    def _unheard(self) -> set[int]:
        """Whoever alone could complete what our yes binds us to, and is silent, its proposer first.

        Nobody may write the next entry then, and no entry comes that would set us free: only an
        agreement of a higher round without them does.
        """
        bound = [case for case in self._open() if case.answer and self._is_current(case.entry)]
        if self.binding.stuck is not None or self.binding.yielding is not None:
            return set()
        if any(self._desk.now <= case.since + PERSONS for case in bound):
            return set()
        found = {seat for case in bound for seat in case.voters if seat not in case.votes}
        silent = all(self._absence.quiet(seat) > PATIENCE for seat in found)
        return found - {self._seat} if silent else set()

    def _by_itself(self) -> bool:
        """Whether our program proposes a stand-in unasked."""
        policy = self._replica.policy
        gone = policy.gone if policy is not None else Gone.WAIT
        return gone is Gone.STAND_IN or (gone is Gone.VOTE and self._bot)

    def stand_in(self, automatic: bool = False) -> int | None:
        """Propose a stand-in for whoever is due and gone, and for those that say nothing.

        Raises NotYourTurn where that cannot be, unless ``automatic``.
        """
        replica = self._replica
        if self.binding.stuck is not None:
            return self._unbind(automatic)
        due = replica.due()
        left = {seat for seat in self._absence.resigned if seat not in replica.stood}
        unheard = self._unheard()
        named = (self._silent | unheard) - set(replica.stood) | left
        # Who is bound as we are cannot write what is due: it is not gone for that.
        counts = due is not None and (not unheard or self._absence.quiet(due.seat) > PATIENCE)
        if due is not None and counts and self._absence.gone(due.seat):
            named.add(due.seat)
        named.discard(self._seat)
        if not named:
            raise NotYourTurn("nobody is absent")
        try:
            back = self._back()
            if self._seat in replica.stood:
                back.add(self._seat)
            return self.propose(Act.STAND_IN, tuple(sorted(named)), self._seat, tuple(sorted(back)))
        except NotYourTurn:
            if not automatic:
                raise
            self._not_before = self._desk.now + 5.0
            return None

    def _may_come_back_alone(self) -> bool:
        """Whether we play on without the other one of two, who went on without us and is gone."""
        stand, due = self._replica.stood.get(self._seat), self._replica.due()
        if stand is None or not stand.alone or due is None:
            return False
        back = Agreed(0, Act.STAND_IN, (stand.deputy,), self._seat, b"", (self._seat,))
        found = needed(self._replica, back)
        return due.seat == stand.deputy and found is not None and found.voters == (self._seat,)

    def _unbind(self, automatic: bool) -> int | None:
        """Our yes keeps the game from going on, and whoever could still complete what it was to is
        gone: propose a stand-in for them, in place of the entry that we may not let hold.
        """
        barred, now = self.binding.stuck, self._desk.now
        assert barred is not None
        asked = {
            seat
            for case in self.cases.values()
            if case.answer and not case.off
            for seat in case.voters
            if seat not in case.votes
        }
        named = {seat for seat in asked if self._absence.quiet(seat) > PATIENCE}
        named -= {self._seat, *self._replica.stood}
        try:
            if not named or now < self.binding.barred_at + PATIENCE:
                raise NotYourTurn("what you agreed to is not decided yet")
            # Without those who want their seats again it may be too few for ever: the deputy that
            # should log their return may be the very one that is gone.
            back = tuple(sorted(self._back()))
            return self.propose(Act.STAND_IN, tuple(sorted(named)), self._seat, back, barred.hash)
        except NotYourTurn:
            if not automatic:
                raise
            self._not_before = now + 5.0
            return None

    def end(self, claim: bool = False) -> int:
        """Propose to end the game here; whoever is gone is not asked."""
        replica, absence = self._replica, self._absence
        gone = {
            seat
            for seat in range(replica.seats)
            if seat != self._seat and seat not in replica.stood and absence.gone(seat)
        }
        return self._propose_without(Act.END, gone, self._silent, int(claim))

    def pause(self) -> int:
        """Propose to pause; whoever is gone is not asked."""
        replica, absence = self._replica, self._absence
        gone = {
            seat
            for seat in range(replica.seats)
            if seat != self._seat and seat not in replica.stood and absence.gone(seat)
        }
        return self._propose_without(Act.PAUSE, gone, self._silent)

    def go_on(self) -> int:
        """Propose to go on after a pause; whoever is away, silent or was against it is not asked."""
        replica, absence = self._replica, self._absence
        away = {
            seat
            for seat in range(replica.seats)
            if seat != self._seat and seat not in replica.stood and absence.away(seat)
        }
        # No return is written in a pause: who came back meanwhile has a say in its end, and the seat.
        rest = self._silent | self._against
        return self._propose_without(Act.GO_ON, away, rest, 0, tuple(sorted(self._back())))

    def _back(self) -> set[int]:
        """Seats that a stand-in plays, and whose owners are there and want them again."""
        return set(self._absence.wanted) & set(self._replica.stood) - self._silent

    def _propose_without(
        self,
        act: Act,
        gone: set[int],
        rest: set[int],
        arg: int = 0,
        back: tuple[int, ...] = (),
    ) -> int:
        """Propose without asking those who are gone, and, if that is enough, who did not agree before.

        If it is too few they are asked again: seats that refuse each other once could else never agree.
        """
        rest = rest - set(self._replica.stood) - {self._seat} - gone
        try:
            return self.propose(act, tuple(sorted(gone | rest)), arg, back)
        except NotYourTurn:
            if not rest:
                raise
        round_ = self.propose(act, tuple(sorted(gone)), arg, back)
        self._silent -= rest
        self._against -= rest
        return round_

    def undo_point(self) -> int | None:
        """The entry whose state the latest move of ours would go back to; None if it cannot be."""
        replica = self._replica
        for m in reversed(undoable(replica)):
            if replica.outcome(m + 1).seat == self._seat and m + 1 <= replica.n:
                return m
        return None

    def undo(self) -> int:
        """Propose to take back our latest move and all that followed."""
        point = self.undo_point()
        if point is None:
            raise NotYourTurn("there is nothing that can be taken back: something was revealed")
        return self.propose(Act.UNDO, (), point)

    @property
    def wake_at(self) -> float | None:
        """When ``tick`` has something to do."""
        times = []
        for case in self._open():
            times.append(case.again.at)
            times.append(case.since + (_SILENT if case.answer is None else PATIENCE) + 0.01)
            if case.answer is None:
                times.append(case.since + PATIENCE + 0.01)
                times.append(case.since + PERSONS + 5.01)
        due = self._replica.due()
        if due is not None and due.seat != self._seat:
            at = self._absence.gone_at(due.seat)
            times.append(at)
            if self.binding.stuck is not None:
                times.append(max(self.binding.barred_at + PATIENCE + 0.01, self._not_before))
            if self._by_itself():
                times.append(max(at + 2.0 * self._seat, self._not_before))
        now = self._desk.now
        later = [at for at in times if now < at < float("inf")]
        return min(later, default=None)

    # Without the journal

    def said_by(self, seat: int) -> list[tuple[Any, ...]]:
        """What a seat said yes to, as it and the proposers signed it: it may have forgotten."""
        since, found = self._settled(), []
        for case in [*self._past, *self.cases.values()]:
            if case.entry.n > since and seat in case.items:
                found += [case.item, case.items[seat]]
        return found

    def remind(self, value: Propose | Vote, item: Statement) -> None:
        """While we ask what we said before our journal was lost: others say it again to us."""
        desk, keys = self._desk, self._replica.start.roster.keys()
        if value.seat >= len(keys):
            return
        if isinstance(value, Propose):
            entry = make_entry(value.data, ())
            known = len(self._noted) >= _CASES or entry.hash in self._noted
            if not known and desk.verify(keys[value.seat], Tag.PROPOSE, item.body, item.signature):
                signed = (int(item.tag), item.body, item.signature)
                self._noted[entry.hash] = (entry, read_agreed(entry.body), value.seat, signed)
            return
        noted = self._noted.get(value.entry)
        if value.seat != self._seat or noted is None or value.answer != YES:
            return
        entry, agreed, proposer, proposal = noted
        fits = (entry.n, agreed.round) == (value.n, value.round)
        if not fits or (entry.n, agreed.round) in self._said:
            return
        if desk.verify(keys[self._seat], Tag.VOTE, item.body, item.signature):
            self.binding.note(entry, agreed, True)
            now = desk.now
            case = Case(entry, agreed, (), proposer, proposal, now, Timer(now, 1.5, 6.0))
            desk.save("vote", pack_vote(case, YES))

    # The journal

    def restore(self, votes: list[bytes]) -> None:
        """What we said before our program was started anew; raises Malformed."""
        replica = self._replica
        for data in votes:
            answer, entry, agreed, proposer, item = read_vote(data)
            if answer == HERE:
                if proposer == self._seat:
                    self._rounds = max(self._rounds, agreed.round)
            else:
                self.binding.note(entry, agreed, answer == YES)
        self._head = replica.head
        for data in votes:
            answer, entry, agreed, proposer, item = read_vote(data)
            if not self._is_current(entry) or entry.previous != replica.log[entry.n - 1].hash:
                continue
            if answer == NO or (answer == HERE and (entry.n, agreed.round) in self._said):
                continue
            found = needed(replica, agreed, entry.n - 1)
            if found is not None and self._follows(entry):
                case = self._case(entry, agreed, found.voters, proposer, item)
                case.again.at = self._desk.now
